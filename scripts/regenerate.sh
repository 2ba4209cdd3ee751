#!/usr/bin/env bash
# Generates the database of a board size, sorts it into the published order, and checks it.
#
#   scripts/regenerate.sh [--exhaustive] SIZE WALLS OUT       e.g. scripts/regenerate.sh 6 0..2 rush6.txt.bz2
#
# OUT ends in .txt, .gz or .bz2. The work grows in OUT.work/ beside it: after a stop, even by kill -9, the same command continues there.
# --exhaustive searches every candidate, and checks the number of goal states. METRIC=steps counts depth in steps. MOVES=60.. keeps only rows
# of 60 moves (or steps) or more, which takes a fraction of the time.
# THREADS=8 sets the number of threads. GRIDLOCK=path/to/gridlock uses that program instead of building it.
# Exit code: 0 if everything known about this size agrees (or nothing is known), 1 if not, 2 for wrong usage.
set -euo pipefail

exhaustive=
if [[ ${1:-} == --exhaustive ]]; then
    exhaustive=--exhaustive
    shift
fi
if [[ $# -ne 3 ]]; then
    sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
size=$1 walls=$2 out=$3 metric=${METRIC:-moves}
walls=${walls/..=/..}
if [[ $walls =~ ^([0-9]+)\.\.([0-9]+)$ && ${BASH_REMATCH[1]} == "${BASH_REMATCH[2]}" ]]; then
    walls=${BASH_REMATCH[1]}
fi

# Known figures: the number of rows, and the SHA-256 of the uncompressed rows in published order ('-' if it is not known). For 6×6
# by moves with up to two walls they were published. By steps and with more walls they come from one run of this program, with
# every row verified; the others from two versions, and from a slow generator in its tests (4×4, and 5×5 without walls).
settings="$size $walls"
if [[ $metric != moves ]]; then
    settings+=" $metric"
fi
if [[ -n ${MOVES:-} ]]; then
    settings+=" moves $MOVES"
fi
case $settings in
    "4 0") known_rows=32 known_hash=- ;;
    "5 0") known_rows=1730 known_hash=- ;;
    "5 0 steps") known_rows=1631 known_hash=- ;;
    "5 0..2") known_rows=7320 known_hash=af8c36e041577dc7712349d86eae7d780eb26950d0e365be514a8908d34d5497 ;;
    "6 0") known_rows=476118 known_hash=2c59898ddce8ac30d1b8018d1bfc4b327ac25095884720ad1ddadcfe6f39047a ;;
    "6 0 steps") known_rows=439428 known_hash=9d44a2fc553881de132cc88a6d8f688195ccfa3e38f5d2f7bcf030965aa195e0 ;;
    "6 1") known_rows=1109498 known_hash=f0eec3b2c5b426544ab079d254765e1c6ee737747a9891f45a5e692612acbb98 ;;
    "6 1 steps") known_rows=1103474 known_hash=3f27b950a3c9b9acf4d5c0df9d09fc02d646b3e5e87ec9c88afcf1858687858f ;;
    "6 2") known_rows=991796 known_hash=06cff12aed3b29f0d5e2ddb1c3d0c0cda3d50abf89a194b70440cb600ddcf417 ;;
    "6 2 steps") known_rows=1061691 known_hash=d4f4a61a4279b903e5cb0f944b9b2a78bd15f022d333d2e195d09d57be0fedf1 ;;
    "6 3") known_rows=533928 known_hash=1e14f4866abd771cbd6dc284bef8345960d6016b98827e9fe4b3740a2c61d25c ;;
    "6 3 steps") known_rows=598400 known_hash=ae76aa6105e95d7d18609a899cb81c67035e1f190c12e5b11ce8a37f69345032 ;;
    "6 4") known_rows=203296 known_hash=b1bd6a3ce027cd76f0f578bfc4a055cc66647f32595b9e84bf7cc4854a96e349 ;;
    "6 4 steps") known_rows=234472 known_hash=60483fd36555a4fc439649b15b7f9053f154a7fcf18b67f64e0c54d6997f7398 ;;
    "6 5") known_rows=54775 known_hash=33725023cf8d9f443f9321f18066da9e5b6b8f09286e684d6aafec2c8decf948 ;;
    "6 6") known_rows=9847 known_hash=70a51b83725b8d7ec39b6be25cb8a7a35af8b723a2b93c83877c6c16244ca5cd ;;
    "6 7") known_rows=913 known_hash=38c486b7cfe014eaee2995c7dd436425ad79c6ef618863837449338bf10bbeeb ;;
    "6 8") known_rows=36 known_hash=855f3535418220690c853cfa29dfc1006d04599965ac0f5578786cb062ca2425 ;;
    "6 9") known_rows=2 known_hash=ecd14c8d965a273f0793d664a86fb880b185b67b98621b3d87f758985e7bb126 ;;
    "6 1"[0-9] | "6 2"[0-8]) known_rows=0 known_hash=$(sha256sum </dev/null | cut -d " " -f 1) ;;
    "6 0..2") known_rows=2577412 known_hash=fca9f04db491415ac257416cd25b304670f2859f5f1bb1f4948c7f30ba14626f ;;
    *) known_rows=- known_hash=- ;;
