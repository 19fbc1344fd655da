/// <reference lib="esnext.disposable" />
// What the package offers. Data goes in and comes out with the names that `cards … --json` has, described in `answers.d.ts`,
// which is made from the same code; only methods are camelCase. Places in texts are bytes of UTF-8 (see `utf16`).

import type {
    AssetInfo,
    Attached,
    Compatibility,
    Conversion,
    Diff,
    Dupes,
    Edit,
    Expansion,
    FieldChange,
    ForeignForm,
    Form,
    GotValue,
    Inspection,
    Lint,
    Loss,
    MacroAnalysis,
    Macros,
    Merged,
    Messages,
    Misfit,
    Need,
    Packed,
    ProfileAnswer,
    Prompt,
    PromptText,
    ReadChat,
    Repair,
    Row,
    Rules,
    Trouble,
    UnreadRow,
    WorldInfo,
} from './answers.js';

export type * from './answers.js';

declare global {
    // As the DOM has it, for programs that are compiled without.
    namespace WebAssembly {
        interface Module {}
    }
}

/** A value as JSON has it. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** The bytes of a file; a text is what it holds (JSON, YAML) and no path, and an object is what its JSON holds. */
export type Bytes = Uint8Array | ArrayBuffer | string | { [name: string]: unknown } | Card;

/** A file that has to be read first: a Blob (a File of a page), a Response of `fetch`, or a promise of either or of bytes. */
export type Later = Blob | Response | Promise<Blob | Response | Bytes>;

/** Where the module comes from: its bytes, its address, an answer of `fetch`, or compiled already. */
export type Source = Uint8Array | ArrayBuffer | string | URL | Response | Promise<Response> | WebAssembly.Module;

/** Whose rules hold; a client without a version is its newest one. */
export type Profile = 'spec' | 'sillytavern' | 'sillytavern@1.18' | 'sillytavern@1.17' | 'risu' | 'agnai' | 'koboldcpp' | 'marinara' | 'sillybunny' | 'tauritavern';

/** Whose macros are understood. */
export type Engine = Profile | 'sillytavern-legacy' | 'module';

/** A greeting: its number from 0, `group:0` for one of groups, `de:0` for one in that language, or `none`. */
export type Greeting = number | string;

/** The kinds of file that are written. */
export type Kind = 'json' | 'png' | 'charx' | 'prom';

/** Programs that read cards: a finding names those that it hurts. */
export type Reader = string;

/**
 * Loads everything. Without a source, the module beside this file is fetched (in Node: read); a page that was opened from a
 * folder gives the bytes. Loading the same module again is cheap, and what two loads give shares nothing.
 */
export function load(source?: Source): Promise<Cards>;

/**
 * Loads what opens, shows, edits and writes cards, and nothing else: the smallest module, for a page that begins with it. Every other call
 * is refused by a {@link UsageError} that says which module has it.
 */
export function loadEditor(source?: Source): Promise<Editor>;

/** Loads what reads, edits, checks, converts and writes cards: a smaller module, without sessions and prompts. */
export function loadCore(source?: Source): Promise<Core>;

/** The index in a JavaScript string of a byte of its UTF-8, as spans and offsets count. */
export function utf16(text: string, byte: number): number;

/** Calls of a card that the smallest module does not have. */
export type BeyondEditing =
    | 'inspect' | 'attach' | 'repair' | 'merge' | 'exportTexts' | 'importTexts' | 'diff' | 'lint' | 'needs' | 'row' | 'expand'
    | 'setPicture' | 'save' | 'convert';

/** What opens, shows, edits and writes cards. */
export interface Editor {
    /** The version of the package. */
    readonly version: string;
    /** Which module this is: the one that edits alone, the core, or the full one. */
    readonly module: 'edit' | 'core' | 'full';
    /** Whether sessions and prompts are here: a {@link Cards}. */
    readonly full: boolean;

