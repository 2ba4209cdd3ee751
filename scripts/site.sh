#!/usr/bin/env bash
# Makes a folder for any static host: a page with every puzzle of 6×6, one of 5×5, the gallery, the maxima, licences and the rank files.
#
#   scripts/site.sh FOLDER        FOLDER must not exist; GRIDLOCK=path/to/gridlock uses that program instead of building it
#
# Needs Python 3.9 or later, and no packages. No page of the site requests anything from elsewhere.
set -euo pipefail
if [[ $# -ne 1 || -e ${1:-} ]]; then
    sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
here=$(cd -- "$(dirname -- "$0")/.." && pwd)
if [[ -z ${GRIDLOCK:-} ]]; then
    cargo build --quiet --release --locked --bin gridlock --manifest-path "$here/Cargo.toml"
    GRIDLOCK=${CARGO_TARGET_DIR:-$here/target}/release/gridlock
fi
mkdir -p -- "$1/data" "$1/gallery"
"$GRIDLOCK" play @rush6 -o "$1/index.html"
"$GRIDLOCK" play @rush6-all -o "$1/rush6-all.html"
"$GRIDLOCK" play @rush5 -o "$1/rush5.html"
cp -- "$here"/data/*.ranks "$1/data"
(cd -- "$1/data" && sha256sum -- *.ranks >SHA256SUMS)
cp -- "$here"/docs/gallery/*.{svg,png} "$1/gallery"
cp -- "$here/docs/maxima.csv" "$here/docs/play.html" "$1"
cp -- "$here/LICENSE" "$1/LICENSE.txt"
cp -- "$here/LICENSE-DATA" "$1/LICENSE-DATA.txt"
for page in MAXIMA FORMATS RULES; do
    python3 "$here/scripts/markdown.py" "$here/docs/$page.md" >"$1/${page,,}.html"
done
python3 "$here/scripts/markdown.py" "$here/docs/gallery/README.md" >"$1/gallery/index.html"
