#!/usr/bin/env bash
# Measures the generator and prints a table in Markdown: against the yardstick (a plain generator), on one and two threads, with
# walls. Then runs the benchmarks of the stages of the search.
#
#   scripts/bench.sh [YARDSTICK]        YARDSTICK: folder of the plain generator [default: ../shared/yardstick]
#
# The programs run alternately, three times each (RUNS=5: five times). Ratios compare medians of CPU seconds (user + system).
# Run nothing else meanwhile. It takes about five minutes.
set -euo pipefail

cd "$(dirname -- "$0")/.."
runs=${RUNS:-3}
yardstick=${1:-../shared/yardstick}
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

cargo build --quiet --release --locked
program=$(pwd)/target/release/gridlock

# Appends CPU seconds, those of child processes included, and wall seconds of a command to a file.
clock() { # file, command...
    local out=$1
    shift
    local TIMEFORMAT='%U %S %R'
    { time "$@" >"$work/out" 2>"$work/err"; } 2>"$work/time"
    awk '{ print $1 + $2, $3 }' "$work/time" >>"$out"
}
median() { # file, field
    awk -v f="$2" '{ print $f }' "$1" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}
best() { # file, field
    awk -v f="$2" '{ print $f }' "$1" | sort -n | head -1
}
ratio() { awk -v a="$1" -v b="$2" -v d="${3:-1}" 'BEGIN { printf "%.*f", d, a / b }'; }
shard() { # threads, walls, shard, json
    "$program" generate --size 6 --walls "$2" --shard "$3" --threads "$1" --json "$4" --quiet --force -o "$work/rows.txt"
}
count_of() { # json, name
    sed -n "s/^ *\"$2\": \([0-9.]*\),*$/\1/p" "$1"
}

for ((run = 0; run < runs; run++)); do
    if [[ -d $yardstick ]]; then
        cargo build --quiet --release --manifest-path "$yardstick/Cargo.toml" --target-dir "$work/yardstick"
        clock "$work/plain_all" "$work/yardstick/release/yardstick" 1000 7
        cp "$work/out" "$work/plain.txt"
        # The yardstick enumerates all candidates to analyse one shard of 1000, and prints the wall seconds of both parts. Count
        # the CPU seconds of the analysis and a thousandth of those of the enumeration.
        parts=$(sed -n 's/.*enumerate \([0-9.]*\) s  analyse \([0-9.]*\) s.*/\1 \2/p' "$work/err")
        tail -1 "$work/plain_all" | awk -v p="$parts" '{ split(p, s, " "); print $1 * (s[2] + s[1] / 1000) / (s[2] + s[1]) }' >>"$work/plain"
    fi
    clock "$work/one" shard 1 0 7/1000 "$work/one.json"
    cp "$work/rows.txt" "$work/fast.txt"
    clock "$work/two" shard 2 0 7/1000 "$work/two.json"
    clock "$work/walls" shard 1 0..2 7/27403 "$work/walls.json"
    clock "$work/sliver" shard 1 0..2 7/100000 "$work/sliver.json"
done

cpu=$(median "$work/one" 1)
states=$(count_of "$work/one.json" states)
walls_cpu=$(median "$work/walls" 1)
walls_states=$(count_of "$work/walls.json" states)
peak=$(count_of "$work/two.json" peak_memory_bytes)
echo "| what | figure |"
echo "|---|---|"
echo "| 6×6, shard 7/1000, 1 thread | $cpu CPU s, $(count_of "$work/one.json" rows) rows |"
if [[ -d $yardstick ]]; then
    plain=$(median "$work/plain" 1)
    # The yardstick analyses the same candidates but letters the boards differently: compare moves and cluster sizes.
    cut -d ' ' -f 1,3 "$work/plain.txt" | sort >"$work/a"
    cut -d ' ' -f 1,3 "$work/fast.txt" | sort >"$work/b"
    cmp -s "$work/a" "$work/b" || { echo "the rows differ from the yardstick's" >&2; exit 1; }
    echo "| the yardstick on the same shard | $plain CPU s: **$(ratio "$plain" "$cpu") times** ours |"
fi
echo "| states per CPU second | $(ratio "$states" "$(awk -v c="$cpu" 'BEGIN { print c * 1e6 }')") million |"
echo "| the same with 0..2 walls, shard 7/27403 | $(ratio "$walls_states" "$(awk -v c="$walls_cpu" 'BEGIN { print c * 1e6 }')") million |"
echo "| 6×6 with 0..2 walls, shard 7/100000 | $(median "$work/sliver" 1) CPU s |"
echo "| 2 threads against 1, shard 7/1000, best of $runs | $(ratio "$(best "$work/one" 2)" "$(best "$work/two" 2)" 2) times as fast |"
echo "| peak memory on 2 threads | $(ratio "$peak" 1048576) MiB |"
echo
cargo bench --quiet --locked --bench search