    /** Opens a card, lorebook or module in any container, told by content. */
    open(file: Later): Promise<Omit<Card, BeyondEditing>>;
    open(file: Bytes): Omit<Card, BeyondEditing>;
    /** Makes an empty card of a form, in JSON. */
    create(form?: Form, name?: string): Omit<Card, BeyondEditing>;
    /** All texts of a file with the names of their places, for a search; only the card is read. */
    texts(file: Bytes): GotValue[];
    /** A file changed by hand, in its container. All changes are made, or none; with `now`, milliseconds since 1970, the card says when. */
    edit(file: Bytes, patches: Patch[], options?: { now?: number }): Edited;
    /** The tokens of a text, by the estimate that is used everywhere where no tokenizer is at hand. */
    tokens(text: string): number;

    /** Bytes of memory that the module has taken from the browser; it never shrinks. */
    readonly memory: number;
}

/** What reads, edits, checks, converts and writes cards. */
export interface Core extends Editor {
    /** Opens a card, lorebook or module in any container, told by content. */
    open(file: Later): Promise<Card>;
    open(file: Bytes): Card;
    /** Makes an empty card of a form, in JSON. */
    create(form?: Form, name?: string): Card;

    /** What a file holds: a card, a lorebook, a module, or what clients keep beside them (scripts, presets, chats, personas …). */
    inspect(file: Bytes): Inspection;
    /** A card in numbers, as a listing of many has it: of pictures and archives, only the card is read. */
    row(file: Bytes, options?: RowOptions): Row;
    /**
     * A row for each file, as `cards scan --json` has them: a file that cannot be read is a row with `error`, and the scan goes on.
     * Rows come one by one, each when it is asked for.
     */
    scan(files: Iterable<readonly [path: string, file: Bytes]>, options?: ScanOptions): Generator<ScanRow, void, undefined>;
    /** What is wrong with a file. */
    lint(file: Bytes, options?: LintOptions): Lint;
    /** A file with everything repaired that can be repaired safely. */
    repair(file: Bytes, options?: LintOptions): Repaired;
    /**
     * A card or lorebook in another form, with what gets lost; `sillytavern` and `risu` are their forms of lorebooks. Scripts and presets
     * become these two, chats and personas `sillytavern`.
     */
    convert(file: Bytes, form: Form | ForeignForm | 'sillytavern' | 'risu', options?: FileConvertOptions): Converted;
    /** What two files say differently. */
    diff(a: Bytes, b: Bytes, options?: DiffOptions): Diff;
    /** Which cards are in a library more than once, by their rows; a row without a `path` goes by its number, from 0. */
    dupes(rows: ((Row & { path?: string }) | ScanRow)[], options?: DupesOptions): Dupes;

    /** The macros in a text, and what is odd about them. */
    analyse(text: string, engine?: Engine): MacroAnalysis;
    /** A text with its macros expanded. */
    expand(text: string, options?: ExpandOptions): Expansion;
    /** The macros that an engine knows. */
    macros(engine?: Engine): Macros;
    /** Every rule that `lint` checks. */
    rules(): Rules;
    /** The JSON Schema of a form. */
    schema(form: Form): Json;
}

/** Everything. */
export interface Cards extends Core {
    /** Compiles lorebooks, those of cards included, to see what a chat fires. */
    lore(files: Bytes | Card | (Bytes | Card)[], options?: SessionOptions): Lore;
    /** A chat with a character: the first file that is a card. Further files are lorebooks, modules and cards. */
    session(files: Bytes | Card | (Bytes | Card)[], options?: SessionOptions): Session;
    /** Reads a chat as any client wrote it: JSON lines, a list of messages, plain text. */
    chat(file: Bytes, names?: { user?: string; character?: string }): Chat;
    /** Reads what SillyTavern's settings.json says of world info, as sessions take it, and says what of the file has no say. */
    worldInfo(file: Bytes): WorldInfo;
    /** What of a card behaves differently between two clients: SillyTavern and RisuAI unless others are named. */
    compat(file: Bytes | Card, sides?: Sides): Compatibility;
}

