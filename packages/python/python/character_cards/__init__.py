"""Character cards of LLM role-play: read, check, repair, convert, prompt, and scan by the million.

>>> import character_cards as cards
>>> card = cards.open(b'{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","description":"A bard."}}')
>>> cards.prompt(card, [{"role": "user", "content": "Hi!"}], user="Sam").messages
[{'role': 'system', 'content': 'A bard.'}, {'role': 'user', 'content': 'Hi!'}]

Jobs take the bytes of a file, its path, or an opened card, and give plain data (dictionaries and lists, typed in
:mod:`character_cards.shapes`) or the objects of this module. They run without the interpreter's lock. What cannot be done raises
:class:`CardsError`; what the system refuses raises ``OSError``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from . import _native
from ._card import Book, Card, Entry, File, Source, given, names, options_of
from ._errors import CardsError
from ._scan import Scan, dupes, scan
from ._session import Activation, Chat, Lore, Session, Turn, chat_file

if TYPE_CHECKING:
    from .shapes import (
        Compatibility,
        Conversion,
        Diff,
        Expansion,
        Finding,
        Inspection,
        JsonValue,
        Macro,
        MacroAnalysis,
        ReadChat,
        Repair,
        Row,
        Rule,
        WorldInfo,
    )

__version__ = "0.1.0"

__all__ = [
    "Activation",
    "Book",
    "Card",
    "CardsError",
    "Chat",
    "Entry",
    "Lore",
    "Scan",
    "Session",
    "Source",
    "Turn",
    "analyse",
    "chat",
    "compat",
    "content_hash",
    "convert",
    "diff",
    "dupes",
    "expand",
    "inspect",
    "lint",
    "macros",
    "open",
    "peek",
    "prompt",
    "repair",
    "rules",
    "scan",
    "schema",
    "tokens",
    "world_info",
]


def open(source: File) -> Card:
    """Opens a card, lorebook or module out of a file of any kind, told by content.

    Raises:
        CardsError: It holds none that can be read.
        OSError: The file cannot be read.
    """
    return Card(source)


def peek(source: Source, *, lint: bool = False, near: bool = False) -> Row:
    """What a listing shows: name, creator, tags, tokens by field, counts. Of pictures and archives, headers and the card
    alone are read.

    Args:
        lint: Check every rule, which takes several times as long.
        near: Add the signature by which near texts are found.
    """
    return _native.peek(given(source), lint, near)


def inspect(source: Source) -> Inspection:
    """What a file holds, with its chunks or archive entries, findings and needs; of scripts, presets, chats and other files that clients
    keep beside their cards, what is in them, in ``beside``."""
    return _native.inspect(given(source))


def content_hash(source: Source) -> str:
    """SHA-256 of what a card says: the same in any container and form, whatever its dates."""
    return _native.content_hash(given(source))


def lint(
    source: Source,
    *,
    for_: str | Sequence[str] = (),
    select: str | Sequence[str] = (),
    ignore: str | Sequence[str] = (),
) -> list[Finding]:
    """Everything that is wrong with a card, the heaviest first.

    Args:
        for_: Programs that matter: ``sillytavern``, ``risu``, ``agnai``, ``koboldcpp``, ``marinara``, ``sillybunny``, ``tauritavern``, ``others``; all unless given.
        select: Rules to check, ``lore-*`` for all that begin so; all unless given.
        ignore: Rules to leave out; they win over ``select``.

    Raises:
        CardsError: ``usage`` for a rule or program that is none.
    """
    return _native.lint(given(source), names(for_), names(select), names(ignore))["findings"]


def repair(
    source: Source,
    *,
    for_: str | Sequence[str] = (),
    select: str | Sequence[str] = (),
    ignore: str | Sequence[str] = (),
) -> tuple[bytes, Repair]:
    """The file with every safe repair made, and what was done. Without anything to repair, the very bytes come back."""
    return _native.repair(given(source), names(for_), names(select), names(ignore))


def diff(a: Source, b: Source, *, assets: bool = True) -> Diff:
    """What two files say differently, in reading order, whatever containers and forms they are in."""
    return _native.diff(given(a), given(b), assets)


def compat(
    source: Source, *, from_: str = "sillytavern", to: str = "risu", now: int | None = None
) -> Compatibility:
    """What of a card behaves differently between two clients: its texts, its lorebook, its file, with the rows of the
    conformance suite that show it.

    Args:
        from_, to: The two clients: ``spec``, ``sillytavern``, ``risu``, ``agnai``, ``koboldcpp``, ``marinara``, ``sillybunny`` or ``tauritavern``, or a client at a version, as ``sillytavern@1.18``.
        now: The present moment of both sides in seconds since 1970; a fixed one unless given, so that two runs say the same.

    Raises:
        CardsError: ``usage`` for a client that is none, ``not-a-card`` for a lorebook or a module alone.
    """
    return _native.compat(given(source), from_, to, now)


def convert(source: Source, to: str, *, stash: bool = False) -> Conversion:
    """A card or lorebook in another form, with everything that had no place there in ``loss``. Scripts and presets go to ``risu`` and
    ``sillytavern``, chats and personas to ``sillytavern``.

    Args:
        to: ``v0``, ``v1``, ``v2``, ``v3``, ``v3l``, ``prom``, ``module``, ``lorebook``, ``worldinfo``, ``risu``, ``agnai`` …, or a form of
            another program: ``yaml``, ``byaf``, ``agnai_character``, ``marinara_character``,
            ``marinara_lorebook``.
        stash: Whether what is lost is kept aside inside of the result, so that a later conversion brings it back.
    """
    return _native.convert(given(source), to, stash)


def expand(
    text: str,
    *,
    card: Source | None = None,
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
    """A text with its macros expanded, the macros that nobody knows, and the variables afterwards.

    Args:
        card: A card whose names and fields macros show.
        profile: ``spec``, ``sillytavern``, ``sillytavern@1.18``, ``sillytavern-legacy``, ``risu``, ``module``, ``agnai``, ``koboldcpp``, ``marinara``, ``sillybunny`` or ``tauritavern``.
        user, character: The names; that of the card unless a character is named.
        persona: What the user says about the one who chats.
        for_: What the text is for: ``prompt``, ``display`` or ``scan``.
        explain: Whether each macro is told in turn.
        now: The present moment in seconds since 1970; without it time macros stay as text.
        utc_offset: Minutes that local time is ahead of UTC.
        macros: What macros of the program's own print, by their names, such as what an agent made; they come before the client's.
    """
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
    return _native.expand(text, None if card is None else given(card), options, seed)


def prompt(
    card: Source,
    messages: Chat = (),
    *books: Source,
    profile: str = "spec",
    user: str | None = None,
    persona: str = "",
    greeting: int = 0,
    context: int | None = None,
    now: int | None = None,
    seed: int | None = None,
    tokens: Callable[[str], int] | None = None,
    memory: str | None = None,
) -> Turn:
    """The prompt of one turn, ready for a chat API; :class:`Session` is for a chat of several."""
    session = Session(
        card,
        *books,
        profile=profile,
        user=user,
        persona=persona,
        greeting=greeting,
        context=context,
        now=now,
        seed=seed,
        tokens=tokens,
        memory=memory,
    )
    return session.turn(messages)


def macros(profile: str = "spec") -> list[Macro]:
    """The macros that a profile knows, each with an example and what it becomes."""
    return _native.macros(profile)["macros"]


def rules() -> list[Rule]:
    """Every rule that :func:`lint` checks, with its source and whom a breach hurts."""
    return _native.rules()["rules"]


def tokens(text: str) -> int:
    """The tokens of a text, by the estimate that counts wherever no tokenizer is at hand.

    >>> tokens("A bard sings.")
    4
    """
    return _native.tokens(text)


def analyse(text: str, profile: str = "spec") -> MacroAnalysis:
    """The macros in a text and what is odd about them, without expanding any; ``span`` counts bytes of UTF-8.

    Args:
        profile: Whose macros are understood; see :func:`expand`.

    >>> [found["name"] for found in analyse("Hello, {{user}}!")["macros"]]
    ['user']
    """
    return _native.analyse(text, profile)


def schema(form: str) -> JsonValue:
    """The JSON Schema (draft 2020-12) of a form: ``v1``, ``v2``, ``v3``, ``prom``, ``worldinfo`` …"""
    return _native.schema(form)


def chat(file: Chat, *, user: str | None = None, character: str | None = None) -> ReadChat:
    """Reads a chat as any client wrote it: lines of JSON, a list of messages, plain text. Hidden messages are left out.

    Args:
        user, character: Names for a file that does not say whose words are whose.

    Raises:
        CardsError: It is no chat that can be read.

    >>> chat([{"role": "user", "content": "Hi!"}])["messages"]
    [{'role': 'user', 'content': 'Hi!'}]
    """
    return _native.chat(chat_file(file) or b"[]", user, character)


def world_info(source: File) -> WorldInfo:
    """Reads what SillyTavern's ``settings.json`` says of world info: ``settings`` as sessions take them by ``world_info``, and what of
    the file has no say."""
    return _native.world_info(given(source))
