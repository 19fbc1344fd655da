"""Libraries of cards: rows, record batches, duplicates."""

from __future__ import annotations

import gc
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import cards
import pytest
from conftest import card_json, card_png


def test_rows_are_those_of_the_tool_and_errors_are_rows(library: Path) -> None:
    rows = list(cards.scan(library, sorted=True))
    assert [Path(row["path"]).name for row in rows] == ["aria.json", "aria.png", "bela.json", "torn.png"]
    assert [row["name"] for row in rows] == ["Aria", "Aria", "Bela", None]
    error = rows[3]["error"]
    assert error is not None and error["class"] == "truncated"
    details = rows[1].get("details")
    assert details is not None and (details["width"], details["height"]) == (2, 3)
    assert "texts" not in rows[0] and "signature" not in rows[0]


def test_an_iterator_of_bytes_is_scanned_once_and_may_fail() -> None:
    files = [(f"{number}.png", card_png(card_json(str(number)))) for number in range(300)]
    scan = cards.scan(iter(files), texts=True, threads=3)
    rows = list(scan)
    assert [row["name"] for row in rows] == [str(number) for number in range(300)]
    texts = rows[0].get("texts")
    assert texts is not None and texts["lore"] == ["The bell lies in the river."]
    with pytest.raises(cards.CardsError):
        list(scan)

    def broken() -> Iterator[tuple[str, bytes]]:
        yield files[0]
        raise KeyError("gone")

    with pytest.raises(KeyError):
        list(cards.scan(broken()))


def test_damaged_and_hostile_files_are_rows_with_errors() -> None:
    png = card_png(card_json())
    bomb = b"chara\0\0" + zlib.compress(b"\0" * 200_000_000)
    hostile = [
        b"",
        b"[" * 1_000_000,
        b'{"spec":"chara_card_v2","data":' + b'{"a":' * 100_000,
        png[:33] + b"\xff\xff\xff\xfftEXt" + b"chara",
        png[:33] + struct.pack(">I", len(bomb)) + b"zTXt" + bomb + struct.pack(">I", zlib.crc32(b"zTXt" + bomb)) + png[-12:],
        b"PK\5\6" + b"\xff" * 18,
        b"PK\3\4" + b"\0" * 200,
    ]
    files = [(f"{number}.png", png) for number in range(100 * len(hostile))]
    for number, file in enumerate(hostile):
        files[100 * number + 7] = (f"hostile {number}", file)
    rows = list(cards.scan(iter(files), near=True, details=True, texts=True))
    assert len(rows) == len(files)
    for row in rows:
        assert (row["error"] is not None) == row["path"].startswith("hostile"), row["path"]


def test_a_path_that_leads_nowhere_is_refused(tmp_path: Path) -> None:
    with pytest.raises(cards.CardsError) as error:
        list(cards.scan(tmp_path / "absent"))
    assert error.value.code == "io"


def test_a_scan_may_be_left_in_the_middle(library: Path) -> None:
    for _ in range(20):
        next(iter(cards.scan([library] * 200)))
    gc.collect()


def test_dupes_of_paths_and_of_rows(library: Path) -> None:
    found = cards.dupes(library)
    assert found["cards"] == 3 and len(found["exact"]) == 1 and len(found["exact"][0]["paths"]) == 2
    rows = list(cards.scan(library, sorted=True))
    assert cards.dupes(rows)["exact"][0]["content_hash"] == found["exact"][0]["content_hash"]


def test_rows_have_what_was_asked_for(library: Path) -> None:
    plain, more = (next(iter(cards.scan(library / "aria.json", **asked))) for asked in ({}, {"hash": True, "lint": True}))
    assert "file_hash" not in plain and len(more.get("file_hash") or "") == 64
    assert (plain.get("linted"), more.get("linted")) == (None, True)
    (library / "aria.txt").write_bytes(card_json())
    names = [{Path(row["path"]).name for row in cards.scan(library, all=every)} for every in (False, True)]
    assert names[1] - names[0] == {"aria.txt"}


def test_near_texts_are_dupes_whatever_they_are_called() -> None:
    words = [f"word{number}" for number in range(200)]
    files = [(name, card_json(name, description=" ".join([*words, name]))) for name in ("Aria", "Bela")]
    found = cards.dupes(list(cards.scan(iter(files), near=True)), near=0.8)
    assert len(found.get("alike") or []) == 1
    same = [("a", card_json(creator="C")), ("b", card_json(creator="C", description="Another."))]
    names, exact = (cards.dupes(list(cards.scan(iter(same))), exact=only) for only in (False, True))
    assert names != exact and not exact["exact"]


def test_pyarrow_takes_batches(library: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    scan = cards.scan(library, texts=True, near=True, sorted=True)
    table = pyarrow.table(scan)
    assert table.schema.metadata[b"cards.layout"] == b"1"
    rows = table.to_pylist()
    assert [row["name"] for row in rows] == ["Aria", "Aria", "Bela", None]
    assert rows[2]["tags"] == ["bard", "river"] and rows[3]["error"]["class"] == "truncated"
    # Every row of the tool is there, under the same names.
    for row, said in zip(rows, scan):
        plain = dict(said)
        for name in ("path", "size", "content_hash", "tokens", "lore", "findings"):
            if plain["error"] is None:
                assert row[name] == plain[name]

    def broken() -> Iterator[tuple[str, bytes]]:
        raise KeyError("gone")
        yield ("", b"")

    with pytest.raises(Exception, match="gone"):
        pyarrow.table(cards.scan(broken()))


def test_polars_duckdb_and_pandas_take_batches(library: Path) -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(cards.scan(library))
    assert frame.height == 4 and frame["tokens"].struct.field("total").sum() > 0
    duckdb = pytest.importorskip("duckdb")
    scan = cards.scan(library)  # noqa: F841  # the query names it
    assert duckdb.sql("select count(*), count(error.class) from scan").fetchall() == [(4, 1)]
    pandas = pytest.importorskip("pandas")
    if hasattr(pandas.DataFrame, "from_arrow"):
        assert len(pandas.DataFrame.from_arrow(cards.scan(library))) == 4
