// The tags of a card: to read, add and take out.

import { attempt } from '../app.js';
import { button, fill, h, id } from '../dom.js';
import { line, shown } from '../words.js';

export function tags(open) {
  const host = h('section', { class: 'wide' });
  const draw = () => {
    const input = id('tag');
    const now = listed(open);
    const set = (next, label) => {
      attempt(() => open.step(label, ['set', 'tags', next]));
      draw();
      host.querySelector('input').focus();
    };
    const add = (event) => {
      const text = event.target.value.trim();
      if (event.key === 'Enter' && text && !now.includes(text)) set([...now, text], 'add a tag');
    };
    fill(host, h('h2', null, 'Tags'),
      h('ul', { class: 'tags' }, now.map((tag, at) => h('li', { class: 'badge own', title: shown(tag) }, line(tag, 40), ' ',
        button('×', () => set(now.filter((_, other) => other !== at), 'take out a tag'), { kind: 'bare', 'aria-label': `Take out the tag ${line(tag, 40)}` })))),
      h('div', { class: 'labelled more' }, h('label', { for: input }, 'Add a tag, then Enter'), h('input', { id: input, on: { keydown: add } })));
  };
  draw();
  return host;
}

function listed(open) {
  try {
    const value = open.get('tags');
    return Array.isArray(value) ? value : [];
  } catch (error) {
    if (!('code' in error)) throw error;
    return [];
  }
}
