#!/usr/bin/env python3
"""Other programs over the inputs of the bench: peers.py JOB INPUTS, with a Python that has them installed.

Prints a line of JSON for each way to do the job, as the limit programs do, with the version; a package that is not there is named
in a line with `missing`.
"""
import json
import sys
import time
from importlib import import_module, metadata
from pathlib import Path

JOB, INPUTS = sys.argv[1], Path(sys.argv[2])


def row(job, peer, package, operation):
    """Times an operation again and again after a warm-up, as the limit programs do."""
    budget = 0.7
    start = time.perf_counter()
    while time.perf_counter() - start < budget / 5:
        operation()
    times, start = [], time.perf_counter()
    while len(times) < 5 or (time.perf_counter() - start < budget and len(times) < 20000):
        once = time.perf_counter()
        operation()
        times.append((time.perf_counter() - once) * 1e6)
    times.sort()
    print(
        json.dumps(
            {
                "job": job,
                "peer": peer,
                "package": package,
                "version": metadata.version(package),
                "median_us": times[len(times) // 2],
                "n": len(times),
            }
        ),
        flush=True,
    )


def tavern_card(package):
    def read(name):
        blob = (INPUTS / name).read_bytes()
        return lambda: package.parse_png_card(blob)

    def write(picture, card):
        card, blob = package.parse_card((INPUTS / card).read_text("utf-8")), (INPUTS / picture).read_bytes()
        return lambda: package.write_png_card(card, blob)

    def folder():
        files = sorted((INPUTS / "folder").iterdir())
        return lambda: sum(len(package.parse_png_card(path.read_bytes())["data"]["name"]) for path in files)

    return {
        "a_read": lambda: read("a.png"),
        "b_read": lambda: read("b.png"),
        "a_write": lambda: write("base_a.png", "a.json"),
        "b_write": lambda: write("base_b.png", "b.json"),
        "d_folder": folder,
    }


def aichar(package):
    # It takes a path, and knows the members of V1 alone.
    def read(name):
        path = str(INPUTS / name)
        return lambda: package.load_character_card_file(path)

    return {"a_read": lambda: read("a_chara.png"), "b_read": lambda: read("b_chara.png")}


PEERS = [("tavern-card", "tavern_card", tavern_card), ("aichar", "aichar", aichar)]

for package, module, jobs_of in PEERS:
    try:
        jobs = jobs_of(import_module(module))
    except ImportError:
        print(json.dumps({"job": JOB, "package": package, "missing": True}))
        continue
    for job, make in jobs.items():
        if job.startswith(f"{JOB}_"):
            row(job, package, package, make())
