// The lorebook: a table to sort and filter, entries to change one by one or many at once.

import { app, attempt, inWords, whenWhole } from '../app.js';
import { button, fill, h, id } from '../dom.js';
import { BOOKS } from '../forms.js';
import { download, bytesOf, choose } from '../parts/file.js';
import { editEntry } from '../parts/entry.js';
import { many } from '../parts/many.js';
import { say, toast } from '../parts/toast.js';
import { rowsOf } from '../rows.js';
import { divided, divisions } from '../sections.js';
import { Virtual } from '../virtual.js';
import { count, line, number } from '../words.js';

export const screen = { id: 'lore', title: 'Lore', needs: 'document', show };

/// Keys that a row shows.
const KEYS = 4;
const NARROW = matchMedia('(max-width:56rem)');
/// What a row shows, and the member that it is, where not every form has one.
const COLUMNS = [
  ['on', 'On', 'on', 'enabled'], ['name', 'Name', 'name'], ['keys', 'Keys', 'keycell'], ['order', 'Order', 'order num', 'insertion_order'],
  ['place', 'Place', 'place', 'position'], ['probability', 'Chance', 'chance num', 'probability'], ['tokens', 'Tokens', 'tokens num'],
  ['found', 'Findings', 'found'],
];
const STATES = [
  ['all', 'All', () => true], ['on', 'On', ({ on }) => on, 'enabled'], ['off', 'Off', ({ on }) => !on, 'enabled'],
  ['constant', 'Constant', ({ constant }) => constant, 'constant'], ['found', 'With findings', ({ found }) => found > 0],
];
/// The order that clients give a new entry.
const ORDER = 100;

/// The screen as a person left it, for the way back.
const kept = { text: '', state: 'all', by: 'number', down: false, under: 'folder', shut: new Set() };

