#!/usr/bin/env bash
# Builds the image of Dockerfile and runs it: rows into a mounted folder, docker stop and the next container, a share of the processors.
# Where no daemon of Docker runs, root starts one for the test. GRIDLOCK names the program to compare with, STATIC the static program;
# without STATIC it is built, without pictures. The last line says that the test passed, or why it was SKIPPED.
set -euo pipefail
here=$(dirname -- "$(realpath -- "$0")")
root=$(realpath -- "$here/../..")
gridlock=$(realpath -- "${GRIDLOCK:?the program to test}")
skip() { echo "SKIPPED: the image was not built and run: $1"; exit 0; }
export PATH=$PATH:/usr/sbin:/sbin DOCKER_BUILDKIT=0
work=$(mktemp -d)
daemon=
cleanup() {
    if [[ -n $daemon ]]; then
        kill "$daemon" 2>/dev/null || true
        wait "$daemon" || true
    fi
    rm -rf -- "$work" 2>/dev/null || true
}
trap cleanup EXIT
if ! docker info >/dev/null 2>&1; then
    for tool in docker dockerd containerd; do
        command -v "$tool" >/dev/null || skip "there is no $tool (apt-get install docker.io)"
    done
    [[ $(id -u) == 0 ]] || skip "a daemon needs root"
    export DOCKER_HOST=unix://$work/socket DOCKER_CONFIG=$work/config
    dockerd --iptables=false --ip6tables=false --bridge=none --storage-driver=vfs --host "$DOCKER_HOST" --data-root "$work/data" \
        --exec-root "$work/exec" --pidfile "$work/pid" >"$work/log" 2>&1 &
    daemon=$!
    for _ in $(seq 60); do
        docker info >/dev/null 2>&1 && break
        kill -0 "$daemon" 2>/dev/null || break
        sleep 0.5
    done
    docker info >/dev/null 2>&1 || skip "its daemon does not start here: $(grep -E 'level=(error|fatal)|failed' "$work/log" | tail -n 1)"
fi

target=target/x86_64-unknown-linux-gnu/release
if [[ -z ${STATIC:-} ]]; then
    RUSTFLAGS='-C target-feature=+crt-static' cargo build --quiet --release --locked --bin gridlock \
        --no-default-features --features cli,database --target x86_64-unknown-linux-gnu --manifest-path "$root/Cargo.toml" --target-dir "$root/target"
    STATIC=$root/$target/gridlock
fi
mkdir -p -- "$work/context/$target" "$work/out"
cp -- "$root/Dockerfile" "$root/.dockerignore" "$work/context/"
cp -- "$STATIC" "$work/context/$target/gridlock"
docker build --quiet --tag gridlock "$work/context" >/dev/null
echo "an image of $(docker image inspect --format '{{.Size}}' gridlock) bytes"

run=(docker run --network none --user "$(id -u):$(id -g)" -v "$work/out:/data")
"${run[@]}" --rm gridlock generate --size 5 --walls 0..2 --quiet -o rush5.txt.gz
"$gridlock" generate --size 5 --walls 0..2 --quiet -o "$work/rush5.txt.gz"
cmp "$work/out/rush5.txt.gz" "$work/rush5.txt.gz"

# docker stop sends SIGTERM, then waits for 10 s.
long=(gridlock generate --size 6 --walls 0 --save-every 1 -o rush6.txt.gz)
docker rm --force first second >/dev/null 2>&1 || true
"${run[@]}" --detach --name first "${long[@]}" >/dev/null
until compgen -G "$work/out/rush6.txt.gz.run/*.gz" >/dev/null; do sleep 0.2; done
begun=$(date +%s%N)
docker stop first >/dev/null
milliseconds=$((($(date +%s%N) - begun) / 1000000))
[[ $(docker inspect --format '{{.State.ExitCode}}' first) == 143 && $milliseconds -lt 5000 ]]
"${run[@]}" --detach --name second "${long[@]}" >/dev/null
until docker logs second 2>&1 | grep -q 'continuing from'; do sleep 0.2; done
docker stop second >/dev/null
echo "docker stop took $milliseconds ms, code 143; the next container went on"

# One thread for one processor, and little memory.
"${run[@]}" --rm --memory 64m --cpus 1 gridlock generate --size 5 --quiet --json - -o small.txt >"$work/summary"
grep -q '"threads": 1,' "$work/summary" || { echo "FAILED: not one thread: $(cat "$work/summary")" >&2; exit 1; }
echo "the image test passed"
