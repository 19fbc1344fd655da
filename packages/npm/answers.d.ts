// The answers, as `cards … --json` has them. Made from the code by `cargo xtask docs`.

/** The forms of cards and lorebooks, by the names of their schemas. */
export type Form = "v0" | "v1" | "v2" | "v3" | "v3l" | "prom" | "module" | "lorebook_v3" | "lorebook" | "prom_book" | "worldinfo" | "risu_lorebook" | "agnai_book" | "novelai_lorebook";

/** Forms of other programs, which are written and read: YAML of text-generation-webui, BYAF, Agnai character, Marinara character, Marinara lorebook. */
export type ForeignForm = "yaml" | "byaf" | "agnai_character" | "marinara_character" | "marinara_lorebook";

/** Which entries a chat fires, by the rules of each profile asked for. */
export interface Activations {
    /** An answer for each profile. */
    profiles: ProfileAnswer[];
}

/** A text that is inserted. */
export interface Active {
    /** The number of its book, from 0. */
    book: number;
    /** Its number in the book, from 0. */
    entry: number;
    /** The place. */
    place: "default" | "before-char" | "after-char" | "author-note-top" | "author-note-bottom" | "examples-top" | "examples-bottom" | "depth" | "reverse-depth" | "instruct-depth" | "reverse-instruct-depth" | "slot" | "outlet" | "inject" | "nowhere" | "no-place";
    /** At a depth: how many messages are behind the text, or before it where it counts from the start. */
    depth?: number | null;
    /** At a depth outside of chats: the same in tokens. */
    depth_tokens?: number | null;
    /** The name of the slot, the outlet or the part. */
    name?: string;
    /** How the text meets the part that it is put into. */
    how?: "append" | "prepend" | "replace";
    /** What of the part it replaces. */
    part?: string;
    /** The number of a place that the client does not know. */
    position?: number;
    /** What is written for the place, as JSON, where it is no number of the client. */
    written?: string;
    /** The text without decorators, macros expanded. */
    content: string;
    /** Who speaks; matters at a depth. */
    role: "system" | "user" | "assistant";
    /** Its place among others of its kind. */
    order: number | null;
    /** Its rank when the budget is short. */
    priority: number | null;
    /** Its tokens. */
    tokens: number;
    /** The pass in which it fired, from 1. */
    pass: number;
}

/** Cards whose prose is nearly the same. */
export interface Alike {
    /** How much any of them has in common with the one that it was found by, at least, in percent. */
    percent: number;
    /** The cards. */
    cards: AlikeCard[];
}

/** A card among others of nearly the same prose. */
export interface AlikeCard {
    /** The file. */
    path: string;
    /** Its name. */
    name: string;
    /** The hash of its content. */
    content_hash: string;
    /** Its texts in estimated tokens. */
    tokens: number;
}

/** An asset that a card lists. */
export interface AssetInfo {
    /** What it is for: `icon`, `background`, `emotion` … */
    type: string;
    /** Its name. */
    name: string;
    /** The ending of its file. */
    ext: string;
    /** Where it is; the beginning alone of one that is written in it. */
    uri: string;
    /** Whether the file holds its bytes. */
    inside: boolean;
}

/** What became of lorebooks that were put into a card. */
export interface Attached {
    /** Entries that were added. */
    added: number;
    /** Entries that the card had already. */
    doubles: number;
    /** What the form of the card has no place for, of all the lorebooks. */
    loss: Loss[];
}

/** A file that clients keep beside their cards: regex scripts, a chat, a preset, templates. */
export interface BesideSummary {
    /** The stable word for it. */
    kind: string;
    /** What it is, for people. */
    what: string;
    /** How many scripts, messages, prompts or templates it has. */
    count: number;
    /** What is in it, a line each. */
    lines: string[];
    /** What takes it. */
    taken_by: string;
}

/** A lorebook in numbers. */
export interface Book {
    /** How many entries it has. */
    entries: number;
    /** How many of them always fire. */
    constant: number;
    /** How many of them are switched off. */
    disabled: number;
    /** The texts of all of them, in estimated tokens. */
    tokens: number;
}

/** A lorebook in short. */
export interface BookSummary {
    /** Its name. */
    name: string | null;
    /** How many entries it has. */
    entries: number;
    /** How many of them always fire. */
    constant: number;
    /** How many of them are switched off. */
    disabled: number;
}

/** A card in short. */
export interface CardSummary {
    /** Its name. */
    name: string;
    /** The name that it goes by in chats. */
    nickname: string | null;
    /** Who made it. */
    creator: string;
    /** Its version. */
    version: string;
    /** What the creator says about it, to its users. */
    creator_notes: string;
    /** Its tags. */
    tags: string[];
    /** How many greetings it has, of every kind. */
    greetings: number;
    /** Its lorebook. */
    lorebook: BookSummary | null;
    /** How many assets it lists. */
    assets: number;
}

/** One thing that was repaired. */
export interface Change {
    /** The id of the rule that asked for it. */
    rule: string;
    /** Where: a JSON pointer, or a part of the file. */
    place: string;
    /** What was done, for people. */
    message: string;
}

/** A message of a chat. */
export interface ChatMessage {
    /** Who speaks. */
    role: "system" | "user" | "assistant";
    /** What is said. */
    content: string;
    /** The name of who speaks; absent where none is known. */
    name?: string | null;
}

/** An id that was checked. */
export interface CheckedId {
    /** The id. */
    id: string;
    /** What is wrong with it; null where it is right. */
    problem: string | null;
}