/** An opened file. It keeps memory in the module until `free`, or until it is collected. */
export interface Card {
    /** The kind of file: JSON, PNG, APNG, CHARX or Prom ZIP. */
    readonly container: string;
    /** The form of its content. */
    readonly form: string;
    /** The name of the card, lorebook or module. Assigning to this and the members below is `set`, a step; absent ones are empty. */
    name: string;
    description: string;
    personality: string;
    scenario: string;
    first_mes: string;
    mes_example: string;
    creator_notes: string;
    system_prompt: string;
    post_history_instructions: string;
    creator: string;
    character_version: string;
    nickname: string;
    get tags(): readonly string[];
    set tags(tags: readonly string[]);
    /** All for a chat of two, the first one included. */
    get greetings(): readonly string[];
    set greetings(greetings: readonly string[]);
    get alternate_greetings(): readonly string[];
    set alternate_greetings(greetings: readonly string[]);
    get group_only_greetings(): readonly string[];
    set group_only_greetings(greetings: readonly string[]);
    /**
     * The moment that changes of the card write as its date of change, where its form has one (V3, V3L, Prom), in milliseconds since
     * 1970; null, as it is at first, leaves the date alone.
     */
    now: number | null;
    /** Whether it is a card, and not a lorebook or module. */
    readonly isCard: boolean;
    /** Whether something was changed since it was opened. */
    readonly changed: boolean;

    /** What the file holds. */
    inspect(): Inspection;
    /** The content as it is now, as JSON has it. Numbers that JavaScript cannot hold lose digits here, and nowhere else. */
    json(): Json;
    /** The content as JSON text, as it would be written. */
    text(): string;
    /** The content by the same names in every form, empty members left out; lorebook entries in `character_book.entries`. */
    plain(): Json;
    /** All texts with the names of their places. */
    texts(): GotValue[];
    /**
     * The entries of the lorebook in any form, in the order of their places (`book[0]`), each with where it is in the file: as it is written, but
     * for members that the form calls otherwise, which have the names of their places (`keys`, `enabled`, `insertion_order`).
     */
    entries(): GotValue[];
    /** What a place may name of an entry in this form: `set('book[0].NAME', …)`. Empty where there can be no lorebook. */
    readonly entryMembers: string[];

    /** The value at a place: a name such as `first_mes`, `greetings[1]`, `book["The Bell"].keys`, or a JSON pointer. */
    get(place: string): Json;
    /** The values at several places, each with its pointer. */
    getAll(places: string[]): GotValue[];
    /** Sets the value at a place; a member that is absent is added. */
    set(place: string, value: Json): FieldChange[];
    /** Adds an element in front of the one at a place, or at the end of a list (`greetings[+]`). */
    insert(place: string, value: Json): FieldChange[];
    /** Takes a member or an element out. */
    remove(place: string): FieldChange[];
    /** Takes a value out of one place and adds it at another. */
    move(from: string, place: string): FieldChange[];
    /** Several changes as one step: all are made, or none. */
    apply(patches: Patch[]): FieldChange[];
    /** Puts the entries of lorebooks behind those of the card's own. */
    attach(...books: Bytes[]): Attached;
    /** Repairs what can be repaired safely, or with `select` what certain rules ask for, as one step. */
    repair(options?: LintOptions): Repair;
    /** Merges another edit of `base` into this one, as one step. */
    merge(base: Bytes, theirs: Bytes, options?: MergeOptions): Merged;
    /** The texts as a list for translators. */
    exportTexts(form: 'csv' | 'po' | 'json'): string;
    /** Takes such a list in, as one step; rows that fit no more are named. */
    importTexts(list: string, form: 'csv' | 'po' | 'json'): { changes: FieldChange[]; misfits: Misfit[] };
    /** Takes the last step back and gives what it had changed; null where there is none. */
    undo(): FieldChange[] | null;
    /** Makes the step again that was taken back last, and gives what it changes; null where there is none. */
    redo(): FieldChange[] | null;
    /** How many steps can be taken back. */
    readonly steps: number;
    /** Everything that was changed and not taken back, and second accounts of the card in the file. */
    changes(): Edit;
    /** What differs from the file as it was opened, or from another one. */
    diff(other?: Bytes): Diff;

