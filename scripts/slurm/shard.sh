#!/usr/bin/env bash
# One task of the array: its shards, one after the other. Started by submit.sh.
# A shard that was begun goes on from its run folder; one that is done does nothing.
set -uo pipefail
source "$1/lib.sh" "$1"
task=$SLURM_ARRAY_TASK_ID
restarts=${SLURM_RESTART_COUNT:-0}
again=no child=
# Time is nearly up: save, and go on in another turn. TERM (scancel, a requeue): save, and leave the rest to Slurm.
trap 'again=yes; [[ -z $child ]] || kill -TERM "$child"' USR1
trap 'again=never; [[ -z $child ]] || kill -TERM "$child"' TERM

for ((shard = task; shard < shards; shard += tasks)); do
    "$gridlock" generate --size "$size" --walls "$walls" --shard "$shard/$shards" --threads "${SLURM_CPUS_PER_TASK:-1}" --quiet \
        -o "$work/$shard.txt.gz" &
    child=$!
    wait "$child"
    code=$?
    while kill -0 "$child" 2>/dev/null; do # the wait was cut short by a signal
        wait "$child"
        code=$?
    done
    child=
    if [[ $code -ne 0 || $again != no ]]; then
        is_done "$shard" && [[ $again == no ]] && continue # a copy of this task was faster
        echo "shard $shard/$shards: exit code $code, restart $restarts, again: $again" >&2
        # Slurm itself tries again only when a node is lost.
        if [[ $again == yes || ($again == no && $restarts -lt 5) ]]; then
            scontrol requeue "${SLURM_ARRAY_JOB_ID}_$task"
            sleep 60 # until that ends this script
        fi
        exit "$((code == 0 ? 1 : code))"
    fi
done
