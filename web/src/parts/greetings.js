// The greetings as tabs: to read, write, add, copy, move and take out.

import { attempt } from '../app.js';
import { sortable } from './sortable.js';
import { say } from './toast.js';
import { button, fill, h, id } from '../dom.js';
import { count, number } from '../words.js';
import { Field } from './field.js';

const SOLO = 'greetings';
const GROUP = 'group_only_greetings';

export class Greetings {
  constructor(document) {
    this.document = document;
    this.at = 0;
    this.mode = { how: 'written' };
    this.named = id('greetings');
    this.list = h('div', { class: 'tabs', role: 'tablist', 'aria-labelledby': this.named, on: { keydown: (event) => this.key(event) } });
    sortable(this.list, (from, to) => this.moveTo(this.all[from], to));
    this.meta = h('span', { class: 'meta n' });
    this.body = h('div', { role: 'tabpanel', id: `${this.named}-panel` });
    this.acts = h('div', { class: 'row' });
    this.element = h('section', { class: 'field' },
      h('div', { class: 'head' }, h('span', { class: 'label', id: this.named }, 'Greetings'), this.meta), this.list, this.body, this.acts);
    this.load();
  }

  listed(place) {
    try {
      const value = this.document.get(place);
      return Array.isArray(value) ? value : [];
    } catch (error) {
      if (!('code' in error)) throw error;
      return [];
    }
  }

  load(by = null) {
    // What its own field did is there already; a button that is being pressed must not go away under the finger.
    if (by !== null && by === this.field) return;
    const [solo, group] = [this.listed(SOLO), this.listed(GROUP)];
    this.all = [...solo.map((_, at) => ({ list: SOLO, at, label: at === 0 ? 'First' : `${at + 1}` })),
      ...group.map((_, at) => ({ list: GROUP, at, label: `Group ${at + 1}` }))];
    this.at = Math.max(0, Math.min(this.at, this.all.length - 1));
    this.meta.textContent = count(this.all.length, 'greeting');
    this.draw();
  }

  draw() {
    const current = this.all[this.at];
    fill(this.list, this.all.map((one, index) => button(one.label, () => this.go(index), {
      role: 'tab', id: `${this.named}-${index}`, 'aria-selected': String(index === this.at), 'aria-controls': `${this.named}-panel`,
      tabindex: index === this.at ? '0' : '-1', 'aria-label': `${one.label} greeting`, 'aria-keyshortcuts': 'Shift+ArrowLeft Shift+ArrowRight', title: 'Drag, or Shift and an arrow key, to move it',
    })));
    if (!current) {
      fill(this.body, h('p', { class: 'soft' }, 'There is no greeting yet.'));
    } else {
      this.field = new Field(this.document, `${current.list}[${current.at}]`, this.nameOf(current));
      this.field.show(this.mode);
      fill(this.body, this.field.element);
      this.body.setAttribute('aria-labelledby', `${this.named}-${this.at}`);
    }
    const last = current && this.listed(current.list).length - 1;
    fill(this.acts,
      button('Add', () => this.change('add a greeting', ['insert', `${SOLO}[+]`, ''], () => this.all.filter(({ list }) => list === SOLO).length), { kind: 'quiet' }),
      current && [
        button('Duplicate', () => this.change('duplicate a greeting', ['insert', `${current.list}[+]`, this.field.text],
          () => this.all.findLastIndex(({ list }) => list === current.list) + 1), { kind: 'quiet' }),
        button('Move earlier', () => this.moveTo(current, this.at - 1), { kind: 'quiet', disabled: current.at === 0 }),
        button('Move later', () => this.moveTo(current, this.at + 1), { kind: 'quiet', disabled: current.at === last }),
        button('Take out', () => this.change('take out a greeting', ['remove', `${current.list}[${current.at}]`], () => this.at - 1),
          { kind: 'quiet danger', disabled: this.all.length === 1 }),
      ]);
  }

  nameOf({ list, at }) {
    if (list === GROUP) return `Greeting ${at + 1} for groups`;
    return at === 0 ? 'First greeting' : `Greeting ${number(at + 1)}`;
  }

  change(label, call, then) {
    this.commit();
    const at = then();
    const done = attempt(() => this.document.step(label, call, this));
    if (done !== undefined) this.at = Math.max(0, at);
    this.load();
  }

  /// Moves a greeting to the place of another one of its list.
  moveTo({ list, at }, to) {
    const place = this.all[to];
    if (place?.list !== list || place.at === at) return;
    this.change('move a greeting', ['move', `${list}[${at}]`, `${list}[${place.at}]`], () => to);
    say(`Greeting ${place.at + 1} of ${this.listed(list).length} now`);
  }

  go(index, focus = true) {
    this.commit();
    this.at = index;
    this.draw();
    if (focus) this.list.children[index].focus();
  }

  key(event) {
    const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.all.length - 1 }[event.key];
    if (to === undefined || !this.all[to]) return;
    event.preventDefault();
    // With Shift, the greeting goes there itself.
    if (!event.shiftKey) {
      this.go(to);
      return;
    }
    this.moveTo(this.all[this.at], to);
    this.list.children[this.at].focus();
  }

  show(mode) {
    this.mode = mode;
    this.field?.show(mode);
  }

  commit() {
    this.field?.commit();
  }
}
