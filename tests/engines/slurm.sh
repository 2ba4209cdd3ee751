#!/usr/bin/env bash
# Tests scripts/slurm on a real Slurm: 5×5 with 0..2 walls in 16 shards on two nodes. One task is killed midway, and one node is lost
# and comes back. The merged result must equal a single run, byte for byte. GRIDLOCK names the program.
set -euo pipefail
here=$(dirname -- "$(realpath -- "$0")")
gridlock=$(realpath -- "${GRIDLOCK:?the program to test}")
export PATH=$PATH:/usr/sbin:/sbin
for tool in slurmctld slurmd sbatch munged; do
    if ! command -v "$tool" >/dev/null; then
        echo "SKIPPED: the Slurm test needs $tool (apt-get install slurm-wlm munge)"
        exit 0
    fi
done
if [[ $(id -u) != 0 ]]; then
    echo "SKIPPED: the Slurm test starts its daemons as root"
    exit 0
fi

work=$(mktemp -d)
export CLUSTER_DIR=$work/cluster SLURM_CONF=$work/cluster/slurm.conf
cleanup() {
    "$here/cluster.sh" stop
    rm -rf -- "$work"
}
trap cleanup EXIT
chmod 755 "$work"
"$here/cluster.sh" start

# A shard takes a fifth of a second. This wrapper of the program makes it longer, and kills shard 5 midway the first time. The first task on
# node n2 does not end before the node is lost.
cat >"$work/slow" <<WRAPPER
#!/usr/bin/env bash
case "\$*" in
    generate*)
        echo "\$*" >>"$work/begun"
        sleep 2
        if [[ \$SLURMD_NODENAME == n2 ]] && mkdir "$work/held" 2>/dev/null; then
            sleep 1000
        fi
        if [[ "\$*" == *"--shard 5/16"* ]] && mkdir "$work/killed" 2>/dev/null; then
            for _ in \$(seq 20); do # killed once it has saved a part; one that ends before that begins anew
                "$gridlock" "\$@" --save-every 0 &
                until compgen -G "$work/rush5.txt.gz.shards/5.txt.gz.run/*.gz" >/dev/null || ! kill -0 \$! 2>/dev/null; do :; done
                kill -KILL \$! 2>/dev/null || true
                wait \$! || exit
                rm $work/rush5.txt.gz.shards/5.txt.gz{,.json}
            done
        fi
        ;;
esac
exec "$gridlock" "\$@"
WRAPPER
chmod +x "$work/slow"

GRIDLOCK=$work/slow "$here/../../scripts/slurm/submit.sh" --size 5 --walls 0..2 --shards 16 "$work/rush5.txt.gz"
until [[ -d $work/held && $(wc -l <"$work/begun") -ge 6 ]]; do sleep 0.1; done
echo "node n2 is lost"
"$here/cluster.sh" kill-node n2
for _ in $(seq 60); do # Slurm notices the loss after SlurmdTimeout
    [[ $(sinfo -h -N -n n2 -o %T) == down* ]] && break
    sleep 0.5
done
echo "node n2 comes back: $(sinfo -h -N -o '%N %T' | paste -sd' ')"
"$here/cluster.sh" start-node n2

"$gridlock" generate --size 5 --walls 0..2 --quiet -o "$work/single.txt.gz"
"$gridlock" merge "$work/single.txt.gz" -o "$work/expected.txt.gz"

for _ in $(seq 240); do
    grep -qs '^complete: ' "$work/rush5.txt.gz.shards/log/merge.log" && break
    sleep 1
done
log() { cat "$work"/rush5.txt.gz.shards/log/*.log; squeue || true; }
[[ -e $work/rush5.txt.gz ]] || { echo "FAILED: nothing was merged" >&2; log >&2; exit 1; }
cmp "$work/rush5.txt.gz" "$work/expected.txt.gz" || { log >&2; exit 1; }
cmp "$work/rush5.txt.gz.json" "$work/expected.txt.gz.json"
[[ -d $work/killed ]] && grep -q 'shard 5/16: exit code 137' "$work"/rush5.txt.gz.shards/log/5.log
again=$(($(wc -l <"$work/begun") - 16))
echo "started again: $again tasks, one of them killed midway"
[[ $again -ge 2 ]] || { echo "FAILED: no task of the lost node was started again" >&2; log >&2; exit 1; }

# Run it again: only the merge is left to do.
GRIDLOCK=$gridlock "$here/../../scripts/slurm/submit.sh" --size 5 --walls 0..2 --shards 16 "$work/rush5.txt.gz" | tee "$work/second"
if grep -q 'tasks' "$work/second"; then
    echo "FAILED: shards were submitted although all are complete" >&2
    exit 1
fi
until [[ -z $(squeue -h) ]]; do sleep 0.5; done
cmp "$work/rush5.txt.gz" "$work/expected.txt.gz"
if GRIDLOCK=$gridlock "$here/../../scripts/slurm/submit.sh" --size 5 --walls 0..1 --shards 16 "$work/rush5.txt.gz" 2>/dev/null; then
    echo "FAILED: a run with other settings was accepted in the same folder" >&2
    exit 1
fi
echo "the Slurm test passed"
