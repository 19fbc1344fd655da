#!/usr/bin/env python3
"""Goes through a library of made cards as people do in Python: library.py JOB ROOM FOLDER...

One job, the whole process of which `cargo xtask bench "k library"` times: `rows` and `arrow` scan everything, the others take name,
creator and tags, as far as they have them, of every PNG. Prints a line with versions and counts, or one that begins with NOT
where what it needs is not installed.
"""
import base64
import json
import os
import sys
from importlib import metadata
from pathlib import Path

job, room, folders = sys.argv[1], Path(sys.argv[2]), [Path(folder) for folder in sys.argv[3:]]


def pictures():
    return [os.path.join(folder, name) for folder in folders for name in sorted(os.listdir(folder)) if name.endswith(".png")]


def each(read):
    """How many files were read, and of how many others a name could not be had."""
    done = failed = 0
    for path in pictures():
        try:
            name, _creator, _tags = read(path)
            done, failed = done + bool(name), failed + (not name)
        except Exception:  # What a package raises for a file that it does not take is its own.
            failed += 1
    return done, failed


def of_rows(found):
    done = failed = 0
    for row in found:
        named = bool(row["error"] is None and row["name"])
        done, failed = done + named, failed + (not named)
    return done, failed


def rows():
    import character_cards as cards

    return of_rows(cards.scan(folders, details=False))


def arrow():
    import character_cards as cards
    import pyarrow

    done = 0
    stream = pyarrow.RecordBatchReader.from_stream(cards.scan(folders, details=False))
    with pyarrow.ipc.new_file(room / "python.arrow", stream.schema) as out:
        for batch in stream:
            out.write_batch(batch)
            done += batch.num_rows
    return done, 0


def scan():
    import character_cards as cards

    return of_rows(cards.scan(pictures(), details=False))


def peek():
    import character_cards as cards

    def read(path):
        found = cards.peek(path)
        return found["name"], found["creator"], found["tags"]

    return each(read)


def tavern_card():
    from tavern_card import parse_png_card

    def read(path):
        data = parse_png_card(Path(path).read_bytes())["data"]
        return data["name"], data["creator"], data["tags"]

    return each(read)


def aichar():
    import aichar

    # It keeps neither creator nor tags, and knows no members but those of V1.
    return each(lambda path: (aichar.load_character_card_file(path).name, None, None))


def pillow():
    from PIL import Image

    def read(path):
        # `text`, and not `info`, has what is behind the pixels, where programs put cards.
        with Image.open(path) as image:
            text = image.text.get("ccv3") or image.text["chara"]
        data = json.loads(base64.b64decode(text))["data"]
        return data["name"], data["creator"], data["tags"]

    return each(read)


# The job, and the packages that it needs.
JOBS = {
    "rows": (rows, ["cards"]),
    "arrow": (arrow, ["cards", "pyarrow"]),
    "scan": (scan, ["cards"]),
    "peek": (peek, ["cards"]),
    "tavern-card": (tavern_card, ["tavern-card"]),
    "aichar": (aichar, ["aichar"]),
    "pillow": (pillow, ["pillow"]),
}


def main():
    run, needs = JOBS[job]
    versions = []
    for package in needs:
        try:
            versions.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            print(f"NOT timed: {package} is not installed in {sys.executable}")
            return
    done, failed = run()
    print(f"{done} read, {failed} failed; {', '.join(versions)}, Python {sys.version.split()[0]}")


main()
