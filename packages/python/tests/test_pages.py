"""The Python of README.md and docs/moving.md, as it is there, over the files that it names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import character_cards as cards
import pytest

ROOT = Path(__file__).parents[3]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: str) -> list[str]:
    return BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder that the examples stand in."""
    for kind in ("charx", "png"):
        (tmp_path / f"wick.{kind}").write_bytes((ROOT / "fixtures" / "cards" / f"wick-v3.{kind}").read_bytes())
    monkeypatch.chdir(tmp_path)


def run(code: str) -> dict[str, Any]:
    names: dict[str, Any] = {"cards": cards}
    exec(code, names)
    return names


def test_the_importer_of_the_readme_says_what_a_file_holds_and_what_another_client_makes_of_it() -> None:
    (importer,) = blocks("README.md")
    assert len(importer.splitlines()) == 3
    names = run(importer)
    card, holds = names["card"], names["holds"]["card"]
    assert card.name == "Maren Tidewell" and len(card.book) == 6
    assert holds["lorebook"] and holds["greetings"] and names["holds"]["needs"] == []
    assert len(names["assets"]) == holds["assets"] and card.asset(0)
    assert names["findings"] and names["in_risu"]


def test_what_takes_the_place_of_other_libraries_runs() -> None:
    ours = [code for code in blocks("docs/moving.md") if code.startswith("# Ours\n")]
    assert len(ours) == 2
    before = Path("wick.png").read_bytes()
    for code in ours:
        assert run(code)["card"].name == "Mira"
        assert cards.open("mira.png").name == "Mira" and Path("wick.png").read_bytes() == before
        Path("mira.png").unlink()
