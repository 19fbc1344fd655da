// The start: drop a file, paste one, or take the example.

import { open } from '../app.js';
import { button, h, id } from '../dom.js';
import { held } from '../engine.js';
import { take } from '../library.js';
import { choose } from '../parts/file.js';

const ACCEPT = '.png,.apng,.charx,.zip,.json,.webp,.jpg,.jpeg,.yaml,.yml,.byaf,.risum,.lorebook';

export const screen = { id: 'open', title: 'Open', show };

function show(host) {
  const paste = id('paste');
  const text = h('textarea', { id: paste, rows: 5, spellcheck: 'false', placeholder: '{ "spec": "chara_card_v2", … }' });
  const takeText = () => text.value.trim() && open('pasted.json', new TextEncoder().encode(text.value));
  host.append(h('div', { class: 'drop' },
    h('h1', null, 'Character cards, opened in your browser'),
    h('p', { class: 'soft' }, 'See what is in a card, try its lorebook as you type, repair it, and save it without losing anything.'),
    h('div', { class: 'target' },
      h('p', null, 'Drop a card, a lorebook or a folder of them here'),
      h('div', { class: 'row' },
        button('Choose files', async () => take(await choose({ accept: ACCEPT, many: true })), { kind: 'primary' }),
        button('Choose a folder', async () => take(await choose({ folder: true }))),
        button('Open an example', () => open('wick.png', held('example')))),
      h('p', { class: 'small soft' }, 'PNG, APNG, CHARX, Prom ZIP, JSON: cards of every spec, lorebooks, modules. It is told by content, never by name.')),
    h('p', { class: 'promise' }, h('strong', null, 'Nothing is uploaded.'), ' The page forbids itself every connection. Turn off your network and try.'),
    h('details', { class: 'panel' }, h('summary', null, 'Paste the JSON of a card'),
      h('div', { class: 'stack' },
        h('div', { class: 'labelled' }, h('label', { for: paste }, 'JSON of a card or lorebook'), text),
        h('div', null, button('Open it', takeText)))),
    h('div', { class: 'does' },
      part('Understand', 'Every field with its tokens and macros, as written and as a model gets it. Who can read the card, and what hurts whom.'),
      part('Try', 'Type a chat and see at each key which entries of the lorebook fire, why, and why the others do not.'),
      part('Repair and save', 'Each repair shown before and after, Undo everywhere, losses named before you save in another form.'))));
}

function part(title, text) {
  return h('section', null, h('h2', null, title), h('p', null, text));
}
