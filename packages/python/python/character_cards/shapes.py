"""The answers, as ``cards … --json`` has them. Made from the code by ``cargo xtask docs``."""

from __future__ import annotations

from typing import Literal, TypedDict, Union

JsonValue = Union[None, bool, int, float, str, list["JsonValue"], dict[str, "JsonValue"]]
"""Any JSON."""


class Activations(TypedDict):
    """Which entries a chat fires, by the rules of each profile asked for."""

    profiles: list[ProfileAnswer]
    """An answer for each profile."""

_ActiveWords = TypedDict(
    "_ActiveWords",
    {
        # The pass in which it fired, from 1.
        "pass": 'int',
    },
)


class _ActiveOptional(TypedDict, total=False):
    depth: float | None
    """At a depth: how many messages are behind the text, or before it where it counts from the start."""
    depth_tokens: float | None
    """At a depth outside of chats: the same in tokens."""
    name: str
    """The name of the slot, the outlet or the part."""
    how: Literal["append", "prepend", "replace"]
    """How the text meets the part that it is put into."""
    part: str
    """What of the part it replaces."""
    position: int
    """The number of a place that the client does not know."""
    written: str
    """What is written for the place, as JSON, where it is no number of the client."""


class Active(_ActiveWords, _ActiveOptional):
    """A text that is inserted."""

    book: int
    """The number of its book, from 0."""
    entry: int
    """Its number in the book, from 0."""
    place: Literal["default", "before-char", "after-char", "author-note-top", "author-note-bottom", "examples-top", "examples-bottom", "depth", "reverse-depth", "instruct-depth", "reverse-instruct-depth", "slot", "outlet", "inject", "nowhere", "no-place"]
    """The place."""
    content: str
    """The text without decorators, macros expanded."""
    role: Literal["system", "user", "assistant"]
    """Who speaks; matters at a depth."""
    order: float | None
    """Its place among others of its kind."""
    priority: float | None
    """Its rank when the budget is short."""
    tokens: int
    """Its tokens."""


class Alike(TypedDict):
    """Cards whose prose is nearly the same."""

    percent: int
    """How much any of them has in common with the one that it was found by, at least, in percent."""
    cards: list[AlikeCard]
    """The cards."""


class AlikeCard(TypedDict):
    """A card among others of nearly the same prose."""

    path: str
    """The file."""
    name: str
    """Its name."""
    content_hash: str
    """The hash of its content."""
    tokens: int
    """Its texts in estimated tokens."""


class AssetInfo(TypedDict):
    """An asset that a card lists."""

    type: str
    """What it is for: `icon`, `background`, `emotion` …"""
    name: str
    """Its name."""
    ext: str
    """The ending of its file."""
    uri: str
    """Where it is; the beginning alone of one that is written in it."""
    inside: bool
    """Whether the file holds its bytes."""


class Attached(TypedDict):
    """What became of lorebooks that were put into a card."""

    added: int
    """Entries that were added."""
    doubles: int
    """Entries that the card had already."""
    loss: list[Loss]
    """What the form of the card has no place for, of all the lorebooks."""


class BesideSummary(TypedDict):
    """A file that clients keep beside their cards: regex scripts, a chat, a preset, templates."""

    kind: str
    """The stable word for it."""
    what: str
    """What it is, for people."""
    count: int
    """How many scripts, messages, prompts or templates it has."""
    lines: list[str]
    """What is in it, a line each."""
    taken_by: str
    """What takes it."""


class Book(TypedDict):
    """A lorebook in numbers."""

    entries: int
    """How many entries it has."""
    constant: int
    """How many of them always fire."""
    disabled: int
    """How many of them are switched off."""
    tokens: int
    """The texts of all of them, in estimated tokens."""


class BookSummary(TypedDict):
    """A lorebook in short."""

    name: str | None
    """Its name."""
    entries: int
    """How many entries it has."""
    constant: int
    """How many of them always fire."""
    disabled: int
    """How many of them are switched off."""


class CardSummary(TypedDict):
    """A card in short."""

    name: str
    """Its name."""
    nickname: str | None
    """The name that it goes by in chats."""
    creator: str
    """Who made it."""
    version: str
    """Its version."""
    creator_notes: str
    """What the creator says about it, to its users."""
    tags: list[str]
    """Its tags."""
    greetings: int
    """How many greetings it has, of every kind."""
    lorebook: BookSummary | None
    """Its lorebook."""
    assets: int
    """How many assets it lists."""


class Change(TypedDict):
    """One thing that was repaired."""

    rule: str
    """The id of the rule that asked for it."""
    place: str
    """Where: a JSON pointer, or a part of the file."""
    message: str
    """What was done, for people."""


class _ChatMessageOptional(TypedDict, total=False):
    name: str | None
    """The name of who speaks; absent where none is known."""


class ChatMessage(_ChatMessageOptional):
    """A message of a chat."""

    role: Literal["system", "user", "assistant"]
    """Who speaks."""
    content: str
    """What is said."""


class CheckedId(TypedDict):
    """An id that was checked."""

    id: str
    """The id."""
    problem: str | None
    """What is wrong with it; null where it is right."""


class CheckedIds(TypedDict):
    """Ids that were checked."""

    kind: str
    """What they are for: module, character, game or entry."""
    checked: list[CheckedId]
    """The ids, as they were given."""


class Chunk(TypedDict):
    """A chunk of a picture."""

    type: str
    """Its type, four letters."""
    keyword: str | None
    """The keyword of a text chunk."""
    offset: int
    """Where it begins in the file."""
    length: int
    """The bytes in it."""
    crc: str
    """The checksum: right, wrong, or missing where the chunk is cut off."""

