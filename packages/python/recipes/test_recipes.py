"""Runs the recipes of docs/scale.md, every block of Python in it, and the five lines of the README, in a folder with cards of which
some are damaged."""

from __future__ import annotations

import importlib.util
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from conftest import card_json, card_png  # noqa: E402

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "scale.md"
READMES = [ROOT / "packages" / "python" / "README.md"]
# Damaged is 1 of 100. The page has 400 cards; more are for the figures on it.
COUNT = int(os.environ.get("RECIPE_CARDS", "400"))
BLOCK = re.compile(r"^### (?P<title>.+?)$.*?^```python\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
FIVE_LINES = re.compile(r"^```python\n(?P<code>import character_cards as cards, polars\n(?:.+\n){4})```$", re.MULTILINE)
NEEDS = re.compile(r"^(?:import|from) (\w+)", re.MULTILINE)
# Ends and beginnings of made words: of texts of these, two have as many runs of letters in common as two real cards have.
BEGINNINGS, ENDS = "bdfgklmnprst", "aeiou"


def word(drawn: int) -> str:
    """A made word of three syllables."""
    letters = []
    for _ in range(3):
        drawn, beginning = divmod(drawn, len(BEGINNINGS))
        drawn, end = divmod(drawn, len(ENDS))
        letters += BEGINNINGS[beginning], ENDS[end]
    return "".join(letters)


def prose(number: int) -> str:
    """Text that differs from card to card; of each pair of neighbours, the second is an edited copy of the first. All have what the
    recipes search for."""
    base = number // 2
    draw = random.Random(base)
    words = ["river", f"bell{base % 8}", *(word(draw.randrange(60**3)) for _ in range(120))]
    if number % 2:
        words[7] = f"edited{base}"
    return " ".join(words)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder `cards`: PNG and JSON by turns, 1 of 100 damaged, and `cards.jsonl`, what the tool says of them."""
    folder = tmp_path_factory.mktemp("recipes")
    (folder / "cards").mkdir()
    for number in range(COUNT):
        card = card_json(f"Card {number}", description=prose(number), tags=["bard", f"tag{number % 5}"])
        data, kind = (card_png(card), "png") if number % 2 else (card, "json")
        damaged = data[: len(data) // 2] if number % 100 == 3 else data
        (folder / "cards" / f"{number:05}.{kind}").write_bytes(damaged)
    line = [sys.executable, "-m", "character_cards", "scan", "cards", "--near", "--details", "--texts", "-o", "cards.jsonl"]
    subprocess.run(line, check=True, cwd=folder)
    rows = [json.loads(row) for row in (folder / "cards.jsonl").read_text().splitlines()]
    assert len(rows) == COUNT and sum(row["error"] is not None for row in rows) == COUNT // 100
    return folder


def run(title: str, code: str, library: Path) -> str:
    """What a process of its own prints that runs this, as a reader runs it; Spark's executors run the same Python."""
    missing = [name for name in NEEDS.findall(code) if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"{title}: there is no {', '.join(missing)} here")
    if "pyspark" in code and subprocess.run(["java", "-version"], capture_output=True, check=False).returncode:
        pytest.skip(f"{title}: there is no Java here")
    line, python = [sys.executable, "-c", code], {**os.environ, "PYSPARK_PYTHON": sys.executable}
    done = subprocess.run(line, cwd=library, env=python, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout


@pytest.mark.parametrize("title, code", [match.groups() for match in BLOCK.finditer(PAGE.read_text())])
def test_recipe(title: str, code: str, library: Path) -> None:
    for shown, count in [(400, COUNT), (4, COUNT // 100)]:
        code = re.sub(rf"^(assert .*)\b{shown}\b", rf"\g<1>{count}", code, flags=re.MULTILINE)
    run(title, code, library)


@pytest.mark.parametrize("readme", READMES, ids=str)
def test_five_lines_lead_from_a_folder_to_an_answer(readme: Path, library: Path) -> None:
    five = FIVE_LINES.search(readme.read_text())
    assert five, f"{readme} has no five lines any more"
    said = run(readme.name, five["code"], library)
    # The damaged files by class, the tag that all others have, and the edited copies.
    assert "truncated" in said and str(COUNT - COUNT // 100) in said and "00000.json" in said, said
