#!/usr/bin/env bash
# Tests scripts/parallel.sh: shards by GNU parallel, stopped midway and run again, must equal a single run. GRIDLOCK names the program.
set -euo pipefail
here=$(dirname -- "$(realpath -- "$0")")
GRIDLOCK=$(realpath -- "${GRIDLOCK:?the program to test}")
export GRIDLOCK
# Without GNU parallel the script says how to get it, and leaves nothing behind.
bare=$(mktemp -d)
trap 'rm -rf -- "$bare"' EXIT
mkdir "$bare/bin" "$bare/out"
for tool in bash env sed cat grep mkdir printf seq dirname; do
    ln -s "$(command -v "$tool")" "$bare/bin/$tool"
done
code=0
PATH=$bare/bin "$here/../../scripts/parallel.sh" 4 0 2 "$bare/out/rush4.txt.gz" 2>"$bare/message" || code=$?
[[ $code == 2 && -z $(ls -A "$bare/out") ]]
grep -q 'apt-get install parallel' "$bare/message"
if ! command -v parallel >/dev/null; then
    echo "SKIPPED: this test needs GNU parallel (apt-get install parallel)"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf -- "$work" "$bare"' EXIT
# In the first run shard 9 does not end, and the run is stopped there.
cat >"$work/slow" <<WRAPPER
#!/usr/bin/env bash
[[ "\$*" != *"--shard 9/16"* ]] || { touch "$work/held"; exec sleep 1000; }
exec "$GRIDLOCK" "\$@"
WRAPPER
chmod +x "$work/slow"
GRIDLOCK=$work/slow timeout 120 "$here/../../scripts/parallel.sh" 5 0..2 16 "$work/rush5.txt.gz" --jobs 2 2>"$work/errors" &
until [[ -e $work/held ]]; do kill -0 $! || exit; sleep 0.1; done
kill $!
wait $! || true
[[ ! -e $work/rush5.txt.gz && ! -e $work/rush5.txt.gz.shards/9.txt.gz && -e $work/rush5.txt.gz.shards/0.txt.gz ]]
"$here/../../scripts/parallel.sh" 5 0..2 16 "$work/rush5.txt.gz" --jobs 2 2>>"$work/errors" || { cat "$work/errors" >&2; exit 1; }
"$GRIDLOCK" generate --size 5 --walls 0..2 --quiet -o "$work/single.txt.gz"
"$GRIDLOCK" merge "$work/single.txt.gz" -o "$work/expected.txt.gz" 2>/dev/null
cmp "$work/rush5.txt.gz" "$work/expected.txt.gz"
echo "the parallel test passed"
