"""What people who know Python and cards try first, before they read anything."""

from __future__ import annotations

import io
import json
import pickle
from collections.abc import Callable
from pathlib import Path

import character_cards as cards
import pytest
from conftest import card_json, card_png


def _opened() -> cards.Card:
    return cards.open(card_json())


def _changed(name: str, value: object) -> object:
    card = _opened()
    setattr(card, name, value)
    return getattr(cards.open(card.to_bytes()), name)


def _entry(name: str, value: object) -> object:
    card = _opened()
    setattr(card.book[0], name, value)
    return getattr(cards.open(card.to_bytes()).book[0], name)


def _open(path: Path) -> object:
    with path.open("rb") as file:
        return cards.open(file).name


def _rows(path: Path) -> list[object]:
    return [row["tokens"] for row in cards.scan(path.parent.glob("*.png"))]


GUESSES: dict[str, tuple[Callable[[Path], object], object]] = {
    "open a str path": (lambda path: cards.open(str(path)).name, "Aria"),
    "open a Path": (lambda path: cards.open(path).name, "Aria"),
    "open an open file": (_open, "Aria"),
    "open BytesIO": (lambda path: cards.open(io.BytesIO(path.read_bytes())).name, "Aria"),
    "open a memoryview": (lambda path: cards.open(memoryview(path.read_bytes())).name, "Aria"),
    "open a dict": (lambda _: cards.open(json.loads(card_json())).name, "Aria"),
    "open JSON text": (lambda _: cards.open(card_json().decode()).name, "Aria"),
    "with": (lambda path: [card.name for card in [cards.open(path).__enter__()]], ["Aria"]),
    "card.description": (lambda _: _opened().description, "A bard."),
    "card.first_mes": (lambda _: _opened().first_mes, "Hello, {{user}}!"),
    "card.description = …": (lambda _: _changed("description", "New."), "New."),
    "card.alternate_greetings = […]": (lambda _: _changed("alternate_greetings", ["a", "b"]), ["a", "b"]),
    "card.tags = […]": (lambda _: _changed("tags", ["bard"]), ["bard"]),
    "card.extensions = {…}": (lambda _: _changed("extensions", {"a": 1}), {"a": 1}),
    "card.character_book": (lambda _: len(_opened().character_book["entries"]), 1),
    "card.book[0].keys": (lambda _: _opened().book[0].keys, ["bell"]),
    "entry.constant = True": (lambda _: _entry("constant", True), True),
    "entry.insertion_order = 7": (lambda _: _entry("insertion_order", 7), 7),
    "len(card.book)": (lambda _: len(_opened().book), 1),
    "card == card": (lambda path: cards.open(path) == cards.open(path), True),
    "pickle": (lambda _: pickle.loads(pickle.dumps(_opened())).name, "Aria"),
    "Card.new": (lambda _: cards.Card.new("Bela").name, "Bela"),
    "card.tokens": (lambda _: _opened().tokens["total"] > 0, True),
    "card.assets": (lambda _: _opened().assets, None),
    "card.convert": (lambda _: _opened().convert("v3")[0].spec, "v3"),
    "scan of a generator": (lambda path: len(_rows(path)), 1),
    'row["tokens"] of a damaged file': (lambda path: [path.write_bytes(path.read_bytes()[:60]), _rows(path)][1], [None]),
    "lint for one program": (lambda _: isinstance(cards.lint(card_json(), for_="sillytavern"), list), True),
    "prompt(card, text)": (lambda _: cards.prompt(card_json(), "Hi!").messages[-1]["content"], "Hi!"),
    "dupes()['alike']": (lambda path: cards.dupes(path.parent, near=0.8)["alike"], []),
    "a chat file by its name": (
        lambda path: [
            path.with_suffix(".jsonl").write_text('{"name":"Sam","is_user":true,"mes":"Hi"}\n'),
            cards.prompt(path, str(path.with_suffix(".jsonl"))).messages[-1]["content"],
        ][1],
        "Hi",
    ),
    "messages of a generator": (
        lambda _: cards.prompt(card_json(), ({"role": "user", "content": text} for text in ["Hi"])).messages[-1]["content"],
        "Hi",
    ),
}


@pytest.mark.parametrize("guess", GUESSES)
def test_a_first_guess_is_right(guess: str, tmp_path: Path) -> None:
    path = tmp_path / "aria.png"
    path.write_bytes(card_png(card_json()))
    run, answer = GUESSES[guess]
    assert run(path) == answer
