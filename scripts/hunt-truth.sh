#!/usr/bin/env bash
# Judges `gridlock hunt` on boards whose hardest puzzle is known: 6×6 without walls (51 moves) and with one wall (60 moves). For each of ten seeds
# it prints the evaluations and seconds until such a board is found, on one thread, and then the medians.
#
#   scripts/hunt-truth.sh [OPTION ...]      options are passed to `gridlock hunt`, for example --temperature 2 --search-length 50000
#
# LIMIT is the most seconds for a seed (600 if not set); a seed that needs more counts as infinite. SEEDS are the seeds, TARGETS the settings,
# each a range of walls and a number of moves. GRIDLOCK names the program, JOBS how many hunts run at once (1 if not set).
set -euo pipefail

gridlock=${GRIDLOCK:-gridlock}
limit=${LIMIT:-600}
seeds=${SEEDS:-"1 2 3 4 5 6 7 8 9 10"}
targets=${TARGETS:-"0:51 1:60"}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

one() { # walls, moves, seed, options of hunt
    local walls=$1 moves=$2 seed=$3
    shift 3
    "$gridlock" hunt --size 6 --walls "$walls" --until "$moves" --seconds "$limit" --seed "$seed" --threads 1 --keep 1 --quiet --json \
        "$@" -o "$work/$walls-$seed.txt" >"$work/$walls-$seed.json"
    jq -r --arg seed "$seed" --argjson moves "$moves" \
        'if (.best_moves // 0) >= $moves then "\($seed) \(.best_evaluations) \(.best_seconds)" else "\($seed) inf inf" end' \
        "$work/$walls-$seed.json"
}

median() { # of the column $1 of standard input; "inf" sorts last
    awk -v column="$1" '{ print $column == "inf" ? 1e300 : $column }' | sort -g |
        awk '{ value[NR] = $1 } END { m = (value[int((NR + 1) / 2)] + value[int(NR / 2) + 1]) / 2; if (m > 1e299) print "inf"; else print m }'
}

for target in $targets; do
    walls=${target%%:*} moves=${target#*:}
    echo "6×6, walls $walls, until $moves moves: seed, evaluations, seconds"
    for seed in $seeds; do
        while [ "$(jobs -rp | wc -l)" -ge "${JOBS:-1}" ]; do wait -n; done
        one "$walls" "$moves" "$seed" "$@" >"$work/$walls-$seed.line" &
    done
    wait
    for seed in $seeds; do cat "$work/$walls-$seed.line"; done | tee "$work/$walls.lines"
    echo "median: $(median 2 <"$work/$walls.lines") evaluations, $(median 3 <"$work/$walls.lines") seconds"
done