_CompatibilityWords = TypedDict(
    "_CompatibilityWords",
    {
        # The profile of one side.
        "from": 'str',
    },
)


class Compatibility(_CompatibilityWords):
    """What of a card behaves differently between two clients."""

    to: str
    """The profile of the other side."""
    differences: list[Divergence]
    """What differs."""


class Conformance(TypedDict):
    """How a program answers the conformance suite."""

    program: str | None
    """The command line of the program; null for this library."""
    rows: int
    """How many rows were asked."""
    counts: list[Tally]
    """The answers by kind, profile and level."""
    failed: list[str]
    """Rows that bind and were answered otherwise, by id."""
    unlike: list[str]
    """Rows that do not bind and were answered otherwise, by id."""


class ContentPiece(TypedDict):
    """A part of a message's content."""

    sources: list[str]
    """Where it comes from, for people; several where they cannot be told apart."""
    content: str
    """The text."""
    tokens: int
    """Its tokens."""

_ConversionWords = TypedDict(
    "_ConversionWords",
    {
        # The form that it had, by its id.
        "from": 'str',
    },
)


class Conversion(_ConversionWords):
    """A card or lorebook in another form."""

    to: str
    """The form that it has now, by its id."""
    stashed: bool
    """Whether what was lost is kept aside inside the result."""
    marked: list[str]
    """Where a marker named another form or version, which is that of the result now."""
    loss: list[Loss]
    """What the form has no place for."""
    left_behind: list[str]
    """Assets and other parts of the file that are not in the result, by their names in it."""
    result: JsonValue
    """The result; null where it went into a file."""


class Counts(TypedDict):
    """How many things of each severity there are; what is the same of several elements of a list counts once."""

    error: int
    """What makes a program refuse the file or lose a part of it."""
    warning: int
    """What keeps the author or the reader from what the card promises."""
    note: int
    """What hurts no program that is known."""


class Detached(TypedDict):
    """What became of a card of which lorebooks were taken out."""

    removed: int
    """Entries that were taken out."""
    absent: int
    """Entries of the lorebooks that the card did not have."""


class Details(TypedDict):
    """What a listing for engines knows of a card beyond its numbers."""

    language: str | None
    """The language of its prose as ISO 639-3 has it (`eng`, `jpn`); null where there is too little to tell."""
    created: int | None
    """When it was made, in seconds since 1970, where the card says so."""
    changed: int | None
    """When it was last changed, in seconds since 1970, where the card says so."""
    width: int | None
    """The width of the picture that holds the card, in pixels."""
    height: int | None
    """The height of the picture that holds the card, in pixels."""
    extensions: list[str]
    """The names of its extensions, as they are."""
    needs: list[str]
    """What it needs that one program alone has, each kind once."""
    rules: list[RuleCount]
    """The rules that were broken, each once."""


class Diff(TypedDict):
    """What two files say differently."""

    same: bool
    """Whether both are the same card."""
    a: Side
    """The first file."""
    b: Side
    """The second file."""
    changes: list[Difference]
    """The differences, in reading order."""


class Difference(TypedDict):
    """One difference."""

    path: str
    """The field: `description`, `alternate_greetings[2]`, `character_book.entries[id 3].content`."""
    change: Literal["added", "removed", "changed", "reordered"]
    """What happened to it."""
    before: JsonValue
    """The value in the first card."""
    after: JsonValue
    """The value in the second card."""


class _DisagreementOptional(TypedDict, total=False):
    base: JsonValue
    """What it was; absent where it was not there."""
    ours: JsonValue
    """What our side made of it; absent where it was taken out."""
    theirs: JsonValue
    """What their side made of it; absent where it was taken out."""


class Disagreement(_DisagreementOptional):
    """A value that both sides of a merge changed."""

    pointer: str
    """Where it is in our side."""
    taken: str
    """Which of them the result has: `ours`, `theirs`, or `both`."""

_DivergenceWords = TypedDict(
    "_DivergenceWords",
    {
        # What the first side makes of it.
        "from": 'str',
    },
)


class Divergence(_DivergenceWords):
    """Something that behaves differently."""

    kind: str
    """macro, entry, file, member or rule."""
    at: str
    """A JSON pointer, the name of an entry, or what of the file."""
    to: str
    """What the second side makes of it."""
    shown_by: str
    """The page, text or rule that shows it."""
    rows: list[str]
    """The rows of the conformance suite that show it."""


class _DupesOptional(TypedDict, total=False):
    core: list[SameCore]
    """Those with the same content but for what clients write for themselves."""
    alike: list[Alike]
    """Those whose prose is nearly the same, where that was asked for."""
    kept: list[Kept]
    """Which file of each group to keep, where a rule for that was given."""
    moves: list[Moved]
    """Where the others would go or went, where a folder was given."""


class Dupes(_DupesOptional):
    """Cards that are in a library more than once."""

    cards: int
    """How many cards were compared."""
    exact: list[SameCard]
    """Those with the same content."""
    near: list[SameName]
    """Those with the same name and creator, and other content."""


class Edit(TypedDict):
    """What an edit changed."""

    changes: list[FieldChange]
    """The changes, in order."""
    twins: list[TwinChange]
    """Second accounts of the card in the file."""


class _EntryAnswerOptional(TypedDict, total=False):
    near: NearAnswer | None
    """What keeps it silent and what would fire it, where it is almost there and that was asked for."""


class EntryAnswer(_EntryAnswerOptional):
    """An entry, and what became of it."""

    book: int
    """The number of its book, from 0."""
    entry: int
    """Its number in the book, from 0."""
    name: str
    """Its name."""
    title: str
    """The name that it is shown with."""
    why: str | None
    """Why it fired or did not, for people."""
    fired: bool
    """Whether it fired."""


