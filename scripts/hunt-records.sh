#!/usr/bin/env bash
# Hunts for hard boards of sizes too large to enumerate: 7×7 and 8×8. The same arguments give the same rows on every machine.
#
#   scripts/hunt-records.sh [EVALUATIONS] [FOLDER] [OPTION ...]
#
# EVALUATIONS is the number of boards for each setting [default: 1000000]; FOLDER gets the rows [default: hunts]. Options are
# passed to `gridlock hunt`, for example --from hard8.txt.
#
# SETTINGS are board sizes and ranges of walls. Each is hunted on with searches of SEARCH_LENGTH boards (EVALUATIONS if not
# set) and the seed SEED (1 if not set); METRIC=steps counts depth in steps. In the end `gridlock verify` checks every row. A
# setting whose file is complete is skipped, so the script may be stopped and run again. FOLDER also gets the figures of each hunt
# as JSON, including when each better row was found. THREADS is the number of threads (1 if not set), GRIDLOCK names the program.
set -euo pipefail

evaluations=${1:-1000000}
folder=${2:-hunts}
shift $(($# < 2 ? $# : 2))
gridlock=${GRIDLOCK:-gridlock}
length=${SEARCH_LENGTH:-$evaluations}
seed=${SEED:-1} metric=${METRIC:-moves}
SETTINGS=${SETTINGS:-"7:0 7:0..2 8:0 8:0..3"}

mkdir -p "$folder"
for setting in $SETTINGS; do
    size=${setting%%:*} walls=${setting#*:}
    name=$folder/hard$size-walls$walls-$metric-seed$seed
    if [ -e "$name.txt" ]; then
        echo "$name.txt is complete already"
        continue
    fi
    "$gridlock" hunt --size "$size" --walls "$walls" --metric "$metric" --evaluations "$evaluations" --search-length "$length" --seed "$seed" \
        --threads "${THREADS:-1}" --limit 20 --force --quiet --json "$@" -o "$name-new.txt" >"$name.json"
    "$gridlock" verify --metric "$metric" "$name-new.txt"
    mv "$name-new.txt" "$name.txt"
    echo "$size×$size, walls $walls, by $metric: $(head -n 1 "$name.txt")"
done
