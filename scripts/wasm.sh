#!/usr/bin/env bash
# Builds the module for browsers from the crate `web`: src/draw/play/engine/engine.wasm.
#
#   scripts/wasm.sh               builds it and puts it there
#   scripts/wasm.sh --check       builds it and compares. A module of another version of Rust has other bytes: that is a warning, and the new
#                                 module is put there for the tests that follow
#
# On Debian, its packages of Rust for WebAssembly are unpacked into target/wasm, and nothing is installed. Their sources of the standard library
# are compiled once, for size. Elsewhere the target wasm32-unknown-unknown of rustup is used; its standard library makes the module a third larger.
set -euo pipefail
cd "$(dirname -- "$0")/.."
module=src/draw/play/engine/engine.wasm
folder=$(realpath -m -- "${CARGO_TARGET_DIR:-target}")/wasm
toolchain=$folder/toolchain

unpack() {
    local version llvm packages
    apt-get update -qq
    version=$(apt-cache policy rustc-web | awk '$1 == "Candidate:" { print $2 }')
    version=${version%.*}
    llvm=$(apt-cache depends "libstd-rust-web-$version" | grep -o 'libllvm[0-9]*' | sort -u)
    packages=(binaryen rustc-web "libstd-rust-web-$version" libstd-rust-web-dev rust-web-src "$llvm" "lld-${llvm#libllvm}")
    rm -rf "$folder/packages" "$toolchain"
    mkdir -p "$folder/packages" "$toolchain.new"
    (cd "$folder/packages" && apt-get download -qq "${packages[@]}")
    for package in "$folder"/packages/*.deb; do
        dpkg -x "$package" "$toolchain.new"
    done
    rm -r "$folder/packages"
    mv "$toolchain.new" "$toolchain"
}

# The order of functions in a module depends on the path of the sources, so it is always the same: a link to them.
unset CARGO_PROFILE_RELEASE_LTO # as in web/Cargo.toml, whatever the tests are built with
link=/tmp/gridlock-web-sources
trap 'rm -f -- "$link"' EXIT
ln -sfn -- "$PWD" "$link"
options=(--release --locked --manifest-path "$link/web/Cargo.toml" --target wasm32-unknown-unknown --target-dir "$folder/build")
if ! command -v apt-get >/dev/null; then
    optimizer=wasm-opt libraries=
    command -v "$optimizer" >/dev/null || { echo "install wasm-opt, which is part of binaryen" >&2; exit 1; }
    cargo build "${options[@]}"
else
    [[ -e $toolchain/usr/bin/wasm-opt ]] || unpack
    RUSTC=$toolchain/usr/bin/rustc
    linker=$(echo "$toolchain"/usr/lib/llvm-*/bin/wasm-ld)
    optimizer=$toolchain/usr/bin/wasm-opt libraries=$toolchain/usr/lib/x86_64-linux-gnu
    # without the places of panics, since these name folders of this machine, and without what only `{:?}` prints
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-Zlocation-detail=none -Zfmt-debug=none"
    export RUSTC RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker
    LD_LIBRARY_PATH=$libraries cargo build "${options[@]}" -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size
fi
built=$folder/engine.wasm

# A sixth smaller, and without the names of functions. The lowest kilobyte is the end of the stack, which no address is computed from. Functions
# that are called once stay functions, and the most used come first: both are for gzip.
features=(--enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int --enable-reference-types --enable-multivalue)
LD_LIBRARY_PATH=$libraries "$optimizer" -Oz --flatten --rereloop -Oz -Oz --converge --reorder-functions --strip-target-features -ocimfs 0 --low-memory-unused --ignore-implicit-traps "${features[@]}" "$folder/build/wasm32-unknown-unknown/release/engine.wasm" -o "$built"

# What the compiler writes into a module about itself.
version() {
    grep -ao 'rustc[^)]*)' "$1" | tr -c '[:print:]\n' ' ' | head -n 1
}
if [[ ${1:-} == --check ]] && ! cmp -s "$built" "$module"; then
    if [[ $(version "$built") == "$(version "$module")" ]]; then
        echo "$module is not what the sources give: run scripts/wasm.sh" >&2
        exit 1
    fi
    printf '\n=====\nWARNING: %s was built by %s, here it is %s: the bytes are not compared\n=====\n\n' "$module" "$(version "$module")" "$(version "$built")"
fi
cmp -s "$built" "$module" || cp "$built" "$module"
wc -c "$module"