/** Ids that were checked. */
export interface CheckedIds {
    /** What they are for: module, character, game or entry. */
    kind: string;
    /** The ids, as they were given. */
    checked: CheckedId[];
}

/** A chunk of a picture. */
export interface Chunk {
    /** Its type, four letters. */
    type: string;
    /** The keyword of a text chunk. */
    keyword: string | null;
    /** Where it begins in the file. */
    offset: number;
    /** The bytes in it. */
    length: number;
    /** The checksum: right, wrong, or missing where the chunk is cut off. */
    crc: string;
}

/** What of a card behaves differently between two clients. */
export interface Compatibility {
    /** The profile of one side. */
    from: string;
    /** The profile of the other side. */
    to: string;
    /** What differs. */
    differences: Divergence[];
}

/** How a program answers the conformance suite. */
export interface Conformance {
    /** The command line of the program; null for this library. */
    program: string | null;
    /** How many rows were asked. */
    rows: number;
    /** The answers by kind, profile and level. */
    counts: Tally[];
    /** Rows that bind and were answered otherwise, by id. */
    failed: string[];
    /** Rows that do not bind and were answered otherwise, by id. */
    unlike: string[];
}

/** A part of a message's content. */
export interface ContentPiece {
    /** Where it comes from, for people; several where they cannot be told apart. */
    sources: string[];
    /** The text. */
    content: string;
    /** Its tokens. */
    tokens: number;
}

/** A card or lorebook in another form. */
export interface Conversion {
    /** The form that it had, by its id. */
    from: string;
    /** The form that it has now, by its id. */
    to: string;
    /** Whether what was lost is kept aside inside the result. */
    stashed: boolean;
    /** Where a marker named another form or version, which is that of the result now. */
    marked: string[];
    /** What the form has no place for. */
    loss: Loss[];
    /** Assets and other parts of the file that are not in the result, by their names in it. */
    left_behind: string[];
    /** The result; null where it went into a file. */
    result: unknown;
}

/** How many things of each severity there are; what is the same of several elements of a list counts once. */
export interface Counts {
    /** What makes a program refuse the file or lose a part of it. */
    error: number;
    /** What keeps the author or the reader from what the card promises. */
    warning: number;
    /** What hurts no program that is known. */
    note: number;
}

/** What became of a card of which lorebooks were taken out. */
export interface Detached {
    /** Entries that were taken out. */
    removed: number;
    /** Entries of the lorebooks that the card did not have. */
    absent: number;
}

/** What a listing for engines knows of a card beyond its numbers. */
export interface Details {
    /** The language of its prose as ISO 639-3 has it (`eng`, `jpn`); null where there is too little to tell. */
    language: string | null;
    /** When it was made, in seconds since 1970, where the card says so. */
    created: number | null;
    /** When it was last changed, in seconds since 1970, where the card says so. */
    changed: number | null;
    /** The width of the picture that holds the card, in pixels. */
    width: number | null;
    /** The height of the picture that holds the card, in pixels. */
    height: number | null;
    /** The names of its extensions, as they are. */
    extensions: string[];
    /** What it needs that one program alone has, each kind once. */
    needs: string[];
    /** The rules that were broken, each once. */
    rules: RuleCount[];
}

/** What two files say differently. */
export interface Diff {
    /** Whether both are the same card. */
    same: boolean;
    /** The first file. */
    a: Side;
    /** The second file. */
    b: Side;
    /** The differences, in reading order. */
    changes: Difference[];
}

/** One difference. */
export interface Difference {
    /** The field: `description`, `alternate_greetings[2]`, `character_book.entries[id 3].content`. */
    path: string;
    /** What happened to it. */
    change: "added" | "removed" | "changed" | "reordered";
    /** The value in the first card. */
    before: unknown;
    /** The value in the second card. */
    after: unknown;
}

/** A value that both sides of a merge changed. */
export interface Disagreement {
    /** Where it is in our side. */
    pointer: string;
    /** What it was; absent where it was not there. */
    base?: unknown;
    /** What our side made of it; absent where it was taken out. */
    ours?: unknown;
    /** What their side made of it; absent where it was taken out. */
    theirs?: unknown;
    /** Which of them the result has: `ours`, `theirs`, or `both`. */
    taken: string;
}

/** Something that behaves differently. */
export interface Divergence {
    /** macro, entry, file, member or rule. */
    kind: string;
    /** A JSON pointer, the name of an entry, or what of the file. */
    at: string;
    /** What the first side makes of it. */
    from: string;
    /** What the second side makes of it. */
    to: string;
    /** The page, text or rule that shows it. */
    shown_by: string;
    /** The rows of the conformance suite that show it. */
    rows: string[];
}

/** Cards that are in a library more than once. */
export interface Dupes {
    /** How many cards were compared. */
    cards: number;
    /** Those with the same content. */
    exact: SameCard[];
    /** Those with the same content but for what clients write for themselves. */
    core?: SameCore[];
    /** Those with the same name and creator, and other content. */
    near: SameName[];
    /** Those whose prose is nearly the same, where that was asked for. */
    alike?: Alike[];
    /** Which file of each group to keep, where a rule for that was given. */
    kept?: Kept[];
    /** Where the others would go or went, where a folder was given. */
    moves?: Moved[];
}

/** What an edit changed. */
export interface Edit {
    /** The changes, in order. */
    changes: FieldChange[];
    /** Second accounts of the card in the file. */
    twins: TwinChange[];
}