esac

work=$out.work
sorted=$work/sorted/$(basename -- "$out")
if [[ -e $out && (! -e $work/verdict || -e $sorted) ]]; then
    echo "$out exists already: remove it, or name another file" >&2
    exit 2
fi
settings+=${exhaustive:+ $exhaustive}
mkdir -p -- "$work/sorted"
if [[ -e $work/settings && $(cat -- "$work/settings") != "$settings" ]]; then
    echo "$work holds an unfinished run of other settings (size and walls $(cat -- "$work/settings")): remove it, or name another file" >&2
    exit 2
fi
write() { # file, text
    echo "$2" >"$1.new"
    mv -- "$1.new" "$1"
}
write "$work/settings" "$settings"

if [[ -n ${GRIDLOCK:-} ]]; then
    gridlock() { "$GRIDLOCK" "$@"; }
else
    manifest=$(dirname -- "$0")/../Cargo.toml
    gridlock() { cargo run --quiet --release --locked --manifest-path "$manifest" -- "$@"; }
fi
read_rows() {
    case $sorted in
        *.gz) gzip -dc -- "$sorted" ;;
        *.bz2) bzip2 -dc -- "$sorted" ;;
        *) cat -- "$sorted" ;;
    esac
}
check() { # name, found, known
    if [[ $3 == - ]]; then
        echo "$1: no known figure for size $size with walls $walls, $metric"
    elif [[ $2 == "$3" ]]; then
        echo "$1: as known"
    else
        echo "$1: $2, but $3 is known" >&2
        return 1
    fi
}

# Each step leaves a file that is complete once it has its name, and is skipped if that file exists.
if [[ ! -e $work/verdict ]]; then
    if [[ ! -e $sorted ]]; then
        rm -f -- "$work"/sorted/* # of a merge that was killed
        gridlock generate --size "$size" --walls "$walls" ${METRIC:+--metric "$METRIC"} ${MOVES:+--moves "$MOVES"} ${exhaustive:+"$exhaustive"} ${THREADS:+--threads "$THREADS"} -o "$work/generated.gz"
        gridlock merge "$work/generated.gz" -o "$sorted"
    fi
    rows=$(read_rows | wc -l)
    hash=$(read_rows | sha256sum | cut -d ' ' -f 1)
    echo "$out: $rows rows, sha256 of the rows $hash"
    verdict=0
    check "rows" "$rows" "$known_rows" || verdict=1
    check "sha256" "$hash" "$known_hash" || verdict=1
    write "$work/verdict" "$verdict"
fi

# The description goes first, so that the rows never stand without it.
for suffix in .json ''; do
    if [[ -e $sorted$suffix ]]; then
        mv -- "$sorted$suffix" "$out$suffix"
    fi
done
verdict=$(cat -- "$work/verdict")
find "$work" -mindepth 1 ! -name verdict -delete # the verdict goes last: until then this script can finish its work
rm -r -- "$work"
exit "$verdict"
