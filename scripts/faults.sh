#!/usr/bin/env bash
# Kills `generate` and `merge` before every system call of a small run, and makes every call that touches files fail with EIO, ENOSPC,
# EMFILE and EINTR, and every openat and read with ESTALE, ENFILE and EACCES too. Then it runs the same command once more without a fault.
# Before, it runs commands in hostile folders, and in the states of the disk that a power cut can leave (scripts/power_cut.py). Prints
# tables; exits with 1 if anything is wrong.
#
#   scripts/faults.sh [--short] [--program PATH] [--jobs N]
#
# --short tries a sample of the faults, in less than a minute. PATH is the program [default: GRIDLOCK, else
# target/release/gridlock, which is built].
#
# A first run under strace numbers the calls: the third `fsync` is `fsync:when=3`. Each fault then has a folder of its own. Wrong is:
#   - a panic, or a message without an exit code, or an exit code without a message;
#   - rows under the output's name that are neither the right ones nor those from before, or that another file's description describes;
#   - a second run that fails, or ends with bytes that differ from a run without faults;
#   - a part of an earlier run that is gone or changed after an error of a call, while there is no output;
#   - a file outside of the run folder that changed because the folder holds a link to it.
# Left over is whatever the folder holds after the second run, and not after a run without faults.
# strace follows the main thread alone. It does all the work with files; the others compute, or wait for signals.
set -euo pipefail
cd "$(dirname -- "$0")/.."
scripts=$PWD/scripts

short=false program=${GRIDLOCK:-} jobs=$(nproc)
while (($#)); do
    case $1 in
        --short) short=true ;;
        --program) program=$(realpath -- "${2:?--program needs the path of gridlock}") && shift ;;
        --jobs) jobs=${2:?--jobs needs a number} && shift ;;
        *) echo "unknown argument $1: scripts/faults.sh [--short] [--program PATH] [--jobs N]" >&2 && exit 2 ;;
    esac
    shift
done
command -v strace >/dev/null || { echo "strace is not installed: apt-get install strace, or dnf install strace" >&2; exit 2; }
strace -qq -o /dev/null true 2>/dev/null ||
    { echo "strace may not trace here: allow ptrace, in a container with --cap-add SYS_PTRACE" >&2; exit 2; }
if [[ -z $program ]]; then
    cargo build --quiet --release --locked
    program=$(realpath -- "${CARGO_TARGET_DIR:-target}/release/gridlock")
fi

# In memory where possible, because a run syncs a hundred times.
fast=/dev/shm
[[ -d $fast && -w $fast ]] || fast=${TMPDIR:-/tmp}
work=$(mktemp -d -- "$fast/faults.XXXXXX")
trap 'rm -rf -- "$work"' EXIT
export program work

# The calls that touch files; before the others the program is only killed. `close` fails on Linux only for writes that were not
# synced, and ours are; Rust's standard library panics if it fails for a folder.
files=' access chmod copy_file_range dup dup2 dup3 faccessat2 fallocate fchmod fcntl fdatasync flock fstat fsync ftruncate
 getdents64 ioctl link linkat lseek lstat mkdir mkdirat newfstatat open openat pread64 pwrite64 read readlink rename renameat renameat2
 rmdir stat statx sync_file_range unlink unlinkat write writev '

# The situations. Each is a folder `before` and a command that writes out.txt.gz there; $old is the file before, if there is one.
rows="--size 4 --walls 0 --threads 1 --quiet --save-every 0"
fresh="generate $rows --shard 1/40 -o out.txt.gz"
one_part="generate $rows --shard 1/40 --save-every 10 --force -o out.txt.gz"
one_part=${one_part/--save-every 0 /}
declare -A commands=(
    [generate]="$fresh"
    [generate-resumed]="$fresh"
    [generate-force]="$one_part"
    [merge]="merge a.txt.gz b.txt.gz -o out.txt.gz"
    [merge-force]="merge a.txt.gz b.txt.gz --force -o out.txt.gz"
)
situations=(generate generate-resumed generate-force merge merge-force)

gridlock() { "$program" "$@"; }

# Makes the folder of a situation.
prepare() { # situation
    mkdir -p "$work/$1/before"
    cd "$work/$1/before"
    case $1 in
        generate-resumed)
            # Killed before the tenth part is synced.
            # shellcheck disable=SC2086 # the command is words
            strace -qq -o /dev/null -e trace=fdatasync -e inject=fdatasync:signal=KILL:when=10 "$program" $fresh || true
            [[ $(find out.txt.gz.run -name '*.txt.gz' | wc -l) -ge 9 ]]
            ;;
        merge*)
            gridlock generate --size 4 --walls 0 --threads 1 --quiet --shard 0/2 -o a.txt.gz
            gridlock generate --size 4 --walls 0 --threads 1 --quiet --shard 1/2 -o b.txt.gz
            ;;
    esac
    if [[ $1 == *-force ]]; then
        gridlock generate --size 4 --walls 0 --threads 1 --quiet -o out.txt.gz
    fi
} 2>/dev/null

