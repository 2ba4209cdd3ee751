#!/usr/bin/env bash
# Measures how the generator uses many cores: one fixed shard on 1, 2, 4, ... threads up to the machine's, and a curve of the speed-up.
#
#   scripts/cores.sh [OPTION...]      options of generate in place of: --size 6 --walls 0..2 --shard 7/20 (210 CPU s at 49c86ff)
#
# Run nothing else meanwhile. GRIDLOCK names the program if it is not on the path.
set -euo pipefail
gridlock=$(command -v "${GRIDLOCK:-gridlock}") || { echo "cores.sh: cannot find the program ${GRIDLOCK:-gridlock}: set GRIDLOCK" >&2; exit 2; }
[[ $# -gt 0 ]] || set -- --size 6 --walls 0..2 --shard 7/20
cores=$(nproc)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
field() { sed -n "s/^ *\"$1\": \([0-9.]*\).*/\1/p" "$work/summary"; }

"$gridlock" --version
echo "generate $*, $cores cores: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)"
printf '%7s %9s %9s %9s %9s\n' threads 'wall s' 'CPU s' MiB speed-up
for ((threads = 1; ; threads = threads * 2 < cores ? threads * 2 : cores)); do
    "$gridlock" generate "$@" --threads "$threads" --quiet --force --json "$work/summary" -o "$work/rows.txt.gz"
    sha256sum <"$work/rows.txt.gz" >>"$work/sums"
    awk -v threads="$threads" -v wall="$(field seconds)" -v cpu="$(field cpu_seconds)" -v bytes="$(field peak_memory_bytes)" -v first="${first:=$(field seconds)}" \
        'BEGIN { times = first / wall; printf "%7d %9.1f %9.1f %9.1f %9.2f ", threads, wall, cpu, bytes / 1048576, times; for (k = 0; k < times * 60 / '"$cores"'; k++) printf "#"; print "" }'
    [[ $threads -lt $cores ]] || break
done
[[ $(sort -u "$work/sums" | wc -l) == 1 ]] || { echo "cores.sh: the rows differ" >&2; exit 1; }
