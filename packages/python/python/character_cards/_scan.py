"""Libraries of cards as rows and record batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from os import PathLike
from typing import TYPE_CHECKING, Union, cast

from . import _native

if TYPE_CHECKING:
    from .shapes import Dupes, ScanRow

_Path = Union[str, "PathLike[str]"]


class Scan:
    """A scan of a library: an iterable of rows, and a stream of record batches for whatever takes Arrow.

    Polars (``polars.DataFrame(scan)``), DuckDB (``duckdb.sql("from scan")``), pandas (``pandas.DataFrame.from_arrow(scan)``)
    and PyArrow (``pyarrow.table(scan)``) take the batches without a copy, through ``__arrow_c_stream__``; none of them is
    needed. A scan of paths is made anew each time; one of an iterator can be taken once. Columns are those of the rows, under
    the same names and with the same nesting.
    """

    def __init__(self, scan: _native.Scan) -> None:
        self._scan = scan

    def __iter__(self) -> Iterator[ScanRow]:
        return iter(self._scan)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._scan.__arrow_c_stream__(requested_schema)


def scan(
    source: _Path | Iterable[_Path] | Iterator[tuple[str, bytes]],
    *,
    texts: bool = False,
    details: bool = True,
    near: bool = False,
    lint: bool = False,
    hash: bool = False,
    all: bool = False,
    sorted: bool = False,
    threads: int = 0,
) -> Scan:
    """Scans a library of cards, many files at a time, without the interpreter's lock.

    A file that cannot be read is a row with ``error``, and the scan goes on: no file of a library ends it. Every row has every
    member; what it does not say, or was not asked for, is ``None``.

    Args:
        source: A folder or file, several of them (a generator too), or an iterator of names and bytes.
        texts: Add the texts themselves, for searches and embeddings.
        details: Add language, dates, size of the picture, extensions, needs and the rules that were broken.
        near: Add the signature by which near texts are found.
        lint: Check every rule, which takes several times as long.
        hash: Add SHA-256 of each file.
        all: Try every file, whatever its name.
        sorted: By name within each folder.
        threads: Threads to use; as many as there are cores where it is 0.

    Raises:
        CardsError: ``io`` when it is taken, for a path that leads nowhere.

    >>> card = b'{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria"}}'
    >>> [(row["path"], row["name"]) for row in scan(iter([("aria.json", card)]))]
    [('aria.json', 'Aria')]
    """
    paths, items = _split(source)
    return Scan(
        _native.Scan(
            paths,
            items,
            texts=texts,
            details=details,
            near=near,
            lint=lint,
            hash=hash,
            all=all,
            sorted=sorted,
            threads=threads,
        )
    )


def _split(
    source: _Path | Iterable[_Path] | Iterator[tuple[str, bytes]],
) -> tuple[list[_Path] | None, Iterator[tuple[str, bytes]] | None]:
    if isinstance(source, (str, PathLike)):
        return [source], None
    if not isinstance(source, Iterator):
        return list(source), None
    # A generator of paths is told from one of names and bytes by what comes first.
    items = cast("Iterator[Union[_Path, tuple[str, bytes]]]", source)
    first = next(items, None)
    if first is None:
        return [], None
    if isinstance(first, (str, PathLike)):
        return [first, *cast("Iterator[_Path]", items)], None
    return None, chain(iter([first]), cast("Iterator[tuple[str, bytes]]", items))


def dupes(
    source: _Path | Iterable[_Path] | Iterable[Mapping[str, object]],
    *,
    near: float | None = None,
    exact: bool = False,
    keep: str | None = None,
) -> Dupes:
    """Finds cards that are in a library more than once.

    Args:
        source: A folder or file, several of them, or rows of :func:`scan` (with ``near=True`` for near texts), as it gives them or
            out of a table (``table.to_pylist()``).
        near: Find cards whose prose has at least this much in common, from 0.5 to 1, whatever they are called; ``alike`` lists
            them, and is empty where there are none.
        exact: Only the same content, not the same name and creator.
        keep: Name in ``kept`` the one of each group to keep: ``first``, ``shortest-path``, ``newest``, ``oldest`` or ``largest``. One file of
            each picture is kept.

    Raises:
        CardsError: ``usage`` for rows without signatures where ``near`` is asked for.
    """
    if isinstance(source, (str, PathLike)):
        rows: Iterable[object] = scan(source, details=False, near=near is not None)
    else:
        found = list(cast("Iterable[object]", source))
        is_paths = len(found) > 0 and isinstance(found[0], (str, PathLike))
        rows = (
            scan(cast("list[_Path]", found), details=False, near=near is not None)
            if is_paths
            else _as_scanned(cast("list[Mapping[str, object]]", found))
        )
    answer = _native.dupes(iter(rows), near, exact, keep)
    if near is not None:
        answer.setdefault("alike", [])
    return answer


def _as_scanned(rows: list[Mapping[str, object]]) -> list[Mapping[str, object]]:
    """Rows out of a table have signatures as numbers, and none where there is too little prose for one."""
    if not any(isinstance(row.get("signature"), list) for row in rows):
        return rows

    def text(signature: object) -> str:
        numbers = cast("list[int]", signature) if isinstance(signature, list) else []
        return signature if isinstance(signature, str) else "".join(f"{number:04x}" for number in numbers)

    return [{**row, "signature": text(row.get("signature"))} for row in rows]