/** An entry, and what became of it. */
export interface EntryAnswer {
    /** The number of its book, from 0. */
    book: number;
    /** Its number in the book, from 0. */
    entry: number;
    /** Its name. */
    name: string;
    /** The name that it is shown with. */
    title: string;
    /** Why it fired or did not, for people. */
    why: string | null;
    /** Whether it fired. */
    fired: boolean;
    /** What keeps it silent and what would fire it, where it is almost there and that was asked for. */
    near?: NearAnswer | null;
}

/** Where an entry stands. */
export interface EntryAt {
    /** The number of its book, from 0. */
    book: number;
    /** Its number in the book, from 0. */
    entry: number;
}

/** A text whose macros were expanded. */
export interface Expansion {
    /** The text; null where it went into a file. */
    text: string | null;
    /** Macros that nobody knows; they stay as text. */
    unknown: string[];
    /** Variables that were read and are not set. */
    unset: string[];
    /** Each macro in turn, where that was asked for. */
    steps: Step[];
    /** The regex scripts that found something or could not run, where that was asked for. */
    scripts: ScriptRun[];
    /** The variables of the chat afterwards. */
    variables: Record<string, string>;
    /** The variables of the user afterwards. */
    global_variables: Record<string, string>;
}

/** The pieces of a file. */
export interface Extraction {
    /** The pieces that were taken out. */
    written: Written[];
    /** What was passed over, and why. */
    findings: FileFinding[];
}

/** One value that an edit changed. */
export interface FieldChange {
    /** Where it is in the file. */
    pointer: string;
    /** Why: `asked`, `copy` for a copy that follows, `date` for the date of change. */
    cause: string;
    /** What was there; absent for a value that is new. */
    before?: unknown;
    /** What is there now; absent for a value that was taken out. */
    after?: unknown;
}

/** An entry of an archive. */
export interface FileEntry {
    /** Its name. */
    name: string;
    /** What it is there for. */
    role: string;
    /** Its bytes. */
    size: number;
    /** Its bytes as packed. */
    packed: number;
    /** How it is packed. */
    method: string;
    /** What its bytes are; null where they cannot be read. */
    format: string | null;
    /** The class of the error that keeps it from being read. */
    error: string | null;
}

/** An oddity of a file around its card. */
export interface FileFinding {
    /** The stable word for it. */
    rule: string;
    /** What is odd, for people. */
    message: string;
}

/** One breach of one rule. */
export interface Finding {
    /** The id of the rule. */
    rule: string;
    /** How much it weighs: error, warning or note. */
    severity: string;
    /** What is odd, for people. */
    message: string;
    /** The part of the file. */
    place: string;
    /** Where in the JSON of that part, as a JSON pointer; null for what is not about the JSON. */
    pointer: string | null;
    /** The bytes of the text there, from and to; null for the whole value. */
    span: [number, number] | null;
    /** The line in a JSON file, from 1. */
    line: number | null;
    /** The column in a JSON file, in characters from 1. */
    column: number | null;
    /** The text that is odd, on one line. */
    excerpt: string | null;
    /** Where the rule comes from. */
    source: string;
    /** The word of the spec: MUST, SHOULD, MAY, or nothing. */
    letter: string;
    /** Whom a breach hurts. */
    hurts: string[];
    /** What to do about it. */
    help: string;
    /** Whether there is a safe repair. */
    fixable: boolean;
}

/** The JSON Schema of a form. */
export interface FormSchema {
    /** The id of the form. */
    form: string;
    /** Its schema (draft 2020-12). */
    json_schema: unknown;
}

/** Values of a card. */
export interface Got {
    /** SHA-256 of the file, for the guard of a later edit. */
    hash: string;
    /** The values, as they were asked for. */
    values: GotValue[];
}

/** One value of a card. */
export interface GotValue {
    /** The place, as it was asked for or as people call it. */
    place: string;
    /** Where it is in the file; null for what is in several members. */
    pointer: string | null;
    /** The value. */
    value: unknown;
}

/** What was found in a file; one without a file and matches where nothing was found at all. */
export interface Grep {
    /** The texts in which something was found. */
    matches: Match[];
}

/** By whose rules a prompt is made, and what they take for done. */
export interface Head {
    /** The profile. */
    profile: string;
    /** What puts the parts in order, for people. */
    order: string;
    /** What the client's user has to do first, for people; empty for nothing. */
    first: string[];
}

/** New ids. */
export interface Ids {
    /** What they are for: module, character, game or entry. */
    kind: string;
    /** The ids. */
    ids: string[];
}

/** What a file holds. */
export interface Inspection {
    /** The kind of file: JSON, PNG, APNG, CHARX or Prom ZIP. */
    container: string;
    /** The part of it that was read. */
    place: string;
    /** The form of its content, by its id. */
    form: string;
    /** What tells the form. */
    told_by: string;
    /** The card; null for books and modules. */
    card: CardSummary | null;
    /** The lorebook, of a file that is one; null for cards, which have theirs in `card`. */
    lorebook: BookSummary | null;
    /** The module, of a file that is one. */
    module: ModuleSummary | null;
    /** What of it cannot be had outside one program; nothing of it is ever run. */
    needs: Need[];
    /** What was odd about the content and tolerated. */
    findings: ReadFinding[];
    /** What was odd about the file around it. */
    container_findings: FileFinding[];
    /** A file that is no card, and that clients keep beside their cards. */
    beside?: BesideSummary | null;
    /** The chunks of a picture, where they were asked for. */
    chunks?: Chunk[] | null;
    /** The entries of an archive, where they were asked for. */
    entries?: FileEntry[] | null;
}

