"""A card or lorebook that is being worked on."""

from __future__ import annotations

import difflib
import html
import json
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, Union, cast, overload, runtime_checkable

from . import _native
from ._errors import CardsError

if TYPE_CHECKING:
    from .shapes import (
        AssetInfo,
        Compatibility,
        Diff,
        Edit,
        Expansion,
        FieldChange,
        Finding,
        GotValue,
        Inspection,
        JsonValue,
        Merged,
        Misfits,
        Need,
        Packed,
        Repair,
        Row,
        Tokens,
    )


@runtime_checkable
class Readable(Protocol):
    """A file that is open for reading bytes, or ``io.BytesIO``."""

    def read(self) -> bytes: ...


File = Union[bytes, bytearray, memoryview, str, "PathLike[str]", Readable, "Mapping[str, Any]"]
"""A file: its bytes, its path, an open file, JSON text, or the object that a JSON file holds."""

Source = Union[File, "Card"]
"""What a job takes: a file, or a card that was opened."""


def names(words: str | Sequence[str]) -> Sequence[str]:
    """Words of a check, of which one may stand alone."""
    return [words] if isinstance(words, str) else words


def options_of(
    now: int | None,
    utc_offset: int,
    variables: Mapping[str, str] | None,
    global_variables: Mapping[str, str] | None,
    **others: object,
) -> dict[str, object]:
    """Options as the native half takes them: the present and the variables in one piece each."""
    moment = None if now is None else {"unix_millis": now * 1000, "offset_minutes": utc_offset}
    return {**others, "now": moment, "variables": {"chat": dict(variables or {}), "global": dict(global_variables or {})}}


def given(source: Source) -> bytes | str | PathLike[str]:
    """What the native half takes: a card goes in as the bytes of its file, with its changes."""
    if isinstance(source, Card):
        return source.to_bytes()
    if isinstance(source, (bytearray, memoryview)):
        return bytes(source)
    if isinstance(source, Mapping):
        return json.dumps(source, ensure_ascii=False).encode()
    if isinstance(source, str) and source.lstrip("\ufeff \t\r\n").startswith("{"):
        return source.encode()
    if isinstance(source, (bytes, str, PathLike)):
        return source
    other = cast("object", source)
    if isinstance(other, Readable):
        data = cast("object", other.read())
        if isinstance(data, bytes):
            return data
        raise TypeError("the file is open for text; open it with mode 'rb'")
    raise TypeError(f"a card is bytes, a path, an open file, JSON text or an object of JSON, not {type(other).__name__}")


_T = TypeVar("_T")


class _Member(Generic[_T]):
    """A member by the name that specs give it; an absent one reads as the value that its absence stands for."""

    def __init__(self, place: str, default: _T, doc: str) -> None:
        self.place = place
        self.default = default
        self.__doc__ = doc

    @overload
    def __get__(self, owner: None, of: type[object]) -> _Member[_T]: ...
    @overload
    def __get__(self, owner: Card | Entry, of: type[object]) -> _T: ...
    def __get__(self, owner: Any, of: type[object]) -> _T | _Member[_T]:
        if owner is None:
            return self
        value = owner.get(self.place, self.default)
        fits = self.default is None or isinstance(value, type(self.default))
        return cast("_T", value) if fits else self.default

    def __set__(self, owner: Card | Entry, value: _T) -> None:
        owner.set(self.place, cast("JsonValue", value))


class _Texts:
    """A list of texts by the name that specs give it. Assigning sets all of them; changing the list that is given changes nothing."""

    def __init__(self, place: str, doc: str) -> None:
        self.place = place
        self.__doc__ = doc

    @overload
    def __get__(self, owner: None, of: type[object]) -> _Texts: ...
    @overload
    def __get__(self, owner: Card | Entry, of: type[object]) -> list[str]: ...
    def __get__(self, owner: Any, of: type[object]) -> list[str] | _Texts:
        if owner is None:
            return self
        value: object = owner.get(self.place, [])
        items = cast("list[object]", value) if isinstance(value, list) else []
        return [item for item in items if isinstance(item, str)]

    def __set__(self, owner: Card | Entry, value: Sequence[str]) -> None:
        owner.set(self.place, _list(self.place, value))


