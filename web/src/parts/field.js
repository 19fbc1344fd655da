// A text of the card: as it is written, with its macros marked and its tokens counted at each key; or as it is read.

import { app, attempt } from '../app.js';
import { button, fill, h, id, later } from '../dom.js';
import { marked, spansOf } from '../spans.js';
import { among, count, line, shown } from '../words.js';
import { assist } from './assist.js';

/// A pause in typing that ends a step of Undo.
const PAUSE = 700;
/// Texts that are longer are not marked: the marks of a megabyte cost more than they tell.
const MOST_MARKED = 60_000;
/// A browser takes seconds to lay a field of a megabyte out; a text that is longer is put into one when that is asked for.
const LONGEST = 50_000;
/// What is shown of it until then.
const HEAD = 3000;
const FITS = CSS.supports('field-sizing', 'content');

/// A field of the open document. `place` is where its text stands, `mode` how it is shown: "written", "display" or "prompt".
export class Field {
  constructor(document, place, label, { lines = true, hint = null } = {}) {
    Object.assign(this, { document, place, label, lines });
    this.id = id('field');
    this.meta = h('span', { class: 'meta n' });
    this.behind = h('div', { class: 'behind', 'aria-hidden': 'true' });
    this.says = h('p', { class: 'says', id: `${this.id}-says`, hidden: true });
    const listens = { input: () => this.typed(), blur: () => this.commit(), scroll: () => { this.behind.scrollTop = this.input.scrollTop; } };
    this.input = lines
      ? h('textarea', { id: this.id, rows: 1, spellcheck: 'true', 'aria-describedby': `${this.id}-says`, on: listens })
      : h('input', { id: this.id, type: 'text', 'aria-describedby': `${this.id}-says`, on: listens });
    this.paper = h('div', { class: 'paper' }, lines && this.behind, this.input);
    this.read = h('div', { class: 'read text', hidden: true, tabindex: '0', role: 'group', 'aria-label': label });
    this.element = h('div', { class: 'field' },
      h('div', { class: 'head' }, h('label', { for: this.id }, label), this.meta),
      hint && h('p', { class: 'small soft' }, hint),
      this.paper, this.read, this.says);
    /// Whether the language server says what is wrong with the text.
    this.helped = false;
    if (lines) assist(this);
    this.mode = { how: 'written' };
    this.load();
  }

  /// Takes the text from the card.
  load() {
    let text = '';
    try {
      text = this.document.get(this.place);
    } catch (error) {
      if (!('code' in error)) throw error;
    }
    this.text = typeof text === 'string' ? text : text === null ? '' : JSON.stringify(text);
    this.put(this.folded ? '' : this.text);
    this.look();
  }

  /// Whether the text is too long to be put into a field without being asked for.
  get folded() {
    return this.lines && !this.unfolded && this.text.length > LONGEST;
  }