class EntryAt(TypedDict):
    """Where an entry stands."""

    book: int
    """The number of its book, from 0."""
    entry: int
    """Its number in the book, from 0."""


class Expansion(TypedDict):
    """A text whose macros were expanded."""

    text: str | None
    """The text; null where it went into a file."""
    unknown: list[str]
    """Macros that nobody knows; they stay as text."""
    unset: list[str]
    """Variables that were read and are not set."""
    steps: list[Step]
    """Each macro in turn, where that was asked for."""
    scripts: list[ScriptRun]
    """The regex scripts that found something or could not run, where that was asked for."""
    variables: dict[str, str]
    """The variables of the chat afterwards."""
    global_variables: dict[str, str]
    """The variables of the user afterwards."""


class Extraction(TypedDict):
    """The pieces of a file."""

    written: list[Written]
    """The pieces that were taken out."""
    findings: list[FileFinding]
    """What was passed over, and why."""


class _FieldChangeOptional(TypedDict, total=False):
    before: JsonValue
    """What was there; absent for a value that is new."""
    after: JsonValue
    """What is there now; absent for a value that was taken out."""


class FieldChange(_FieldChangeOptional):
    """One value that an edit changed."""

    pointer: str
    """Where it is in the file."""
    cause: str
    """Why: `asked`, `copy` for a copy that follows, `date` for the date of change."""


class FileEntry(TypedDict):
    """An entry of an archive."""

    name: str
    """Its name."""
    role: str
    """What it is there for."""
    size: int
    """Its bytes."""
    packed: int
    """Its bytes as packed."""
    method: str
    """How it is packed."""
    format: str | None
    """What its bytes are; null where they cannot be read."""
    error: str | None
    """The class of the error that keeps it from being read."""


class FileFinding(TypedDict):
    """An oddity of a file around its card."""

    rule: str
    """The stable word for it."""
    message: str
    """What is odd, for people."""


class Finding(TypedDict):
    """One breach of one rule."""

    rule: str
    """The id of the rule."""
    severity: str
    """How much it weighs: error, warning or note."""
    message: str
    """What is odd, for people."""
    place: str
    """The part of the file."""
    pointer: str | None
    """Where in the JSON of that part, as a JSON pointer; null for what is not about the JSON."""
    span: list[int] | None
    """The bytes of the text there, from and to; null for the whole value."""
    line: int | None
    """The line in a JSON file, from 1."""
    column: int | None
    """The column in a JSON file, in characters from 1."""
    excerpt: str | None
    """The text that is odd, on one line."""
    source: str
    """Where the rule comes from."""
    letter: str
    """The word of the spec: MUST, SHOULD, MAY, or nothing."""
    hurts: list[str]
    """Whom a breach hurts."""
    help: str
    """What to do about it."""
    fixable: bool
    """Whether there is a safe repair."""


class FormSchema(TypedDict):
    """The JSON Schema of a form."""

    form: str
    """The id of the form."""
    json_schema: JsonValue
    """Its schema (draft 2020-12)."""


class Got(TypedDict):
    """Values of a card."""

    hash: str
    """SHA-256 of the file, for the guard of a later edit."""
    values: list[GotValue]
    """The values, as they were asked for."""


class GotValue(TypedDict):
    """One value of a card."""

    place: str
    """The place, as it was asked for or as people call it."""
    pointer: str | None
    """Where it is in the file; null for what is in several members."""
    value: JsonValue
    """The value."""


class Grep(TypedDict):
    """What was found in a file; one without a file and matches where nothing was found at all."""

    matches: list[Match]
    """The texts in which something was found."""


class Head(TypedDict):
    """By whose rules a prompt is made, and what they take for done."""

    profile: str
    """The profile."""
    order: str
    """What puts the parts in order, for people."""
    first: list[str]
    """What the client's user has to do first, for people; empty for nothing."""


class Ids(TypedDict):
    """New ids."""

    kind: str
    """What they are for: module, character, game or entry."""
    ids: list[str]
    """The ids."""


class _InspectionOptional(TypedDict, total=False):
    beside: BesideSummary | None
    """A file that is no card, and that clients keep beside their cards."""
    chunks: list[Chunk] | None
    """The chunks of a picture, where they were asked for."""
    entries: list[FileEntry] | None
    """The entries of an archive, where they were asked for."""


class Inspection(_InspectionOptional):
    """What a file holds."""

    container: str
    """The kind of file: JSON, PNG, APNG, CHARX or Prom ZIP."""
    place: str
    """The part of it that was read."""
    form: str
    """The form of its content, by its id."""
    told_by: str
    """What tells the form."""
    card: CardSummary | None
    """The card; null for books and modules."""
    lorebook: BookSummary | None
    """The lorebook, of a file that is one; null for cards, which have theirs in `card`."""
    module: ModuleSummary | None
    """The module, of a file that is one."""
    needs: list[Need]
    """What of it cannot be had outside one program; nothing of it is ever run."""
    findings: list[ReadFinding]
    """What was odd about the content and tolerated."""
    container_findings: list[FileFinding]
    """What was odd about the file around it."""


class Kept(TypedDict):
    """A file to keep, and those that it makes needless."""

    keep: str
    """The file to keep."""
    others: list[str]
    """The others of its group."""

_KeyMatchWords = TypedDict(
    "_KeyMatchWords",
    {
        # The text in which it stands.
        "in": 'Literal["message", "greeting", "field", "injection", "inserted", "window"]',
    },
)


class _KeyMatchOptional(TypedDict, total=False):
    message: int
    """The message, from 0, oldest first."""
    field: Literal["persona", "description", "personality", "depth-prompt", "scenario", "creator-notes"]
    """The field of card or persona."""
    injection: int
    """The prompt injection, from 0."""
    by: EntryAt
    """The entry whose text it is."""