# The names in the folder, one per line.
names() { find . -mindepth 1 | sort; }

same() { cmp -s -- "$1" "$2"; }

# Whether the output and its description are one of the pairs that may be there.
sound() { # reference folder, folder from before
    if [[ ! -e out.txt.gz ]]; then
        [[ ! -e out.txt.gz.json ]]
    elif [[ ! -e out.txt.gz.json ]]; then
        same out.txt.gz "$1/out.txt.gz" || same out.txt.gz "$2/out.txt.gz"
    else
        { same out.txt.gz "$1/out.txt.gz" && same out.txt.gz.json "$1/out.txt.gz.json"; } ||
            { same out.txt.gz "$2/out.txt.gz" && same out.txt.gz.json "$2/out.txt.gz.json"; }
    fi
}

# Whether every part that the manifest from before lists is here, unchanged.
keeps_parts() { # folder from before
    local first part
    [[ -e $1/out.txt.gz.run/manifest ]] || return 0
    while read -r first; do
        printf -v part 'out.txt.gz.run/%020d.txt.gz' "$first"
        same "$1/$part" "$part" || return 1
    done < <(grep -o '"first":[0-9]*' "$1/out.txt.gz.run/manifest" | cut -d : -f 2)
}

# One fault: prints the situation, the kind of fault, `ok`, `wrong` or `left`, and what happened.
trial() { # situation, command, call, number, fault
    local situation=$1 command=$2 call=$3 number=$4 fault=$5
    local before=$work/$situation/before reference=$work/$situation/reference
    local folder=$work/t.$BASHPID kind=error inject=error=$fault code=0 text="" message wrong="" left name
    [[ $fault == KILL ]] && kind=kill inject=signal=KILL
    rm -rf -- "$folder"
    cp -r -- "$before" "$folder"
    cd "$folder"
    # shellcheck disable=SC2086 # the command is words
    { text=$(timeout -s KILL 60 strace -qq -o /dev/null -e "trace=$call" -e "inject=$call:$inject:when=$number" \
        "$program" $command 2>&1 >/dev/null); } 2>/dev/null || code=$?
    message=$text
    case $kind:$code in
        kill:137 | kill:0) ;; # 0: the run made fewer calls this time
        error:0) same out.txt.gz "$reference/out.txt.gz" || wrong="exit code 0, but the rows are wrong" ;;
        *:1?? | *:2??) wrong="exit code $code" ;;
        *) [[ $text == gridlock:* ]] || wrong="exit code $code without a message" ;;
    esac
    [[ $text != *panicked* ]] || wrong="panic"
    [[ $kind != error || -e out.txt.gz ]] || keeps_parts "$before" || wrong="a saved part is gone"
    [[ -n $wrong ]] || sound "$reference" "$before" || wrong="rows or description belong to no run"
    if [[ -z $wrong ]]; then
        code=0
        # shellcheck disable=SC2086
        text=$("$program" $command 2>&1 >/dev/null) || code=$?
        # A merge that was killed when its rows had their name already must be asked to replace them.
        if [[ $code == 2 && $situation == merge && $text == *"exists already"* ]] && same out.txt.gz "$reference/out.txt.gz"; then
            code=0
            # shellcheck disable=SC2086
            text=$("$program" $command --force 2>&1 >/dev/null) || code=$?
        fi
        if [[ $code != 0 ]]; then
            wrong="second run: exit code $code: ${text//$'\n'/ }"
        elif ! same out.txt.gz "$reference/out.txt.gz" || ! same out.txt.gz.json "$reference/out.txt.gz.json"; then
            wrong="second run: other bytes"
        fi
    fi
    if [[ -n $wrong ]]; then
        echo "$situation $kind wrong $call:$number $fault: $wrong"
        rm -rf -- "$folder"
        return
    fi
    # Complete rows that could not be given their name are kept under the name that the message says, and are not left over.
    left=$(comm -23 <(names) "$work/$situation/names" | while read -r name; do
        [[ $message == *"${name#./}"* ]] || echo "$name"
    done)
    if [[ -n $left ]]; then
        echo "$situation $kind left $call:$number $fault: ${left//$'\n'/ }"
    else
        echo "$situation $kind ok"
    fi
    rm -rf -- "$folder"
}

