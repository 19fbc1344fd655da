#!/bin/bash -eu
# Builds every fuzz target into $OUT, each with its seeds beside it. OSS-Fuzz sets SRC and OUT.
repository=$SRC/cards
[ -d "$repository/fuzz" ] || repository=$(cd "$(dirname "$0")/../.." && pwd)
cd "$repository"
host=$(rustc -vV | sed -n 's/^host: //p')
if cargo fuzz --version > /dev/null 2>&1; then
  (cd fuzz && cargo fuzz build -O --fuzz-dir .)
  built=fuzz/target/$host/release
else
  cargo heavy fuzz --seconds 0
  built=target/fuzz/$host/debug
fi
for target in fuzz/fuzz_targets/*.rs; do
  name=$(basename "$target" .rs)
  cp "$built/$name" "$OUT/"
  # The fixtures, and small files of the target's own kind.
  python3 - "$OUT/${name}_seed_corpus.zip" "fuzz/seeds/$name" fixtures/cards fixtures/model fixtures/lore <<'SEEDS'
import pathlib, sys, zipfile
files = sorted(file for folder in sys.argv[2:] for file in pathlib.Path(folder).rglob("*") if file.is_file())
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
    for file in files:
        archive.write(file)
SEEDS
done
