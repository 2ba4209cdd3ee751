#!/usr/bin/env bash
# Makes the release folder of 4×4 and 5×5, checks it, and opens it with the libraries that people use.
#
#   GRIDLOCK=path/to/gridlock PYTHON=path/to/python tests/release/run.sh
#
# PYTHON has the Python package. The libraries come from PyPI; if they can't be installed, only they are left out.
set -euo pipefail
GRIDLOCK=$(realpath -- "${GRIDLOCK:?names the program to test}")
export GRIDLOCK
cd "$(dirname -- "$0")/../.."
release() { "${PYTHON:-python3}" scripts/release.py "$@"; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for size in 4 5; do
    "$GRIDLOCK" generate --size "$size" --walls 0..2 --quiet -o "$work/rush$size.txt.gz"
done

# The same input gives the same bytes, in parts too.
for folder in one two; do
    PART_ROWS=1000 release "$work/$folder" "$work/rush4.txt.gz" "$work/rush5.txt.gz" 2>/dev/null
    release --check "$work/$folder" 2>/dev/null
    sed -i '/  PROVENANCE.json$/d' "$work/$folder/SHA256SUMS" # it names the folder
done
cmp "$work/one/SHA256SUMS" "$work/two/SHA256SUMS"
[[ $(find "$work/one/size=5/walls=1" -name '*.parquet' | wc -l) == 5 ]]

# Of built-in databases, with any number of walls.
release "$work/all" @rush4-all @rush5-all 2>/dev/null
release --check "$work/all" 2>/dev/null
cmp "$work/all/ranks/rush5.ranks" data/rush5-all.ranks
grep -q '^| 5×5 | 3 | moves | 169 ' "$work/all/README.md"

# The check passes, and finds a file that was changed, one that is missing and one too many.
folder=$work/release
release "$folder" "$work/rush4.txt.gz" "$work/rush5.txt.gz" 2>/dev/null
release --check "$folder" 2>/dev/null
fails() { # what to look for in the message
    if release --check "$folder" 2>"$work/message"; then
        echo "release.sh --check finds nothing: $1" >&2
        exit 1
    fi
    grep -q "$1" "$work/message"
}
cp "$folder/CITATION.cff" "$work/kept"
echo >>"$folder/CITATION.cff"
fails 'CITATION.cff has another SHA-256'
rm "$folder/CITATION.cff"
fails 'CITATION.cff is missing'
cp "$work/kept" "$folder/CITATION.cff"
touch "$folder/extra"
fails 'extra is not in SHA256SUMS'
rm "$folder/extra"

# The citation needs an older jsonschema than the others.
venvs=$(realpath -m -- "${CARGO_TARGET_DIR:-target}")/release-checks
install() { # name, packages
    "$venvs/$1/bin/python" -c 'import sys' 2>/dev/null || python3 -m venv "$venvs/$1"
    "$venvs/$1/bin/pip" install --quiet "${@:2}"
}
if install tables datasets duckdb frictionless mlcroissant pandas polars pyarrow && install citation cffconvert; then
    "$venvs/tables/bin/python" tests/release/check.py "$folder"
    "$venvs/citation/bin/cffconvert" --validate -i "$folder/CITATION.cff"
else
    echo "SKIPPED: the libraries that open the release folder can't be installed here"
fi
