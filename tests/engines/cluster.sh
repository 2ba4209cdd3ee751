#!/usr/bin/env bash
# Starts and stops a Slurm of two nodes on the loopback interface for slurm.sh. All its files are in CLUSTER_DIR.
#   cluster.sh start | stop | kill-node NODE | start-node NODE      then: export SLURM_CONF=$CLUSTER_DIR/slurm.conf
set -euo pipefail
dir=${CLUSTER_DIR:?set it to a folder for the state of the cluster}
port=${CLUSTER_PORT:-27817}
host=$(hostname -s)
export SLURM_CONF=$dir/slurm.conf

configure() {
    mkdir -p "$dir"/{state,log,munge,spool.n1,spool.n2}
    chmod 700 "$dir/munge"
    (umask 077 && head -c 1024 /dev/urandom >"$dir/munge/key")
    # Loopback only, no cgroups, two nodes on one host, lost nodes noticed within seconds.
    cat >"$SLURM_CONF" <<CONF
ClusterName=gridlock-test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmUser=root
SlurmdUser=root
AuthInfo=socket=$dir/munge/socket,cred_expire=5
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool.%n
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.%n.pid
SlurmctldLogFile=$dir/log/slurmctld
SlurmdLogFile=$dir/log/slurmd.%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
JobRequeue=1
SlurmdTimeout=6
KillWait=3
SchedulerParameters=bf_interval=1,batch_sched_delay=0
SlurmdParameters=config_overrides
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=2 State=UNKNOWN
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=2 State=UNKNOWN
PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONF
}

pids_below() { # all descendants of a process
    local child
    for child in $(pgrep -P "$1" || true); do
        pids_below "$child"
        echo "$child"
    done
}

case ${1:-} in
    start)
        configure
        munged --force --num-threads=2 --key-file="$dir/munge/key" --socket="$dir/munge/socket" --pid-file="$dir/munge/pid" \
            --log-file="$dir/munge/log" --seed-file="$dir/munge/seed"
        slurmctld -c
        slurmd -N n1
        slurmd -N n2
        for _ in $(seq 150); do
            [[ $(sinfo -h -N -o %T 2>/dev/null | grep -c idle) == 2 ]] && exit
            sleep 0.2
        done
        echo "cluster.sh: the nodes did not come up, see $dir/log" >&2
        exit 1
        ;;
    kill-node) # as in a power cut: the daemon and every job step that it started
        kill -9 "$(cat "$dir/slurmd.$2.pid")"
        for script in $(pgrep -f "$dir/spool.$2/job" || true); do
            step=$(ps -o ppid= -p "$script" | tr -d ' ') || continue
            [[ $(ps -o comm= -p "$step") == slurmstepd ]] || continue
            for pid in "$step" $(pids_below "$step"); do
                kill -9 "$pid" 2>/dev/null || true
            done
        done
        ;;
    start-node) slurmd -N "$2" ;;
    stop)
        for file in "$dir"/slurmd.n1.pid "$dir"/slurmd.n2.pid "$dir"/slurmctld.pid "$dir"/munge/pid; do
            pid=$(cat "$file" 2>/dev/null) || continue
            kill "$pid" 2>/dev/null || continue
            for _ in $(seq 100); do # until its last files are written
                kill -0 "$pid" 2>/dev/null || continue 2
                sleep 0.1
            done
            kill -9 "$pid" 2>/dev/null || true
        done
        ;;
    *) sed -n '2,3s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