    /** What is wrong with it now. */
    lint(options?: LintOptions): Lint;
    /** What of it cannot be had outside one program. */
    needs(): Need[];
    /** The texts of the card in estimated tokens, and other numbers. */
    row(options?: RowOptions): Row;
    /** A text with its macros expanded, by the card's names and fields. */
    expand(text: string, options?: ExpandOptions): Expansion;
    /** The picture of the card, or of the file around it; null where there is none. */
    picture(): Uint8Array | null;
    /** Puts a PNG in the place of the picture, as one step: in PNG and Prom the picture itself, in CHARX and JSON the main icon. */
    setPicture(png: Bytes): Packed;
    /** The assets that the card lists. */
    assets(): AssetInfo[];
    /** The bytes of an asset; null for one that is not in the file. */
    asset(index: number): Uint8Array | null;

    /** The file that was opened, with its changes; all else byte for byte as it was. */
    bytes(): Uint8Array;
    /** Another kind of file, with what gets lost on the way. */
    save(kind: Kind, options?: SaveOptions): Saved;
    /** Another form, with what gets lost; this card stays as it is. */
    convert(form: Form | ForeignForm, options?: ConvertOptions): Converted;

    /** Gives the memory back. Afterwards every method throws. */
    free(): void;
    /** The same, for `using`. */
    [Symbol.dispose](): void;
}

/** One change of a card. */
export type Patch =
    | { op: 'set'; path: string; value: Json }
    | { op: 'insert'; path: string; value: Json }
    | { op: 'remove'; path: string }
    | { op: 'move'; from: string; path: string };

export interface RowOptions {
    /** Checks every rule, which takes several times as long. */
    lint?: boolean;
    /** Adds what the prose is known by, to find near doubles. */
    signature?: boolean;
}

export interface ScanOptions {
    /** Checks every rule, which takes several times as long. */
    lint?: boolean;
    /** Adds the signature by which near texts are found. */
    near?: boolean;
    /** Adds dates, size of the picture, extensions, needs and the rules that were broken; the language is not told here. */
    details?: boolean;
    /** Adds the texts themselves. */
    texts?: boolean;
    /** Adds SHA-256 of each file. */
    hash?: boolean;
}

/** A row of a scan: what a file holds, or why it cannot be read. */
export type ScanRow = {
    /** The version of the layout. */
    schema: number;
    /** The file, as it was named. */
    path: string;
    /** Its bytes. */
    size: number;
    /** Null: bytes have no date. */
    mtime_us: number | null;
    /** SHA-256 of the file, where it was asked for. */
    file_hash?: string;
} & ((Row & { error: null }) | (UnreadRow & { error: Trouble }));

/** Two clients that are compared: SillyTavern and RisuAI unless others are named. */
export interface Sides {
    from?: Profile;
    to?: Profile;
    /** Milliseconds since 1970, for time macros; a fixed moment unless given. */
    now?: number;
}

export interface MergeOptions {
    /** Writes texts that both changed between marks, both of them. */
    mark?: boolean;
    /** Whose change counts where both changed something, removals too. */
    side?: 'ours' | 'theirs';
}

export interface LintOptions {
    /** Ids of the rules to check; `entry-*` stands for all that begin so. */
    select?: string[];
    /** Ids of rules to leave out. */
    ignore?: string[];
    /**
     * Programs that matter; without one, all do: `sillytavern`, `risu`, `others`, and `agnai`, `koboldcpp` or `marinara`, which count
     * among the others, with what they pass over of a lorebook. The names that findings have are taken too.
     */
    readers?: Reader[];
    /** The name of the file, for rules about it. */
    file_name?: string;
}

