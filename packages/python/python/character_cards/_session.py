"""A chat with a character, and lorebooks alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Union

from . import _native
from ._card import Book, Card, Source, given, options_of

if TYPE_CHECKING:
    from .shapes import EntryAnswer, Messages, Need, ProfileAnswer, Prompt, PromptText

Chat = Union[Iterable[Mapping[str, object]], bytes, str, "PathLike[str]"]
"""A chat: messages with ``role`` and ``content``, or a chat file of any known kind as bytes, JSON text or a path (a text that ends in
``.json``, ``.jsonl`` or ``.txt`` is one); any other text is what the user says."""


Template = Union[str, Mapping[str, object]]
"""A template as SillyTavern saves it, alone or among those of a master export: its JSON text, what that holds, or the name of one that is
built in (``default``, ``alpaca``, ``chatml``, ``llama3``, ``mistral``)."""


@dataclass(frozen=True)
class Activation:
    """Which entries fired, and why each of the others did not.

    Attributes:
        answer: Everything as plain data: entries, texts by place, tokens, findings and the trace.
    """

    answer: ProfileAnswer

    @property
    def fired(self) -> list[EntryAnswer]:
        """The entries that fired; ``why`` says by what."""
        return [entry for entry in self.answer["entries"] if entry["fired"]]

    @property
    def silent(self) -> list[EntryAnswer]:
        """The entries that did not fire; ``why`` says the reason and, where there is one, the nearest miss."""
        return [entry for entry in self.answer["entries"] if not entry["fired"]]

    @property
    def texts(self) -> list[str]:
        """The texts that fired, place by place, in the order of the prompt."""
        return [active["content"] for slot in self.answer["slots"] for active in slot["entries"]]


@dataclass(frozen=True)
class Turn:
    """The prompt of a turn, and the lore in it.

    Attributes:
        prompt: The prompt as plain data: messages with their sources and tokens, what was left out.
        lore: Which entries fired, and why.
    """

    prompt: Prompt
    lore: Activation

    @property
    def messages(self) -> list[dict[str, str]]:
        """The messages as a chat API takes them."""
        return [{"role": piece["role"], "content": piece["content"]} for piece in self.prompt["messages"]]


class Session:
    """A character, its books and a user, for as many turns as a chat has.

    Args:
        *sources: The card first, then further lorebooks and modules: bytes, paths or opened cards. A session of lorebooks
            alone can :meth:`activate`.
        profile: Whose rules hold: ``spec``, ``sillytavern``, ``risu``, ``agnai``, ``koboldcpp``, ``marinara``, ``sillybunny`` or ``tauritavern``.
        engine: A macro engine other than the profile's.
        user: The user's name; without one, the chat's own record of it, else ``User``.
        character: The character's name in place of the card's.
        persona: What the user says about the one who chats.
        greeting: Which greeting opens an empty chat: its number from 0, ``"group:0"`` for one of groups, ``"de:0"`` for one in that
            language, or ``"none"``.
        context: How many tokens the prompt may have.
        scan_depth, token_budget: What is searched and spent, in place of what the books say.
        world_info: What the user of SillyTavern sets for world info, by the client's names: ``{"world_info_depth": 4}``.
        module_keys: Whether entries of RPGGO modules that have keys wait for one of them.
        now: The present moment in seconds since 1970, for time macros; without it they stay as text.
        utc_offset: Minutes that local time is ahead of UTC.
        seed: Seed of the dice: the same seed gives the same answer.
        variables, global_variables: Variables that hold from the first turn on.
        macros: What macros of the program's own print, by their names, such as what an agent made.
        tokens: Counts the tokens of a text, in place of the estimate. What it raises, the job raises.
        memory: What an earlier session left in :attr:`memory`.

    Raises:
        CardsError: A file cannot be read, or a book cannot be searched within the limits.
    """

    def __init__(
        self,
        *sources: Source,
        profile: str = "spec",
        engine: str | None = None,
        user: str | None = None,
        character: str | None = None,
        persona: str = "",
        greeting: int | str = 0,
        system_prompt: str = "",
        post_history_instructions: str = "",
        context: int | None = None,
        scan_depth: int | None = None,
        token_budget: int | None = None,
        world_info: Mapping[str, float | bool] | None = None,
        module_keys: bool = False,
        now: int | None = None,
        utc_offset: int = 0,
        seed: int | None = None,
        variables: Mapping[str, str] | None = None,
        global_variables: Mapping[str, str] | None = None,
        macros: Mapping[str, str] | None = None,
        tokens: Callable[[str], int] | None = None,
        memory: str | None = None,
    ) -> None:
        options = options_of(
            now,
            utc_offset,
            variables,
            global_variables,
            profile=profile,
            engine=engine,
            user=user,
            character=character,
            persona=persona,
            greeting=greeting,
            system_prompt=system_prompt,
            post_history_instructions=post_history_instructions,
            context=context,
            scan_depth=scan_depth,
            token_budget=token_budget,
            world_info=dict(world_info or {}),
            module_keys=module_keys,
            macros=dict(macros or {}),
        )
        files = [(_name(source), given(source)) for source in sources]
        self._session = _native.Session(files, options, seed, memory, tokens)

    @property
    def memory(self) -> str:
        """What outlives a turn (fired entries, variables, dice) as text, to be saved and given to a later session."""
        return self._session.memory

    @memory.setter
    def memory(self, text: str) -> None:
        self._session.memory = text

    def greeting(self, greeting: int | str = 0) -> str:
        """A greeting with its macros expanded, to show and to put at the head of the chat; ``"group:0"`` and ``"de:0"`` as in
        :class:`Session`."""
        return self._session.greeting(greeting)

    @property
    def entries(self) -> int:
        """How many lorebook entries there are."""
        return self._session.entries

    def needs(self) -> list[Need]:
        """What of card and books is not run here."""
        return self._session.needs()

    def activate(self, chat: Chat = (), *, peek: bool = False) -> Activation:
        """Which entries a chat fires, and why. With ``peek`` the memory stays as it was."""
        return Activation(self._session.activate(chat_file(chat), peek))

    def turn(self, chat: Chat = (), *, peek: bool = False) -> Turn:
        """The prompt of the next answer: greeting, variables, lore, assembly. The memory steps on.

        Args:
            peek: Leave the memory as it was, for a preview.

        Raises:
            CardsError: ``not-a-card`` for a session of lorebooks alone, ``bad-field`` for a greeting that is not there.
        """
        prompt, fired = self._session.turn(chat_file(chat), peek)
        return Turn(prompt, Activation(fired))

    def messages(
        self,
        chat: Chat = (),
        *,
        preset: str | Mapping[str, object] | None = None,
        pieces: bool = False,
        scripts: bool = False,
        peek: bool = False,
    ) -> Messages:
        """The messages that SillyTavern 1.19 sends for chat completion, by a preset of its.

        Args:
            preset: A preset as its JSON text or what that holds; the client's own default unless given. What is odd about it is in
                ``findings``, and the context of the session, if it has one, counts in place of the preset's.
            pieces: Whether every message comes with what it is made of.
            scripts: Whether regex scripts of card and preset run.
            peek: Leave the memory as it was, for a preview.
        """
        return self._session.messages(chat_file(chat), preset, pieces, scripts, peek)

    def text(
        self,
        chat: Chat = (),
        *,
        context_template: Template | None = None,
        instruct: Template | None = None,
        sysprompt: Template | None = None,
        pieces: bool = False,
        scripts: bool = False,
        peek: bool = False,
    ) -> PromptText:
        """The text that SillyTavern 1.19 sends for text completion, by its templates.

        Args:
            context_template: How the beginning is told, and what is between the parts.
            instruct: The forms of messages; without them, instruct mode is off.
            sysprompt: The user's system prompt; without one, the card's is off too.
            pieces: Whether the text comes with what it is made of.
            scripts: Whether regex scripts of the card run.
            peek: Leave the memory as it was, for a preview.
        """
        return self._session.text(chat_file(chat), context_template, instruct, sysprompt, pieces, scripts, peek)


class Lore:
    """Lorebooks alone: what a chat fires.

    Args:
        books: Lorebooks, cards and modules: bytes, paths, opened cards, or the ``book`` of one.
        **options: Those of :class:`Session`.
    """

    def __init__(
        self,
        books: Sequence[Source | Book],
        *,
        profile: str = "spec",
        scan_depth: int | None = None,
        token_budget: int | None = None,
        world_info: Mapping[str, float | bool] | None = None,
        module_keys: bool = False,
        tokens: Callable[[str], int] | None = None,
        seed: int | None = None,
        memory: str | None = None,
    ) -> None:
        sources = [book._card if isinstance(book, Book) else book for book in books]  # pyright: ignore[reportPrivateUsage]
        self._session = Session(
            *sources,
            profile=profile,
            scan_depth=scan_depth,
            token_budget=token_budget,
            world_info=world_info,
            module_keys=module_keys,
            tokens=tokens,
            seed=seed,
            memory=memory,
        )

    @property
    def memory(self) -> str:
        """What outlives a turn; see :attr:`Session.memory`."""
        return self._session.memory

    @memory.setter
    def memory(self, text: str) -> None:
        self._session.memory = text

    @property
    def entries(self) -> int:
        """How many entries there are."""
        return self._session.entries

    def activate(self, messages: Chat = (), *, peek: bool = False) -> Activation:
        """Which entries a chat fires, and why each of the others does not. With ``peek`` the memory stays as it was."""
        return self._session.activate(messages, peek=peek)


def _name(source: Source) -> str:
    """The name that a book has where it says none itself."""
    if isinstance(source, Card):
        return source.name
    file = given(source)
    return "" if isinstance(file, bytes) else Path(fspath(file)).stem


# Endings of the files that chats are kept in.
_CHAT_FILES = (".jsonl", ".json", ".txt")


def chat_file(chat: Chat) -> bytes:
    """A chat as the native half takes it: the bytes of a file; none for one without messages."""
    if isinstance(chat, bytes):
        return chat
    if isinstance(chat, PathLike):
        return Path(chat).read_bytes()
    if isinstance(chat, str):
        if chat.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
            return chat.encode()
        if chat.lower().endswith(_CHAT_FILES) and "\n" not in chat:
            return Path(chat).read_bytes()
        return json.dumps([{"role": "user", "content": chat}]).encode() if chat else b""
    messages = list(chat)
    return json.dumps(messages).encode() if messages else b""