/** A file to keep, and those that it makes needless. */
export interface Kept {
    /** The file to keep. */
    keep: string;
    /** The others of its group. */
    others: string[];
}

/** A key that matched. */
export interface KeyMatch {
    /** The list that it is in. */
    list: "primary" | "secondary" | "additional" | "exclude" | "exclude-all";
    /** Its number in the list, from 0. */
    number: number;
    /** The key as it was looked for, macros expanded. */
    key: string;
    /** The text in which it stands. */
    in: "message" | "greeting" | "field" | "injection" | "inserted" | "window";
    /** The message, from 0, oldest first. */
    message?: number;
    /** The field of card or persona. */
    field?: "persona" | "description" | "personality" | "depth-prompt" | "scenario" | "creator-notes";
    /** The prompt injection, from 0. */
    injection?: number;
    /** The entry whose text it is. */
    by?: EntryAt;
    /** The byte of that text at which it starts. */
    offset: number;
    /** How many bytes of it match; 0 where that is not known. */
    length: number;
}

/** A file that was left as it is. */
export interface LeftFile {
    /** The file. */
    file: string;
    /** Why. */
    why: string;
}

/** A text that is not in the messages. */
export interface LeftOutText {
    /** Where it comes from, for people. */
    sources: string[];
    /** The client's own label, where it has one. */
    label: string | null;
    /** The text. */
    content: string;
    /** Why it is not there. */
    why: string;
}

/** Everything that was found in a file, the heaviest first. */
export interface Lint {
    /** The kind of file: JSON, PNG, APNG, CHARX or Prom ZIP. */
    container: string;
    /** The form of its content, by its id. */
    form: string;
    /** What was found. */
    findings: Finding[];
}

/** What was odd about a book, or a limit that was reached. */
export interface LoreFinding {
    /** The number of the book, from 0. */
    book?: number;
    /** The number of the entry in it, from 0. */
    entry?: number;
    /** What is odd. */
    kind: "blank-key" | "invalid-pattern" | "costly-pattern" | "costly-key" | "long-key" | "many-keys" | "never-fires" | "limit";
    /** The same for people. */
    message: string;
    /** Whether a blank key matches everything. */
    matches_everything?: boolean;
    /** The key. */
    key?: string;
    /** What is wrong with it. */
    reason?: string;
    /** Its length. */
    bytes?: number;
    /** How many keys there are. */
    count?: number;
    /** The limit that cut the turn short. */
    limit?: string;
}

/** A value that the target has no place for. */
export interface Loss {
    /** Where it stood, as a JSON pointer. */
    pointer: string;
    /** Why it could not go along. */
    reason: string;
    /** Its length as compact JSON, in bytes. */
    bytes: number;
    /** What is lost or becomes of it, in words; of scripts and presets alone. */
    what?: string;
}

/** A macro of a profile. */
export interface Macro {
    /** Its name. */
    name: string;
    /** Other names of it. */
    aliases: string[];
    /** The fewest arguments that it takes. */
    min_arguments: number;
    /** The most arguments that it takes; null where there is no end. */
    max_arguments: number | null;
    /** What it does. */
    note: string;
    /** A text that uses it. */
    example: string;
    /** What the text becomes. */
    result: string;
}

/** What a text uses of macros. */
export interface MacroAnalysis {
    /** Every macro, in text order; one that the engine does not know stays as text. */
    macros: UsedMacro[];
    /** What is odd, in text order. */
    findings: MacroFinding[];
}

/** How many arguments a macro takes. */
export interface MacroArity {
    /** The fewest. */
    min: number;
    /** The most; 255 is without end. */
    max: number;
}

/** Something odd about a text with macros. */
export interface MacroFinding {
    /** What is odd. */
    kind: "unterminated" | "unknown" | "single_braces" | "wrong_arguments" | "differs_in";
    /** Its first byte, and the byte behind its last. */
    span: [number, number];
    /** The name as written. */
    name?: string;
    /** Of an unknown one: a known name that differs by a slip of the pen. */
    suggestion?: string | null;
    /** Of an unknown one: engines that do know it. */
    known_in?: string[];
    /** Of one with too few or too many arguments: how many it takes. */
    takes?: MacroArity;
    /** Of the same: how many there are. */
    found?: number;
    /** Of one that another engine renders in another way: which engine. */
    profile?: string;
    /** Of the same: how. */
    how?: string;
}

/** The macros that a profile knows. */
export interface Macros {
    /** The profile. */
    profile: string;
    /** Its macros. */
    macros: Macro[];
}

/** A text in which something was found. */
export interface Match {
    /** What its place is called. */
    place: string;
    /** Where it is in the file. */
    pointer: string;
    /** The text. */
    text: string;
    /** Where it was found: first byte and the byte behind the last, each time. */
    spans: [number, number][];
}

/** What a merge changed. */
export interface Merged {
    /** The changes of our side, in order. */
    changes: FieldChange[];
    /** What both sides changed in different ways. */
    conflicts: Disagreement[];
    /** The picture, texts beside it and files of an archive that came from their side, or that both changed. */
    members: MergedMember[];
    /** Whether our file is of another kind than theirs, and did not take what changed beside their card. */
    of_other_kind: boolean;
    /** What of their side could not go on. */
    findings: FileFinding[];
}

