// What the language server does for a text while somebody types in it: macros are offered, what one gives is told, and what is wrong is
// named with a way to mend it. Nothing of it happens at a key: the server is asked when the hand rests, in its own worker.

import { fill, h, id, button } from '../dom.js';
import { index, language } from '../language.js';
import { blocks, inline } from '../markdown.js';
import { count, line } from '../words.js';
import { say } from './toast.js';

/// Milliseconds of rest before macros are offered, and before it is told what the one under the cursor gives.
const SOON = 30;
const REST = 200;
/// What begins what can be completed, at the end of the text before the cursor: a macro, or a decorator at the head of an entry.
const BEGINS = /\{\{[^{}\n]*$|(?:^|\n)@@[^\n]*$/;
/// Characters before the cursor that are looked at for it.
const AROUND = 200;
/// Rows that are shown at most; to type one letter more is quicker than to read more.
const MOST = 60;
const MOST_FINDINGS = 3;

/// Has a field helped from the moment when somebody goes into it.
export function assist(field) {
  const helper = new Assist(field);
  field.element.addEventListener('focusin', () => helper.begin());
  field.element.addEventListener('focusout', ({ relatedTarget }) => !field.element.contains(relatedTarget) && helper.end());
}

class Assist {
  constructor(field) {
    Object.assign(this, { field, input: field.input, text: null, here: false, items: null, rows: [], chosen: 0 });
    const named = id('offers');
    this.list = h('ul', { role: 'listbox', id: named, 'aria-label': 'Macros' });
    this.about = h('div', { class: 'about text', id: `${named}-about` });
    this.menu = h('div', { class: 'offers', hidden: true, on: { mousedown: (event) => event.preventDefault() } }, this.list, this.about);
    this.gives = h('p', { class: 'gives', id: `${named}-gives`, hidden: true });
    this.mends = h('div', { class: 'mends row', role: 'group', 'aria-label': `Ways to mend ${field.label}`, hidden: true });
    this.listens = {
      input: () => this.typed(),
      keydown: (event) => this.key(event),
      selectionchange: () => this.moved(),
    };
  }

  async begin() {
    if (this.here) return;
    this.here = true;
    for (const [event, listener] of Object.entries(this.listens)) this.input.addEventListener(event, listener);
    const server = await language();
    if (!server || !this.here || this.text) return;
    const { input, field } = this;
    try {
      const text = await server.open(field.document, field.place, input.value, (found) => this.heard(found));
      // Somebody else's by now.
      if (!this.here || this.text) return text.close();
      this.text = text;
    } catch {
      // The field does without: its own look at macros goes on.
      return;
    }
    field.paper.append(this.menu);
    field.element.append(this.gives, this.mends);
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-haspopup', 'listbox');
    input.setAttribute('aria-describedby', `${field.says.id} ${this.gives.id}`);
    this.gives.hidden = false;
    this.typed();
  }

  end() {
    this.here = false;
    clearTimeout(this.timer);
    clearTimeout(this.rest);
    for (const [event, listener] of Object.entries(this.listens)) this.input.removeEventListener(event, listener);
    if (!this.text) return;
    this.close();
    this.text.close();
    this.text = null;
    this.field.helped = false;
    for (const element of [this.menu, this.gives, this.mends]) element.remove();
    for (const name of ['aria-autocomplete', 'aria-haspopup', 'aria-controls']) this.input.removeAttribute(name);
    this.input.setAttribute('aria-describedby', this.field.says.id);
  }

  /// Has the server know what was typed.
  told() {
    if (!this.text || this.field.paper.hidden) return false;
    this.text.change(this.input.value);
    return true;
  }

  typed() {
    clearTimeout(this.timer);
    // While a name is being typed, what was offered is enough.
    if (this.items && this.narrow()) {
      this.timer = setTimeout(() => this.told(), REST);
      return;
    }
    this.timer = setTimeout(() => this.told() && this.offer(), SOON);
    this.moved();
  }

  /// The cursor is somewhere else.
  moved() {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.tell(), REST);
  }

  /// Tells what the macro under the cursor gives.
  async tell() {
    if (this.items || !this.told()) return;
    const { value, selectionStart: at } = this.input;
    const told = value.includes('{{') || value.includes('<') ? await this.text.at('hover', at).catch(() => null) : null;
    if (!this.text || this.input.value !== value || this.input.selectionStart !== at) return;
    const [first, , summary = ''] = told?.contents.value.split('\n\n') ?? [''];
    fill(this.gives, inline(first), first && ' ', inline(summary.split('\n')[0]));
  }

  /// Asks what the text before the cursor may go on with.
  async offer() {
    const { value, selectionStart: at, selectionEnd } = this.input;
    const asks = at === selectionEnd && BEGINS.test(value.slice(Math.max(0, at - AROUND), at));
    const answer = asks ? await this.text.at('completion', at).catch(() => null) : null;
    if (!this.text || this.input.value !== value || this.input.selectionStart !== at) return;
    if (!answer?.items.length) return this.close();
    const { range } = answer.items[0].textEdit;
    this.from = index(value, range.start);
    /// Characters behind the cursor that are a part of the name.
    this.behind = index(value, range.end) - at;
    this.items = answer.items.toSorted((a, b) => (a.sortText < b.sortText ? -1 : 1));
    if (this.narrow()) say(`${count(this.rows.length, 'way')} to go on: arrow keys choose, Enter takes one`);
  }

  /// Shows those of the offers that fit what was typed since; says whether there are any.
  narrow() {
    const { value, selectionStart: at } = this.input;
    const typed = value.slice(this.from, at).toLowerCase();
    const fits = at >= this.from && /^[^{}:\s]*$/.test(typed);
    const low = ({ label }) => label.toLowerCase();
    const begin = fits ? this.items.filter((item) => low(item).startsWith(typed)) : [];
    const hold = fits && typed ? this.items.filter((item) => !low(item).startsWith(typed) && low(item).includes(typed)) : [];
    this.rows = [...begin, ...hold].slice(0, MOST);
    if (this.rows.length === 0) {
      this.close();
      return false;
    }
    fill(this.list, this.rows.map((item, at) => h('li', { role: 'option', id: `${this.list.id}-${at}`, 'aria-describedby': this.about.id, on: { click: () => this.take(at) } },
      h('span', { class: 'name' }, item.label), h('span', { class: 'gets' }, line(item.detail, 80)))));
    const opens = this.menu.hidden;
    this.menu.hidden = false;
    this.input.setAttribute('aria-controls', this.list.id);
    this.choose(0);
    if (opens) this.lay();
    return true;
  }

  choose(at) {
    this.list.children[this.chosen]?.setAttribute('aria-selected', 'false');
    this.chosen = at;
    const row = this.list.children[at];
    row.setAttribute('aria-selected', 'true');
    this.input.setAttribute('aria-activedescendant', row.id);
    fill(this.about, blocks(this.rows[at].documentation?.value ?? ''));
    // Only the list is moved, and not the page under it.
    const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
    if (top < this.list.scrollTop) this.list.scrollTop = top;
    else if (bottom > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = bottom - this.list.clientHeight;
  }

  /// Puts the offers under the cursor, as far as that can be told; or under the field.
  lay() {
    const paper = this.field.paper.getBoundingClientRect();
    const at = this.field.spot(this.from) ?? { left: paper.left, bottom: paper.bottom };
    const left = Math.min(at.left - paper.left, paper.width - this.menu.offsetWidth);
    Object.assign(this.menu.style, { top: `${Math.min(at.bottom, paper.bottom) - paper.top + 4}px`, left: `${Math.max(0, left)}px` });
    this.menu.scrollIntoView({ block: 'nearest' });
  }

  close() {
    if (!this.items) return;
    this.items = null;
    this.menu.hidden = true;
    this.input.removeAttribute('aria-activedescendant');
    this.input.removeAttribute('aria-controls');
    this.moved();
  }

  key(event) {
    if (event.isComposing || event.altKey || event.metaKey) return;
    if (event.ctrlKey) {
      if (event.key !== ' ' || !this.told()) return;
      event.preventDefault();
      this.offer();
      return;
    }
    if (!this.items || event.shiftKey) return;
    const { length } = this.rows;
    const keys = {
      ArrowDown: () => this.choose((this.chosen + 1) % length),
      ArrowUp: () => this.choose((this.chosen + length - 1) % length),
      Enter: () => this.take(this.chosen),
      Tab: () => this.take(this.chosen),
      Escape: () => this.close(),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }

  take(at) {
    const { textEdit } = this.rows[at];
    this.write(this.from, this.input.selectionStart + this.behind, textEdit.newText);
    this.close();
  }

  /// Writes in the place of a stretch, as if it had been typed: the browser's own Undo takes it back.
  write(start, end, text) {
    this.input.focus();
    this.input.setSelectionRange(start, end);
    if (document.execCommand(text ? 'insertText' : 'delete', false, text)) return;
    this.input.setRangeText(text, start, end, 'end');
    this.input.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /// Hears what is wrong with the text as it is now.
  async heard(found) {
    const { field } = this;
    if (!this.text || this.text.text !== this.input.value) return;
    field.helped = true;
    field.says.hidden = found.length === 0;
    fill(field.says, found.slice(0, MOST_FINDINGS).map(({ message, severity }) => h('span', { class: severity <= 2 ? 'warn' : null }, inline(`${sentence(message)} `))),
      found.length > MOST_FINDINGS && `And ${count(found.length - MOST_FINDINGS, 'more')}.`);
    const mends = found.length > 0 ? await this.text.mends().catch(() => []) : [];
    if (!this.text) return;
    this.mends.hidden = mends.length === 0;
    fill(this.mends, mends.slice(0, MOST_FINDINGS).map(({ title, start, end, text }) => button(line(title, 60), () => this.write(start, end, text))));
  }
}

/// What a finding says, as a sentence.
function sentence(message) {
  const text = line(message.split('\n')[0], 300);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}`;
}
