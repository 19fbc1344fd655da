"""Libraries of cards: rows, record batches, duplicates."""

from __future__ import annotations

import gc
import struct
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import character_cards as cards
import pytest
from conftest import card_json, card_png


def test_rows_are_those_of_the_tool_and_errors_are_rows(library: Path) -> None:
    rows = list(cards.scan(library, sorted=True))
    assert [Path(row["path"]).name for row in rows] == ["aria.json", "aria.png", "bela.json", "torn.png"]
    assert [row["name"] for row in rows] == ["Aria", "Aria", "Bela", None]
    error = rows[3]["error"]
    assert error is not None and error["class"] == "truncated"
    details = rows[1]["details"]
    assert details is not None and (details["width"], details["height"]) == (2, 3)
    assert rows[0]["texts"] is None and rows[0]["signature"] is None and rows[0]["linted"] is False
    # All rows have the same members, whatever was asked for and whatever the file is.
    assert all(set(row) == set(rows[0]) for row in rows)
    bare = next(iter(cards.scan(library / "torn.png", details=False)))
    assert set(bare) == set(rows[0]) and bare["tokens"] is None and bare["creator"] is None and bare["linted"] is None


def test_an_iterator_of_bytes_is_scanned_once_and_may_fail() -> None:
    files = [(f"{number}.png", card_png(card_json(str(number)))) for number in range(300)]
    scan = cards.scan(iter(files), texts=True, threads=3)
    rows = list(scan)
    assert [row["name"] for row in rows] == [str(number) for number in range(300)]
    texts = rows[0]["texts"]
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


def test_a_generator_of_paths_is_as_good_as_a_list(library: Path) -> None:
    paths = sorted(library.glob("*.json"))
    assert list(cards.scan(path for path in paths)) == list(cards.scan(paths))
    assert list(cards.scan(str(path) for path in paths)) == list(cards.scan(paths))
    assert list(cards.scan(iter([]))) == []


_SCAN = """
import os, signal, sys, threading, time
import character_cards as cards, pyarrow
# Who runs in the background was started without it.
signal.signal(signal.SIGINT, signal.default_int_handler)
def slowly():
    while True:
        time.sleep(0.01)
        yield "a.json", b"{}"
def press():
    time.sleep(1)
    print("pressed", time.monotonic(), flush=True)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=press, daemon=True).start()
try:
    take = {"arrow": pyarrow.table, "rows": list, "dupes": lambda scan: cards.dupes(iter(scan))}[sys.argv[1]]
    take(cards.scan(slowly()))
except BaseException as error:
    print("ended", time.monotonic(), type(error).__name__, flush=True)
"""


@pytest.mark.parametrize("taken", ["arrow", "rows", "dupes"])
def test_ctrl_c_ends_a_scan_that_never_ends(taken: str) -> None:
    pytest.importorskip("pyarrow")
    ran = subprocess.run([sys.executable, "-c", _SCAN, taken], capture_output=True, text=True, timeout=120, check=False)
    words = ran.stdout.split()
    assert words[0] == "pressed" and words[2] == "ended", ran
    # A second is promised, and a busy machine gets more.
    assert float(words[3]) - float(words[1]) < 10, ran


def test_dupes_of_paths_and_of_rows(library: Path) -> None:
    found = cards.dupes(library)
    assert found["cards"] == 3 and len(found["exact"]) == 1 and len(found["exact"][0]["paths"]) == 2
    rows = list(cards.scan(library, sorted=True))
    assert cards.dupes(rows)["exact"][0]["content_hash"] == found["exact"][0]["content_hash"]


def test_rows_have_what_was_asked_for(library: Path) -> None:
    plain, more = (next(iter(cards.scan(library / "aria.json", **asked))) for asked in ({}, {"hash": True, "lint": True}))
    assert plain["file_hash"] is None and len(more["file_hash"] or "") == 64
    assert (plain["linted"], more["linted"]) == (False, True)
    (library / "aria.txt").write_bytes(card_json())
    names = [{Path(row["path"]).name for row in cards.scan(library, all=every)} for every in (False, True)]
    assert names[1] - names[0] == {"aria.txt"}


def test_near_texts_are_dupes_whatever_they_are_called() -> None:
    words = [f"word{number}" for number in range(200)]
    files = [(name, card_json(name, description=" ".join([*words, name]))) for name in ("Aria", "Bela")]
    found = cards.dupes(list(cards.scan(iter(files), near=True)), near=0.8)
    assert len(found["alike"]) == 1
    # Where there are none, the list is empty and not absent.
    assert cards.dupes(list(cards.scan(iter(files[:1]), near=True)), near=0.8)["alike"] == []
    # Rows that nobody can compare, and bounds that are none, are refused and not answered with nothing.
    for rows, near in ((cards.scan(iter(files)), 0.8), (cards.scan(iter(files), near=True), 2.0), (cards.scan(iter(files), near=True), 0.1)):
        with pytest.raises(cards.CardsError) as error:
            cards.dupes(list(rows), near=near)
        assert error.value.code == "usage"
    mixed = [*cards.scan(iter(files[:1]), near=True), *cards.scan(iter(files[1:]))]
    with pytest.raises(cards.CardsError):
        cards.dupes(mixed, near=0.8)
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
    # Every row is there, under the same names and with the same values; a signature is numbers in a table, and text in a row.
    for row, said in zip(rows, scan):
        plain = dict(said)
        assert set(row) == set(plain) - {"schema"}
        assert all(row[name] == plain[name] for name in row if name != "signature")
    assert set(table.column_names) == set(pyarrow.table(cards.scan(library)).column_names)
    # A table comes back as rows.
    words = [f"word{number}" for number in range(200)]
    files = [(name, card_json(name, description=" ".join([*words, name]))) for name in ("Aria", "Bela")]
    files.append(("short", card_json("Short")))
    signed = pyarrow.table(cards.scan(iter(files), near=True)).to_pylist()
    assert len(cards.dupes(signed, near=0.8)["alike"]) == 1

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
