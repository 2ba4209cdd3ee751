#!/usr/bin/env bash
# shellcheck disable=SC1091,SC2154 # lib.sh is a copy beside this one
# One task of the array: generates its shards in turn. Started by submit.sh.
# An interrupted shard continues from its run folder; for a complete one the program does nothing.
set -uo pipefail
source "$1/lib.sh" "$1"
task=$SLURM_ARRAY_TASK_ID
restarts=${SLURM_RESTART_COUNT:-0}
again=no child=
# USR1, the time limit is near: save, and requeue this task. TERM, scancel or a requeue: save, and leave the rest to Slurm.
trap 'again=yes; [[ -z $child ]] || kill -TERM "$child"' USR1
trap 'again=never; [[ -z $child ]] || kill -TERM "$child"' TERM

for ((shard = task; shard < shards; shard += tasks)); do
    "$gridlock" generate --size "$size" --walls "$walls" ${metric:+--metric "$metric"} ${moves:+--moves "$moves"} --shard "$shard/$shards" --threads "${SLURM_CPUS_PER_TASK:-1}" --quiet \
        -o "$work/$shard.txt.gz" &
    child=$!
    wait "$child"
    code=$?
    while kill -0 "$child" 2>/dev/null; do # a signal interrupted the wait
        wait "$child"
        code=$?
    done
    child=
    if [[ $code -ne 0 || $again != no ]]; then
        is_done "$shard" && [[ $again == no ]] && continue # a copy of this task completed it
        echo "shard $shard/$shards: exit code $code, restart $restarts, again: $again" >&2
        # Slurm itself requeues a task only when a node is lost.
        if [[ $again == yes || ($again == no && $restarts -lt 5) ]]; then
            scontrol requeue "${SLURM_ARRAY_JOB_ID}_$task"
            sleep 60 # until the requeue ends this script
        fi
        exit "$((code == 0 ? 1 : code))"
    fi
done
