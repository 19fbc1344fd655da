"""A card or lorebook that is being worked on."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Union, cast, overload

from . import _native
from ._errors import CardsError

if TYPE_CHECKING:
    from .shapes import Edit, FieldChange, Finding, JsonValue, Packed

Source = Union[bytes, bytearray, str, "PathLike[str]", "Card"]
"""What a job takes: the bytes of a file, its path, or a card that was opened."""


def given(source: Source) -> bytes | bytearray | str | PathLike[str]:
    """What the native half takes: a card goes in as the bytes of its file, with its changes."""
    return source.to_bytes() if isinstance(source, Card) else source


class _Field:
    """A text of a card, by the name that people have for its place; an absent one is empty."""

    def __init__(self, place: str, doc: str) -> None:
        self.place = place
        self.__doc__ = doc

    def __get__(self, card: Card, owner: type[Card]) -> str:
        value = card.get(self.place, "")
        return value if isinstance(value, str) else ""

    def __set__(self, card: Card, value: str) -> None:
        card.set(self.place, value)


class Card:
    """A card, lorebook or module of any form, out of a file of any kind, with the changes made to it.

    Whatever is not changed stays byte for byte as it was: unknown members, the order of members, the spelling of
    numbers, pixels, other chunks and archive entries.

    Args:
        source: The bytes of a file, or its path.

    Raises:
        CardsError: The file holds no card that can be read; ``code`` says why.
        OSError: The file cannot be read.

    >>> card = Card(b'{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":["bard"]}}')
    >>> card.name, card.spec, card.tags
    ('Aria', 'V2', ['bard'])
    >>> card.description = "A bard of the river."
    >>> [change["pointer"] for change in card.changes["changes"]]
    ['/data/description']
    """

    name = _Field("name", "The name.")
    nickname = _Field("nickname", "The name that ``{{char}}`` shows where it is set.")
    description = _Field("description", "The description.")
    personality = _Field("personality", "The personality.")
    scenario = _Field("scenario", "The scenario.")
    first_mes = _Field("first_mes", "The first greeting.")
    mes_example = _Field("mes_example", "The example messages.")
    creator_notes = _Field("creator_notes", "The notes of who made it.")
    system_prompt = _Field("system_prompt", "The system prompt.")
    post_history_instructions = _Field("post_history_instructions", "The post-history instructions.")
    creator = _Field("creator", "Who made it.")
    character_version = _Field("character_version", "The card's own version.")

    def __init__(self, source: bytes | bytearray | str | PathLike[str]) -> None:
        self._document = _native.Document(source)

    @property
    def spec(self) -> str:
        """The form of the content: ``V1``, ``V2``, ``V3``, a form of lorebook …"""
        return self._document.form

    @property
    def container(self) -> str:
        """The kind of file: ``JSON``, ``PNG``, ``APNG``, ``CHARX``, ``Prom ZIP`` …"""
        return self._document.container

    @property
    def tags(self) -> list[str]:
        """The tags. Assigning sets all of them; changing the list that is given changes nothing."""
        return _texts(self.get("tags", []))

    @tags.setter
    def tags(self, tags: Sequence[str]) -> None:
        self.set("tags", list(tags))

    @property
    def greetings(self) -> list[str]:
        """Every greeting for a chat of two, the first one included. Assigning sets all of them."""
        return _texts(self.get("greetings", []))

    @greetings.setter
    def greetings(self, greetings: Sequence[str]) -> None:
        self.set("greetings", list(greetings))

    @property
    def book(self) -> Book:
        """The lorebook; empty where there is none yet."""
        return Book(self)

    @property
    def picture(self) -> bytes | None:
        """The picture of the card, or of the file that holds it."""
        return self._document.picture()

    @picture.setter
    def picture(self, picture: bytes | bytearray | str | PathLike[str]) -> None:
        """Takes a PNG, JPEG, WebP or GIF in place of the card's picture; what is no PNG becomes one."""
        self._document.set_picture(picture)

    @property
    def raw(self) -> JsonValue:
        """The whole content as JSON values, as it stands in the file, unknown members too."""
        return self._document.json()

    def json(self) -> str:
        """The whole content as JSON text; numbers keep their spelling."""
        return self._document.text()

    def texts(self) -> dict[str, str]:
        """Every text that is not empty, by the name of its place (``description``, ``greetings[1]``, ``book[0].content``)."""
        return dict(self._document.texts())

    @overload
    def get(self, place: str) -> JsonValue: ...
    @overload
    def get(self, place: str, default: JsonValue) -> JsonValue: ...
    def get(self, place: str, default: object = ...) -> JsonValue:
        """The value at a place: a name (``description``, ``greetings[1]``, ``book[0].keys``) or a JSON pointer.

        Raises:
            CardsError: ``no-place`` where there is none and no default was given.
        """
        try:
            return self._document.get(place)
        except CardsError as error:
            if default is ... or error.code != "no-place":
                raise
            return cast("JsonValue", default)

    def set(self, place: str, value: JsonValue) -> list[FieldChange]:
        """Sets the value at a place and gives what changed: copies that clients keep of it follow.

        Raises:
            CardsError: ``no-place`` for a place that cannot be there, ``bad-field`` for a value of another type.
        """
        return self.apply([{"op": "set", "path": place, "value": value}])

    def insert(self, place: str, value: JsonValue) -> list[FieldChange]:
        """Adds an element in front of the one at a place; ``tags[+]`` is the end of the list."""
        return self.apply([{"op": "insert", "path": place, "value": value}])

    def remove(self, place: str) -> list[FieldChange]:
        """Takes a member or an element out."""
        return self.apply([{"op": "remove", "path": place}])

    def apply(self, patches: Sequence[Mapping[str, JsonValue]]) -> list[FieldChange]:
        """Makes all of these changes or none: objects with ``op`` (set, insert, remove, move), ``path`` and ``value``."""
        return self._document.apply(patches)

    def attach(self, *books: Source) -> tuple[int, int]:
        """Adds the entries of lorebooks; gives how many were added, and how many were there already."""
        return self._document.attach([given(book) for book in books])

    def undo(self) -> list[FieldChange] | None:
        """Takes the last change back and gives it; ``None`` where there is none."""
        return self._document.undo()

    @property
    def changes(self) -> Edit:
        """Every change so far, and the second accounts of the card in the file that follow or do not."""
        return self._document.changes()

    @property
    def content_hash(self) -> str:
        """SHA-256 of what the card says: the same in any container and form, whatever its dates."""
        return self._document.content_hash()

    def lint(self, *, for_: Sequence[str] = (), select: Sequence[str] = (), ignore: Sequence[str] = ()) -> list[Finding]:
        """Checks the card as it is now; see :func:`cards.lint`."""
        return _native.lint(self.to_bytes(), for_, select, ignore)["findings"]

    def to_bytes(self) -> bytes:
        """The file with the changes; without any, the very bytes that were opened."""
        return self._document.to_bytes()

    def packed(
        self,
        name: str,
        *,
        to: str | None = None,
        stash: bool = False,
        picture: bytes | bytearray | str | PathLike[str] | None = None,
    ) -> tuple[bytes, Packed]:
        """The file of another kind, which ``name`` says, and what became of the card on its way.

        Args:
            name: A file name that ends in ``.png``, ``.charx``, ``.zip`` or ``.json``.
            to: The form (``v1``, ``v2``, ``v3``, ``prom``, ``worldinfo`` …); the card's own unless the kind asks for another.
            stash: Whether what the form has no place for is kept aside inside of the result.
            picture: A PNG, JPEG, WebP or GIF in place of the card's own picture.
        """
        return self._document.packed(name, to, stash, picture)

    def save(
        self,
        path: str | PathLike[str],
        *,
        to: str | None = None,
        stash: bool = False,
        picture: bytes | bytearray | str | PathLike[str] | None = None,
        allow_loss: bool = False,
    ) -> Packed:
        """Writes the card to a file whose name says the kind, in one step; gives what became of it.

        Raises:
            CardsError: ``loss`` where something has no place in the new form and neither ``stash`` nor ``allow_loss`` was
                given; ``usage`` for a kind of file that cannot hold the form. Nothing is written then.
        """
        target = Path(fspath(path))
        data, packed = self.packed(target.name, to=to, stash=stash, picture=picture)
        if packed["loss"] and not (allow_loss or stash):
            lost = ", ".join(loss["pointer"] or "(whole card)" for loss in packed["loss"])
            raise CardsError(
                f"{target.name} has no place for {lost}; nothing was written",
                "loss",
                packed["loss"][0]["pointer"],
                "stash=True keeps it aside in the result, allow_loss=True goes without it",
            )
        unfinished = target.with_name(f".{target.name}.unfinished")
        try:
            unfinished.write_bytes(data)
            unfinished.replace(target)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
        return packed

    def __repr__(self) -> str:
        return f"<Card {self.name!r} {self.spec} in {self.container}>"

    def _repr_html_(self) -> str:
        # The page forbids itself scripts and the network; the frame does it once more.
        page = html.escape(_native.report_page(self.to_bytes(), self.name or None), quote=True)
        return f'<iframe sandbox="" style="width:100%;height:40em;border:1px solid #8884" srcdoc="{page}"></iframe>'