class KeyMatch(_KeyMatchWords, _KeyMatchOptional):
    """A key that matched."""

    list: Literal["primary", "secondary", "additional", "exclude", "exclude-all"]
    """The list that it is in."""
    number: int
    """Its number in the list, from 0."""
    key: str
    """The key as it was looked for, macros expanded."""
    offset: int
    """The byte of that text at which it starts."""
    length: int
    """How many bytes of it match; 0 where that is not known."""


class LeftFile(TypedDict):
    """A file that was left as it is."""

    file: str
    """The file."""
    why: str
    """Why."""


class LeftOutText(TypedDict):
    """A text that is not in the messages."""

    sources: list[str]
    """Where it comes from, for people."""
    label: str | None
    """The client's own label, where it has one."""
    content: str
    """The text."""
    why: str
    """Why it is not there."""


class Lint(TypedDict):
    """Everything that was found in a file, the heaviest first."""

    container: str
    """The kind of file: JSON, PNG, APNG, CHARX or Prom ZIP."""
    form: str
    """The form of its content, by its id."""
    findings: list[Finding]
    """What was found."""


class _LoreFindingOptional(TypedDict, total=False):
    book: int
    """The number of the book, from 0."""
    entry: int
    """The number of the entry in it, from 0."""
    matches_everything: bool
    """Whether a blank key matches everything."""
    key: str
    """The key."""
    reason: str
    """What is wrong with it."""
    bytes: int
    """Its length."""
    count: int
    """How many keys there are."""
    limit: str
    """The limit that cut the turn short."""


class LoreFinding(_LoreFindingOptional):
    """What was odd about a book, or a limit that was reached."""

    kind: Literal["blank-key", "invalid-pattern", "costly-pattern", "costly-key", "long-key", "many-keys", "never-fires", "limit"]
    """What is odd."""
    message: str
    """The same for people."""


class _LossOptional(TypedDict, total=False):
    what: str
    """What is lost or becomes of it, in words; of scripts and presets alone."""


class Loss(_LossOptional):
    """A value that the target has no place for."""

    pointer: str
    """Where it stood, as a JSON pointer."""
    reason: str
    """Why it could not go along."""
    bytes: int
    """Its length as compact JSON, in bytes."""


class Macro(TypedDict):
    """A macro of a profile."""

    name: str
    """Its name."""
    aliases: list[str]
    """Other names of it."""
    min_arguments: int
    """The fewest arguments that it takes."""
    max_arguments: int | None
    """The most arguments that it takes; null where there is no end."""
    note: str
    """What it does."""
    example: str
    """A text that uses it."""
    result: str
    """What the text becomes."""


class MacroAnalysis(TypedDict):
    """What a text uses of macros."""

    macros: list[UsedMacro]
    """Every macro, in text order; one that the engine does not know stays as text."""
    findings: list[MacroFinding]
    """What is odd, in text order."""


class MacroArity(TypedDict):
    """How many arguments a macro takes."""

    min: int
    """The fewest."""
    max: int
    """The most; 255 is without end."""


class _MacroFindingOptional(TypedDict, total=False):
    name: str
    """The name as written."""
    suggestion: str | None
    """Of an unknown one: a known name that differs by a slip of the pen."""
    known_in: list[str]
    """Of an unknown one: engines that do know it."""
    takes: MacroArity
    """Of one with too few or too many arguments: how many it takes."""
    found: int
    """Of the same: how many there are."""
    profile: str
    """Of one that another engine renders in another way: which engine."""
    how: str
    """Of the same: how."""


class MacroFinding(_MacroFindingOptional):
    """Something odd about a text with macros."""

    kind: Literal["unterminated", "unknown", "single_braces", "wrong_arguments", "differs_in"]
    """What is odd."""
    span: list[int]
    """Its first byte, and the byte behind its last."""


class Macros(TypedDict):
    """The macros that a profile knows."""

    profile: str
    """The profile."""
    macros: list[Macro]
    """Its macros."""


class Match(TypedDict):
    """A text in which something was found."""

    place: str
    """What its place is called."""
    pointer: str
    """Where it is in the file."""
    text: str
    """The text."""
    spans: list[list[int]]
    """Where it was found: first byte and the byte behind the last, each time."""


class Merged(TypedDict):
    """What a merge changed."""

    changes: list[FieldChange]
    """The changes of our side, in order."""
    conflicts: list[Disagreement]
    """What both sides changed in different ways."""
    members: list[MergedMember]
    """The picture, texts beside it and files of an archive that came from their side, or that both changed."""
    of_other_kind: bool
    """Whether our file is of another kind than theirs, and did not take what changed beside their card."""
    findings: list[FileFinding]
    """What of their side could not go on."""


class MergedMember(TypedDict):
    """A picture, a text beside it or a file of an archive, in a merge."""

    name: str
    """What it is: `picture`, the keyword of a text of a PNG, or the name of a file in an archive."""
    taken: str
    """Whose the result has: `ours` or `theirs`."""
    removed: bool
    """Whether the side that counts took it out."""
    conflict: bool
    """Whether both sides changed it, each in another way."""


class MessagePieces(TypedDict):
    """A message and what it is made of."""

    label: str | None
    """The client's own label; null for a message that is being continued."""
    role: str
    """Who speaks: system, user or assistant."""
    tokens: int
    """The tokens, with what a message costs by itself."""
    pieces: list[ContentPiece]
    """The parts of the content, first to last."""


