// The entries that fire by the rules of one client, and behind a fold those that do not.

import { h, id } from '../dom.js';
import { Virtual } from '../virtual.js';
import { count, line, number } from '../words.js';

const HEIGHT = 74;
/// A row that says besides what would fire the entry.
const NEAR = 112;

export class FiredList {
  /// `opened` is called when the fold of the silent ones opens or closes.
  constructor(title, opened) {
    this.told = h('span', { class: 'soft small n' });
    this.note = h('p', { class: 'notice warning small', hidden: true });
    this.host = h('ul', { class: 'fired' });
    this.scroll = h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': `Entries that fire: ${title}` }, this.host);
    this.list = this.virtual(this.host, this.scroll);
    this.silentHost = h('ul', { class: 'fired silent' });
    this.silentScroll = h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': `Silent entries: ${title}` }, this.silentHost);
    this.silentList = this.virtual(this.silentHost, this.silentScroll, NEAR);
    this.filter = '';
    const find = id('silent');
    this.silentTold = h('span', { class: 'n' }, '');
    this.fold = h('details', null, h('summary', null, 'Silent entries ', this.silentTold),
      h('div', { class: 'labelled' }, h('label', { for: find }, 'Find an entry'),
        h('input', { id: find, type: 'search', on: { input: (event) => { this.filter = event.target.value.toLowerCase(); this.sift(); } } })),
      this.silentScroll);
    this.fold.addEventListener('toggle', () => opened(this.fold.open));
    this.element = h('section', { class: 'panel stack' }, h('div', { class: 'row apart' }, h('h2', null, title), this.told), this.note, this.scroll, this.fold);
    this.silent = [];
  }

  virtual(host, scroller, height = HEIGHT) {
    return new Virtual({ host, scroller, height: () => height, spacer: () => h('li', { class: 'gap', 'aria-hidden': 'true' }), row: (entry) => drawn(entry) });
  }

  get wantsSilent() {
    return this.fold.open;
  }

  /// Shows an answer of the engine.
  show(answer) {
    const placed = new Map(answer.slots.flatMap(({ entries }) => entries).map((active) => [`${active.book} ${active.entry}`, active]));
    const fired = answer.entries.filter(({ fired }) => fired).map((entry) => ({ ...entry, active: placed.get(`${entry.book} ${entry.entry}`) }));
    this.told.textContent = `${count(fired.length, 'entry', 'entries')} fired, ${count(answer.tokens, 'token')}`;
    const notes = [...answer.first.map((first) => `First ${first}.`), ...(answer.overflowed ? ['The token budget was short: some entries had to go.'] : [])];
    this.note.hidden = notes.length === 0;
    this.note.textContent = notes.join(' ');
    this.host.hidden = false;
    this.scroll.querySelector('.none')?.remove();
    if (fired.length === 0) this.scroll.append(h('p', { class: 'soft none' }, 'Nothing fires.'));
    this.list.show(fired);
  }

  /// Says why there is no answer.
  refuse(text) {
    this.told.textContent = '';
    this.note.hidden = false;
    this.note.textContent = line(text, 300);
    this.list.show([]);
  }

  showSilent(answer) {
    this.silent = answer.entries.filter(({ fired }) => !fired);
    this.sift();
  }

  sift() {
    const left = this.silent.filter(({ title, why, near }) => !this.filter || `${title}\n${why}\n${near?.why ?? ''}`.toLowerCase().includes(this.filter));
    this.silentTold.textContent = `(${number(left.length)})`;
    this.silentList.show(left);
  }

  stop() {
    this.list.stop();
    this.silentList.stop();
  }
}

function drawn({ title, why, near, active }) {
  const place = active && (active.depth !== undefined && active.depth !== null ? `depth ${active.depth}` : active.place.replaceAll('-', ' '));
  return h('li', null,
    h('div', { class: 'head' }, h('b', { title: line(title, 200) }, line(title, 80) || 'Without a name'),
      active && h('span', { class: 'n' }, `${place === 'default' ? '' : `${place}, `}${count(active.tokens, 'token')}`)),
    h('p', { class: 'why', title: line(why, 500) }, line(why, 240)),
    near && h('p', { class: 'why near', title: line(near.why, 500) }, line(near.why, 240)));
}