class Entry:
    """One entry of a lorebook, by its number; reading and assigning go to the card."""

    def __init__(self, card: Card, number: int) -> None:
        self._card = card
        self.number = number

    def get(self, member: str, default: JsonValue = None) -> JsonValue:
        """A member by the name that specs give it, whatever the form calls it: ``insertion_order``, ``constant`` …"""
        return self._card.get(f"book[{self.number}].{member}", default)

    def set(self, member: str, value: JsonValue) -> list[FieldChange]:
        """Sets a member by the name that specs give it."""
        return self._card.set(f"book[{self.number}].{member}", value)

    @property
    def keys(self) -> list[str]:
        """The texts that fire the entry."""
        return _texts(self.get("keys", []))

    @keys.setter
    def keys(self, keys: Sequence[str]) -> None:
        self.set("keys", list(keys))

    @property
    def content(self) -> str:
        """What goes into the prompt."""
        value = self.get("content", "")
        return value if isinstance(value, str) else ""

    @content.setter
    def content(self, content: str) -> None:
        self.set("content", content)

    @property
    def enabled(self) -> bool:
        """Whether it can fire."""
        return self.get("enabled", True) is not False

    @enabled.setter
    def enabled(self, enabled: bool) -> None:
        self.set("enabled", enabled)

    def remove(self) -> None:
        """Takes the entry out; those behind it move up by one number."""
        self._card.remove(f"book[{self.number}]")

    def __repr__(self) -> str:
        return f"<Entry {self.number} keys={self.keys!r}>"


class Book:
    """The lorebook of a card: its entries by number."""

    def __init__(self, card: Card) -> None:
        self._card = card

    @property
    def entries(self) -> list[Entry]:
        """The entries as they are now."""
        return [Entry(self._card, number) for number in range(len(self))]

    def add(self, keys: Sequence[str], content: str, **members: JsonValue) -> Entry:
        """Adds an entry at the end; other members go by the names that specs give them (``insertion_order=5``)."""
        number = len(self)
        order = members.pop("insertion_order", 100)
        entry: dict[str, JsonValue] = {"keys": list(keys), "content": content, "extensions": {}, "enabled": True}
        self._card.insert("book[+]", {**entry, "insertion_order": order, **members})
        return Entry(self._card, number)

    def __len__(self) -> int:
        book = self._card.get("book", None)
        entries = book.get("entries") if isinstance(book, dict) else None
        return len(entries) if isinstance(entries, (list, dict)) else 0

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __getitem__(self, number: int) -> Entry:
        count = len(self)
        if not -count <= number < count:
            raise IndexError(f"the book has {count} entries")
        return Entry(self._card, number % count)

    def __repr__(self) -> str:
        return f"<Book of {len(self)}>"


def _texts(value: JsonValue) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
