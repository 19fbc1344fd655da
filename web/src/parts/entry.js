// One entry of the lorebook, to read and change, with the one before and behind it a press away.

import { attempt } from '../app.js';
import { button, fill, h, id } from '../dom.js';
import { figure } from '../entries.js';
import { line, shown } from '../words.js';
import { dialog } from './dialog.js';
import { Field } from './field.js';
import { findingLine } from './finding.js';

/// Switches of an entry: its member, and the label.
const SWITCHES = [['enabled', 'On'], ['constant', 'Constant: fires always'], ['selective', 'Needs a secondary key too'], ['use_regex', 'Keys are patterns'], ['case_sensitive', 'Case counts']];
/// Numbers of an entry: the member, and the label.
const NUMBERS = [['insertion_order', 'Order'], ['priority', 'Priority'], ['depth', 'Depth'], ['probability', 'Probability in percent']];

/// Opens the entry at a place of a list of numbers.
export function editEntry(open, numbers, at, closed) {
  let fields = [];
  const commit = () => fields.forEach((field) => field.commit());
  const go = (to) => {
    if (numbers[to] === undefined) return;
    commit();
    at = to;
    draw();
  };
  const earlier = button('Previous', () => go(at - 1), { kind: 'quiet' });
  const later = button('Next', () => go(at + 1), { kind: 'quiet' });
  const box = dialog('', { acts: [earlier, later], closed: () => { commit(); ends(); closed(); } });

  const draw = () => {
    const entry = open.entries()[numbers[at]];
    if (!entry) return box.close();
    const base = `book[${numbers[at]}]`;
    earlier.disabled = at === 0;
    later.disabled = at === numbers.length - 1;
    box.rename(line(entry.name || entry.keys[0], 80) || 'Without a name');
    const set = (path, value, label) => attempt(() => open.step(label, ['set', path, value], editEntry));
    fields = [];
    const field = (place, label, options) => {
      const one = new Field(open, `${base}.${place}`, label, options);
      fields.push(one);
      return one.element;
    };
    const found = open.lint().findings.filter(({ pointer }) => open.entryAt(pointer) === numbers[at]);
    // What the form of the file has no place for is not offered.
    const has = (member) => open.entryMembers.includes(member);
    fill(box.body,
      found.map((finding) => findingLine(finding)),
      has('name') && field('name', 'Name', { lines: false }),
      keys('Keys', entry.keys, (list) => set(`${base}.keys`, list, 'keys')),
      has('secondary_keys') && keys('Secondary keys', entry.secondary_keys, (list) => set(`${base}.secondary_keys`, list, 'secondary keys')),
      field('content', 'Content'),
      h('div', { class: 'row' }, SWITCHES.filter(([member]) => has(member)).map(([member, label]) => tick(entry, member, label, (on) => set(`${base}.${member}`, on, label.toLowerCase())))),
      h('div', { class: 'settings' }, NUMBERS.filter(([member]) => has(member)).map(([member, label]) => number(entry.kept[member], label, (value) => (
        value === null ? attempt(() => open.step(label.toLowerCase(), ['remove', `${base}.${member}`], editEntry)) : set(`${base}.${member}`, value, label.toLowerCase()))))));
    return undefined;
  };
  const ends = open.on((by) => {
    if (by === 'whole') fields.forEach((one) => one.look());
    else if (by !== editEntry && !fields.includes(by) && by !== 'saved' && by !== 'answered') draw();
  });
  draw();
}

/// Keys, one on each line: commas may be part of a pattern.
function keys(label, list, set) {
  const named = id('keys');
  // A line that stays as it was is the key as it was, with what a line cannot show.
  const own = new Map(list.map((key) => [shown(key).replace(/\n/g, ' '), key]));
  const area = h('textarea', { id: named, rows: Math.min(8, Math.max(2, list.length)), spellcheck: 'false', on: {
    change: () => set(area.value.split('\n').map((key) => own.get(key) ?? key.trim()).filter(Boolean)),
  } });
  area.value = list.map((key) => shown(key).replace(/\n/g, ' ')).join('\n');
  return h('div', { class: 'field' }, h('div', { class: 'head' }, h('label', { for: named }, label), h('span', { class: 'meta' }, 'One on each line')), area);
}

function tick(entry, member, label, set) {
  const on = member === 'enabled' ? entry.enabled !== false : entry[member] === true;
  return h('label', { class: 'tick' }, h('input', { type: 'checkbox', checked: on, on: { change: (event) => set(event.target.checked) } }), label);
}

function number(value, label, set) {
  const named = id('figure');
  return h('div', { class: 'labelled' }, h('label', { for: named }, label), h('input', { id: named, type: 'number', step: 'any', value: figure(value) ?? '', on: {
    change: (event) => set(event.target.value === '' ? null : event.target.valueAsNumber),
  } }));
}
