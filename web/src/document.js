// The file that is open: the card in it, what was changed, and what can be taken back.

/// Bytes of a file that is large.
const LARGE = 150_000;
const KINDS = { JSON: 'json', PNG: 'png', APNG: 'png', CHARX: 'charx', 'Prom ZIP': 'prom' };
const ENDINGS = { png: 'png', charx: 'charx', prom: 'zip', json: 'json', yaml: 'yaml', byaf: 'byaf' };

/// What a file of another program, which is read and not written, becomes: its own kind of card, or world info.
function writable(engine, bytes) {
  const card = engine.open(bytes);
  try {
    card.bytes();
    return { card };
  } catch (error) {
    if (error.code !== 'not-a-card') throw error;
    const { form, name } = card;
    card.free();
    const made = converted(engine, bytes, [form, 'worldinfo'], error);
    return { card: engine.open(made.bytes), from: { name, why: error.message, loss: made.loss } };
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

export class Document {
  constructor(engine, name, bytes) {
    const { card, from = null } = writable(engine, bytes);
    Object.assign(this, { engine, name, card, from });
    /// What a change leaves as it is.
    this.isCard = card.isCard;
    /// What takes its time with a large card waits until the rest is seen, and checking for a longer pause.
    this.isLarge = bytes.length > LARGE;
    this.pause = this.isLarge ? 1500 : 250;
    if (from) this.name = this.nameOf(KINDS[card.container] ?? 'json');
    Object.assign(this, { done: [], undone: [], picture: null, pictured: undefined, savedAt: 0, version: 0, listeners: new Set(), known: {} });
  }

  /// Listens to changes, and gives what ends that. The listener gets who made the change.
  on(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  changed(by) {
    this.version += 1;
    this.known = {};
    for (const listener of [...this.listeners]) listener(by);
  }

  /// Makes one step that can be taken back. `run` changes the card and gives what changed; a step that changes nothing is
  /// none. Gives the answer of `run`.
  step(label, run, by = null) {
    const answer = run(this.card);
    const changes = Array.isArray(answer) ? answer : answer.changes;
    if (changes.length > 0) {
      this.done.push({ label, run });
      this.undone = [];
      this.changed(by);
    }
    return answer;
  }

  /// Puts a PNG in the place of the picture: into the file, or around JSON text once it is saved.
  setPicture(bytes) {
    const before = { picture: this.picture, pictured: this.portrait() };
    const run = ['png', 'charx', 'prom'].includes(KINDS[this.card.container]) ? (card) => card.setPicture(bytes) : null;
    run?.(this.card);
    const step = { label: 'the picture', run, before, after: { picture: run ? null : bytes, pictured: bytes } };
    this.done.push(step);
    this.undone = [];
    Object.assign(this, step.after);
    this.changed(null);
  }

  /// Whether the picture is another one than that of the file as it was opened.
  get newPicture() {
    return this.done.some(({ after }) => after);
  }

  /// The name of the step that Undo takes back, or null. The card keeps fewer steps than this list may have.
  get last() {
    const step = this.done.at(-1);
    return step && (step.run === null || this.card.steps > 0) ? step.label : null;
  }

  get next() {
    return this.undone.at(-1)?.label ?? null;
  }

  undo() {
    if (this.last === null) return null;
    const step = this.done.pop();
    if (step.run) this.card.undo();
    Object.assign(this, step.before);
    this.undone.push(step);
    this.changed(null);
    return step.label;
  }

  redo() {
    const step = this.undone.pop();
    if (!step) return null;
    step.run?.(this.card);
    Object.assign(this, step.after);
    this.done.push(step);
    this.changed(null);
    return step.label;
  }

  /// Whether there is something that was not saved.
  get unsaved() {
    return this.done.length !== this.savedAt;
  }

  saved() {
    this.savedAt = this.done.length;
    for (const listener of [...this.listeners]) listener('saved');
  }

  /// Asks the card once for each state of it.
  ask(what, answer) {
    this.known[what] ??= { answer: answer(this.card) };
    return this.known[what].answer;
  }

  lint() {
    return this.ask('lint', (card) => card.lint({ file_name: this.name }));
  }

  plain() {
    return this.ask('plain', (card) => card.plain());
  }

  /// The entries of the lorebook, by the same names in every form.
  entries() {
    return this.plain().character_book?.entries ?? [];
  }

  /// The kind of file that the card is in, as `save` names it, or "own" for one of another program. A new picture needs a PNG.
  get kind() {
    const kind = KINDS[this.card.container] ?? 'own';
    return this.picture && (kind === 'json' || kind === 'own') ? 'png' : kind;
  }

  /// The file as it would be saved now, in its own form.
  bytes() {
    return this.picture ? this.save(this.kind, {}).bytes : this.card.bytes();
  }

  /// Another kind or form of file.
  save(kind, options) {
    const picture = this.picture && kind !== 'json' ? { picture: this.picture } : {};
    return this.card.save(kind, { ...picture, ...options });
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
    this.card.free();
  }
}