  /// Puts a text into the element, and remembers what the element makes of it: a line has no line ends, an area one kind.
  put(text) {
    // Not when it is the same: the cursor would jump.
    if (this.input.value !== text.replace(/\r\n?/g, '\n')) this.input.value = text;
    this.loaded = this.input.value;
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.commit(), PAUSE);
    this.look();
  }

  /// Puts what was typed into the card.
  commit() {
    clearTimeout(this.timer);
    if (this.folded || this.input.value === this.loaded) return;
    // The line ends of the text stay what they were.
    const text = /\r\n/.test(this.text) && !/[^\r]\n/.test(this.text) ? this.input.value.replace(/\n/g, '\r\n') : this.input.value;
    const done = attempt(() => this.document.step(this.label.toLowerCase(), ['set', this.place, text], this));
    if (done !== undefined) this.text = text;
    // One that grew long under the hand stays open.
    this.unfolded = true;
    this.put(this.text);
    this.look();
  }

  /// Shows it in another way: { how, user }.
  show(mode) {
    this.mode = mode;
    this.look();
  }

  unfold() {
    this.unfolded = true;
    this.put(this.text);
    this.look();
    this.input.focus();
  }

  look() {
    const text = this.folded ? this.text : this.input.value;
    if (text.length > LONGEST) later(this.meta, () => this.count(text));
    else this.count(text);
    const read = this.mode.how !== 'written';
    this.paper.hidden = read || this.folded;
    this.read.hidden = !this.paper.hidden;
    if (read) this.asRead(text);
    else if (this.folded) this.asHead(text);
    else if (this.lines) this.marks(text);
    if (!FITS && this.lines) {
      this.input.style.height = 'auto';
      this.input.style.height = `${this.input.scrollHeight + 2}px`;
    }
  }

  count(text) {
    this.meta.textContent = count(app.engine.tokens(text), 'token');
  }

  asRead(text) {
    // Macros are replaced once the rest of the page is here.
    const answer = this.document.engine.full && attempt(() => this.document.card.expand(text, { user: this.mode.user || 'User', target: this.mode.how, seed: 1 }));
    const all = answer?.text ?? text;
    fill(this.read, shown(all.slice(0, LONGEST)) || h('span', { class: 'soft' }, 'Empty'), all.length > LONGEST && this.rest(all.length - LONGEST));
  }

  asHead(text) {
    fill(this.read, shown(text.slice(0, HEAD)), this.rest(text.length - HEAD),
      h('p', null, button('Show and change the whole text', () => this.unfold())));
  }

  rest(characters) {
    return h('p', { class: 'soft small' }, `… and ${count(characters, 'more character')}`);
  }

  /// Where a place of the text is on the screen, if that can be told: the marks behind it lie letter for letter.
  spot(index) {
    const walk = document.createTreeWalker(this.behind, NodeFilter.SHOW_TEXT);
    let left = index;
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (left <= node.length && left > 0) {
        const range = new Range();
        range.setStart(node, left - 1);
        range.setEnd(node, left);
        const { right, bottom } = range.getBoundingClientRect();
        return { left: right, bottom };
      }
      left -= node.length;
    }
    return null;
  }

  marks(text) {
    if (!app.engine.full || !text.includes('{{') && !text.includes('<') || text.length > MOST_MARKED) {
      if (!this.helped) this.says.hidden = true;
      fill(this.behind, '');
      return;
    }
    const { macros, findings } = app.engine.analyse(text);
    const odd = findings.filter(({ kind }) => kind !== 'differs_in').map((finding) => ({ ...finding, odd: true }));
    const spans = spansOf(text, [...odd, ...macros].filter(({ span }) => span[1] > span[0]));
    // A line end at the end of a text has no height of its own.
    fill(this.behind, marked(text, spans, (part, { odd }) => h('span', { class: odd ? 'odd' : null }, part)), '\u200b');
    if (this.helped) return;
    const differ = [...new Set(findings.filter(({ kind }) => kind === 'differs_in').map(({ span: [start] }) => macros.find(({ span }) => span[0] === start)?.name).filter(Boolean))];
    this.says.hidden = findings.length === 0;
    fill(this.says,
      odd.length > 0 && h('span', { class: 'warn' }, `${line(inWords(odd[0]), 300)}${odd.length > 1 ? ` And ${odd.length - 1} more.` : ''} `),
      differ.length > 0 && `Clients differ about ${line(among(differ), 120)}.`);
  }
}

/// What is odd about a macro.
function inWords({ kind, name, suggestion, known_in: knownIn, takes, found }) {
  switch (kind) {
    case 'unterminated': return 'A macro is not closed: its }} is missing.';
    case 'single_braces': return 'A macro has two braces on each side.';
    case 'wrong_arguments': return `${name} takes ${takes.min === takes.max ? takes.min : `${takes.min} or more`} arguments and has ${found}.`;
    case 'unknown': return `${name} is not a macro here and stays as text.${suggestion ? ` Did you mean ${suggestion}?` : ''}${knownIn?.length ? ` ${among(knownIn)} knows it.` : ''}`;
    default: return `${name ?? 'A macro'} is odd.`;
  }
}