/** A picture, a text beside it or a file of an archive, in a merge. */
export interface MergedMember {
    /** What it is: `picture`, the keyword of a text of a PNG, or the name of a file in an archive. */
    name: string;
    /** Whose the result has: `ours` or `theirs`. */
    taken: string;
    /** Whether the side that counts took it out. */
    removed: boolean;
    /** Whether both sides changed it, each in another way. */
    conflict: boolean;
}

/** A message and what it is made of. */
export interface MessagePieces {
    /** The client's own label; null for a message that is being continued. */
    label: string | null;
    /** Who speaks: system, user or assistant. */
    role: string;
    /** The tokens, with what a message costs by itself. */
    tokens: number;
    /** The parts of the content, first to last. */
    pieces: ContentPiece[];
}

/** The messages of a prompt, as a chat interface takes them. */
export interface Messages {
    /** By whose rules it is made; absent where whoever asks knows. */
    head?: Head | null;
    /** The messages, first to last: `role`, `content`, and `name` where there is one. */
    messages: Record<string, unknown>[];
    /** Where each message comes from; absent unless asked for, and where messages were joined afterwards. */
    pieces?: MessagePieces[];
    /** What is not in the messages, and why. */
    left_out: LeftOutText[];
    /** The tokens of the messages. */
    tokens: number;
    /** The tokens that are left. */
    budget_left: number;
    /** The part that had to be there and did not fit; null where all fits. */
    overflow: string | null;
    /** Macros that nobody knows; they stay as text. */
    unknown_macros: string[];
    /** What was odd about the preset, where it came with the question. */
    findings?: string[];
}

/** A row of a list that fits a card no more. */
export interface Misfit {
    /** The place. */
    place: string;
    /** Why nothing was set there. */
    why: string;
}

/** What the texts of a list changed. */
export interface Misfits {
    /** The changes, in order. */
    changes: FieldChange[];
    /** The rows that fitted no more. */
    misfits: Misfit[];
}

/** A module in short. */
export interface ModuleSummary {
    /** Its name. */
    name: string;
    /** Its id. */
    id: string;
    /** Who made it. */
    creator: string;
    /** Its category. */
    category: string;
    /** What it is for, in its author's words. */
    intro: string;
    /** How many entries it has. */
    entries: number;
}

/** A file that goes elsewhere. */
export interface Moved {
    /** The file. */
    file: string;
    /** Where it goes. */
    output: string;
    /** Whether it is there by now. */
    applied: boolean;
}

/** What keeps an entry silent that is almost there. */
export interface NearAnswer {
    /** The cause: `not-imported`, `off`, `other-case`, `inside-word`, `inside-word-other-case`, `not-a-pattern`, `deeper`, `budget` or `chance`. */
    miss: string;
    /** The key; absent where no key is needed. */
    key?: string | null;
    /** The same for people. */
    why: string;
    /** What to set or do so that it fires. */
    setting: string;
}

/** Something that one program has and others have not. */
export interface Need {
    /** The stable word for it. */
    kind: string;
    /** What it is, for people. */
    what: string;
    /** The program that has it, with the extensions that it takes. */
    client: string;
    /** How many there are: scripts, or texts with such a thing in them. */
    count: number;
    /** Where, as JSON pointers; the first hundred. */
    places: string[];
}

/** A card in a new file. */
export interface Packed {
    /** The form of the card as written, by its id. */
    form: string | null;
    /** How many assets went along. */
    assets: number;
    /** What its new form has no place for. */
    loss: Loss[];
    /** What the V2 stand-in beside a V3 card lacks. */
    backfill_loss: Loss[];
    /** What was odd, missing or left out. */
    findings: FileFinding[];
}

/** A page that was written. */
export interface Page {
    /** The file. */
    written: string;
    /** Its bytes. */
    bytes: number;
    /** How many cards are on it. */
    cards: number;
    /** How many files were passed over, since no card in them can be read. */
    unread: number;
}

/** One pass over the entries. */
export interface Pass {
    /** Why it was made. */
    kind: "initial" | "recursion" | "min-activations";
    /** How many entries fired in it. */
    fired: number;
}

/** A piece of a prompt. */
export interface Piece {
    /** Who speaks: system, user or assistant. */
    role: string;
    /** The speaker's name, for messages that have one. */
    name: string | null;
    /** The text. */
    content: string;
    /** Where it comes from, for people. */
    source: string;
    /** Its tokens. */
    tokens: number;
}

/** A piece of a prompt that came, went, changed or moved. */
export interface PieceDifference {
    /** What happened to it. */
    change: "added" | "removed" | "changed" | "reordered";
    /** Where it comes from, for people; empty where whole messages are compared. */
    sources: string[];
    /** Who speaks it in the first prompt; null where it is not there, and in a prompt that is one text. */
    before_role: string | null;
    /** Who speaks it in the second prompt. */
    after_role: string | null;
    /** The text in the first prompt. */
    before: string | null;
    /** The text in the second prompt. */
    after: string | null;
    /** Its tokens in the first prompt. */
    before_tokens: number | null;
    /** Its tokens in the second prompt. */
    after_tokens: number | null;
}

