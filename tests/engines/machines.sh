#!/usr/bin/env bash
# Runs the four blocks of the guide's section "Many machines" as they are written, on 4×4 in place of 6×6 and with 4 shards in place of 64.
# The index of a batch task is set by hand. Each must give the rows of a single run. GRIDLOCK names the program.
set -euo pipefail
here=$(dirname -- "$(realpath -- "$0")")
root=$(realpath -- "$here/../..")
work=$(mktemp -d)
export CLUSTER_DIR=$work/cluster SLURM_CONF=$work/cluster/slurm.conf CLUSTER_PORT=27917
cleanup() {
    [[ ! -d $CLUSTER_DIR ]] || "$here/cluster.sh" stop
    rm -rf -- "$work"
}
trap cleanup EXIT
chmod 755 "$work"
mkdir "$work/bin"
ln -s "$(realpath -- "${GRIDLOCK:?the program to test}")" "$work/bin/gridlock"
unset GRIDLOCK
export PATH=$work/bin:$PATH:/usr/sbin:/sbin
unset AWS_BATCH_JOB_ARRAY_INDEX BATCH_TASK_INDEX JOB_COMPLETION_INDEX SLURM_ARRAY_TASK_ID

# Block number $1, with the number $2 in place of shard 7.
block() {
    awk -v wanted="$1" '/^## /{ inside = /^## Many machines/ } /^```/{ open = inside && /^```sh/; found += open; next } open && found == wanted' \
        "$root/docs/GUIDE.md" | sed "s/--size 6/--size 4/g; s/rush6/rush4/g; s/--tasks 64/--tasks 4/; s/--cpus-per-task=4/--cpus-per-task=1/
            s#7/64#${2:-0}/4#; s#/64#/4#; s#shards/7\.#shards/${2:-0}.#"
}
new_folder() {
    mkdir "$work/$1"
    cd "$work/$1"
    ln -s "$root/scripts" scripts
}
same_rows() { # file, what it is of
    cmp <(bzip2 -dc "$work/one/rush4.txt.bz2") <(gridlock merge --plain "$1" -o -) || { echo "FAILED: $2" >&2; exit 1; }
    echo "$2: the same rows"
}

new_folder one
bash -e <(block 1) 2>/dev/null
[[ $(bzip2 -dc rush4.txt.bz2 | wc -l) == 32 ]]

if [[ $(id -u) == 0 ]] && command -v slurmctld slurmd sbatch munged >/dev/null; then
    "$here/cluster.sh" start
    new_folder slurm
    bash -e <(block 2) 2>/dev/null
    for _ in $(seq 120); do
        [[ -z $(squeue -h) ]] && break
        sleep 0.5
    done
    same_rows rush4.txt.gz "Slurm"
else
    echo "SKIPPED: the block for Slurm needs Slurm, munge and root"
fi

new_folder batch
for task in 0 1 2 3; do
    BATCH_TASK_INDEX=$task bash -e <(block 3) 2>"$work/said"
    grep -q "BATCH_TASK_INDEX is $task" "$work/said"
done
gridlock status shards >/dev/null
gridlock merge shards/*.txt.gz -o all.txt 2>/dev/null
same_rows all.txt "an array job"

mkdir "$work/all"
for machine in 3 0 2 1; do
    new_folder "machine$machine"
    mkdir shards
    ln -s ../all all
    bash -e <(block 4 "$machine") 2>/dev/null >"$work/said" || [[ $machine != 1 ]]
done
same_rows rush4.txt.bz2 "machines without a shared disk"
echo "the test of many machines passed"
