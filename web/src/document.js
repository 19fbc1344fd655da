// The file that is open: the card in it, what was changed, and what can be taken back.

import { betweenClicks } from './clicks.js';
import { readEntry } from './entries.js';
import { Mirror } from './mirror.js';

/// Bytes of a file that is large.
const LARGE = 150_000;
/// Places that are asked for at once.
const MOST_PLACES = 100;
/// What is asked of the whole module alone.
const OF_WHOLE = ['lint', 'row', 'diff'];
const KINDS = { JSON: 'json', PNG: 'png', APNG: 'png', CHARX: 'charx', 'Prom ZIP': 'prom' };
const ENDINGS = { png: 'png', charx: 'charx', prom: 'zip', json: 'json', yaml: 'yaml', byaf: 'byaf' };

/// What a file of another program, which is read and not written, becomes: its own kind of card, or world info.
function writable(engine, bytes) {
  const card = engine.open(bytes);
  try {
    // No change is refused too, where none is made in that form.
    card.apply([]);
    card.bytes();
    return { card, written: bytes };
  } catch (error) {
    if (!['not-a-card', 'only-read'].includes(error.code)) throw error;
    const { form, name } = card;
    card.free();
    const made = converted(engine, bytes, [form, 'worldinfo'], error);
    return { card: engine.open(made.bytes), written: made.bytes, from: { name, why: error.message, loss: made.loss } };
  }
}

function converted(engine, bytes, [form, ...others], refusal) {
  try {
    return engine.convert(bytes, form, { stash: true });
  } catch (error) {
    if (!('code' in error)) throw error;
    if (others.length === 0) throw refusal;
    return converted(engine, bytes, others, refusal);
  }
}

/// How many changes the answer of a method tells of; the engine counts the entries of attached books, and lists nothing.
function changesOf(answer) {
  return Array.isArray(answer) ? answer.length : answer.changes?.length ?? answer.added;
}

export class Document {
  constructor(engine, module, name, bytes) {
    const { card, written, from = null } = writable(engine, bytes);
    Object.assign(this, { engine, name, card, from });
    /// What a change leaves as it is.
    this.isCard = card.isCard;
    /// What takes its time with a large card waits until the rest is seen, and checking for a longer pause.
    this.isLarge = bytes.length > LARGE;
    this.pause = this.isLarge ? 1500 : 250;
    if (from) this.name = this.nameOf(KINDS[card.container] ?? 'json');
    Object.assign(this, { done: [], undone: [], picture: null, pictured: undefined, savedAt: null, version: 0, listeners: new Set(), known: {} });
    /// The file as it was opened, from which the steps lead to what it is now.
    this.opened = { name, bytes };
    /// Where it is written back to, where the browser can: { handle, modified, kind }.
    this.home = null;
    this.closed = false;
    this.mirror = new Mirror(module, written);
    /// What was answered last about what is asked of the worker, and what is being asked.
    this.before = {};
    /// Places that were asked for.
    this.places = new Set();
    this.asking = {};
  }