class _MessagesOptional(TypedDict, total=False):
    head: Head | None
    """By whose rules it is made; absent where whoever asks knows."""
    pieces: list[MessagePieces]
    """Where each message comes from; absent unless asked for, and where messages were joined afterwards."""
    findings: list[str]
    """What was odd about the preset, where it came with the question."""


class Messages(_MessagesOptional):
    """The messages of a prompt, as a chat interface takes them."""

    messages: list[dict[str, JsonValue]]
    """The messages, first to last: `role`, `content`, and `name` where there is one."""
    left_out: list[LeftOutText]
    """What is not in the messages, and why."""
    tokens: int
    """The tokens of the messages."""
    budget_left: int
    """The tokens that are left."""
    overflow: str | None
    """The part that had to be there and did not fit; null where all fits."""
    unknown_macros: list[str]
    """Macros that nobody knows; they stay as text."""


class Misfit(TypedDict):
    """A row of a list that fits a card no more."""

    place: str
    """The place."""
    why: str
    """Why nothing was set there."""


class Misfits(TypedDict):
    """What the texts of a list changed."""

    changes: list[FieldChange]
    """The changes, in order."""
    misfits: list[Misfit]
    """The rows that fitted no more."""


class ModuleSummary(TypedDict):
    """A module in short."""

    name: str
    """Its name."""
    id: str
    """Its id."""
    creator: str
    """Who made it."""
    category: str
    """Its category."""
    intro: str
    """What it is for, in its author's words."""
    entries: int
    """How many entries it has."""


class Moved(TypedDict):
    """A file that goes elsewhere."""

    file: str
    """The file."""
    output: str
    """Where it goes."""
    applied: bool
    """Whether it is there by now."""


class _NearAnswerOptional(TypedDict, total=False):
    key: str | None
    """The key; absent where no key is needed."""


class NearAnswer(_NearAnswerOptional):
    """What keeps an entry silent that is almost there."""

    miss: str
    """The cause: `not-imported`, `off`, `other-case`, `inside-word`, `inside-word-other-case`, `not-a-pattern`, `deeper`, `budget` or `chance`."""
    why: str
    """The same for people."""
    setting: str
    """What to set or do so that it fires."""


class Need(TypedDict):
    """Something that one program has and others have not."""

    kind: str
    """The stable word for it."""
    what: str
    """What it is, for people."""
    client: str
    """The program that has it, with the extensions that it takes."""
    count: int
    """How many there are: scripts, or texts with such a thing in them."""
    places: list[str]
    """Where, as JSON pointers; the first hundred."""


class Packed(TypedDict):
    """A card in a new file."""

    form: str | None
    """The form of the card as written, by its id."""
    assets: int
    """How many assets went along."""
    loss: list[Loss]
    """What its new form has no place for."""
    backfill_loss: list[Loss]
    """What the V2 stand-in beside a V3 card lacks."""
    findings: list[FileFinding]
    """What was odd, missing or left out."""


class Page(TypedDict):
    """A page that was written."""

    written: str
    """The file."""
    bytes: int
    """Its bytes."""
    cards: int
    """How many cards are on it."""
    unread: int
    """How many files were passed over, since no card in them can be read."""


class Pass(TypedDict):
    """One pass over the entries."""

    kind: Literal["initial", "recursion", "min-activations"]
    """Why it was made."""
    fired: int
    """How many entries fired in it."""


class Piece(TypedDict):
    """A piece of a prompt."""

    role: str
    """Who speaks: system, user or assistant."""
    name: str | None
    """The speaker's name, for messages that have one."""
    content: str
    """The text."""
    source: str
    """Where it comes from, for people."""
    tokens: int
    """Its tokens."""


class PieceDifference(TypedDict):
    """A piece of a prompt that came, went, changed or moved."""

    change: Literal["added", "removed", "changed", "reordered"]
    """What happened to it."""
    sources: list[str]
    """Where it comes from, for people; empty where whole messages are compared."""
    before_role: str | None
    """Who speaks it in the first prompt; null where it is not there, and in a prompt that is one text."""
    after_role: str | None
    """Who speaks it in the second prompt."""
    before: str | None
    """The text in the first prompt."""
    after: str | None
    """The text in the second prompt."""
    before_tokens: int | None
    """Its tokens in the first prompt."""
    after_tokens: int | None
    """Its tokens in the second prompt."""


class _PlacedTextsOptional(TypedDict, total=False):
    depth: float | None
    """At a depth: how many messages are behind the text, or before it where it counts from the start."""
    depth_tokens: float | None
    """At a depth outside of chats: the same in tokens."""
    name: str
    """The name of the slot, the outlet or the part."""
    how: Literal["append", "prepend", "replace"]
    """How the text meets the part that it is put into."""
    part: str
    """What of the part it replaces."""
    position: int
    """The number of a place that the client does not know."""
    written: str
    """What is written for the place, as JSON, where it is no number of the client."""


class PlacedTexts(_PlacedTextsOptional):
    """Texts that fired and go to one place, in prompt order."""

    place: Literal["default", "before-char", "after-char", "author-note-top", "author-note-bottom", "examples-top", "examples-bottom", "depth", "reverse-depth", "instruct-depth", "reverse-instruct-depth", "slot", "outlet", "inject", "nowhere", "no-place"]
    """The place."""
    role: Literal["system", "user", "assistant"]
    """Who speaks; matters at a depth."""
    entries: list[Active]
    """The texts."""


class ProfileAnswer(TypedDict):
    """Which entries a chat fires by the rules of a profile."""

    profile: str
    """The profile."""
    entries: list[EntryAnswer]
    """Every entry, or those that were asked for."""
    slots: list[PlacedTexts]
    """The texts that fired, by place."""
    tokens: int
    """The tokens of those texts."""
    overflowed: bool
    """Whether the budget was short."""
    disabled_prompts: list[str]
    """Prompts of the application that active entries switch off."""
    findings: list[LoreFinding]
    """What was odd about the books, and limits that were reached."""
    first: list[str]
    """What the client's user has to do before this is so, for people; empty for nothing."""
    trace: Trace
    """Why each entry fired or did not."""


