"""Cards that the tests share."""

from __future__ import annotations

import json
import struct
import zlib
from base64 import b64encode
from pathlib import Path

import pytest

BOOK = {
    "extensions": {},
    "entries": [
        {"keys": ["bell"], "content": "The bell lies in the river.", "enabled": True, "insertion_order": 1, "extensions": {}}
    ],
}


def card_json(name: str = "Aria", **data: object) -> bytes:
    """A V2 card."""
    fields = {"name": name, "description": "A bard.", "first_mes": "Hello, {{user}}!", "character_book": BOOK, **data}
    return json.dumps({"spec": "chara_card_v2", "spec_version": "2.0", "data": fields}).encode()


def card_png(card: bytes, width: int = 2, height: int = 3) -> bytes:
    """The card in a PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + b"\x7f" * width for _ in range(height)))
    text = b"chara\0" + b64encode(card)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        chunk(*part) for part in [(b"IHDR", header), (b"tEXt", text), (b"IDAT", pixels), (b"IEND", b"")]
    )


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Four files: two cards with the same content, one other, and one that is cut off."""
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "aria.json").write_bytes(card_json())
    (folder / "aria.png").write_bytes(card_png(card_json()))
    (folder / "bela.json").write_bytes(card_json("Bela", tags=["bard", "river"]))
    (folder / "torn.png").write_bytes(card_png(card_json())[:60])
    return folder
