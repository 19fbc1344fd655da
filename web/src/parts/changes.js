// What was changed, before and after.

import { h } from '../dom.js';
import { shown } from '../words.js';

/// Text that is shown of one value.
const MOST = 20_000;

/// Two values beside each other, what differs marked.
export function beforeAfter(before, after) {
  const [a, b] = [asText(before), asText(after)];
  const [head, tail] = common(a, b);
  const part = (text, tag) => [text.slice(0, head), h(tag, null, text.slice(head, text.length - tail) || '\u200b'), text.slice(text.length - tail)];
  const side = (title, value, text, tag) => h('div', { tabindex: '0', role: 'group', 'aria-label': title }, h('h4', null, title),
    h('div', { class: 'text' }, value === null || value === undefined ? h('span', { class: 'soft' }, 'Nothing') : part(text, tag)));
  return h('div', { class: 'was' }, side('Before', before, a, 'del'), side('After', after, b, 'ins'));
}

function asText(value) {
  const text = typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value, null, 2);
  return shown(text.length > MOST ? `${text.slice(0, MOST)}…` : text);
}

/// How much two texts share at the beginning and at the end, up to whole words.
function common(a, b) {
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) head += 1;
  while (head > 0 && head < Math.max(a.length, b.length) && /\w/.test(a[head - 1])) head -= 1;
  let tail = 0;
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  while (tail > 0 && /\w/.test(a[a.length - tail])) tail -= 1;
  return [head, tail];
}