/** Texts that fired and go to one place, in prompt order. */
export interface PlacedTexts {
    /** The place. */
    place: "default" | "before-char" | "after-char" | "author-note-top" | "author-note-bottom" | "examples-top" | "examples-bottom" | "depth" | "reverse-depth" | "instruct-depth" | "reverse-instruct-depth" | "slot" | "outlet" | "inject" | "nowhere" | "no-place";
    /** At a depth: how many messages are behind the text, or before it where it counts from the start. */
    depth?: number | null;
    /** At a depth outside of chats: the same in tokens. */
    depth_tokens?: number | null;
    /** The name of the slot, the outlet or the part. */
    name?: string;
    /** How the text meets the part that it is put into. */
    how?: "append" | "prepend" | "replace";
    /** What of the part it replaces. */
    part?: string;
    /** The number of a place that the client does not know. */
    position?: number;
    /** What is written for the place, as JSON, where it is no number of the client. */
    written?: string;
    /** Who speaks; matters at a depth. */
    role: "system" | "user" | "assistant";
    /** The texts. */
    entries: Active[];
}

/** Which entries a chat fires by the rules of a profile. */
export interface ProfileAnswer {
    /** The profile. */
    profile: string;
    /** Every entry, or those that were asked for. */
    entries: EntryAnswer[];
    /** The texts that fired, by place. */
    slots: PlacedTexts[];
    /** The tokens of those texts. */
    tokens: number;
    /** Whether the budget was short. */
    overflowed: boolean;
    /** Prompts of the application that active entries switch off. */
    disabled_prompts: string[];
    /** What was odd about the books, and limits that were reached. */
    findings: LoreFinding[];
    /** What the client's user has to do before this is so, for people; empty for nothing. */
    first: string[];
    /** Why each entry fired or did not. */
    trace: Trace;
}

/** A whole prompt. */
export interface Prompt {
    /** By whose rules it is made; absent where whoever asks knows. */
    head?: Head | null;
    /** The pieces, first to last. */
    messages: Piece[];
    /** Pieces that the context had no room for, in prompt order. */
    left_out: Piece[];
    /** Texts of fired lore that have no place in the prompt. */
    unplaced: Unplaced[];
    /** The tokens of the messages. */
    tokens: number;
    /** Tokens over the context when everything that may go is gone. */
    excess: number;
    /** Macros that nobody knows; they stay as text. */
    unknown_macros: string[];
}

/** What two prompts say differently. */
export interface PromptDiff {
    /** Whether both say the same in the same order. */
    same: boolean;
    /** The tokens of the first prompt, where it says them. */
    before_tokens: number | null;
    /** The tokens of the second prompt. */
    after_tokens: number | null;
    /** How many pieces are the same in both. */
    kept: number;
    /** The differences, in the order of the second prompt. */
    changes: PieceDifference[];
}

/** The text of a prompt, as an interface of text completion takes it. */
export interface PromptText {
    /** By whose rules it is made; absent where whoever asks knows. */
    head?: Head | null;
    /** The text. */
    prompt: string;
    /** Where it comes from, first to last; absent unless asked for. */
    pieces?: ContentPiece[];
    /** What is not in the text, and why. */
    left_out: LeftOutText[];
    /** What the model is to stop at. */
    stop: string[];
    /** The tokens of the text. */
    tokens: number;
    /** The tokens that are left. */
    left: number;
    /** The tokens that the text has over its room when everything that may go is gone. */
    excess: number;
    /** Macros that nobody knows; they stay as text. */
    unknown_macros: string[];
    /** What was odd about the templates, where they came with the question. */
    findings?: string[];
}

/** A chat, and what its file says beside the messages. */
export interface ReadChat {
    /** The messages that a model may see, the first one first. */
    messages: ChatMessage[];
    /** The user's name. */
    user: string | null;
    /** The character's name. */
    character: string | null;
    /** What was passed over. */
    findings: string[];
}

/** One oddity that a reader tolerated. */
export interface ReadFinding {
    /** The id of the rule. */
    rule: string;
    /** How much it weighs: error, warning or note. */
    level: string;
    /** Where, as a JSON pointer. */
    pointer: string;
    /** What is odd and what was read instead, for people. */
    message: string;
}

/** A file that was named after its card, or would be. */
export interface Renamed {
    /** Whether it was done. */
    applied: boolean;
}

/** What a repair did. */
export interface Repair {
    /** What was changed, in order. */
    changes: Change[];
    /** What is left to find in the result; null where nothing was repaired. */
    left: Counts | null;
}

/** What was replaced in the texts of a file; without a file and texts where nothing was found at all. */
export interface Replaced {
    /** The texts that changed, or would. */
    texts: ReplacedText[];
}

/** A text in which something was replaced. */
export interface ReplacedText {
    /** What its place is called. */
    place: string;
    /** Where it is in the file. */
    pointer: string;
    /** The text before. */
    before: string;
    /** The text after. */
    after: string;
    /** How often something was replaced. */
    count: number;
}

/** What a card, lorebook or module says about itself, in numbers. */
export interface Row {
    /** The kind of file: JSON, PNG, APNG, CHARX or Prom ZIP. */
    container: string;
    /** The form of its content, by the id that `convert --to` takes. */
    spec: string;
    /** Its name. */
    name: string;
    /** Who made it. */
    creator: string;
    /** Its version. */
    version: string;
    /** Its tags. */
    tags: string[];
    /** How many greetings that are not empty it has, of every kind. */
    greetings: number;
    /** Its texts, in estimated tokens. */
    tokens: Tokens;
    /** Its lorebook. */
    lore: Book | null;
    /** How many assets it lists. */
    assets: number;
    /** What was tolerated while reading or, where all rules were checked, what they find. */
    findings: Counts;
    /** Present where all rules were checked. */
    linted?: boolean;
    /** What the prose is known by, 128 values of four hex digits, of which near texts have most in common; present where it was asked for, and empty where there is too little prose. */
    signature?: string | null;
    /** What a listing for engines knows beyond that; present where it was asked for. */
    details?: Details | null;
    /** The texts themselves; present where they were asked for. */
    texts?: RowTexts | null;
    /** SHA-256 of what the card says: the same in any container and form. */
    content_hash: string;
    /** The same without what clients write for themselves, such as `fav`, `talkativeness`, `world` and the name of a chat. */
    core_hash: string;
}

