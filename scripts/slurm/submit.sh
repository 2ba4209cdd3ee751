#!/usr/bin/env bash
# Generates a database on a Slurm cluster: an array job of shards, then a job that merges and verifies them.
#
#   scripts/slurm/submit.sh --size 6 --walls 0..2 [--metric steps] [--moves 60..] --tasks 64 OUT [-- SBATCH_OPTION...]
#
# --tasks: how many run at once; `gridlock plan` then names the number of shards. --shards K in its place sets that number.
# OUT ends in .txt.gz, .txt.bz2 or .txt and lies on a file system that all nodes share. The shards grow in OUT.shards/ beside it.
# Options for sbatch, such as --cpus-per-task=4 or --partition=..., apply to the array job. Run it again to submit only the
# missing shards. GRIDLOCK names the program if it is not on the path.
set -euo pipefail

usage() {
    sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
size='' walls=0 metric=moves moves='' shards='' tasks='' out=''
while [[ $# -gt 0 ]]; do
    case $1 in
        --size | --walls | --metric | --moves | --shards | --tasks)
            [[ $# -ge 2 ]] || usage
            declare "${1#--}=$2"
            shift 2
            ;;
        --)
            shift
            break
            ;;
        -*) usage ;;
        *)
            [[ -z $out ]] || usage
            out=$1
            shift
            ;;
    esac
done
[[ $metric =~ ^(moves|steps)$ && -n $size && $shards$tasks =~ ^[1-9][0-9]*$ && (-z $shards || -z $tasks) && -n $out ]] || usage
gridlock=$(command -v "${GRIDLOCK:-gridlock}") || { echo "submit.sh: cannot find the program ${GRIDLOCK:-gridlock}: set GRIDLOCK" >&2; exit 2; }
gridlock=$(realpath -- "$gridlock")
"$gridlock" count --size "$size" --walls "$walls" >&2 # fails if one of them is wrong

out=$(realpath -- "$(dirname -- "$out")")/$(basename -- "$out")
work=$out.shards
mkdir -p -- "$work/log"
if [[ -z $shards && -e $work/settings ]]; then
    shards=$(sed -n 's/^declare -- shards="\(.*\)"$/\1/p' "$work/settings") # of the first submission
elif [[ -z $shards ]]; then
    shards=$("$gridlock" plan --size "$size" --walls "$walls" --metric "$metric" ${moves:+--moves "$moves"} --cores "$tasks" --json |
        sed -n 's/^ *"shards": \([0-9]*\).*/\1/p')
fi

# Sites limit the length of an array. With more shards than that, a task does several.
most=$(scontrol show config | sed -n 's/^MaxArraySize *= *//p')
tasks=$((shards < ${most:-1001} ? shards : ${most:-1001}))

# The settings of the jobs. They count the shards themselves, because a resubmitted array has fewer tasks.
settings=$(declare -p gridlock size walls shards tasks out work)
[[ $metric == moves ]] || settings+=$'\n'$(declare -p metric) # a run by moves names no metric
[[ -z $moves ]] || settings+=$'\n'$(declare -p moves)
rows_of() { grep -v '^declare -- \(gridlock\|tasks\)='; } # the settings that decide the rows
if [[ -e $work/settings ]] && ! diff <(rows_of <"$work/settings") <(rows_of <<<"$settings") >&2; then
    echo "submit.sh: $work belongs to a run with other settings: remove it, or choose another OUT" >&2
    exit 1
fi
printf '%s\n' "$settings" >"$work/settings"
printf 'sbatch_options=(%s)\n' "${*@Q}" >"$work/options"
rm -f -- "$work/rounds"

# The jobs run copies of the scripts: sbatch copies a script, but not the files beside it.
cp -- "$(dirname -- "$0")"/{lib,shard,merge}.sh "$work/"
# shellcheck source=scripts/slurm/lib.sh
source "$work/lib.sh" "$work"
submit_missing
