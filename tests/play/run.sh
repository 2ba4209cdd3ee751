#!/usr/bin/env bash
# Tests of the page that `gridlock play` writes: its module in Node, the page in Chromium, and a little in Firefox.
#
#   GRIDLOCK=path/to/gridlock tests/play/run.sh [FILE.test.mjs ...]      CHROMIUM=path uses another browser than /usr/bin/chromium, FIREFOX=path than /usr/bin/firefox
#
# The long tests: BOARDS=20000 ROWS=20000 tests/play/run.sh module.test.mjs, and tests/play/run.sh site.test.mjs, which makes the site.
#
# Node 18 or later, npm and the browsers must be installed; their clients and axe-core come from the npm registry.
set -euo pipefail
GRIDLOCK=$(realpath -e -- "${GRIDLOCK:?names the program to test}")
cd "$(dirname -- "$0")"
CHROMIUM=${CHROMIUM:-$(command -v chromium)}
export GRIDLOCK CHROMIUM
[[ node_modules/.package-lock.json -nt package-lock.json ]] || npm ci --silent --no-audit --no-fund
[[ $# -gt 0 ]] || set -- ./*.test.mjs
node --test "$@"