/** The texts of a card, for searches and embeddings. */
export interface RowTexts {
    /** The description. */
    description: string;
    /** The personality. */
    personality: string;
    /** The scenario. */
    scenario: string;
    /** The first greeting. */
    first_mes: string;
    /** The example messages. */
    mes_example: string;
    /** The system prompt. */
    system_prompt: string;
    /** The post-history instructions. */
    post_history_instructions: string;
    /** The notes of who made it, in the language that comes first. */
    creator_notes: string;
    /** Every greeting behind the first, those for groups too. */
    greetings: string[];
    /** The contents of the lorebook's entries, in book order. */
    lore: string[];
}

/** A rule, and where it comes from. */
export interface Rule {
    /** The id. */
    id: string;
    /** How much a breach weighs: error, warning or note. */
    severity: string;
    /** What the rule asks. */
    summary: string;
    /** Where it comes from. */
    source: string;
    /** The word of the spec: MUST, SHOULD, MAY, or nothing. */
    letter: string;
    /** Whom a breach hurts. */
    hurts: string[];
    /** What to do by hand. */
    help: string;
    /** What the safe repair does; null where there is none. */
    repair: string | null;
    /** Whether there is a safe repair. */
    fixable: boolean;
    /** What the rule is about; in lists of all rules alone. */
    theme?: string | null;
}

/** How often a rule was broken. */
export interface RuleCount {
    /** The id of the rule. */
    rule: string;
    /** How much it weighs: error, warning or note. */
    severity: string;
    /** How often it was broken. */
    count: number;
}

/** All rules. */
export interface Rules {
    /** The rules, theme by theme. */
    rules: Rule[];
}

/** Files with the same content. */
export interface SameCard {
    /** The hash of the content. */
    content_hash: string;
    /** The name of the card. */
    name: string;
    /** Who made it. */
    creator: string;
    /** The files. */
    paths: string[];
}

/** Files with the same content but for what clients write for themselves. */
export interface SameCore {
    /** The hash of the content without that. */
    core_hash: string;
    /** The name of the card. */
    name: string;
    /** Who made it. */
    creator: string;
    /** One content each. */
    variants: Variant[];
}

/** Cards with the same name and creator. */
export interface SameName {
    /** The name. */
    name: string;
    /** Who made them. */
    creator: string;
    /** One content each. */
    variants: Variant[];
}

/** One run of a regex script. */
export interface ScriptRun {
    /** The name that the card gives it. */
    name: string;
    /** How often its pattern was found. */
    hits: number;
    /** Whether the text is another one afterwards. */
    changed: boolean;
    /** Why it did nothing; null where it ran. */
    problem: string | null;
}

/** One of two files. */
export interface Side {
    /** Its name, as the caller gave it. */
    file: string;
    /** The kind of file. */
    container: string;
    /** The form of its content, by its id. */
    form: string;
}

/** What a macro became. */
export interface Step {
    /** How many macros it is in. */
    depth: number;
    /** Where it begins in the text, in bytes. */
    start: number;
    /** Where it ends in the text, in bytes. */
    end: number;
    /** The macro as written. */
    source: string | null;
    /** The text that takes its place; null where it stays. */
    became: string | null;
    /** The variables that it changed. */
    changes: VariableChange[];
}

/** A picture without its card. */
export interface Stripped {
    /** How many card chunks were taken out. */
    payloads: number;
    /** How many asset chunks were taken out. */
    assets: number;
    /** What was odd about the picture. */
    findings: FileFinding[];
}

/** A tag. */
export interface Tag {
    /** Its most frequent spelling. */
    tag: string;
    /** How many cards have it, in whatever spelling. */
    cards: number;
    /** Its other spellings, which differ in capital letters, blanks and hyphens alone. */
    also?: string[];
}

/** The tags of cards. */
export interface Tags {
    /** How many cards there are. */
    cards: number;
    /** How many of them were changed, or would be. */
    changed: number;
    /** How many files of folders have a form without tags, and would have got some: V1 cards, lorebooks, modules. */
    without: number;
    /** The tags as they are now, the most frequent first. */
    tags: Tag[];
    /** The cards without a tag, where these were asked for. */
    untagged: string[];
}

/** The answers to rows of one kind, profile and level. */
export interface Tally {
    /** The kind: read, keep, macro, lore … */
    kind: string;
    /** The profile, with its version. */
    profile: string;
    /** How binding the rows are. */
    level: string;
    /** How many answers are of each class: same, other, refuses … */
    classes: Record<string, number>;
}

/** A text of a card. */
export interface TextRow {
    /** What its place is called. */
    place: string;
    /** The text as it is. */
    source: string;
    /** The text that takes its place; empty for none. */
    text: string;
}

/** The texts of a card, for translators. */
export interface Texts {
    /** The texts, in reading order. */
    texts: TextRow[];
}

