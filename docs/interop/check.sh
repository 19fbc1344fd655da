#!/bin/sh
# Lets programs of others read a PNG and a CHARX that cards-container wrote. Run from the root of the repository.
# Needs: python3 with Pillow, unzip, and node with the packages of read.mjs in DIR/node_modules.
# usage: docs/interop/check.sh DIR
set -eu
dir=${1:?a folder for the files}
mkdir -p "$dir"
cargo run -q -p cards-container --example pack -- fixtures/cards/portrait.png fixtures/cards/wick-v3.json "$dir/wick"
python3 docs/interop/read.py fixtures/cards/wick-v3.json "$dir/wick.png" "$dir/wick.charx"
unzip -tq "$dir/wick.charx"
cp docs/interop/read.mjs "$dir/"
node "$dir/read.mjs" fixtures/cards/wick-v3.json "$dir/wick.png" "$dir/wick.charx"
