# shellcheck shell=bash disable=SC1091,SC2154 # submit.sh writes the two files of settings
# Functions that the scripts of a run share. Sourced with the folder of the shards as its argument.
source "$1/settings"
source "$1/options"

is_done() {
    # The program writes the description first and renames the rows last: both exist only if the shard is complete.
    [[ -e $work/$1.txt.gz && -e $work/$1.txt.gz.json ]]
}

# Prints the tasks with unfinished shards as 3,7,11.
missing_tasks() {
    local task shard list=()
    for ((task = 0; task < tasks; task++)); do
        for ((shard = task; shard < shards; shard += tasks)); do
            if ! is_done "$shard"; then
                list+=("$task")
                break
            fi
        done
    done
    local IFS=,
    echo "${list[*]}"
}

# Submits the tasks with unfinished shards, and a merge that starts when all of them have ended, in success or failure.
submit_missing() {
    local missing array=() job
    missing=$(missing_tasks)
    if [[ -n $missing ]]; then
        job=$(sbatch --parsable --job-name=gridlock --array="$missing" --requeue --open-mode=append --signal=B:USR1@60 \
            --output="$work/log/%a.log" "${sbatch_options[@]}" "$work/shard.sh" "$work")
        array=(--dependency="afterany:${job%%;*}")
        echo "job ${job%%;*}: tasks $missing"
    fi
    job=$(sbatch --parsable --job-name=gridlock-merge "${array[@]}" --requeue --open-mode=append \
        --output="$work/log/merge.log" "$work/merge.sh" "$work")
    echo "job ${job%%;*}: merge into $out"
}
