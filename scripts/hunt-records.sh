#!/usr/bin/env bash
# Hunts for hard boards where nobody can enumerate: 7×7 and 8×8. Needs about SECONDS seconds for each board size and number of walls.
#
#   scripts/hunt-records.sh [SECONDS] [FOLDER]      600 seconds each, into the folder hunts, if not given
#
# Each line of SETTINGS is a board size and a range of walls. Every one is hunted in rounds: a third of the time from scratch, then two rounds
# from the boards found so far, with other seeds. Every row is checked by `gridlock verify` in the end. A setting whose file is complete is left
# out, so the script may be stopped and run again. GRIDLOCK names the program.
set -euo pipefail

seconds=${1:-600}
folder=${2:-hunts}
gridlock=${GRIDLOCK:-gridlock}
SETTINGS=${SETTINGS:-"7:0 7:0..2 8:0 8:0..3"}

mkdir -p "$folder"
round=$((seconds / 3 > 0 ? seconds / 3 : 1))
for setting in $SETTINGS; do
    size=${setting%%:*} walls=${setting#*:}
    name=$folder/hard$size-walls$walls
    if [ -e "$name.txt" ]; then
        echo "$name.txt is complete already"
        continue
    fi
    from=()
    for seed in 1 2 3; do
        "$gridlock" hunt --size "$size" --walls "$walls" --seconds "$round" --seed "$seed" "${from[@]}" --force --json \
            -o "$name-$seed.txt" >"$name-$seed.json"
        from=(--from "$name-$seed.txt")
    done
    "$gridlock" verify "$name-3.txt"
    mv "$name-3.txt" "$name.txt"
    rm -f "$name-1.txt" "$name-2.txt"
    echo "$size×$size, walls $walls: $(head -n 1 "$name.txt")"
done
