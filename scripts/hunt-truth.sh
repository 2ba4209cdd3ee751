#!/usr/bin/env bash
# Judges `gridlock hunt` on boards whose hardest puzzle is known: 6×6 without walls (51 moves) and with one wall (60 moves). For each of ten seeds
# it prints the evaluations and seconds of processor time until such a row is found, on one thread, and then the medians. The evaluations are
# the same on every machine, however busy it is.
#
#   scripts/hunt-truth.sh [OPTION ...]      options are passed to `gridlock hunt`, for example --search-length 200000
#
# LIMIT is the most evaluations for a seed (2000000 if not set); a seed that needs more counts as infinite, and its line shows the
# moves that it reached. SEEDS are the seeds, TARGETS the settings, each a range of walls and a number of moves. GRIDLOCK names
# the program, JOBS how many hunts run at once (1 if not set).
set -euo pipefail

gridlock=${GRIDLOCK:-gridlock}
limit=${LIMIT:-2000000}
seeds=${SEEDS:-"1 2 3 4 5 6 7 8 9 10"}
targets=${TARGETS:-"0:51 1:60"}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

one() { # walls, moves, seed, options of hunt
    local walls=$1 moves=$2 seed=$3 TIMEFORMAT='%U %S'
    shift 3
    { time "$gridlock" hunt --size 6 --walls "$walls" --until "$moves" --evaluations "$limit" --seed "$seed" --threads 1 --limit 1 --quiet \
        --json "$@" -o "$work/$walls-$seed.txt" >"$work/$walls-$seed.json"; } 2>"$work/$walls-$seed.time"
    jq -r --arg seed "$seed" --argjson moves "$moves" --arg cpu "$(awk '{ print $1 + $2 }' "$work/$walls-$seed.time")" \
        '(.best_moves // 0) as $best | "\($seed) \(if $best >= $moves then .best_evaluations else "inf" end) \($cpu) \($best)"' \
        "$work/$walls-$seed.json"
}

median() { # of the column $1 of standard input; "inf" sorts last
    awk -v column="$1" '{ print $2 == "inf" ? 1e300 : $column }' | sort -g |
        awk '{ value[NR] = $1 } END { m = (value[int((NR + 1) / 2)] + value[int(NR / 2) + 1]) / 2; if (m > 1e299) print "inf"; else print m }'
}

for target in $targets; do
    walls=${target%%:*} moves=${target#*:}
    echo "6×6, walls $walls, until $moves moves: seed, evaluations, CPU seconds, moves reached"
    for seed in $seeds; do
        while [ "$(jobs -rp | wc -l)" -ge "${JOBS:-1}" ]; do wait -n; done
        one "$walls" "$moves" "$seed" "$@" >"$work/$walls-$seed.line" &
    done
    wait
    for seed in $seeds; do cat "$work/$walls-$seed.line"; done | tee "$work/$walls.lines"
    echo "median: $(median 2 <"$work/$walls.lines") evaluations, $(median 3 <"$work/$walls.lines") CPU seconds"
done
