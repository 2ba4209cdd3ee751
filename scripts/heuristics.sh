#!/usr/bin/env bash
# Compares the heuristics of A* on the forty cards of the boxed game: prints the depth of each card, and for each heuristic the states
# visited and the branching factor. Fails if a depth differs from data/jams40.txt, or if a better bound visits more states: advanced
# more than blocking, or blocking more than zero.
#
#   scripts/heuristics.sh        GRIDLOCK=path/to/gridlock uses that program instead of building it
set -euo pipefail
cd "$(dirname "$0")/.."
if [[ -z ${GRIDLOCK:-} ]]; then
    cargo build --release --quiet
    GRIDLOCK=${CARGO_TARGET_DIR:-target}/release/gridlock
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Takes name, states visited, moves and branching factor from each line of JSON.
for heuristic in zero blocking advanced; do
    "$GRIDLOCK" solve data/jams40.txt --algorithm astar --heuristic "$heuristic" --json |
        sed -E 's/.*"name":"([^"]*)".*"moves":([0-9]+),.*"visited":([0-9]+),"branching_factor":([0-9.]+).*/\1 \3 \2 \4/' >"$work/$heuristic"
done
paste -d ' ' "$work"/{zero,blocking,advanced} data/jams40.txt | awk '
    BEGIN {
        printf "%-8s %5s %24s %24s %24s\n", "", "", "zero", "blocking", "advanced"
        printf "%-8s %5s %24s %24s %24s\n", "card", "depth", "visited  branching", "visited  branching", "visited  branching"
    }
    {
        printf "%-8s %5d %15d %8.3f %15d %8.3f %15d %8.3f\n", $1, $3, $2, $4, $6, $8, $10, $12
        zero += $2; blocking += $6; advanced += $10
        if ($3 != $13 + 0 || $7 != $3 || $11 != $3 || $1 != $15) { print "wrong depth: " $15 " has " $13; failed = 1 }
        if ($10 > $6 || $6 > $2) { print "a better bound visits more states: " $1; failed = 1 }
    }
    END {
        printf "%-8s %5s %15d %8s %15d %8s %15d\n", "all", "", zero, "", blocking, "", advanced
        if (NR != 40) { print NR " cards instead of 40"; failed = 1 }
        exit failed
    }'
