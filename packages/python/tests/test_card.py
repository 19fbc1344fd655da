"""What people type first on a card does what it says, or is refused with the name that is meant."""

from __future__ import annotations

import copy
import io
import json
import os
import pickle
import struct
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import character_cards as cards
from conftest import BOOK, card_json, card_png


def with_texts(png: bytes, texts: dict[bytes, bytes]) -> bytes:
    """The picture with more texts in it."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    more = b"".join(chunk(b"tEXt", keyword + b"\0" + text) for keyword, text in texts.items())
    return png[:33] + more + png[33:]


MEMBERS: list[tuple[str, object]] = [
    ("alternate_greetings", ["a", "b"]),
    ("group_only_greetings", ["c"]),
    ("greetings", ["x", "y"]),
    ("tags", ["elf"]),
    ("source", ["here"]),
    ("extensions", {"depth_prompt": {"prompt": "p", "depth": 4}}),
    ("character_book", BOOK),
    ("nickname", "Ari"),
    ("mes_example", "<START>"),
    ("creator_notes_multilingual", {"de": "Notiz"}),
]


@pytest.mark.parametrize(("member", "value"), MEMBERS)
def test_the_names_of_the_spec_are_properties_that_write(member: str, value: object) -> None:
    card = cards.Card.new("Aria")
    setattr(card, member, value)
    assert getattr(card, member) == value
    assert getattr(cards.open(card.to_bytes()), member) == value
    assert card.undo() is not None and getattr(card, member) != value


ENTRY: list[tuple[str, object]] = [
    ("keys", ["toll"]),
    ("secondary_keys", ["fee"]),
    ("content", "Two coins."),
    ("name", "Toll"),
    ("comment", "a note"),
    ("enabled", False),
    ("constant", True),
    ("selective", True),
    ("insertion_order", 7),
    ("priority", 3),
    ("position", "after_char"),
    ("case_sensitive", True),
    ("use_regex", True),
    ("id", 5),
    ("extensions", {"depth": 2}),
]


@pytest.mark.parametrize(("member", "value"), ENTRY)
def test_so_are_those_of_an_entry(member: str, value: object) -> None:
    card = cards.Card.new("Aria")
    entry = card.book.add(["bell"], "It rings.")
    setattr(entry, member, value)
    assert getattr(cards.open(card.to_bytes()).book[0], member) == value


@pytest.mark.parametrize("form", ["worldinfo", "risu_lorebook", "agnai_book", "novelai_lorebook", "module", "lorebook_v3"])
def test_the_entries_of_a_book_of_any_form_are_counted_and_one_is_added_in_its_form(form: str) -> None:
    book = cards.open(card_json()).convert(form)[0]
    assert len(book.book) == 1 and book.book[0].keys == ["bell"]
    entry = book.book.add(["song", "tune"], "A song.")
    again = cards.open(book.to_bytes())
    assert again.spec == book.spec and [one.keys for one in again.book] == [["bell"], ["song", "tune"]]
    assert (again.book[1].content, again.book[1].insertion_order) == ("A song.", None if form == "module" else 100)
    assert {"keys", "content"} <= set(book.entry_members)
    if "name" in book.entry_members:
        entry.name = "Song"
        assert book.get("book[1].name") == "Song"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda card: setattr(card, "nmae", "x"), "did you mean name?"),
        (lambda card: setattr(card, "alternate_greeting", []), "did you mean alternate_greetings?"),
        (lambda card: setattr(card.book[0], "constnat", True), "did you mean constant?"),
        (lambda card: setattr(card.book, "entrys", []), "did you mean entries?"),
        (lambda card: setattr(card, "depth_prompt", "x"), "set('depth_prompt', …)"),
        (lambda card: card.entrys, "get('entrys')"),
    ],
)
def test_an_assignment_that_would_vanish_is_refused(change: Callable[[cards.Card], object], said: str) -> None:
    card = cards.open(card_json())
    with pytest.raises(AttributeError) as error:
        change(card)
    assert said in str(error.value)
    assert not card.changes["changes"]


@pytest.mark.parametrize(
    "change",
    [
        lambda card: setattr(card, "tags", "bard"),
        lambda card: setattr(card, "greetings", "Hello"),
        lambda card: card.book.add("bell", "It rings."),
        lambda card: setattr(card.book[0], "keys", "bell"),
    ],
)
def test_a_text_is_no_list_of_letters(change: Callable[[cards.Card], object]) -> None:
    card = cards.open(card_json())
    with pytest.raises(TypeError) as error:
        change(card)
    assert "is a list of texts; give ['" in str(error.value)
    assert not card.changes["changes"]


def test_a_card_opens_from_whatever_holds_it(tmp_path: Path) -> None:
    data = card_json()
    path = tmp_path / "aria.json"
    path.write_bytes(data)
    with path.open("rb") as file:
        sources: list[Any] = [data, bytearray(data), memoryview(data), io.BytesIO(data), data.decode(), json.loads(data), path, str(path), file]
        opened = [cards.open(source) for source in sources]
    assert all(card == opened[0] for card in opened) and opened[0].name == "Aria"
    with path.open() as text, pytest.raises(TypeError):
        cards.open(text)  # type: ignore[arg-type]
    with pytest.raises(TypeError) as error:
        cards.open(7)  # type: ignore[arg-type]
    assert "not int" in str(error.value)


def test_cards_are_compared_copied_pickled_and_used_in_a_block() -> None:
    card = cards.open(card_png(card_json()))
    card.name = "Mira"
    twin = pickle.loads(pickle.dumps(card))
    assert twin == card == copy.deepcopy(card) and twin.name == "Mira"
    twin.name = "Aria"
    assert twin != card and card != "Mira"
    with card as same:
        assert same is card
    converted, packed = card.convert("v1")
    assert converted.spec == "v1" and packed["loss"]
    assert cards.Card.new("Wick", form="prom").spec == "prom"


@pytest.mark.parametrize("kind", ["png", "json"])
def test_a_picture_is_a_change_like_any_other(kind: str) -> None:
    texts = {b"Author": b"Ann", b"parameters": b"a bard"}
    data = with_texts(card_png(card_json()), texts) if kind == "png" else cards.Card.new("Aria").to_bytes()
    new = card_png(card_json("nobody"), 4, 4)
    card = cards.open(data)
    card.name = "Mira"
    old = card.picture
    packed = card.set_picture(new)
    assert card.picture != old and cards.open(card.to_bytes()).picture is not None
    if kind == "png":
        kept = card.to_bytes()
        assert all(keyword + b"\0" + text in kept for keyword, text in texts.items()) and not packed["loss"]
    assert card.name == cards.open(card.to_bytes()).name == "Mira"
    assert card.undo() is not None and card.picture == old and card.name == "Mira"
    assert card.redo() is not None and card.picture != old
    assert card.undo() is not None and card.undo() is not None and card.undo() is None
    assert card.to_bytes() == data
    with pytest.raises(TypeError):
        card.picture = None  # type: ignore[assignment]


def test_threads_may_share_a_card() -> None:
    card = cards.open(card_json())

    def write(number: int) -> None:
        card.name = f"Aria {number}"
        assert card.get("name")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(200)))
    assert len(card.changes["changes"]) <= 200 and card.name.startswith("Aria ")


@pytest.mark.skipif(os.name == "nt", reason="links and modes of Unix")
def test_saving_keeps_links_and_modes(tmp_path: Path) -> None:
    target = tmp_path / "aria.json"
    target.write_bytes(card_json())
    target.chmod(0o640)
    link = tmp_path / "link.json"
    link.symlink_to(target)
    card = cards.open(link)
    card.name = "Mira"
    card.save(link)
    assert link.is_symlink() and cards.open(target).name == "Mira"
    assert target.stat().st_mode & 0o777 == 0o640


def test_a_card_says_when_it_was_changed_where_the_caller_says_it() -> None:
    card = cards.Card.new("Aria")
    dates = []
    card.name = "Wick"
    dates.append(card.modification_date)
    card.now = 1_770_000_000
    card.name = "Mira"
    dates.append(card.modification_date)
    card.undo()
    dates.append(card.modification_date)
    assert (card.now, dates) == (1_770_000_000, [None, 1_770_000_000, None])
