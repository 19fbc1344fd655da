// The package but for where its modules lie: one file without imports, so that a page can carry it within itself. The calls
// are those of `crates/cards-wasm`; what they take and give is told in `index.d.ts`.

/** Why something was refused. */
export class CardsError extends Error {
    constructor({ code, message, place = null, help = null }) {
        super(message);
        this.name = new.target.name;
        this.code = code;
        this.place = place;
        this.help = help;
    }
}
export class FileError extends CardsError {}
export class PlaceError extends CardsError {}
export class LimitError extends CardsError {}
export class UsageError extends CardsError {}
export class CrashError extends CardsError {}

const CLASSES = { file: FileError, place: PlaceError, limit: LimitError, usage: UsageError, crash: CrashError };
const refuse = ({ kind = 'usage', code = kind, ...error }) => { throw new CLASSES[kind]({ code, ...error }); };

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A text that is the name of a file and not what it holds. */
const PATH = /^[^\n{}[\]<>"]{1,1000}\.(?:png|apng|charx|zip|json|jsonl|webp|jpe?g|ya?ml|byaf|risum|lorebook)$/i;

function bytesOf(file) {
    if (typeof file === 'string') {
        if (!PATH.test(file)) return encoder.encode(file);
        return refuse({ code: 'a-path', message: `${JSON.stringify(file)} is a path, and the module reads no files`, help: 'give what is in it: in Node `readFileSync(path)`, in a page `fetch(path)`' });
    }
    if (file instanceof ArrayBuffer) return new Uint8Array(file);
    if (ArrayBuffer.isView(file)) return new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
    if (file instanceof Card) return file.bytes();
    if (isLater(file)) return refuse({ message: 'a Blob, a Response or a promise is read by `await cards.open(it)`; give its bytes here' });
    if (typeof file === 'object' && file !== null) return encoder.encode(JSON.stringify(file));
    return refuse({ message: 'a file is a Uint8Array, an ArrayBuffer, JSON as a text or an object; `open` takes a Blob or a Response too' });
}

/** What has to be waited for: a promise, a Blob (a File), a Response. */
const isLater = (file) => typeof file?.then === 'function' || typeof file?.arrayBuffer === 'function';

async function waitedFor(file) {
    const come = await file;
    if (!isLater(come)) return come;
    if (come.ok === false) refuse({ kind: 'file', code: 'io', message: `the file cannot be fetched: ${come.status} ${come.url}` });
    return come.arrayBuffer();
}

/** A chat: a list of messages, one message, or what the user says. */
const chatOf = (messages) => (typeof messages === 'string' ? [{ role: 'user', content: messages }] : Array.isArray(messages) ? messages : [messages]);

/** The kinds of file by the names that `container` gives them. */
const KINDS = { 'prom zip': 'prom', apng: 'png' };
const kindOf = (kind) => (typeof kind === 'string' ? KINDS[kind.toLowerCase()] ?? kind.toLowerCase() : kind);

/** The present as the module takes it. */
const moment = (now, offset = 0) => ({ unix_millis: Math.trunc(now), offset_minutes: Math.trunc(offset) });
/** A date of change in seconds, as cards have it. */
const dated = (now) => (now == null ? null : Math.trunc(now / 1000));
const sidesOf = ({ now, ...sides }) => (now == null ? sides : { ...sides, now: moment(now) });

/** Options as the module takes them: the present and the variables in one piece each. */
function plain({ now, utc_offset = 0, variables, global_variables, ...options }) {
    if (now != null) options.now = moment(now, utc_offset);
    return { ...options, variables: { chat: variables, global: global_variables } };
}

export function utf16(text, byte) {
    // Most texts have a letter a byte up to there.
    const head = text.slice(0, byte);
    if (!/[^\0-\x7f]/.test(head)) return head.length;
    let at = 0;
    for (let left = byte; left > 0 && at < text.length; ) {
        const point = text.codePointAt(at);
        left -= point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
        at += point < 0x10000 ? 1 : 2;
    }
    return at;
}

/** Texts that the caller's counter has to count before a call has an answer. */
class Uncounted {
    constructor(texts) { this.texts = texts; }
}

/** The module, and an instance of it as long as it lives. */
class Engine {
    constructor(module) {
        this.module = module;
        this.start();
    }

    start() {
        this.exports = new WebAssembly.Instance(this.module, {}).exports;
        this.exports.cards_start();
    }

    /** Runs a call; gives its answer, with the files that come along. */
    call(name, args = {}, files = [], held = 0) {
        const { exports } = this;
        const pieces = [encoder.encode(name), encoder.encode(JSON.stringify(args)), ...files.map(bytesOf)];
        let made;
        try {
            for (const piece of pieces) this.put(piece);
            const count = exports.cards_call(held);
            made = Array.from({ length: count }, (_, piece) => {
                const at = exports.cards_at(piece) >>> 0;
                return new Uint8Array(exports.memory.buffer, at, exports.cards_size(piece) >>> 0);
            });
        } catch (error) {
            this.crashed(error);
        }
        const answer = JSON.parse(decoder.decode(made[0]));
        if (answer.error) refuse(answer.error);
        if (answer.count) return [new Uncounted(answer.count)];
        return [answer.ok, ...made.slice(1).map((piece) => piece.slice())];
    }

    put(bytes) {
        const at = this.exports.cards_put(bytes.length) >>> 0;
        if (at === 0) refuse({ kind: 'limit', code: 'too-large', message: `there is no memory for a file of ${bytes.length} bytes` });
        new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    }

    /** A trap leaves the instance in no known state, so that it is left and another one takes its place. */
    crashed(error) {
        if (error instanceof CardsError) throw error;
        let words = '';
        try {
            const all = new Uint8Array(this.exports.memory.buffer, this.exports.cards_last_words() >>> 0);
            words = decoder.decode(all.slice(0, Math.min(all.indexOf(0), 4096)));
        } catch {
            // What it wanted to say is lost with it.
        }
        this.start();
        refuse({
            kind: 'crash',
            message: `the module stopped: ${words || error.message}`,
            help: 'cards and sessions that were open are gone; other calls go on. If it was not for want of memory, report the file',
        });
    }
}

const collected = new FinalizationRegistry(({ engine, exports, held }) => {
    if (engine.exports === exports) engine.call('free', {}, [], held);
});

/** Something that stays open in an instance. */
class Held {
    constructor(engine, held) {
        this.engine = engine;
        this.exports = engine.exports;
        this.held = held;
        collected.register(this, { engine, exports: engine.exports, held }, this);
        for (const name of ['engine', 'exports', 'held']) Object.defineProperty(this, name, { enumerable: false });
    }

    /** Refuses what is gone. */
    alive() {
        if (this.held === 0) refuse({ code: 'freed', message: 'this was freed' });
        if (this.engine.exports !== this.exports) {
            refuse({ code: 'freed', message: 'this is gone: the module stopped and was started anew', help: 'open it again' });
        }
    }

    call(name, args, files) {
        this.alive();
        return this.engine.call(name, args, files, this.held);
    }

    free() {
        collected.unregister(this);
        if (this.held !== 0 && this.engine.exports === this.exports) this.engine.call('free', {}, [], this.held);
        this.held = 0;
    }
}

// Older engines have no name for it, and nothing that would ask.
if (Symbol.dispose) Held.prototype[Symbol.dispose] = Held.prototype.free;

/** Random bits for ids of modules and entries, which the module cannot make itself; of Node 18, which has no `crypto`, by its dice. */
const random = () => Array.from(globalThis.crypto?.getRandomValues(new Uint32Array(1024)) ?? Uint32Array.from({ length: 1024 }, () => Math.random() * 2 ** 32));
const BOOKS = ['module'];
const withRandom = ({ kind, ...options }) => ({ ...options, ...(kind != null && { kind: kindOf(kind) }), ...(BOOKS.includes(options.form) && { random: random() }) });
const converted = ([answer, bytes]) => ({ ...answer, bytes });

/** The tokens of a text by a function of the caller's. */
function tokensOf(count, text) {
    const tokens = count(text);
    if (Number.isSafeInteger(tokens) && tokens >= 0) return tokens;
    const given = typeof tokens?.then === 'function' ? 'a promise' : String(tokens);
    return refuse({ message: `\`tokens\` gave ${given} for a text, and not how many tokens it has`, help: 'give a function that answers with a whole number at once' });
}

/** Members that are properties of a card; `get` and `set` reach every place. */
const TEXTS = ['description', 'personality', 'scenario', 'first_mes', 'mes_example', 'creator_notes', 'system_prompt',
    'post_history_instructions', 'creator', 'character_version', 'nickname'];
const LISTS = ['tags', 'greetings', 'alternate_greetings', 'group_only_greetings'];
/** Calls after which a card may say something else. */
const STEPS = new Set(['apply', 'attach', 'repair', 'merge', 'importTexts', 'undo', 'redo', 'setPicture'].map((name) => `card.${name}`));

class Card extends Held {
    /** What was asked since the last step. */
    #known = new Map();
    #now = null;

    constructor(engine, held) {
        super(engine, held);
        // A slip such as `card.nmae = …` is an error and no property that vanishes.
        Object.seal(this);
    }

    call(name, args, files) {
        if (STEPS.has(name)) this.#known.clear();
        return super.call(name, args, files);
    }

    /** Asks the module once between two steps. */
    known(what, ask) {
        this.alive();
        if (!this.#known.has(what)) this.#known.set(what, ask());
        return this.#known.get(what);
    }

    get about() { return this.known('', () => this.call('card.about')[0]); }
    get container() { return this.about.container; }
    get form() { return this.about.form; }
    get name() { return this.about.name; }
    set name(text) { this.set('name', text); }
    get isCard() { return this.about.card; }
    get changed() { return this.about.changed; }
    get steps() { return this.about.steps; }
    get entryMembers() { return this.about.entry_members; }
    /** What steps write as the date of change. */
    get now() { return this.#now; }
    set now(now) {
        this.call('card.now', { now: dated(now) });
        this.#now = now ?? null;
    }

    /** A member by its name; what its absence stands for where the card has none. */
    member(name, absent) {
        return this.known(name, () => {
            try {
                const value = this.get(name);
                return Array.isArray(value) ? Object.freeze(value) : value;
            } catch (error) {
                if (error instanceof PlaceError) return absent;
                throw error;
            }
        });
    }

    inspect() { return this.call('card.inspect')[0]; }
    json() { return this.call('card.json')[0]; }
    text() { return this.call('card.text')[0]; }
    plain() { return this.call('card.plain')[0]; }
    texts() { return this.call('card.texts')[0]; }
    entries() { return this.call('card.entries')[0]; }
    get(place) { return this.getAll([place])[0].value; }
    getAll(places) { return this.call('card.get', { places })[0]; }

    set(path, value) { return this.apply([{ op: 'set', path, value }]); }
    insert(path, value) { return this.apply([{ op: 'insert', path, value }]); }
    remove(path) { return this.apply([{ op: 'remove', path }]); }
    move(from, path) { return this.apply([{ op: 'move', from, path }]); }
    apply(patches) { return this.call('card.apply', { patches })[0]; }
    attach(...books) { return this.call('card.attach', {}, books)[0]; }
    repair(options = {}) { return this.call('card.repair', options)[0]; }
    merge(base, theirs, options = {}) { return this.call('card.merge', options, [base, theirs])[0]; }
    exportTexts(form) { return this.call('card.exportTexts', { form })[0]; }
    importTexts(list, form) { return this.call('card.importTexts', { list, form })[0]; }
    undo() { return this.call('card.undo')[0]; }
    redo() { return this.call('card.redo')[0]; }
    changes() { return this.call('card.changes')[0]; }
    diff(other) { return this.call('card.diff', {}, other === undefined ? [] : [other])[0]; }

    lint(options = {}) { return this.call('card.lint', options)[0]; }
    needs() { return this.call('card.needs')[0]; }
    row(options = {}) { return this.call('card.row', options)[0]; }
    expand(text, { seed, ...options } = {}) { return this.call('expand', { text, options: plain(options), seed })[0]; }
    compat(sides = {}) { return this.call('compat', sidesOf(sides))[0]; }
    picture() { return this.call('card.picture')[1] ?? null; }
    setPicture(png) { return this.call('card.setPicture', {}, [png])[0]; }
    assets() { return this.call('card.assets')[0]; }
    asset(index) { return this.call('card.asset', { index })[1] ?? null; }

    bytes() { return this.call('card.bytes')[1]; }
    save(kind, { picture, ...options } = {}) {
        const args = { ...withRandom(options), kind: kindOf(kind), picture: picture !== undefined };
        return converted(this.call('card.save', args, picture === undefined ? [] : [picture]));
    }
    convert(form, options = {}) { return converted(this.call('card.convert', withRandom({ ...options, form }))); }
}

for (const [name, absent] of [...TEXTS.map((name) => [name, '']), ...LISTS.map((name) => [name, Object.freeze([])])]) {
    Object.defineProperty(Card.prototype, name, {
        get() { return this.member(name, absent); },
        set(value) { this.set(name, value); },
        enumerable: true,
        configurable: true,
    });
}

class Lore extends Held {
    #count;

    constructor(engine, held, count) {
        super(engine, held);
        this.#count = count;
    }

    /** Makes a call until every text that it asks for is counted. */
    call(name, args, files) {
        for (;;) {
            const told = super.call(name, args, files);
            if (!(told[0] instanceof Uncounted)) return told;
            const counts = told[0].texts.map((text) => [text, tokensOf(this.#count, text)]);
            super.call('session.counted', { counts });
        }
    }

    activate(messages, options = {}) { return this.call('session.activate', { ...options, messages: chatOf(messages) })[0]; }
    get entries() { return this.call('session.about')[0]; }
    get memory() { return this.call('session.memory')[0]; }
    set memory(text) { this.call('session.remember', { text }); }
}

class Session extends Lore {
    greeting(greeting = 0) { return this.call('session.greeting', { greeting })[0]; }
    turn(messages, options = {}) { return this.call('session.turn', { ...options, messages: chatOf(messages) })[0]; }
    messages(messages, options = {}) { return this.call('session.messages', { ...options, messages: chatOf(messages) })[0]; }
    text(messages, options = {}) { return this.call('session.text', { ...options, messages: chatOf(messages) })[0]; }
    needs() { return this.call('session.needs')[0]; }
}

class Core {
    #engine;

    constructor(engine) {
        this.#engine = engine;
        Object.assign(this, engine.call('about')[0]);
    }

    #call(name, args, ...files) { return this.#engine.call(name, args, files); }
    #hold(Kind, answer) { return new Kind(this.#engine, answer[0]); }

    get memory() { return this.#engine.exports.memory.buffer.byteLength; }

    open(file) {
        if (isLater(file)) return waitedFor(file).then((come) => this.open(come));
        return this.#hold(Card, this.#call('open', {}, file));
    }
    create(form, name) { return this.#hold(Card, this.#call('create', { form, name })); }
    inspect(file) { return this.#call('inspect', {}, file)[0]; }
    row(file, options = {}) { return this.#call('row', options, file)[0]; }
    *scan(files, options = {}) {
        for (const [path, file] of files) yield this.#call('scan', { ...options, path }, file)[0];
    }
    texts(file) { return this.#call('texts', {}, file)[0]; }
    lint(file, options = {}) { return this.#call('lint', options, file)[0]; }
    repair(file, options = {}) { return converted(this.#call('repair', options, file)); }
    edit(file, patches, { now } = {}) { return converted(this.#call('edit', { patches, now: dated(now) }, file)); }
    convert(file, form, options = {}) { return converted(this.#call('convert', withRandom({ ...options, form }), file)); }
    diff(a, b, options = {}) { return this.#call('diff', options, a, b)[0]; }
    dupes(rows, options = {}) { return this.#call('dupes', { ...options, rows })[0]; }
    tokens(text) { return this.#call('tokens', { text })[0]; }
    analyse(text, engine) { return this.#call('analyse', { text, engine })[0]; }
    expand(text, { seed, ...options } = {}) { return this.#call('expand', { text, options: plain(options), seed })[0]; }
    macros(engine) { return this.#call('macros', { engine })[0]; }
    rules() { return this.#call('rules')[0]; }
    schema(form) { return this.#call('schema', { form })[0]; }

    lore(files, options = {}) { return this.#session(Lore, files, options); }
    session(files, options = {}) { return this.#session(Session, files, options); }
    chat(file, names = {}) { return this.#call('chat', names, file)[0]; }
    worldInfo(file) { return this.#call('world_info', {}, file)[0]; }
    compat(file, sides = {}) { return file instanceof Card ? file.compat(sides) : this.#call('compat', sidesOf(sides), file)[0]; }

    #session(Kind, files, { memory, seed, tokens, ...options }) {
        if (tokens != null && typeof tokens !== 'function') refuse({ message: '`tokens` is a function that counts the tokens of a text' });
        const all = Array.isArray(files) ? files : [files];
        // A card of another instance goes over as a file.
        const isHere = (file) => file instanceof Card && file.engine === this.#engine && file.exports === this.#engine.exports && file.held;
        const cast = all.map((file) => (isHere(file) ? file.held : 0));
        const bytes = all.filter((file) => !isHere(file)).map((file) => (file instanceof Card ? file.bytes() : file));
        const [held] = this.#call('session', { cast, options: plain(options), memory, seed, counts: tokens != null }, ...bytes);
        return new Kind(this.#engine, held, tokens);
    }
}

/** The files of Node, of which no bundler learns: Node 18 has no `getBuiltinModule`. */
async function files() {
    const name = 'node:fs';
    return process.getBuiltinModule?.(name) ?? import(/* webpackIgnore: true */ /* @vite-ignore */ name);
}

/** Compiles a module from wherever it comes. */
async function compiled(source) {
    if (source instanceof WebAssembly.Module) return source;
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
    const url = source instanceof URL ? source : typeof source === 'string' ? new URL(source, globalThis.document?.baseURI ?? globalThis.location?.href ?? 'file:///') : null;
    if (url?.protocol === 'file:' && globalThis.process?.versions?.node) return WebAssembly.compile((await files()).readFileSync(url));
    const response = await (url ? fetch(url) : source);
    if (!response.ok) refuse({ kind: 'file', code: 'io', message: `the module cannot be fetched: ${response.status} ${response.url}` });
    // Servers that do not know the type of the file are many, so that it is not asked for.
    return WebAssembly.compile(await response.arrayBuffer());
}

export async function loadEngine(source) {
    return new Engine(await compiled(source));
}

export async function load(source) {
    return new Core(await loadEngine(source));
}
