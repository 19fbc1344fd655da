// Many entries changed at once, as one step that Undo takes back.

import { button, h, id } from '../dom.js';
import { count } from '../words.js';

/// The bar of a selection. `set` gets a label and, for the number of an entry, its patches; `has` tells whether entries have a member.
export function many(size, { has, keys, set, remove, none }) {
  const of = count(size, 'entry', 'entries');
  const flag = (member, value, label) => has(member) && button(label, () => set(`${label.toLowerCase()}: ${of}`, (at) => [{ op: 'set', path: `book[${at}].${member}`, value }]));
  const figure = (member, label) => {
    if (!has(member)) return null;
    const named = id('many');
    const input = h('input', { id: named, type: 'number', step: 'any' });
    const put = () => input.value !== '' && set(`${label.toLowerCase()} of ${of}`, (at) => [{ op: 'set', path: `book[${at}].${member}`, value: input.valueAsNumber }]);
    return h('div', { class: 'row' }, h('div', { class: 'labelled' }, h('label', { for: named }, label), input), button('Set', put, { 'aria-label': `Set ${label.toLowerCase()}` }));
  };
  const named = id('key');
  const key = h('input', { id: named, type: 'text' });
  // All of them, since some forms have no list of keys but one text.
  const addKey = () => key.value.trim() && set(`add a key to ${of}`, (at) => [{ op: 'set', path: `book[${at}].keys`, value: [...keys(at), key.value.trim()] }]);
  return h('section', { class: 'many', 'aria-label': 'Change the selected entries' },
    h('div', { class: 'row apart' }, h('strong', null, `${of} selected`), button('Select none', none, { kind: 'quiet' })),
    h('div', { class: 'row' },
      flag('enabled', true, 'Switch on'), flag('enabled', false, 'Switch off'),
      flag('constant', true, 'Make constant'), flag('constant', false, 'Not constant'),
      figure('insertion_order', 'Order'),
      h('div', { class: 'row' }, h('div', { class: 'labelled' }, h('label', { for: named }, 'Key'), key), button('Add', addKey, { 'aria-label': 'Add the key' })),
      button('Take out', remove, { kind: 'danger' })));
}
