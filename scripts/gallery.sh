#!/usr/bin/env bash
# Draws the pictures of docs/gallery, two of which the README shows, and docs/play.html, with the program itself. Look at each before you
# commit it.
#
#   scripts/gallery.sh        GRIDLOCK=path/to/gridlock uses that program instead of building it
#
# The picture of a cluster needs Graphviz, that of the player Node, Chromium and the packages that tests/play/run.sh installs.
# The charts show 5×5 with 0 to 2 walls, which the script generates first.
set -euo pipefail
cd "$(dirname -- "$0")/.."
if [[ -z ${GRIDLOCK:-} ]]; then
    cargo build --release --quiet
    GRIDLOCK=${CARGO_TARGET_DIR:-target}/release/gridlock
fi
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
gallery=docs/gallery
mkdir -p "$gallery"

hardest=IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM
card=$(awk '$3 == "Jam-1" { print $2 }' data/jams40.txt)
draw() { # command and its arguments; prints what it wrote
    "$GRIDLOCK" "$@" --force --json
}

draw render "$hardest" --labels -o "$gallery/board.svg"
draw render "$hardest" --solution -o "$gallery/solution.svg"
draw render "$card" --solution --strip 5 --labels --theme dark -o "$gallery/frames.svg"
draw graph BBoDAAoDooooooCC -o "$gallery/cluster.svg"
"$GRIDLOCK" generate --size 5 --walls 0..2 -o "$work/rush5.txt.gz" --quiet
"$GRIDLOCK" stats "$work/rush5.txt.gz" --force -o "$gallery/charts.svg"
"$GRIDLOCK" play "$work/rush5.txt.gz" --sample 100 --title '100 puzzles of 5×5' --force -o docs/play.html
draw play data/jams40.txt --title Cards -o "$work/play.html"
node tests/play/picture.mjs "$work/play.html" "$gallery/play.png"
draw sheet data/jams40.txt --count 12 -o "$work/cards.svg"
mv -- "$work/cards.svg" "$gallery/cards.svg"
du -bc "$gallery"/*.svg "$gallery"/*.png docs/play.html | tail -n 1