/** Texts of a card in estimated tokens. */
export interface Tokens {
    /** The description. */
    description: number;
    /** The personality. */
    personality: number;
    /** The scenario. */
    scenario: number;
    /** The first greeting. */
    first_mes: number;
    /** The example messages. */
    mes_example: number;
    /** The system prompt. */
    system_prompt: number;
    /** The post-history instructions. */
    post_history_instructions: number;
    /** What stays in the prompt for the whole chat: all of the above but greeting and examples. */
    permanent: number;
    /** All of the above. */
    total: number;
}

/** Why each entry fired or did not. */
export interface Trace {
    /** Whose rules held. */
    profile: string;
    /** The passes of the turn. */
    passes: Pass[];
    /** The entries, each with what became of it. */
    entries: TracedEntry[];
}

/** An entry, and what became of it. */
export interface TracedEntry {
    /** The number of its book, from 0. */
    book: number;
    /** Its number in the book, from 0. */
    entry: number;
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
    /** What people see of it. */
    label: string;
    /** What became of it. */
    outcome: "no-key" | "fired" | "stopped";
    /** The pass in which it fired or was last looked at, from 1. */
    pass?: number;
    /** What fired it. */
    cause?: "constant" | "key" | "sticky" | "decorator" | "forced" | "always";
    /** What stopped it. */
    stop?: "disabled" | "no-keys" | "invalid-key" | "empty" | "depth" | "secondary" | "decorator" | "probability" | "group" | "cooldown" | "delay" | "trigger" | "character-name" | "character-tag" | "recursion-excluded" | "recursion-delayed" | "budget" | "no-target" | "injected" | "limit";
    /** The key that matched. */
    key?: KeyMatch;
    /** The secondary key that decided. */
    secondary?: KeyMatch;
    /** The key of the decorator that decided. */
    listed?: KeyMatch;
    /** Tokens of its text. */
    tokens?: number;
    /** Tokens of the budget that were left after it. */
    left?: number | null;
    /** The decorator that fired or stopped it. */
    decorator?: string;
    /** Its line in the content, from 1; 0 when it stands for a field. */
    line?: number;
    /** The length of the chat until which it stays or rests. */
    until?: number;
    /** How deep the message with the key lies; the newest is 1. */
    found_at?: number;
    /** The scan depth. */
    depth?: number | null;
    /** How the secondary keys combine. */
    logic?: "and-any" | "not-all" | "not-any" | "and-all" | number;
    /** The roll in percent. */
    rolled?: number | null;
    /** Its chance in percent. */
    chance?: number | null;
    /** The inclusion group that another member won. */
    group?: string;
    /** That member. */
    winner?: EntryAt;
    /** How it won. */
    how?: "active" | "sticky" | "score" | "priority" | "roll";
    /** The length of the chat, or the tokens, that it needs. */
    needed?: number;
    /** The length of the chat. */
    length?: number;
    /** The level of recursion that it waits for. */
    level?: number;
    /** Tokens that others took. */
    used?: number | null;
    /** The budget. */
    budget?: number | null;
    /** The entry that it was put into. */
    into?: EntryAt;
}

/** Why there is no row for a card. */
export interface Trouble {
    /** A stable word for it. */
    class: string;
    /** Why, for people. */
    message: string;
}

/** A second account of the card in the same file. */
export interface TwinChange {
    /** Where it stands. */
    place: string;
    /** Whether it is made anew; others say what the card said before. */
    follows: boolean;
}

/** What became of a run that was taken back. */
export interface Undone {
    /** The command line of that run; null where there was none to take back. */
    command: string | null;
    /** Files that are as they were before it, or would be. */
    files: string[];
    /** Temporary files and folders, left by runs that ended while writing, that were removed, or would be. */
    removed: string[];
    /** Files that were left as they are. */
    left: LeftFile[];
    /** Whether it was done. */
    applied: boolean;
}

/** A text of fired lore that has no place in the prompt. */
export interface Unplaced {
    /** Who would speak. */
    role: string;
    /** The speaker's name. */
    name: string | null;
    /** The text. */
    content: string;
    /** Where it comes from, for people. */
    source: string;
    /** Its tokens. */
    tokens: number;
    /** Why it has no place. */
    why: string;
}

/** What a row has in the place of a card that cannot be read. */
export interface UnreadRow {
    /** Null. */
    container: string | null;
    /** Null. */
    spec: string | null;
    /** Null. */
    name: string | null;
    /** Null. */
    content_hash: string | null;
    /** Null. */
    core_hash: string | null;
}

/** A macro of a text. */
export interface UsedMacro {
    /** Its name, as written. */
    name: string;
    /** Its first byte, and the byte behind its last. */
    span: [number, number];
    /** Whether the engine knows it. */
    known: boolean;
}

/** A variable that a macro changed. */
export interface VariableChange {
    /** Whose it is: chat or global. */
    scope: string;
    /** Its name. */
    name: string;
    /** Its value before; null where it was not set. */
    before: string | null;
    /** Its value afterwards; null where it is not set. */
    after: string | null;
}

/** One content among others of the same name. */
export interface Variant {
    /** The hash of the content. */
    content_hash: string;
    /** Its version. */
    version: string;
    /** Its texts in estimated tokens. */
    tokens: number;
    /** The files. */
    paths: string[];
}

/** What SillyTavern's user set for world info. */
export interface WorldInfo {
    /** The settings, as sessions take them. */
    settings: Record<string, number | boolean>;
    /** What of the file has no say. */
    without_say: string[];
}

/** A piece of a file. */
export interface Written {
    /** Where it went. */
    path: string;
    /** What it is. */
    kind: string;
    /** Its bytes. */
    bytes: number;
}
