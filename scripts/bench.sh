#!/usr/bin/env bash
# Measures the generator and prints a table in Markdown: against the yardstick (a plain generator), on one and two threads, without and with
# walls. Then runs the benchmarks of the stages of the search.
#
#   scripts/bench.sh [YARDSTICK]        YARDSTICK: folder of the plain generator [default: ../shared/yardstick]
#
# The programs run alternately, RUNS times each [3]. CPU is user and system time; every figure is a median, and a ratio is one of medians.
# What is generated is a quarter of 6×6 without walls, another one in each run: a small shard says little, because a few large clusters decide
# how long it takes. Run nothing else meanwhile. GRIDLOCK=path/to/gridlock uses that program instead of building it. QUICK=1 only shows that the
# script works: one run, a twentieth instead of a quarter, no benchmarks of the stages. `gridlock plan` estimates whole runs.
set -euo pipefail

cd "$(dirname -- "$0")/.."
yardstick=${1:-../shared/yardstick}
parts=4 runs=${RUNS:-3} tolerance=2
[[ -z ${QUICK:-} ]] || parts=20 runs=${RUNS:-1} tolerance=10
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

if [[ -z ${GRIDLOCK:-} ]]; then
    cargo build --quiet --release --locked
    GRIDLOCK=${CARGO_TARGET_DIR:-target}/release/gridlock
fi
plain=
if [[ -d $yardstick ]]; then
    cargo build --quiet --release --manifest-path "$yardstick/Cargo.toml" --target-dir "$work/target"
    plain=$work/target/release/yardstick
else
    echo "no folder $yardstick: no comparison with the yardstick" >&2
fi

# Appends CPU seconds, including child processes, and wall seconds of a command to a file.
clock() { # file, command...
    local out=$1
    shift
    local TIMEFORMAT='%U %S %R'
    { time "$@" >"$work/out" 2>"$work/err"; } 2>"$work/time" || { cat -- "$work/err" >&2; exit 1; }
    awk '{ print $1 + $2, $3 }' "$work/time" >>"$out"
}
median() { # file, field [1]
    awk -v f="${2:-1}" '{ print $f }' "$1" | sort -n | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}
calc() { # expression, decimals
    awk "BEGIN { printf \"%.${2}f\", $1 }"
}
value() { # json, name
    sed -n "s/^ *\"$2\": \([0-9.]*\),*$/\1/p" "$1"
}
generate() { # threads, walls, shard, json
    "$GRIDLOCK" generate --size 6 --walls "$2" --shard "$3" --threads "$1" --json "$4" --quiet --force -o "$work/rows.txt"
}
# A bench must not get faster by being wrong: fails if rows of a part do not extrapolate to the whole database.
expect() { # who, rows, factor, tolerance in percent
    awk -v n="$(calc "$2 * $3" 0)" -v t="$4" 'BEGIN { exit !(n > 476118 * (1 - t / 100) && n < 476118 * (1 + t / 100)) }' ||
        { echo "$1: $2 rows in a part of 1/$3, but the database has 476118" >&2; exit 1; }
}

for ((run = 0; run < runs; run++)); do
    echo "run $((run + 1)) of $runs" >&2
    part=$((run % parts))/$parts
    clock "$work/one" generate 1 0 "$part" "$work/one.json"
    value "$work/one.json" states >>"$work/states"
    expect gridlock "$(value "$work/one.json" rows)" "$parts" "$tolerance"
    # the ranks of these rows, and the rows of these ranks, which are the same
    value "$work/one.json" rows >>"$work/rows"
    clock "$work/ranked" "$GRIDLOCK" merge --plain --force "$work/rows.txt" -o "$work/rows.ranks"
    clock "$work/expanded" "$GRIDLOCK" merge --plain --force "$work/rows.ranks" -o "$work/expanded.txt"
    sort -- "$work/rows.txt" | cmp -s -- - <(sort -- "$work/expanded.txt") || { echo "a rank file lost rows" >&2; exit 1; }
    wc -c <"$work/rows.ranks" >>"$work/ranks_bytes"
    if [[ -n $plain ]]; then
        clock "$work/plain_all" "$plain" 1000 "$((7 + run))"
        expect "the yardstick" "$(wc -l <"$work/out")" 1000 25
        # The yardstick enumerates all candidates, but analyses every 1,000th, and prints the wall seconds of both parts. Distribute
        # its CPU seconds like these; the whole is the enumeration and 1,000 times the analysis.
        split=$(sed -n 's/.*enumerate \([0-9.]*\) s  analyse \([0-9.]*\) s.*/\1 \2/p' "$work/err")
        tail -n 1 "$work/plain_all" | awk -v split_text="$split" '{ split(split_text, s, " "); print $1 * (s[1] + 1000 * s[2]) / (s[1] + s[2]) }' >>"$work/plain"
    fi
    clock "$work/two" generate 2 0 "$part" "$work/two.json"
    # a million candidates
    clock "$work/walls" generate 1 0..2 "$((run + 7))/11060" "$work/walls.json"
    value "$work/walls.json" states >>"$work/walls_states"
done

one=$(median "$work/one") rows=$(median "$work/rows")
echo "| what | figure |"
echo "|---|---|"
echo "| 6×6 without walls, 1/$parts of it, 1 thread | $(calc "$one" 1) CPU s, so $(calc "$one * $parts" 0) s for the whole |"
echo "| a rank file of its rows | $(calc "8 * $(median "$work/ranks_bytes") / $rows" 2) bits per row; $(calc "1e6 * $(median "$work/ranked") / $rows" 0) CPU µs per row to find the ranks, $(calc "1e6 * $(median "$work/expanded") / $rows" 0) back |"
if [[ -n $plain ]]; then
    whole=$(median "$work/plain")
    echo "| the yardstick, its sample times 1,000 | $(calc "$whole" 0) CPU s for the whole: **$(calc "$whole / ($one * $parts)" 1) times** ours |"
fi
echo "| 2 threads against 1, wall time of that part | **$(calc "$(median "$work/one" 2) / $(median "$work/two" 2)" 2) times** as fast |"
echo "| states of solvable clusters per CPU second | $(calc "$(median "$work/states") / $one / 1e6" 1) million |"
echo "| the same with 0..2 walls, a million candidates | $(calc "$(median "$work/walls_states") / $(median "$work/walls") / 1e6" 1) million |"
echo "| peak memory on 2 threads | $(calc "$(value "$work/two.json" peak_memory_bytes) / 1048576" 1) MiB |"
if [[ -z ${QUICK:-} ]]; then
    echo
    cargo bench --quiet --locked --bench search
fi
