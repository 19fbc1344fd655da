"""Libraries of cards as rows and record batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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

    A file that cannot be read is a row with ``error``, and the scan goes on: no file of a library ends it.

    Args:
        source: A folder or file, several of them, or an iterator of names and bytes.
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
    if isinstance(source, Iterator):
        return None, cast("Iterator[tuple[str, bytes]]", source)
    return list(source), None


def dupes(
    source: _Path | Iterable[_Path] | Iterable[Mapping[str, object]], *, near: float | None = None, exact: bool = False
) -> Dupes:
    """Finds cards that are in a library more than once.

    Args:
        source: A folder or file, several of them, or rows of :func:`scan` (with ``near=True`` for near texts).
        near: Find cards whose prose has at least this much in common, from 0.5 to 1, whatever they are called.
        exact: Only the same content, not the same name and creator.
    """
    if isinstance(source, (str, PathLike)):
        rows: Iterable[object] = scan(source, details=False, near=near is not None)
    else:
        found = list(cast("Iterable[object]", source))
        is_paths = len(found) > 0 and isinstance(found[0], (str, PathLike))
        rows = scan(cast("list[_Path]", found), details=False, near=near is not None) if is_paths else found
    return _native.dupes(iter(rows), near, exact)