function show(host) {
  const open = app.document;
  const has = (member) => member === undefined || open.entryMembers.includes(member);
  const columns = COLUMNS.filter(([, , , member]) => has(member));
  const states = STATES.filter(([, , , member]) => has(member));
  if (!states.some(([state]) => state === kept.state)) kept.state = 'all';
  if (!columns.some(([by]) => by === kept.by)) Object.assign(kept, { by: 'number', down: false });
  const picked = new Set();
  let rows = [];
  let shownRows = [];
  // What the table has: the rows that are shown, and the headings over them.
  let items = [];
  let choices = [];
  let lastPicked = null;

  const told = h('p', { class: 'soft n', role: 'status' });
  const body = h('tbody');
  const head = h('tr');
  const table = h('table', { class: has('enabled') ? 'lore' : 'lore unswitched' }, h('caption', { class: 'visually-hidden' }, 'Entries of the lorebook'), h('thead', null, head), body);
  const selection = h('div', { class: 'selection' });
  const empty = h('div', { class: 'empty', hidden: true });
  const list = new Virtual({
    host: body,
    height: () => (NARROW.matches ? 96 : 44),
    spacer: () => h('tr', { class: 'gap', 'aria-hidden': 'true' }),
    row: (item, index) => (item.rows ? heading(item, index) : drawn(item, index)),
  });

  const load = () => {
    rows = rowsOf(open);
    for (const index of picked) if (!rows[index]) picked.delete(index);
    choices = divisions(rows);
    sections.hidden = choices.length === 0;
    fill(division, [['', 'In one list'], ...choices].map(([value, label]) => h('option', { value, selected: value === kept.under }, label)));
    sift();
  };
  const sift = () => {
    const wanted = kept.text.toLowerCase();
    const [, , holds] = states.find(([state]) => state === kept.state);
    shownRows = rows.filter((row) => holds(row) && (!wanted || row.low.includes(wanted)));
    const sign = kept.down ? -1 : 1;
    shownRows.sort((a, b) => sign * compare(a[kept.by], b[kept.by]) || a.number - b.number);
    told.textContent = `${shownRows.length === rows.length ? count(rows.length, 'entry', 'entries') : `${number(shownRows.length)} of ${count(rows.length, 'entry', 'entries')}`}, `
      + `${count(shownRows.reduce((sum, { tokens }) => sum + tokens, 0), 'token')}`;
    const [, , under] = choices.find(([by]) => by === kept.under) ?? [];
    items = under ? divided(shownRows, rows, under, kept.shut) : shownRows;
    table.setAttribute('aria-rowcount', String(items.length + 1));
    heads();
    list.show(items);
    nothing();
    chosen();
  };
  const nothing = () => {
    empty.hidden = shownRows.length > 0;
    table.hidden = shownRows.length === 0;
    if (rows.length === 0) {
      fill(empty, h('h2', null, 'No lorebook entries yet'), h('p', null, 'Entries are texts that join the prompt when their keys are said.'),
        h('div', { class: 'row' }, button('Add an entry', add, { kind: 'primary' }), open.isCard && button('Add from a file', attach)));
    } else {
      fill(empty, h('h2', null, 'No entry is like that'), h('div', { class: 'row' }, button('Show all', () => {
        Object.assign(kept, { text: '', state: 'all' });
        search.value = '';
        state.value = 'all';
        sift();
      })));
    }
  };
  const heads = () => fill(head,
    h('th', { class: 'pick', scope: 'col' }, h('input', { type: 'checkbox', 'aria-label': 'Select all that are shown',
      checked: shownRows.length > 0 && shownRows.every((row) => picked.has(row.number)), indeterminate: picked.size > 0 && picked.size < shownRows.length,
      on: { change: (event) => { for (const row of shownRows) picked[event.target.checked ? 'add' : 'delete'](row.number); again(); } } })),
    columns.map(([by, label, kind]) => h('th', { class: kind, scope: 'col', 'aria-sort': kept.by !== by ? 'none' : kept.down ? 'descending' : 'ascending' },
      button(label, () => {
        // A third press brings back the order of the book.
        if (kept.by !== by) Object.assign(kept, { by, down: false });
        else if (!kept.down) kept.down = true;
        else Object.assign(kept, { by: 'number', down: false });
        sift();
        [...head.querySelectorAll('button')].find((one) => one.textContent === label)?.focus();
      }))));

  const drawn = (row, index) => {
    const pick = (event) => {
      const on = event.target.checked;
      const range = event.shiftKey && lastPicked !== null ? items.slice(Math.min(lastPicked, index), Math.max(lastPicked, index) + 1).filter(({ rows: under }) => !under) : [row];
      for (const one of range) picked[on ? 'add' : 'delete'](one.number);
      lastPicked = index;
      again(range.length > 1 || items !== shownRows);
      list.rows.get(index)?.querySelector('input')?.focus();
    };
    const toggle = (event) => change(`switch ${on(event.target.checked)} an entry`, [{ op: 'set', path: `book[${row.number}].enabled`, value: event.target.checked }]);
    const title = titled(row);
    return h('tr', { class: [row.on ? '' : 'off', picked.has(row.number) ? 'picked' : ''].join(' ').trim() || null, 'aria-rowindex': String(index + 2),
      data: { index }, on: { keydown: move } },
    h('td', { class: 'pick' }, h('input', { type: 'checkbox', 'aria-label': `Select ${title}`, checked: picked.has(row.number), on: { click: pick } })),
    has('enabled') && h('td', { class: 'on' }, h('input', { type: 'checkbox', 'aria-label': `${title} is on`, checked: row.on, on: { change: toggle } })),
    h('td', { class: 'name' }, button(title, () => edit(index), { kind: 'link', title: line(row.name, 300) })),
    h('td', { class: 'keycell' }, h('span', { class: 'keys' }, row.isFolder && h('span', { class: 'badge note' }, 'folder'), row.constant && h('span', { class: 'badge note' }, 'constant'),
      row.keyList.slice(0, KEYS).map((key) => h('span', { class: 'key', title: line(key, 300) }, line(key, 40))), row.keyList.length > KEYS && h('span', { class: 'soft small' }, `+${row.keyList.length - KEYS}`))),
    has('insertion_order') && h('td', { class: 'order num' }, row.order === null ? '' : String(row.order)),
    has('position') && h('td', { class: 'place' }, line(row.place, 30)),
    has('probability') && h('td', { class: 'chance num' }, row.probability === null || row.probability === 100 ? '' : `${row.probability} %`),
    h('td', { class: 'tokens num' }, row.tokens === null ? '…' : number(row.tokens)),
    h('td', { class: 'found' }, row.found > 0 && h('a', { class: `badge ${row.worst}`, href: '#check', 'aria-label': `${count(row.found, 'finding')} about ${title}` }, String(row.found))));
  };
  /// The heading over rows: how many there are, a press folds them in, and all are picked at once.
  const heading = ({ id: part, label, rows: under, shut }, index) => {
    const title = line(label, 80) || (kept.under === 'folder' ? 'In no folder' : 'In no group');
    const fold = () => {
      kept.shut[shut ? 'delete' : 'add'](part);
      sift();
      list.rows.get(index)?.querySelector('.fold')?.focus();
    };
    const some = under.some((row) => picked.has(row.number));
    const all = some && under.every((row) => picked.has(row.number));
    return h('tr', { class: 'heading', 'aria-rowindex': String(index + 2), data: { index }, on: { keydown: move } },
      h('td', { class: 'pick' }, h('input', { type: 'checkbox', 'aria-label': `Select all of ${title}`, checked: all, indeterminate: some && !all,
        on: { click: (event) => { for (const row of under) picked[event.target.checked ? 'add' : 'delete'](row.number); again(); list.rows.get(index)?.querySelector('input')?.focus(); } } })),
      h('th', { class: 'name', scope: 'rowgroup', colspan: String(columns.length) },
        button(title, fold, { kind: 'fold', 'aria-expanded': String(!shut) }), h('span', { class: 'soft small' }, ` ${count(under.length, 'entry', 'entries')}`)));
  };
  const again = (all = true) => {
    if (all) list.show(items);
    heads();
    chosen();
  };
  /// Up and down go to the same control of the next row.
  const move = (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || event.ctrlKey || event.altKey) return;
    const row = event.currentTarget;
    const column = [...row.children].findIndex((cell) => cell.contains(event.target));
    const next = list.reveal(Number(row.dataset.index) + by);
    next?.children[column]?.querySelector('input, button, a')?.focus();
    event.preventDefault();
  };
  const chosen = () => fill(selection, picked.size > 0 && many(picked.size, {
    has,
    keys: (at) => open.entries()[at].keys,
    set: (label, value) => change(label, [...picked].flatMap((at) => value(at))),
    remove: () => {
      const patches = [...picked].sort((a, b) => b - a).map((at) => ({ op: 'remove', path: `book[${at}]` }));
      picked.clear();
      change(`take out ${count(patches.length, 'entry', 'entries')}`, patches);
    },
    none: () => { picked.clear(); again(); },
  }));
  const change = (label, patches) => {
    const done = attempt(() => open.step(label, ['apply', patches], screen));
    load();
    if (done) say(`${label}: done`);
    return done;
  };
  /// Opens the entry of a row, with those above and below it in the table.
  const edit = (index) => {
    const before = items.slice(0, index).filter(({ rows: under }) => !under).length;
    editEntry(open, items.filter(({ rows: under }) => !under).map(({ number: of }) => of), before, () => {
      load();
      list.rows.get(index)?.querySelector('.link')?.focus();
    });
  };
  const add = () => {
    const at = rows.length;
    const done = attempt(() => added(open, at));
    if (!done) return;
    Object.assign(kept, { text: '', state: 'all', by: 'number', down: false, shut: new Set() });
    load();
    const index = items.findIndex(({ number: of }) => of === at);
    list.reveal(index);
    edit(index);
  };
  const attach = async () => {
    const files = await choose({ accept: '.json,.png,.charx,.lorebook,.zip', many: true });
    if (files.length === 0) return;
    const books = await Promise.all(files.map(bytesOf));
    await whenWhole(() => {
      const before = rows.length;
      attempt(() => open.step(`add entries from ${files.length === 1 ? line(files[0].name, 40) : count(files.length, 'file')}`, ['attach', ...books], screen));
      load();
      toast(rows.length > before ? `Added ${count(rows.length - before, 'entry', 'entries')}` : 'There was nothing to add');
    });
  };
  const takeOut = (form) => whenWhole(() => {
    try {
      const { bytes, loss } = open.card.convert(form);
      download(`${open.nameOf('json').replace(/\.json$/, '')}-lore.json`, bytes, 'application/json');
      toast(loss.length ? `Saved. ${count(loss.length, 'value')} had no place in that form.` : 'Saved; nothing was lost.');
    } catch (error) {
      toast(inWords(error), { kind: 'error' });
    }
  });

  const [find, which, by, out] = [id('find'), id('which'), id('by'), id('out')];
  const search = h('input', { id: find, type: 'search', value: kept.text, placeholder: 'Name, key or text', on: { input: (event) => { kept.text = event.target.value; sift(); } } });
  const state = h('select', { id: which, on: { change: (event) => { kept.state = event.target.value; sift(); } } }, states.map(([value, label]) => h('option', { value, selected: value === kept.state }, label)));
  const division = h('select', { id: by, on: { change: (event) => { Object.assign(kept, { under: event.target.value, shut: new Set() }); sift(); } } });
  const sections = h('div', { class: 'labelled', hidden: true }, h('label', { for: by }, 'Divided by'), division);
  const exports_ = h('select', { id: out, on: { change: (event) => { if (event.target.value) takeOut(event.target.value); event.target.value = ''; } } },
    h('option', { value: '' }, 'Save the book as …'), BOOKS.map(([value, label]) => h('option', { value }, label)));
  host.append(h('h1', { class: 'visually-hidden' }, 'Lore'));
  host.append(
    h('div', { class: 'tools' },
      h('div', { class: 'labelled grow' }, h('label', { for: find }, 'Find'), search),
      h('div', { class: 'labelled' }, h('label', { for: which }, 'Show'), state), sections,
      button('Add an entry', add), open.isCard && button('Add from a file', attach),
      h('div', { class: 'labelled' }, h('label', { for: out, class: 'visually-hidden' }, 'Save the book as'), exports_)),
    told, empty, table, selection);
  load();
  const ends = open.on((by) => {
    if (by === screen || by === 'saved') return;
    // What is answered while somebody is at a row leaves the focus there.
    const row = document.activeElement?.closest('tbody tr');
    const [index, column] = row ? [Number(row.dataset.index), [...row.children].findIndex((cell) => cell.contains(document.activeElement))] : [];
    load();
    if (row) list.rows.get(index)?.children[column]?.querySelector('input, button, a')?.focus({ preventScroll: true });
  });
  return () => {
    ends();
    list.stop();
  };
}

function titled({ name }) {
  return line(name, 80) || 'Without a name';
}

function on(is) {
  return is ? 'on' : 'off';
}

/// Adds an entry as the form of the file begins one, and the book around it where there is none.
function added(open, at) {
  const order = open.entryMembers.includes('insertion_order') ? [{ op: 'set', path: `book[${at}].insertion_order`, value: ORDER }] : [];
  return open.step('add an entry', ['apply', [{ op: 'insert', path: 'book[+]', value: {} }, ...order]], screen);
}

function compare(a, b) {
  if (typeof a === 'string') return a.localeCompare(b, undefined, { numeric: true, sensitivity: 'base' });
  return (a ?? -Infinity) - (b ?? -Infinity);
}