export interface ConvertOptions {
    /** The kind of file; without one, a file with a picture stays what it is where it can hold the form, else JSON. */
    kind?: Kind;
    /** Keeps what the form has no place for inside the result, so that a later conversion brings it back. */
    stash?: boolean;
}

export interface FileConvertOptions extends ConvertOptions {
    /** What the file is called: the name of a preset that says none itself. */
    file_name?: string;
}

export interface SaveOptions extends ConvertOptions {
    /** The form of the card; without one, its own or the one that the kind of file demands. */
    form?: Form;
    /** A PNG that becomes the picture of a PNG or Prom file. */
    picture?: Bytes;
    /** Leaves assets out of JSON text in place of writing them as `data:` URIs. */
    without_assets?: boolean;
    /** Writes no V2 stand-in beside a V3 card in a PNG. */
    without_backfill?: boolean;
}

export interface DiffOptions {
    /** Compares pictures and assets as well. */
    assets?: boolean;
}

export interface DupesOptions {
    /** Finds nearly the same prose as well: how much two cards have in common at least, from 0 to 1. Rows need their `signature`. */
    near?: number;
    /** Only the same content, not the same name and creator. */
    exact?: boolean;
    /** Names of each group the one to keep; the newest and the oldest by the `mtime_us` of rows, which only those of the tool have. */
    keep?: 'first' | 'shortest-path' | 'largest' | 'newest' | 'oldest';
}

export interface ExpandOptions {
    /** Whose macros; `spec` unless set. */
    engine?: Engine;
    /** The user's name. */
    user?: string;
    /** The character's name, in place of the card's. */
    character?: string;
    /** What the user says about the one who chats. */
    persona?: string;
    /** For the prompt, for the reader's eyes, or for a search. */
    target?: 'prompt' | 'display' | 'scan';
    /** Lists each macro in turn. */
    explain?: boolean;
    /** The seed of the dice. */
    seed?: number;
    /** Milliseconds since 1970, for time macros; without it they stay as text. */
    now?: number;
    /** Minutes that local time is ahead of UTC. */
    utc_offset?: number;
    /** Variables of the chat. */
    variables?: Record<string, string>;
    /** Variables of all chats. */
    global_variables?: Record<string, string>;
    /** What macros of the program's own print, by their names, such as what an agent made; they come before the client's. */
    macros?: Record<string, string>;
}

export interface SessionOptions {
    /** Whose rules hold; `spec` unless set. */
    profile?: Profile;
    /** A macro engine other than the profile's. */
    engine?: Engine;
    user?: string;
    /** The character's name, in place of the card's. */
    character?: string;
    persona?: string;
    /** Which greeting opens an empty chat. */
    greeting?: Greeting;
    system_prompt?: string;
    post_history_instructions?: string;
    /** Tokens that the prompt may have, without the answer. */
    context?: number;
    /** Messages that are searched, in place of what the books say. */
    scan_depth?: number;
    /** Tokens that lore may take, in place of what the books say. */
    token_budget?: number;
    /** What the user of SillyTavern sets for world info, by the client's names (`world_info_depth`); for its profile alone. */
    world_info?: Record<string, number | boolean>;
    /** Whether entries of RPGGO modules that have keys wait for one of them. */
    module_keys?: boolean;
    seed?: number;
    now?: number;
    utc_offset?: number;
    variables?: Record<string, string>;
    global_variables?: Record<string, string>;
    /** What macros of the program's own print, by their names, such as what an agent made; they come before the client's. */
    macros?: Record<string, string>;
    /**
     * Counts the tokens of a text, in place of the estimate. It is asked once for each text, as long as turns go on using the text; a
     * turn with new texts is worked out again once they are counted. What it throws, the call throws, and the memory stays as it was.
     */
    tokens?: (text: string) => number;
    /** What an earlier session remembered: its `memory`. */
    memory?: string;
}

/** A message of a chat. */
export interface Message {
    role: 'system' | 'user' | 'assistant';
    content: string;
    /** The name of who speaks; chats that were read may have null. */
    name?: string | null;
}

