#!/usr/bin/env bash
# Makes the site, or draws the pictures that the repository holds.
#
#   scripts/site.sh FOLDER              a folder for any static host: an article, pages with every puzzle of 6×6 and 5×5 and the hard ones of 7×7, the gallery, the maxima,
#                                       licences and the rank files. FOLDER must not exist. No page requests anything from elsewhere.
#                                       SITE=https://example.org/rush/ says where it will be, for the picture that links to it show.
#   scripts/site.sh --gallery [FOLDER]  draws docs/gallery, by the commands in its README.md, and docs/play.html. Look at each picture before you
#                                       commit it. FOLDER gets the gallery as one page, and pictures of that page in light and dark.
#
# Needs Python 3.9 or later with markdown-it-py. The gallery also needs matplotlib, Node, Chromium and the packages that tests/play/run.sh
# installs. PYTHON=path names the Python; GRIDLOCK=path/to/gridlock uses that program instead of building it.
set -euo pipefail
if ! [[ ($# -eq 1 && $1 != -* && ! -e $1) || ($# -ge 1 && $# -le 2 && $1 == --gallery) ]]; then
    sed -n '2,11s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
root=$(realpath -- "$(dirname -- "$0")/..")
gallery=$root/docs/gallery
python=${PYTHON:-python3}
if [[ -z ${GRIDLOCK:-} ]]; then
    cargo build --quiet --release --locked --bin gridlock --manifest-path "$root/Cargo.toml"
    GRIDLOCK=${CARGO_TARGET_DIR:-$root/target}/release/gridlock
fi
program=$(realpath -- "$(command -v "$GRIDLOCK")")
page() { "$python" "$root/scripts/markdown.py" "$root/docs/$1.md"; }

if [[ $1 != --gallery ]]; then
    mkdir -p -- "$1/data" "$1/gallery"
    "$program" play @rush6 -o "$1/rush6.html"
    "$program" play @rush6-all -o "$1/rush6-all.html"
    "$program" play @rush5 -o "$1/rush5.html"
    "$program" play @rush7-60 -o "$1/rush7-60.html"
    cp -- "$root"/data/*.ranks "$1/data"
    (cd -- "$1/data" && sha256sum -- *.ranks >SHA256SUMS)
    cp -- "$gallery"/*.{svg,png} "$1/gallery"
    cp -- "$root/docs/maxima.csv" "$root/docs/play.html" "$1"
    for licence in LICENSE LICENSE-DATA; do
        cp -- "$root/$licence" "$1/$licence.txt"
    done
    for name in MAXIMA FORMATS RULES; do
        page "$name" >"$1/${name,,}.html"
    done
    page gallery/README >"$1/gallery/index.html"
    "$python" "$root/scripts/markdown.py" "$root/scripts/article.md" >"$1/index.html"
    play() { "$python" "$root/scripts/markdown.py" --play "$1" "$2 No account, no network, exact hints."; }
    play "$1/rush6.html" "Play all 2,577,412 puzzles of 6×6 with up to two walls, from one move to sixty."
    play "$1/rush6-all.html" "Play all 3,380,209 puzzles of 6×6 with any number of walls."
    play "$1/rush5.html" "Play all 7,320 puzzles of 5×5 with up to two walls."
    play "$1/rush7-60.html" "Play the 200,756 puzzles of 7×7 without walls that take 60 moves or more."
    play "$1/play.html" "A hundred puzzles of 5×5."
    icon='<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect y="8" width="32" height="16" rx="4" fill="#d7263d"/><path d="M0 11.5h32M0 20.5h32" stroke="#fff" stroke-width="2"/></svg>'
    echo "$icon" >"$1/icon.svg"
    cat >"$1/site.webmanifest" <<'END'
{
  "name": "Every Rush Hour puzzle",
  "short_name": "Rush Hour",
  "start_url": "rush6.html",
  "display": "standalone",
  "background_color": "#ffffff",
  "theme_color": "#d7263d",
  "icons": [{ "src": "icon.svg", "sizes": "any", "type": "image/svg+xml" }]
}
END
    exit
fi

look=${2:+$(realpath -m -- "$2")}
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
ln -s "$root/data" "$work/data"
cd "$work"
# shellcheck disable=SC2016 # the backquotes belong to Markdown
commands=$(grep -o '`gridlock [^`]*`' "$gallery/README.md" | tr -d '\`')
while read -r _ arguments; do
    read -ra words <<<"$arguments"
    "$program" "${words[@]}"
done <<<"$commands"
"$python" "$root/scripts/charts.py" hunts "$root/docs/hunts.jsonl" hunts.svg
"$python" "$root/scripts/charts.py" speed speed.svg
for picture in "$gallery"/*.svg; do
    cp -- "$(basename -- "$picture")" "$picture"
done
"$program" play @rush5 --spread moves --sample 100 --title '100 puzzles of 5×5' --force -o "$root/docs/play.html"
node "$root/tests/play/picture.mjs" "$work/play.html" "$gallery/play.png"
du -bc "$gallery"/*.svg "$gallery"/*.png "$root/docs/play.html" | tail -n 1
if [[ -n $look ]]; then
    mkdir -p -- "$look"
    cp -- "$gallery"/*.svg "$gallery"/*.png "$look"
    page gallery/README >"$look/index.html"
    node "$root/tests/play/picture.mjs" "$look/index.html" "$look"
fi