  /// Listens to changes, and gives what ends that. The listener gets who made the change.
  on(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  changed(by) {
    this.version += 1;
    this.known = {};
    this.tell(by);
  }

  tell(by) {
    for (const listener of [...this.listeners]) listener(by);
  }

  /// Goes over to another module, in which the file is opened anew and each step is made again. The card here goes on until all of it is
  /// made there, so that whoever is typing notices nothing.
  async moveTo(engine, module) {
    const anew = () => engine.open(this.mirror.bytes);
    let [card, made] = [anew(), []];
    for (let all = false; !all;) {
      // What the page's thread does besides comes between.
      await new Promise((resolve) => setTimeout(resolve));
      if (this.closed) return card.free();
      const wanted = this.done.filter(({ inCard }) => inCard);
      if (made.some((step, at) => step !== wanted[at])) {
        card.free();
        [card, made] = [anew(), []];
      }
      all = made.length === wanted.length;
      if (!all) {
        const step = wanted[made.length];
        const [method, ...args] = step.call;
        card[method](...args);
        made.push(step);
      }
    }
    const { card: before, mirror } = this;
    Object.assign(this, { engine, card, mirror: new Mirror(module, mirror.bytes), known: {} });
    before.free();
    mirror.retire();
    return undefined;
  }

  /// Makes one step that can be taken back: `call` is the name of a method of the card and what it is given, plain data, so that a
  /// step can be made again here and in a draft. A step that changes nothing is none. Gives what the method answers.
  step(label, call, by = null) {
    const [method, ...args] = call;
    if (method === 'setPicture') this.portrait();
    const before = { picture: this.picture, pictured: this.pictured };
    const inCard = method !== 'setPicture' || this.holdsPicture;
    const answer = inCard ? this.card[method](...args) : null;
    if (inCard && method !== 'setPicture' && changesOf(answer) === 0) return answer;
    const after = method === 'setPicture' ? { picture: inCard ? null : args[0], pictured: args[0] } : null;
    this.done.push({ label, call, inCard, ...(after && { before, after }) });
    Object.assign(this, after);
    this.undone = [];
    this.changed(by);
    return answer;
  }

  /// Whether a picture has a place in the file; one of JSON text is kept beside it, and goes around it once it is saved.
  get holdsPicture() {
    return ['png', 'charx', 'prom'].includes(this.ownKind);
  }

  /// Puts a PNG in the place of the picture.
  setPicture(bytes) {
    this.step('the picture', ['setPicture', bytes]);
  }

  /// Whether the picture is another one than that of the file as it was opened.
  get newPicture() {
    return this.done.some(({ after }) => after);
  }

  /// The name of the step that Undo takes back, or null. The card keeps fewer steps than this list may have.
  get last() {
    const step = this.done.at(-1);
    return step && (!step.inCard || this.card.steps > 0) ? step.label : null;
  }

  get next() {
    return this.undone.at(-1)?.label ?? null;
  }

  undo() {
    if (this.last === null) return null;
    const step = this.done.pop();
    if (step.inCard) this.card.undo();
    Object.assign(this, step.before);
    this.undone.push(step);
    this.changed(null);
    return step.label;
  }

  redo() {
    const step = this.undone.pop();
    if (!step) return null;
    const [method, ...args] = step.call;
    if (step.inCard) this.card[method](...args);
    Object.assign(this, step.after);
    this.done.push(step);
    this.changed(null);
    return step.label;
  }

  /// The step that was made last, or null: what tells one state of the file from another.
  get state() {
    return this.done.at(-1) ?? null;
  }

  /// Whether there is something that was not saved. The number of steps does not tell: another one may have come in the place of
  /// one that was saved and taken back.
  get unsaved() {
    return this.state !== this.savedAt;
  }

  /// Says that the file was saved as it was after a step.
  saved(state = this.state) {
    this.savedAt = state;
    this.tell('saved');
  }

  /// Asks the card once for each state of it.
  ask(what, answer) {
    this.known[what] ??= { answer: answer(this.card) };
    return this.known[what].answer;
  }

  /// The value at a place. One question to the engine answers all places that were asked for before: it looks through the whole file
  /// for each question.
  get(place) {
    const key = `get ${place}`;
    if (!this.known[key] && this.places.has(place)) this.fetch(this.places);
    this.known[key] ??= { answer: this.card.get(place) };
    if (this.places.size < MOST_PLACES) this.places.add(place);
    return this.known[key].answer;
  }

  /// Asks for several places at once; where one of them is not there, each is asked for by itself later.
  fetch(places) {
    try {
      for (const { place, value } of this.card.getAll([...places])) this.known[`get ${place}`] = { answer: value };
    } catch (error) {
      if (!('code' in error)) throw error;
      this.places.clear();
    }
  }

  /// The same for what takes its time: a large file is asked in the worker. Until that answers, to a question of this moment, what it
  /// said last is given, or what holds without an answer, marked as `pending`; listeners hear "answered" then.
  soon(what, call, without) {
    if (!this.engine.full && OF_WHOLE.includes(call[0])) return { ...without, pending: true };
    if (!this.isLarge) return this.ask(what, (card) => card[call[0]](...call.slice(1)));
    if (this.known[what]) return this.known[what].answer;
    if (!this.asking[what]) {
      const { version } = this;
      this.asking[what] = this.mirror.ask(this.done, call).then((answer) => {
        this.asking[what] = null;
        this.before[what] = answer;
        if (version === this.version) this.known[what] = { answer };
        betweenClicks(() => this.tell('answered'));
      }, () => {
        // It is asked again when somebody looks.
        this.asking[what] = null;
      });
    }
    return { ...(this.before[what] ?? without), pending: true };
  }

  lint() {
    return this.soon('lint', ['lint', { file_name: this.name }], { findings: [] });
  }

  /// The card in numbers; null until they are known.
  row() {
    const row = this.soon('row', ['row'], {});
    return row.pending && !row.tokens ? null : row;
  }

  /// What differs from the file as it was opened.
  diff() {
    return this.soon('diff', ['diff'], { changes: [] });
  }

  /// The file as it would be saved now, written in the worker where it is large.
  async written() {
    return this.picture ? (await this.save(this.kind, {})).bytes : this.made(['bytes']);
  }

  /// What a method of the card makes of it as it is now: in the worker where it is large.
  async made([method, ...args]) {
    return this.isLarge ? this.mirror.ask(this.done, [method, ...args]) : this.card[method](...args);
  }

  plain() {
    return this.ask('plain', (card) => card.plain());
  }

  /// The entries of the lorebook of any form, by the names of their places.
  entries() {
    return this.ask('entries', (card) => card.entries().map(readEntry));
  }

  /// What a place may name of an entry in the form of the file, which is what can be changed of it.
  get entryMembers() {
    return this.card.entryMembers;
  }

  /// The number of the entry that a JSON pointer leads into, or null.
  entryAt(pointer) {
    const numbers = this.ask('entry numbers', () => new Map(this.entries().map((entry, number) => [entry.pointer, number])));
    for (let at = pointer ?? ''; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) if (numbers.has(at)) return numbers.get(at);
    return null;
  }

  /// The kind of file that the card is in, as `save` names it, or "own" for one of another program. A new picture needs a PNG.
  get kind() {
    const kind = this.ownKind;
    return this.picture && (kind === 'json' || kind === 'own') ? 'png' : kind;
  }

  /// The kind of file that it was opened from.
  get ownKind() {
    return KINDS[this.card.container] ?? 'own';
  }

  /// Another kind or form of file.
  async save(kind, options) {
    const picture = this.picture && kind !== 'json' ? { picture: this.picture } : {};
    return this.made(['save', kind, { ...picture, ...options }]);
  }

  /// The picture as it is now, or null.
  portrait() {
    if (this.pictured === undefined) this.pictured = this.card.picture();
    return this.pictured;
  }

  /// The name of a file of a kind, or of a form of another program.
  nameOf(kind) {
    return `${this.name.replace(/\.[A-Za-z0-9]{1,5}$/, '') || 'card'}.${ENDINGS[kind]}`;
  }

  close() {
    this.closed = true;
    this.mirror.stop();
    this.listeners.clear();
    this.card.free();
  }
}
