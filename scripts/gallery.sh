#!/usr/bin/env bash
# Draws the pictures of docs/gallery, three of which the README shows, and docs/play.html, with the program itself: runs the commands in
# docs/gallery/README.md. Look at each picture before you commit it.
#
#   scripts/gallery.sh [FOLDER]      GRIDLOCK=path/to/gridlock uses that program instead of building it
#
# With a FOLDER it also gets the gallery as one page, and pictures of that page in light and dark: index.html, light.png and dark.png.
#
# The picture of the player needs Node, Chromium and the packages that tests/play/run.sh installs, the chart of hunts a Python with matplotlib,
# which PYTHON names (python3 if not set).
set -euo pipefail
[[ $# -eq 0 ]] || { mkdir -p -- "$1" && look=$(realpath -- "$1"); }
cd "$(dirname -- "$0")/.."
if [[ -z ${GRIDLOCK:-} ]]; then
    cargo build --release --quiet
    GRIDLOCK=${CARGO_TARGET_DIR:-target}/release/gridlock
fi
program=$(realpath -- "$(command -v "$GRIDLOCK")")
python=${PYTHON:-python3}
repository=$PWD
gallery=$PWD/docs/gallery
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
ln -s "$PWD/data" "$work/data"
cd "$work"

# In the order of the page, but what another command reads is made first.
# shellcheck disable=SC2016 # the backquotes belong to Markdown
commands=$(grep -o '`gridlock [^`]*`' "$gallery/README.md" | tr -d '\`')
while read -r _ arguments; do
    read -ra words <<<"$arguments"
    "$program" "${words[@]}"
done < <(grep ' generate ' <<<"$commands"; grep -v ' generate ' <<<"$commands")
"$python" "$repository/scripts/hunt_chart.py" "$repository/docs/hunts.jsonl" hunts.svg
"$python" "$repository/scripts/speed_chart.py" speed.svg
for picture in "$gallery"/*.svg; do
    cp -- "$(basename -- "$picture")" "$picture"
done
"$program" play rush5.txt.gz --sample 100 --title '100 puzzles of 5×5' --force -o "$repository/docs/play.html"
node "$repository/tests/play/picture.mjs" "$work/play.html" "$gallery/play.png"
du -bc "$gallery"/*.svg "$gallery"/*.png "$repository/docs/play.html" | tail -n 1
if [[ -n ${look:-} ]]; then
    cp -- "$gallery"/*.svg "$gallery"/*.png "$look"
    "$python" "$repository/scripts/markdown.py" "$gallery/README.md" >"$look/index.html"
    node "$repository/tests/play/gallery.mjs" "$look/index.html" "$look"
fi
