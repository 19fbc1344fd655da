// The start: drop a file, paste one, or take the example.

import { app, attempt, open } from '../app.js';
import { discard, list, read } from '../drafts.js';
import { button, fill, h, id } from '../dom.js';
import { held } from '../engine.js';
import { CARDS } from '../forms.js';
import { take } from '../library.js';
import { dialog } from '../parts/dialog.js';
import { choose, chooseToOpen } from '../parts/file.js';
import { count, line } from '../words.js';

/// Forms that a card is begun in.
const NEW = ['v3', 'v2'];
const ACCEPT = '.png,.apng,.charx,.zip,.json,.webp,.jpg,.jpeg,.yaml,.yml,.byaf,.risum,.lorebook';

export const screen = { id: 'open', title: 'Open', show };

function show(host) {
  const paste = id('paste');
  const text = h('textarea', { id: paste, rows: 5, spellcheck: 'false', placeholder: '{ "spec": "chara_card_v2", … }' });
  const takeText = () => text.value.trim() && open('pasted.json', new TextEncoder().encode(text.value));
  const kept = h('section', { class: 'panel drafts', hidden: true });
  drafts(kept);
  host.append(h('div', { class: 'drop' },
    h('h1', null, 'Character cards, opened in your browser'),
    h('p', { class: 'soft' }, 'See what is in a card, try its lorebook as you type, repair it, and save it without losing anything.'),
    kept,
    h('div', { class: 'target' },
      h('p', null, 'Drop a card, a lorebook or a folder of them here'),
      h('div', { class: 'row' },
        button('Choose files', async () => take(...await chooseToOpen(ACCEPT)), { kind: 'primary' }),
        button('Choose a folder', async () => take(await choose({ folder: true }))),
        button('New card', begin),
        button('Open an example', async () => open('wick.png', await held('example'))),
        button('A CHARX', async () => open('wick.charx', await held('example-archive'))),
        button('One with faults', async () => open('juniper.json', await held('example-faults')))),
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

/// What was changed and not saved when a page ended, to go on with or to discard.
async function drafts(host) {
  // A browser that keeps none has none to show; whoever edits hears of it then.
  const all = await list().catch(() => []);
  host.hidden = all.length === 0;
  if (!host.isConnected || all.length === 0) return;
  const away = async ({ id: draft, name, changes }) => {
    if (!window.confirm(`Discard ${count(changes, 'change')} of ${name} for good?`)) return;
    await discard(draft);
    drafts(host);
  };
  fill(host, h('h2', null, 'Changed and not saved'), h('ul', null, all.map((draft) => h('li', { class: 'row apart' },
    h('span', { class: 'own' }, h('strong', null, line(draft.name, 80)), ' ',
      h('span', { class: 'soft small' }, `${count(draft.changes, 'change')}, the last one at ${new Date(draft.time).toLocaleString()}${draft.last ? `: ${line(draft.last, 60)}` : ''}`)),
    h('span', { class: 'row' },
      button('Go on', () => goOn(draft.id), { 'aria-label': `Go on with ${line(draft.name, 80)}` }),
      button('Discard', () => away(draft), { kind: 'quiet danger', 'aria-label': `Discard the changes of ${line(draft.name, 80)}` }))))));
}

/// Opens a draft with its steps made again. Its record goes once the one of the open document has taken its place.
async function goOn(draft) {
  const { name, bytes, home, steps } = await read(draft);
  if (!(await open(name, bytes, { home, steps }))) return;
  await app.keeper.work;
  if (app.keeper.written) await discard(draft);
}

/// A card from nothing: asks for its name and its form.
function begin() {
  const [named, formed] = [id('new'), id('form')];
  const name = h('input', { id: named, type: 'text', value: 'New character' });
  const form = h('select', { id: formed }, CARDS.filter(([value]) => NEW.includes(value)).map(([value, label]) => h('option', { value }, label)));
  const make = () => {
    const text = name.value.trim() || 'New character';
    const card = attempt(() => app.engine.create(form.value, text));
    if (!card) return;
    const bytes = card.bytes();
    card.free();
    box.close();
    open(`${text.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-').slice(0, 60)}.json`, bytes);
  };
  const box = dialog('New card', { acts: [button('Create', make, { kind: 'primary' })] });
  name.addEventListener('keydown', (event) => event.key === 'Enter' && make());
  fill(box.body, h('div', { class: 'stack' },
    h('div', { class: 'labelled' }, h('label', { for: named }, 'Name'), name),
    h('div', { class: 'labelled' }, h('label', { for: formed }, 'Form of the card'), form)));
  name.focus();
  name.select();
}

function part(title, text) {
  return h('section', null, h('h2', null, title), h('p', null, text));
}
