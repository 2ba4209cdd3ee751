#!/usr/bin/env bash
# Tests scripts/regenerate.sh: killed with its children while it generates and while it merges, it continues and comes to the bytes
# of a run without interruption. GRIDLOCK names the program.
set -euo pipefail
here=$(dirname -- "$(realpath -- "$0")")
regenerate=$here/../../scripts/regenerate.sh
gridlock=$(realpath -- "${GRIDLOCK:?the program to test}")
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
out=$work/rush5.txt.gz

# This wrapper of the program saves every batch, and never comes to the end of the first merge.
cat >"$work/slow" <<WRAPPER
#!/usr/bin/env bash
case "\$1" in
    generate) exec "$gridlock" "\$@" --save-every 0 --quiet ;;
    merge)
        if mkdir "$work/merging" 2>/dev/null; then
            touch "$out.work/sorted/rush5.txt.gz.killed.tmp"
            exec sleep 1000
        fi
        ;;
esac
exec "$gridlock" "\$@"
WRAPPER
chmod +x "$work/slow"

killed_when() { # a command that succeeds at the moment of the kill
    GRIDLOCK=$work/slow setsid "$regenerate" 5 0..2 "$out" &
    local leader=$!
    for _ in $(seq 2400); do
        if "$@"; then
            kill -9 -- "-$leader"
            wait "$leader" 2>/dev/null || true
            # the lock of the run folder is free once the last of its children has gone
            for _ in $(seq 200); do
                kill -0 -- "-$leader" 2>/dev/null || break
                sleep 0.05
            done
            return
        fi
        sleep 0.05
    done
    kill -9 -- "-$leader"
    echo "FAILED: the moment of the kill did not come: $*" >&2
    exit 1
}
has_parts() { compgen -G "$out.work/generated.gz.run/*.txt.gz" >/dev/null; }
is_merging() { compgen -G "$out.work/sorted/*.tmp" >/dev/null; }
killed_when has_parts
[[ -e $out.work/generated.gz.run/manifest && ! -e $out ]]
killed_when is_merging
[[ -e $out.work/generated.gz && ! -e $out ]]

# The folder belongs to these settings.
if GRIDLOCK=$gridlock "$regenerate" 5 0..1 "$out" 2>/dev/null; then
    echo "FAILED: other settings were accepted" >&2
    exit 1
fi
GRIDLOCK=$work/slow "$regenerate" 5 0..2 "$out" 2>/dev/null
"$gridlock" generate --size 5 --walls 0..2 --quiet -o "$work/single.gz"
"$gridlock" merge "$work/single.gz" -o "$work/expected.txt.gz" 2>/dev/null
cmp "$out" "$work/expected.txt.gz"
cmp "$out.json" "$work/expected.txt.gz.json"
[[ ! -e $out.work ]]
echo "the regenerate test passed"