/** A chat: its messages, one message, or what the user says. */
export type Said = readonly Message[] | Message | string;

/** A chat, and what its file says beside the messages. */
export type Chat = ReadChat;

export interface TurnOptions {
    /** Leaves the memory as it was, for a preview at each key press. */
    peek?: boolean;
    /** Answers about entries that fired alone: for lorebooks of thousands. */
    fired_only?: boolean;
}

/** Compiled lorebooks. */
export interface Lore {
    /** Which entries a chat fires, where they go, and why each other one does not. */
    activate(messages: Said, options?: TurnOptions): ProfileAnswer;
    /** What outlives a turn, as text; set it to go on from there. */
    memory: string;
    /** How many entries there are. */
    readonly entries: number;
    free(): void;
    /** The same, for `using`. */
    [Symbol.dispose](): void;
}

/** A chat with a character. */
export interface Session extends Lore {
    /** A greeting, its macros expanded. */
    greeting(greeting?: Greeting): string;
    /** The prompt by pieces, and why each entry is in it or not. The memory steps on. */
    turn(messages: Said, options?: TurnOptions): Turn;
    /** The messages as SillyTavern sends them to a chat API. */
    messages(messages: Said, options?: MessagesOptions): Messages;
    /** The text as SillyTavern sends it for text completion. */
    text(messages: Said, options?: TextOptions): PromptText;
    /** What of card and books is not run here. */
    needs(): Need[];
}

export interface ClientOptions extends TurnOptions {
    /** Lists where each part comes from. */
    pieces?: boolean;
    /** Runs the regex scripts of the card, and those of the preset. */
    scripts?: boolean;
}

export interface MessagesOptions extends ClientOptions {
    /** The preset, as SillyTavern saves it; what is odd about it is in `findings`. */
    preset?: Json;
}

/** A template as SillyTavern saves it, alone or among those of a master export, or the name of one that is stated here. */
export type Template = 'default' | 'alpaca' | 'chatml' | 'llama3' | 'mistral' | { [name: string]: Json };

export interface TextOptions extends ClientOptions {
    /** How the beginning is told, and what is between the parts. */
    context_template?: Template;
    /** The forms of messages; without them, instruct mode is off. */
    instruct?: Template;
    /** The user's system prompt; without one, the card's is off too. */
    sysprompt?: { [name: string]: Json };
}

export interface Turn {
    prompt: Prompt;
    lore: ProfileAnswer;
}

export interface Repaired extends Repair {
    bytes: Uint8Array;
}

export interface Edited extends Edit {
    bytes: Uint8Array;
}

export interface Converted extends Conversion {
    /** The whole file. */
    bytes: Uint8Array;
    /** What became of the file around it; null for plain JSON. */
    packed: Packed | null;
}

export interface Saved {
    bytes: Uint8Array;
    /** The kind of file. */
    kind: Kind;
    /** The form of the card in it. */
    form: string;
    /** What got lost, the card's form and its container's taken together. */
    loss: Loss[];
    packed: Packed | null;
}

/** Why something was refused. */
export class CardsError extends Error {
    /** A stable word: `bad-json`, `no-place`, `limit`, `too-large`, `not-a-card`, `usage`, `freed`, `crash` … */
    readonly code: string;
    /** Where: a place of the card, a part of the file, or the argument; null where it is about the whole. */
    readonly place: string | null;
    /** What to do about it; null where the message says so. */
    readonly help: string | null;
}
/** A file that cannot be read, or not as what it was taken for. */
export class FileError extends CardsError {}
/** A place that is not in the card, or a value that does not fit there. */
export class PlaceError extends CardsError {}
/** A limit that was reached: on sizes, depths, steps. */
export class LimitError extends CardsError {}
/** A call that is not as this file says, or of what was freed. */
export class UsageError extends CardsError {}
/** The module stopped, for want of memory or by a mistake of ours. Cards and sessions made before are gone; calls go on in a fresh instance. */
export class CrashError extends CardsError {}
