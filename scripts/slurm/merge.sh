#!/usr/bin/env bash
# shellcheck disable=SC1091,SC2154 # lib.sh is a copy beside this one
# Runs when all tasks of the array have ended: submits missing shards again, or merges and verifies. Started by submit.sh.
set -euo pipefail
source "$1/lib.sh" "$1"
missing=$(missing_tasks)
if [[ -n $missing ]]; then
    echo "tasks with missing shards: $missing"
    rounds=$(cat -- "$work/rounds" 2>/dev/null || echo 0)
    if [[ $rounds -ge 3 ]]; then
        echo "gave up after $rounds resubmissions: see $work/log, then run submit.sh again" >&2
        exit 1
    fi
    echo $((rounds + 1)) >"$work/rounds"
    submit_missing
    exit
fi
inputs=()
for ((shard = 0; shard < shards; shard++)); do
    inputs+=("$work/$shard.txt.gz")
done
"$gridlock" merge "${inputs[@]}" --force -o "$out"
"$gridlock" verify "$out" --sample "${VERIFY_SAMPLE:-2000}" --threads "${SLURM_CPUS_PER_TASK:-1}"
echo "complete: $out"
