// JSON as a tree that opens a level at a time.

import { button, h } from '../dom.js';
import { count, line } from '../words.js';

const AT_ONCE = 200;
const LONGEST = 400;

export function tree(value, name = null) {
  const named = name === null ? null : [h('span', { class: 'name' }, line(name, 120)), ': '];
  if (value === null || typeof value !== 'object') return h('div', null, named, h('span', { class: 'own' }, said(value)));
  const members = Object.entries(value);
  const what = Array.isArray(value) ? count(members.length, 'element') : count(members.length, 'member');
  if (members.length === 0) return h('div', null, named, Array.isArray(value) ? '[]' : '{}');
  const inner = h('div');
  const box = h('details', { open: name === null }, h('summary', null, named, h('span', { class: 'soft' }, what)), inner);
  const more = (from) => {
    const rest = members.length - from - AT_ONCE;
    inner.append(...members.slice(from, from + AT_ONCE).map(([key, inside]) => tree(inside, key)));
    if (rest > 0) inner.append(button(`Show ${Math.min(rest, AT_ONCE)} more`, (event) => { event.target.remove(); more(from + AT_ONCE); }));
  };
  const once = () => inner.childElementCount === 0 && more(0);
  box.addEventListener('toggle', once, { once: true });
  if (box.open) once();
  return box;
}

function said(value) {
  return typeof value === 'string' ? `"${line(value, LONGEST)}"` : String(value);
}
