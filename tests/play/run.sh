#!/usr/bin/env bash
# Tests of the page that `gridlock play` writes: its rules and search in Node, the page in Chromium.
#
#   GRIDLOCK=path/to/gridlock tests/play/run.sh [FILE.test.mjs ...]      CHROMIUM=path uses another browser than /usr/bin/chromium
#
# The long tests: ROWS=20000 RANKS=5000 tests/play/run.sh ranks.test.mjs, and tests/play/run.sh site.test.mjs, which makes the site.
#
# Node 18 or later, npm and Chromium must be installed; the client of the browser and axe-core come from the npm registry.
set -euo pipefail
GRIDLOCK=$(realpath -- "${GRIDLOCK:?names the program to test}")
cd "$(dirname -- "$0")"
CHROMIUM=${CHROMIUM:-$(command -v chromium)}
export GRIDLOCK CHROMIUM
[[ -d node_modules ]] || npm ci --silent --no-audit --no-fund
[[ $# -gt 0 ]] || set -- ./*.test.mjs
node --test "$@"