class _PromptOptional(TypedDict, total=False):
    head: Head | None
    """By whose rules it is made; absent where whoever asks knows."""


class Prompt(_PromptOptional):
    """A whole prompt."""

    messages: list[Piece]
    """The pieces, first to last."""
    left_out: list[Piece]
    """Pieces that the context had no room for, in prompt order."""
    unplaced: list[Unplaced]
    """Texts of fired lore that have no place in the prompt."""
    tokens: int
    """The tokens of the messages."""
    excess: int
    """Tokens over the context when everything that may go is gone."""
    unknown_macros: list[str]
    """Macros that nobody knows; they stay as text."""


class PromptDiff(TypedDict):
    """What two prompts say differently."""

    same: bool
    """Whether both say the same in the same order."""
    before_tokens: int | None
    """The tokens of the first prompt, where it says them."""
    after_tokens: int | None
    """The tokens of the second prompt."""
    kept: int
    """How many pieces are the same in both."""
    changes: list[PieceDifference]
    """The differences, in the order of the second prompt."""


class _PromptTextOptional(TypedDict, total=False):
    head: Head | None
    """By whose rules it is made; absent where whoever asks knows."""
    pieces: list[ContentPiece]
    """Where it comes from, first to last; absent unless asked for."""
    findings: list[str]
    """What was odd about the templates, where they came with the question."""


class PromptText(_PromptTextOptional):
    """The text of a prompt, as an interface of text completion takes it."""

    prompt: str
    """The text."""
    left_out: list[LeftOutText]
    """What is not in the text, and why."""
    stop: list[str]
    """What the model is to stop at."""
    tokens: int
    """The tokens of the text."""
    left: int
    """The tokens that are left."""
    excess: int
    """The tokens that the text has over its room when everything that may go is gone."""
    unknown_macros: list[str]
    """Macros that nobody knows; they stay as text."""


class ReadChat(TypedDict):
    """A chat, and what its file says beside the messages."""

    messages: list[ChatMessage]
    """The messages that a model may see, the first one first."""
    user: str | None
    """The user's name."""
    character: str | None
    """The character's name."""
    findings: list[str]
    """What was passed over."""


class ReadFinding(TypedDict):
    """One oddity that a reader tolerated."""

    rule: str
    """The id of the rule."""
    level: str
    """How much it weighs: error, warning or note."""
    pointer: str
    """Where, as a JSON pointer."""
    message: str
    """What is odd and what was read instead, for people."""


class Renamed(TypedDict):
    """A file that was named after its card, or would be."""

    applied: bool
    """Whether it was done."""


class Repair(TypedDict):
    """What a repair did."""

    changes: list[Change]
    """What was changed, in order."""
    left: Counts | None
    """What is left to find in the result; null where nothing was repaired."""


class Replaced(TypedDict):
    """What was replaced in the texts of a file; without a file and texts where nothing was found at all."""

    texts: list[ReplacedText]
    """The texts that changed, or would."""


class ReplacedText(TypedDict):
    """A text in which something was replaced."""

    place: str
    """What its place is called."""
    pointer: str
    """Where it is in the file."""
    before: str
    """The text before."""
    after: str
    """The text after."""
    count: int
    """How often something was replaced."""


class _RowOptional(TypedDict, total=False):
    linted: bool
    """Present where all rules were checked."""
    signature: str | None
    """What the prose is known by, 128 values of four hex digits, of which near texts have most in common; present where it was asked for, and empty where there is too little prose."""
    details: Details | None
    """What a listing for engines knows beyond that; present where it was asked for."""
    texts: RowTexts | None
    """The texts themselves; present where they were asked for."""


class Row(_RowOptional):
    """What a card, lorebook or module says about itself, in numbers."""

    container: str
    """The kind of file: JSON, PNG, APNG, CHARX or Prom ZIP."""
    spec: str
    """The form of its content, by the id that `convert --to` takes."""
    name: str
    """Its name."""
    creator: str
    """Who made it."""
    version: str
    """Its version."""
    tags: list[str]
    """Its tags."""
    greetings: int
    """How many greetings that are not empty it has, of every kind."""
    tokens: Tokens
    """Its texts, in estimated tokens."""
    lore: Book | None
    """Its lorebook."""
    assets: int
    """How many assets it lists."""
    findings: Counts
    """What was tolerated while reading or, where all rules were checked, what they find."""
    content_hash: str
    """SHA-256 of what the card says: the same in any container and form."""
    core_hash: str
    """The same without what clients write for themselves, such as `fav`, `talkativeness`, `world` and the name of a chat."""


class RowTexts(TypedDict):
    """The texts of a card, for searches and embeddings."""

    description: str
    """The description."""
    personality: str
    """The personality."""
    scenario: str
    """The scenario."""
    first_mes: str
    """The first greeting."""
    mes_example: str
    """The example messages."""
    system_prompt: str
    """The system prompt."""
    post_history_instructions: str
    """The post-history instructions."""
    creator_notes: str
    """The notes of who made it, in the language that comes first."""
    greetings: list[str]
    """Every greeting behind the first, those for groups too."""
    lore: list[str]
    """The contents of the lorebook's entries, in book order."""


class _RuleOptional(TypedDict, total=False):
    theme: str | None
    """What the rule is about; in lists of all rules alone."""