def _list(name: str, value: Sequence[str]) -> list[JsonValue]:
    if isinstance(value, (str, bytes)):
        raise TypeError(f"{name} is a list of texts; give [{value!r}]")
    return list(value)


class _Strict:
    """Takes no attribute that it does not have: an assignment that would vanish is refused with the name that is meant."""

    def __setattr__(self, name: str, value: object) -> None:
        if not name.startswith("_") and not hasattr(type(self), name):
            raise self._unknown(name)
        object.__setattr__(self, name, value)

    def __getattr__(self, name: str) -> Any:
        raise self._unknown(name)

    def _unknown(self, name: str) -> AttributeError:
        known = [known for known in dir(type(self)) if not known.startswith("_")]
        near = difflib.get_close_matches(name, known, 1)
        meant = f"did you mean {near[0]}? " if near else ""
        kind = type(self).__name__
        return AttributeError(f"{kind} has no {name}; {meant}get('{name}') and set('{name}', …) reach any place of the file")


class Card(_Strict):
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
    ('Aria', 'v2', ['bard'])
    >>> card.description = "A bard of the river."
    >>> [change["pointer"] for change in card.changes["changes"]]
    ['/data/description']
    """

    name = _Member("name", "", "The name.")
    nickname = _Member("nickname", "", "The name that ``{{char}}`` shows where it is set.")
    description = _Member("description", "", "The description.")
    personality = _Member("personality", "", "The personality.")
    scenario = _Member("scenario", "", "The scenario.")
    first_mes = _Member("first_mes", "", "The first greeting.")
    mes_example = _Member("mes_example", "", "The example messages.")
    creator_notes = _Member("creator_notes", "", "The notes of who made it.")
    system_prompt = _Member("system_prompt", "", "The system prompt.")
    post_history_instructions = _Member("post_history_instructions", "", "The post-history instructions.")
    creator = _Member("creator", "", "Who made it.")
    character_version = _Member("character_version", "", "The card's own version.")
    tags = _Texts("tags", "The tags. Assigning sets all of them; changing the list that is given changes nothing.")
    greetings = _Texts("greetings", "Every greeting for a chat of two, the first one included. Assigning sets all of them.")
    alternate_greetings = _Texts("alternate_greetings", "The greetings to choose instead of the first. Assigning sets all.")
    group_only_greetings = _Texts("group_only_greetings", "The greetings for groups alone. Assigning sets all of them.")
    source = _Texts("source", "Where the card comes from. Assigning sets all of them.")
    extensions = _Member[Any]("extensions", None, "What clients keep with the card, as JSON values. Assigning sets all of it.")
    character_book = _Member[Any]("character_book", None, "The lorebook as JSON values; ``book`` has its entries as objects.")
    creator_notes_multilingual = _Member[Any]("creator_notes_multilingual", None, "The notes by language.")
    creation_date = _Member[Any]("creation_date", None, "When the card was made, in seconds since 1970.")
    modification_date = _Member[Any]("modification_date", None, "When the card was changed last, in seconds since 1970.")
    assets = _Member[Any]("assets", None, "The assets that the card lists, as JSON values.")

    _now: int | None = None

    def __init__(self, source: File) -> None:
        self._document = _native.Document(given(source))

    @classmethod
    def new(cls, name: str = "", *, form: str = "v3") -> Card:
        """A new card: v1, v2, v3, v3l or prom."""
        card = cls.__new__(cls)
        card._document = _native.Document.blank(form)
        if name:
            card.name = name
        return card

    @property
    def now(self) -> int | None:
        """The moment that changes write as the card's date of change, where its form has one (V3, V3L, Prom), in seconds since 1970.

        ``None``, as it is at first, leaves the date alone: ``card.now = int(time.time())`` before a change does as the tool does.
        """
        return self._now

    @now.setter
    def now(self, now: float | None) -> None:
        self._now = None if now is None else int(now)
        self._document.touch_with(self._now)

    @property
    def tokens(self) -> Tokens:
        """The texts in estimated tokens, field by field; ``total`` is all of them."""
        return self.peek()["tokens"]

    def __eq__(self, other: object) -> bool:
        """Whether both are of one form and say the same, and have the same picture, in whatever kind of file."""
        if not isinstance(other, Card):
            return NotImplemented
        return self.spec == other.spec and self.raw == other.raw and self.picture == other.picture

    __hash__ = None  # type: ignore[assignment]  # It changes.

    def __reduce__(self) -> tuple[type[Card], tuple[bytes]]:
        return (Card, (self.to_bytes(),))

    def __enter__(self) -> Card:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is left open, and nothing is saved: :meth:`save` does that."""

    @property
    def spec(self) -> str:
        """The form of the content: ``V1``, ``V2``, ``V3``, a form of lorebook …"""
        return self._document.form

    @property
    def container(self) -> str:
        """The kind of file: ``JSON``, ``PNG``, ``APNG``, ``CHARX``, ``Prom ZIP`` …"""
        return self._document.container

    @property
    def is_card(self) -> bool:
        """Whether it is a card, and not a lorebook or module."""
        return self._document.is_card

    @property
    def entry_members(self) -> list[str]:
        """What a place may name of a lorebook entry in this form (``book[0].keys``); none where there can be no lorebook."""
        return self._document.entry_members

    @property
    def is_changed(self) -> bool:
        """Whether the file is another than the one that was opened."""
        return self._document.is_changed

    @property
    def steps(self) -> int:
        """How many steps :meth:`undo` can take back."""
        return self._document.steps

    @property
    def book(self) -> Book:
        """The lorebook; empty where there is none yet."""
        return Book(self)

    @property
    def picture(self) -> bytes | None:
        """The picture of the card, or of the file that holds it."""
        return self._document.picture()

    @picture.setter
    def picture(self, picture: File) -> None:
        """Takes a PNG, JPEG, WebP or GIF in place of the card's picture, as a change that can be undone; what is no PNG becomes one."""
        self.set_picture(picture)

    def list_assets(self) -> list[AssetInfo]:
        """The assets that the card lists, and whether the file holds their bytes."""
        return self._document.assets()

    def asset(self, number: int) -> bytes | None:
        """The bytes of an asset of ``assets``, by its number; None for one that is not in the file."""
        return self._document.asset(number)

    def set_picture(self, picture: File) -> Packed:
        """Takes another picture and says what became of the rest of the file: ``findings`` names what could not stay. A picture
        cannot be taken off; a card saved as ``.json`` is a file without one."""
        return self._document.set_picture(given(picture))

    @property
    def raw(self) -> JsonValue:
        """The whole content as JSON values, as it is in the file, unknown members too."""
        return self._document.json()

    def json(self) -> str:
        """The whole content as JSON text; numbers keep their spelling."""
        return self._document.text()

    def plain(self) -> dict[str, JsonValue]:
        """What it says, by the names of V3 whatever its form calls them, without what says nothing."""
        return self._document.plain()

    def inspect(self) -> Inspection:
        """What the file holds, as it is now; see :func:`character_cards.inspect`."""
        return _native.inspect(self.to_bytes())

    def peek(self, *, lint: bool = False, near: bool = False) -> Row:
        """What a listing shows of it, as it is now; see :func:`character_cards.peek`."""
        return _native.peek(self.to_bytes(), lint, near)

    def needs(self) -> list[Need]:
        """What of it cannot be had outside one program."""
        return self._document.needs()

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

    def get_all(self, places: Sequence[str]) -> list[GotValue]:
        """The values at several places, each with its JSON pointer (None for what is in several members).

        Raises:
            CardsError: ``no-place`` where one of them is not there.
        """
        return self._document.get_all(list(places))

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

    def move(self, place: str, to: str) -> list[FieldChange]:
        """Moves a value: an element in front of the one at ``to``, a member to another name."""
        return self.apply([{"op": "move", "from": place, "path": to}])

    def apply(self, patches: Sequence[Mapping[str, JsonValue]]) -> list[FieldChange]:
        """Makes all of these changes or none: objects with ``op`` (set, insert, remove, move), ``path`` and ``value``."""
        return self._document.apply(patches)

    def attach(self, *books: Source) -> tuple[int, int]:
        """Adds the entries of lorebooks; gives how many were added, and how many were there already."""
        return self._document.attach([given(book) for book in books])

    def repair(
        self, *, for_: str | Sequence[str] = (), select: str | Sequence[str] = (), ignore: str | Sequence[str] = ()
    ) -> Repair:
        """Makes every safe repair as one step, which :meth:`undo` takes back, and says what was done and what is left.

        Args:
            for_, select, ignore: As those of :func:`character_cards.lint`.
        """
        return self._document.repair(names(for_), names(select), names(ignore))

    def merge(self, base: Source, theirs: Source, *, mark: bool = False, side: str | None = None) -> Merged:
        """Merges another edit of the card into this one as one step, field by field.

        Args:
            base: What both edits were made from.
            theirs: The other edit.
            mark: Whether texts that both changed are written between marks, both of them.
            side: Whose change counts where both changed something, ``ours`` or ``theirs``, removals too.
        """
        return self._document.merge(given(base), given(theirs), mark, side)

    def export_texts(self, form: str = "json") -> str:
        """The texts as a list for translators: ``json``, ``csv`` or ``po``."""
        return self._document.export_texts(form)

    def import_texts(self, texts: str, form: str = "json") -> Misfits:
        """Puts the new texts of such a list in as one step. A text that is another one by now stays, and is in ``misfits``."""
        return self._document.import_texts(texts, form)

    def undo(self) -> list[FieldChange] | None:
        """Takes the last change back, a picture too, and gives what it changed in the card; ``None`` where there is none."""
        return self._document.undo()

    def redo(self) -> list[FieldChange] | None:
        """Makes the change again that was taken back last; ``None`` where there is none."""
        return self._document.redo()

    @property
    def changes(self) -> Edit:
        """Every change so far, and the second accounts of the card in the file that follow or do not."""
        return self._document.changes()

    @property
    def content_hash(self) -> str:
        """SHA-256 of what the card says: the same in any container and form, whatever its dates."""
        return self._document.content_hash()

    def lint(
        self, *, for_: str | Sequence[str] = (), select: str | Sequence[str] = (), ignore: str | Sequence[str] = ()
    ) -> list[Finding]:
        """Checks the card as it is now; see :func:`character_cards.lint`."""
        return self._document.lint(names(for_), names(select), names(ignore))["findings"]

    def compat(self, *, from_: str = "sillytavern", to: str = "risu", now: int | None = None) -> Compatibility:
        """What of it behaves differently between two clients; see :func:`character_cards.compat`."""
        return _native.compat(self.to_bytes(), from_, to, now)

    def diff(self, other: Source | None = None, *, assets: bool = True) -> Diff:
        """What was changed since it was opened, or what it says otherwise than another file, which is the first side."""
        before = self._document.opened() if other is None else given(other)
        return _native.diff(before, self.to_bytes(), assets)

    def expand(
        self,
        text: str,
        *,
        profile: str = "spec",
        user: str = "User",
        character: str | None = None,
        persona: str = "",
        for_: str = "prompt",
        explain: bool = False,
        seed: int = 0,
        now: int | None = None,
        utc_offset: int = 0,
        variables: Mapping[str, str] | None = None,
        global_variables: Mapping[str, str] | None = None,
        macros: Mapping[str, str] | None = None,
    ) -> Expansion:
        """A text with its macros expanded by the card's names and fields; see :func:`character_cards.expand`."""
        options = options_of(
            now,
            utc_offset,
            variables,
            global_variables,
            engine=profile,
            user=user,
            character=character,
            persona=persona,
            target=for_,
            explain=explain,
            macros=dict(macros or {}),
        )
        return _native.expand(text, self.to_bytes(), options, seed)

    def to_bytes(self) -> bytes:
        """The file with the changes; without any, the very bytes that were opened."""
        return self._document.to_bytes()

    def packed(
        self,
        name: str,
        *,
        to: str | None = None,
        stash: bool = False,
        picture: File | None = None,
    ) -> tuple[bytes, Packed]:
        """The file of another kind, which ``name`` says, and what became of the card on its way.

        Args:
            name: A file name that ends in ``.png``, ``.charx``, ``.zip`` or ``.json``.
            to: The form (``v1``, ``v2``, ``v3``, ``prom``, ``worldinfo`` …); the card's own unless the kind asks for another. Forms of
                other programs (``yaml``, ``byaf``, ``agnai_character`` …) have one kind of file each, whatever the name.
            stash: Whether what the form has no place for is kept aside inside of the result.
            picture: A PNG, JPEG, WebP or GIF in place of the card's own picture.
        """
        return self._document.packed(name, to, stash, None if picture is None else given(picture))

    def convert(self, to: str, *, stash: bool = False) -> tuple[Card, Packed]:
        """The card in another form (``v1``, ``v2``, ``v3``, ``prom``, ``worldinfo`` …) as a card of its own, and what was lost."""
        data, packed = self.packed("card.json", to=to, stash=stash)
        return Card(data), packed

    def save(
        self,
        path: str | PathLike[str],
        *,
        to: str | None = None,
        stash: bool = False,
        picture: File | None = None,
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
        # A link goes on being one, and a file keeps its mode.
        target = target.resolve()
        unfinished = target.with_name(f".{target.name}.unfinished")
        try:
            unfinished.write_bytes(data)
            if target.exists():
                unfinished.chmod(target.stat().st_mode)
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


class Entry(_Strict):
    """One entry of a lorebook, by its number; reading and assigning go to the card."""

    keys = _Texts("keys", "The texts that fire the entry.")
    secondary_keys = _Texts("secondary_keys", "The texts of which one has to be there too, where the entry is selective.")
    content = _Member("content", "", "What goes into the prompt.")
    name = _Member("name", "", "What the entry is called.")
    comment = _Member("comment", "", "A note about the entry, which clients show as its title.")
    enabled = _Member("enabled", True, "Whether it can fire.")
    constant = _Member("constant", False, "Whether it always fires.")
    selective = _Member("selective", False, "Whether one of the secondary keys has to be there.")
    insertion_order = _Member[Any]("insertion_order", None, "Where it goes among others: a greater number is further down.")
    priority = _Member[Any]("priority", None, "Which entry stays when the budget is spent: the greater number.")
    position = _Member[Any]("position", None, "``before_char`` or ``after_char``.")
    case_sensitive = _Member[Any]("case_sensitive", None, "Whether letter case of keys counts.")
    use_regex = _Member[Any]("use_regex", None, "Whether keys are patterns.")
    id = _Member[Any]("id", None, "The entry's own number or name.")
    extensions = _Member[Any]("extensions", None, "What clients keep with the entry, as JSON values.")

    def __init__(self, card: Card, number: int) -> None:
        self._card = card
        self._number = number

    @property
    def number(self) -> int:
        """Which entry it is, from 0."""
        return self._number

    def get(self, member: str, default: JsonValue = None) -> JsonValue:
        """A member by the name that specs give it, whatever the form calls it: ``insertion_order``, ``constant`` …"""
        return self._card.get(f"book[{self._number}].{member}", default)

    def set(self, member: str, value: JsonValue) -> list[FieldChange]:
        """Sets a member by the name that specs give it."""
        return self._card.set(f"book[{self._number}].{member}", value)

    def remove(self) -> None:
        """Takes the entry out; those behind it move up by one number."""
        self._card.remove(f"book[{self._number}]")

    def __repr__(self) -> str:
        return f"<Entry {self._number} keys={self.keys!r}>"


class Book(_Strict):
    """The lorebook of a card: its entries by number."""

    def __init__(self, card: Card) -> None:
        self._card = card

    @property
    def entries(self) -> list[Entry]:
        """The entries as they are now."""
        return [Entry(self._card, number) for number in range(len(self))]

    def add(self, keys: Sequence[str], content: str, **members: JsonValue) -> Entry:
        """Adds an entry at the end, in the form of the file; other members go by the names that specs give them
        (``insertion_order=5``; 100 where the form has an order and none is given)."""
        number = len(self)
        order: dict[str, JsonValue] = {"insertion_order": 100} if "insertion_order" in self._card.entry_members else {}
        values: dict[str, JsonValue] = {"keys": _list("keys", keys), "content": content, **order, **members}
        sets = [{"op": "set", "path": f"book[{number}].{member}", "value": value} for member, value in values.items()]
        self._card.apply([{"op": "insert", "path": "book[+]", "value": {}}, *sets])
        return Entry(self._card, number)

    def __len__(self) -> int:
        entries = self._card.get("book.entries", None)
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