trials() { # (situation, command, call, number, fault)...
    set +e
    while (($#)); do
        trial "$1" "$2" "$3" "$4" "$5"
        shift 5
    done
}
export -f trial trials same sound names keeps_parts

# A run folder that is full of links to a file of the user, made by the user or by another one. Only root can make the latter.
hostile() {
    local owner link name code message owners right tried=0 wrong=0
    owners=$(id -u)
    [[ $(id -u) != 0 ]] || owners="0 65534"
    for owner in $owners; do
        for link in "ln -s" "ln"; do
            for name in lock manifest complete $(seq -f '%020.0f.txt.gz' 0 40); do
                rm -rf -- "$work/hostile" && mkdir -p "$work/hostile/out.txt.gz.run" && cd "$work/hostile"
                echo precious >victim
                $link "$PWD/victim" "out.txt.gz.run/$name"
                [[ $owner == "$(id -u)" ]] || chown -h "$owner" out.txt.gz.run out.txt.gz.run/* 2>/dev/null
                [[ $owner == "$(id -u)" || $link != ln ]] || chown 0 victim
                code=0
                # shellcheck disable=SC2086
                message=$("$program" $fresh 2>&1 >/dev/null) || code=$?
                tried=$((tried + 1))
                right=false
                case $code in
                    0) if same out.txt.gz "$work/generate/reference/out.txt.gz" && [[ $owner == "$(id -u)" ]]; then right=true; fi ;;
                    2) if [[ $message == gridlock:* ]]; then right=true; fi ;;
                esac
                if [[ $right == false || $(<victim) != precious ]]; then
                    wrong=$((wrong + 1))
                    echo "hostile folder: $link $name of user $owner: exit code $code: $message"
                fi
            done
        done
    done
    echo "hostile folders: $tried, $wrong wrong"
    return $((wrong > 0))
}

for situation in "${situations[@]}"; do
    prepare "$situation"
    cp -r "$work/$situation/before" "$work/$situation/reference"
    cd "$work/$situation/reference"
    # shellcheck disable=SC2086
    strace -qq -o "$work/$situation/calls" "$program" ${commands[$situation]} 2>/dev/null
    names >"$work/$situation/names"
    # Calls before main, from the first on that Rust makes there, belong to the system's loader.
    awk -F '(' -v situation="$situation" -v command="${commands[$situation]}" -v files="$files" -v short="$short" '
        function fault(what) { printf "%s%c%s%c%s%c%d%c%s%c", situation, 0, command, 0, $1, 0, count[$1], 0, what, 0 }
        /^[a-z]/ { count[$1]++ }
        /^rt_sigaction\(SIGPIPE/ { main = 1; next }
        !main || !/^[a-z]/ { next }
        { touches = index(files, " " $1 " ") > 0 }
        short == "true" {
            # Every seventh of the calls that touch files, another error each time; and every third openat.
            if ($1 == "openat" && opened++ % 3 == 0) fault("ESTALE")
            if (touches && $1 != "read" && n++ % 7 == 0) { fault("KILL"); fault(n % 2 ? "EIO" : "ENOSPC") }
            next
        }
        { fault("KILL") }
        touches { fault("EIO"); fault("ENOSPC"); fault("EMFILE"); fault("EINTR") }
        $1 == "openat" || $1 == "read" { fault("ESTALE"); fault("ENFILE"); fault("EACCES") }
    ' "$work/$situation/calls"
done >"$work/faults"

failed=false
hostile || failed=true
for situation in "${situations[@]}"; do
    [[ $short == false || $situation == generate ]] || continue
    # Killed when its rows have their name already, `merge` must be asked to replace them.
    [[ $situation != merge ]] || continue
    cd "$work/$situation/before"
    echo "power cuts of $situation:"
    # shellcheck disable=SC2086
    "$scripts/power_cut.py" "$program" out.txt.gz ${commands[$situation]} || failed=true
done
cd "$work"

xargs -0 -r -P "$jobs" -n 100 bash -c 'trials "$@"' _ <"$work/faults" >"$work/results" 2>"$work/errors"

grep -E ' (wrong|left) ' "$work/results" | head -n 40 || true
awk -v order="${situations[*]}" '
    { kinds[$1, $2]++; found[$1, $3]++; all[$2]++; all[$3]++ }
    END {
        print "| situation | kills | errors | wrong | left over |"
        print "|---|---|---|---|---|"
        n = split(order, names, " ")
        row = "| %s | %d | %d | %d | %d |\n"
        for (i = 1; i <= n; i++) { s = names[i]; printf row, s, kinds[s, "kill"], kinds[s, "error"], found[s, "wrong"], found[s, "left"] }
        printf row, "all", all["kill"], all["error"], all["wrong"], all["left"]
    }' "$work/results"
tried=$(wc -l <"$work/results")
wanted=$(($(tr -cd '\0' <"$work/faults" | wc -c) / 5))
if [[ $tried != "$wanted" ]]; then
    echo "$tried of $wanted faults were tried:" >&2
    head -n 5 "$work/errors" >&2
    exit 1
fi
[[ $failed == false ]] && ! grep -qE ' (wrong|left) ' "$work/results"