class Rule(_RuleOptional):
    """A rule, and where it comes from."""

    id: str
    """The id."""
    severity: str
    """How much a breach weighs: error, warning or note."""
    summary: str
    """What the rule asks."""
    source: str
    """Where it comes from."""
    letter: str
    """The word of the spec: MUST, SHOULD, MAY, or nothing."""
    hurts: list[str]
    """Whom a breach hurts."""
    help: str
    """What to do by hand."""
    repair: str | None
    """What the safe repair does; null where there is none."""
    fixable: bool
    """Whether there is a safe repair."""


class RuleCount(TypedDict):
    """How often a rule was broken."""

    rule: str
    """The id of the rule."""
    severity: str
    """How much it weighs: error, warning or note."""
    count: int
    """How often it was broken."""


class Rules(TypedDict):
    """All rules."""

    rules: list[Rule]
    """The rules, theme by theme."""


class SameCard(TypedDict):
    """Files with the same content."""

    content_hash: str
    """The hash of the content."""
    name: str
    """The name of the card."""
    creator: str
    """Who made it."""
    paths: list[str]
    """The files."""


class SameCore(TypedDict):
    """Files with the same content but for what clients write for themselves."""

    core_hash: str
    """The hash of the content without that."""
    name: str
    """The name of the card."""
    creator: str
    """Who made it."""
    variants: list[Variant]
    """One content each."""


class SameName(TypedDict):
    """Cards with the same name and creator."""

    name: str
    """The name."""
    creator: str
    """Who made them."""
    variants: list[Variant]
    """One content each."""


class ScriptRun(TypedDict):
    """One run of a regex script."""

    name: str
    """The name that the card gives it."""
    hits: int
    """How often its pattern was found."""
    changed: bool
    """Whether the text is another one afterwards."""
    problem: str | None
    """Why it did nothing; null where it ran."""


class Side(TypedDict):
    """One of two files."""

    file: str
    """Its name, as the caller gave it."""
    container: str
    """The kind of file."""
    form: str
    """The form of its content, by its id."""


class Step(TypedDict):
    """What a macro became."""

    depth: int
    """How many macros it is in."""
    start: int
    """Where it begins in the text, in bytes."""
    end: int
    """Where it ends in the text, in bytes."""
    source: str | None
    """The macro as written."""
    became: str | None
    """The text that takes its place; null where it stays."""
    changes: list[VariableChange]
    """The variables that it changed."""


class Stripped(TypedDict):
    """A picture without its card."""

    payloads: int
    """How many card chunks were taken out."""
    assets: int
    """How many asset chunks were taken out."""
    findings: list[FileFinding]
    """What was odd about the picture."""


class _TagOptional(TypedDict, total=False):
    also: list[str]
    """Its other spellings, which differ in capital letters, blanks and hyphens alone."""


class Tag(_TagOptional):
    """A tag."""

    tag: str
    """Its most frequent spelling."""
    cards: int
    """How many cards have it, in whatever spelling."""


class Tags(TypedDict):
    """The tags of cards."""

    cards: int
    """How many cards there are."""
    changed: int
    """How many of them were changed, or would be."""
    without: int
    """How many files of folders have a form without tags, and would have got some: V1 cards, lorebooks, modules."""
    tags: list[Tag]
    """The tags as they are now, the most frequent first."""
    untagged: list[str]
    """The cards without a tag, where these were asked for."""


class Tally(TypedDict):
    """The answers to rows of one kind, profile and level."""

    kind: str
    """The kind: read, keep, macro, lore …"""
    profile: str
    """The profile, with its version."""
    level: str
    """How binding the rows are."""
    classes: dict[str, int]
    """How many answers are of each class: same, other, refuses …"""


class TextRow(TypedDict):
    """A text of a card."""

    place: str
    """What its place is called."""
    source: str
    """The text as it is."""
    text: str
    """The text that takes its place; empty for none."""


class Texts(TypedDict):
    """The texts of a card, for translators."""

    texts: list[TextRow]
    """The texts, in reading order."""


class Tokens(TypedDict):
    """Texts of a card in estimated tokens."""

    description: int
    """The description."""
    personality: int
    """The personality."""
    scenario: int
    """The scenario."""
    first_mes: int
    """The first greeting."""
    mes_example: int
    """The example messages."""
    system_prompt: int
    """The system prompt."""
    post_history_instructions: int
    """The post-history instructions."""
    permanent: int
    """What stays in the prompt for the whole chat: all of the above but greeting and examples."""
    total: int
    """All of the above."""


class Trace(TypedDict):
    """Why each entry fired or did not."""

    profile: str
    """Whose rules held."""
    passes: list[Pass]
    """The passes of the turn."""
    entries: list[TracedEntry]
    """The entries, each with what became of it."""

_TracedEntryPerhapsWords = TypedDict(
    "_TracedEntryPerhapsWords",
    {
        # The pass in which it fired or was last looked at, from 1.
        "pass": 'int',
    },
    total=False,
)


