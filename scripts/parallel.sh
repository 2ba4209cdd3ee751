#!/usr/bin/env bash
# Generates a database in shards with GNU parallel, and merges them.
#
#   scripts/parallel.sh SIZE WALLS SHARDS OUT [PARALLEL_OPTION...]     e.g. scripts/parallel.sh 6 0..2 auto rush6.txt.gz
#
# SHARDS is a number, or auto for the one that `gridlock plan` names for this machine. Runs one shard on each core at a time.
# After a stop, run it again: complete shards are kept, and the others continue.
# METRIC=steps counts depth in steps, MOVES=60.. keeps only rows of 60 moves (or steps) or more. GRIDLOCK names the program if it is not on the path.
set -euo pipefail
if [[ $# -lt 4 ]]; then
    sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
size=$1 walls=$2 shards=$3 out=$4
shift 4
gridlock=$(command -v "${GRIDLOCK:-gridlock}") || { echo "parallel.sh: cannot find the program ${GRIDLOCK:-gridlock}: set GRIDLOCK" >&2; exit 2; }
parallel --version 2>/dev/null | grep -q GNU ||
    { echo "parallel.sh: GNU parallel is not installed: apt-get install parallel, dnf install parallel, or brew install parallel" >&2; exit 2; }
mkdir -p -- "$out.shards"
if [[ $shards == auto ]]; then
    number=$out.shards/number # for the next run
    [[ -s $number ]] || "$gridlock" plan --size "$size" --walls "$walls" ${METRIC:+--metric "$METRIC"} ${MOVES:+--moves "$MOVES"} --json |
        sed -n 's/^ *"shards": \([0-9]*\).*/\1/p' >"$number"
    shards=$(cat -- "$number")
fi

seq 0 $((shards - 1)) | parallel --retries 3 --joblog "$out.shards/log" "$@" \
    "$(printf %q "$gridlock") generate --size $size --walls $walls ${METRIC:+--metric $METRIC} ${MOVES:+--moves $MOVES} --shard {}/$shards --threads 1 --quiet -o $(printf %q "$out").shards/{}.txt.gz"

"$gridlock" merge "$out.shards"/*.txt.gz --force -o "$out"