class _TracedEntryOptional(TypedDict, total=False):
    cause: Literal["constant", "key", "sticky", "decorator", "forced", "always"]
    """What fired it."""
    stop: Literal["disabled", "no-keys", "invalid-key", "empty", "depth", "secondary", "decorator", "probability", "group", "cooldown", "delay", "trigger", "character-name", "character-tag", "recursion-excluded", "recursion-delayed", "budget", "no-target", "injected", "limit"]
    """What stopped it."""
    key: KeyMatch
    """The key that matched."""
    secondary: KeyMatch
    """The secondary key that decided."""
    listed: KeyMatch
    """The key of the decorator that decided."""
    tokens: int
    """Tokens of its text."""
    left: float | None
    """Tokens of the budget that were left after it."""
    decorator: str
    """The decorator that fired or stopped it."""
    line: int
    """Its line in the content, from 1; 0 when it stands for a field."""
    until: int
    """The length of the chat until which it stays or rests."""
    found_at: int
    """How deep the message with the key lies; the newest is 1."""
    depth: float | None
    """The scan depth."""
    logic: Literal["and-any", "not-all", "not-any", "and-all"] | int
    """How the secondary keys combine."""
    rolled: float | None
    """The roll in percent."""
    chance: float | None
    """Its chance in percent."""
    group: str
    """The inclusion group that another member won."""
    winner: EntryAt
    """That member."""
    how: Literal["active", "sticky", "score", "priority", "roll"]
    """How it won."""
    needed: int
    """The length of the chat, or the tokens, that it needs."""
    length: int
    """The length of the chat."""
    level: int
    """The level of recursion that it waits for."""
    used: float | None
    """Tokens that others took."""
    budget: float | None
    """The budget."""
    into: EntryAt
    """The entry that it was put into."""


class TracedEntry(_TracedEntryPerhapsWords, _TracedEntryOptional):
    """An entry, and what became of it."""

    book: int
    """The number of its book, from 0."""
    entry: int
    """Its number in the book, from 0."""
    id: str
    """Its id."""
    name: str
    """Its name."""
    label: str
    """What people see of it."""
    outcome: Literal["no-key", "fired", "stopped"]
    """What became of it."""

_TroubleWords = TypedDict(
    "_TroubleWords",
    {
        # A stable word for it.
        "class": 'str',
    },
)


class Trouble(_TroubleWords):
    """Why there is no row for a card."""

    message: str
    """Why, for people."""


class TwinChange(TypedDict):
    """A second account of the card in the same file."""

    place: str
    """Where it stands."""
    follows: bool
    """Whether it is made anew; others say what the card said before."""


class Undone(TypedDict):
    """What became of a run that was taken back."""

    command: str | None
    """The command line of that run; null where there was none to take back."""
    files: list[str]
    """Files that are as they were before it, or would be."""
    removed: list[str]
    """Temporary files and folders, left by runs that ended while writing, that were removed, or would be."""
    left: list[LeftFile]
    """Files that were left as they are."""
    applied: bool
    """Whether it was done."""


class Unplaced(TypedDict):
    """A text of fired lore that has no place in the prompt."""

    role: str
    """Who would speak."""
    name: str | None
    """The speaker's name."""
    content: str
    """The text."""
    source: str
    """Where it comes from, for people."""
    tokens: int
    """Its tokens."""
    why: str
    """Why it has no place."""


class UnreadRow(TypedDict):
    """What a row has in the place of a card that cannot be read."""

    container: str | None
    """Null."""
    spec: str | None
    """Null."""
    name: str | None
    """Null."""
    content_hash: str | None
    """Null."""
    core_hash: str | None
    """Null."""


class UsedMacro(TypedDict):
    """A macro of a text."""

    name: str
    """Its name, as written."""
    span: list[int]
    """Its first byte, and the byte behind its last."""
    known: bool
    """Whether the engine knows it."""


class VariableChange(TypedDict):
    """A variable that a macro changed."""

    scope: str
    """Whose it is: chat or global."""
    name: str
    """Its name."""
    before: str | None
    """Its value before; null where it was not set."""
    after: str | None
    """Its value afterwards; null where it is not set."""


class Variant(TypedDict):
    """One content among others of the same name."""

    content_hash: str
    """The hash of the content."""
    version: str
    """Its version."""
    tokens: int
    """Its texts in estimated tokens."""
    paths: list[str]
    """The files."""


class WorldInfo(TypedDict):
    """What SillyTavern's user set for world info."""

    settings: dict[str, float | bool]
    """The settings, as sessions take them."""
    without_say: list[str]
    """What of the file has no say."""


class Written(TypedDict):
    """A piece of a file."""

    path: str
    """Where it went."""
    kind: str
    """What it is."""
    bytes: int
    """Its bytes."""


class ScanRow(TypedDict):
    """A row of a scan: what a file holds, or why it cannot be read."""

    schema: JsonValue
    """The version of the layout."""
    path: str
    """The file."""
    size: int | None
    """Its bytes."""
    mtime_us: int | None
    """When it was last changed, in microseconds since 1970."""
    file_hash: str | None
    """SHA-256 of the file, where it was asked for."""
    error: Trouble | None
    """Why there is no card; null where there is one."""
    container: str | None
    """The kind of file: JSON, PNG, APNG, CHARX or Prom ZIP."""
    spec: str | None
    """The form of its content, by the id that `convert --to` takes."""
    name: str | None
    """Its name."""
    creator: str | None
    """Who made it."""
    version: str | None
    """Its version."""
    tags: list[str] | None
    """Its tags."""
    greetings: int | None
    """How many greetings that are not empty it has, of every kind."""
    tokens: Tokens | None
    """Its texts, in estimated tokens."""
    lore: Book | None
    """Its lorebook."""
    assets: int | None
    """How many assets it lists."""
    findings: Counts | None
    """What was tolerated while reading or, where all rules were checked, what they find."""
    linted: bool | None
    """Present where all rules were checked."""
    signature: str | None
    """What the prose is known by, 128 values of four hex digits, of which near texts have most in common; present where it was asked for, and empty where there is too little prose."""
    details: Details | None
    """What a listing for engines knows beyond that; present where it was asked for."""
    texts: RowTexts | None
    """The texts themselves; present where they were asked for."""
    content_hash: str | None
    """SHA-256 of what the card says: the same in any container and form."""
    core_hash: str | None
    """The same without what clients write for themselves, such as `fav`, `talkativeness`, `world` and the name of a chat."""
