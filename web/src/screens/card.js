// The card: its picture and facts at the side, its texts to read and to change.

import { app, attempt } from '../app.js';
import { button, fill, h, id, later } from '../dom.js';
import { formWords } from '../forms.js';
import { Field } from '../parts/field.js';
import { Greetings } from '../parts/greetings.js';
import { portrait } from '../parts/portrait.js';
import { readerList } from '../parts/readers.js';
import { tags } from '../parts/tags.js';
import { translation } from '../parts/translate.js';
import { tree } from '../parts/tree.js';
import { count, line, number } from '../words.js';

export const screen = { id: 'card', title: 'Card', needs: 'document', show };

/// The texts of a card in reading order: the name of the place, the label, and whether it has several lines.
const TEXTS = [
  ['description', 'Description'],
  ['personality', 'Personality'],
  ['scenario', 'Scenario'],
  ['greetings', 'Greetings'],
  ['mes_example', 'Example dialogue'],
  ['system_prompt', 'System prompt'],
  ['post_history_instructions', 'Post-history instructions'],
  ['depth_prompt', 'Character’s note'],
  ['creator_notes', 'Creator notes'],
];
const LINES = [['name', 'Name'], ['nickname', 'Nickname'], ['creator', 'Creator'], ['character_version', 'Version']];
const HOW = [['written', 'As written'], ['display', 'As shown'], ['prompt', 'As sent']];

function show(host) {
  const open = app.document;
  if (!open.isCard) return other(host, open);
  open.fetch([...LINES, ...TEXTS].map(([place]) => place));
  const mode = { how: 'written', user: '' };
  const fields = [];
  const known = (place) => place === 'greetings' || has(open, place);
  const field = (place, label, options) => {
    const one = new Field(open, place, label, options);
    fields.push(one);
    return one.element;
  };
  const greetings = new Greetings(open);
  fields.push(greetings);
  const side = h('aside', { class: 'side', 'aria-label': 'About the card' });
  const body = h('div', { class: 'fields' },
    h('div', { class: 'row apart' }, modes(mode, () => fields.forEach((one) => one.show(mode)))),
    h('div', { class: 'pair' }, LINES.filter(([place]) => known(place)).map(([place, label]) => field(place, label, { lines: false }))),
    TEXTS.filter(([place]) => known(place)).map(([place, label]) => place === 'greetings' ? greetings.element : field(place, label)));
  host.append(h('h1', { class: 'visually-hidden' }, 'Card'), h('div', { class: 'sheet' }, side, body));
  const about = () => {
    const pressed = side.querySelector('button:focus');
    fill(side, portrait(open), facts(open));
    // The button that was pressed is another one now.
    if (pressed) [...side.querySelectorAll('button')].find((one) => one.textContent === pressed.textContent)?.focus({ preventScroll: true });
  };
  if (open.isLarge) later(side, about);
  else about();
  body.append(translation(open), everything(open));

  let timer = 0;
  const ends = open.on((by) => {
    if (by === 'saved') return;
    if (by === 'answered' || by === 'whole') {
      if (!side.querySelector('input:focus')) about();
      // The whole module knows macros; what is being typed stays as it is.
      if (by === 'whole') fields.forEach((one) => one.show(mode));
      return;
    }
    for (const one of fields) if (one !== by) one.load(by);
    clearTimeout(timer);
    timer = setTimeout(() => side.isConnected && !side.querySelector('input:focus') && about(), open.pause);
  });
  return () => {
    clearTimeout(timer);
    // What was typed last is not lost on the way to another screen.
    for (const one of fields) one.commit();
    ends();
  };
}

/// Whether the form of the card has a place: its schema says so, or the card has it already.
function has(open, place) {
  try {
    open.get(place);
    return true;
  } catch (error) {
    if (!('code' in error)) throw error;
    return open.card.form !== 'v1' && ['nickname'].includes(place) === false ? true : /^v3|prom/.test(open.card.form);
  }
}

/// A lorebook or module has no character to show.
function other(host, open) {
  host.append(h('div', { class: 'empty' },
    h('h2', null, 'This file holds no character'),
    h('p', null, `It is a ${formWords(open.card.form)}: what it says is under Lore.`),
    h('div', { class: 'row' }, h('a', { class: 'button', href: '#lore' }, 'Go to Lore'))),
  everything(open));
  return undefined;
}

/// How the texts are shown, and for whom.
function modes(mode, changed) {
  const group = id('how');
  const user = id('user');
  const whom = h('span', { class: 'labelled', hidden: true },
    h('label', { for: user }, 'User’s name'),
    h('input', { id: user, placeholder: 'User', on: { input: (event) => { mode.user = event.target.value; changed(); } } }));
  const pick = (how) => {
    mode.how = how;
    whom.hidden = how === 'written';
    changed();
  };
  return [
    h('fieldset', { class: 'choice' }, h('legend', { class: 'visually-hidden' }, 'How texts are shown'),
      HOW.map(([how, label]) => h('label', null,
        h('input', { type: 'radio', name: group, value: how, checked: how === mode.how, on: { change: () => pick(how) } }), label))),
    whom,
  ];
}

function facts(open) {
  const { card } = open;
  const row = open.row();
  const needs = open.engine.full ? open.ask('needs', () => card.needs()) : [];
  const fact = (name, value) => value !== null && value !== '' && [h('dt', null, name), h('dd', null, value)];
  return [
    h('dl', { class: 'facts' },
      fact('Form', formWords(card.form)),
      fact('File', open.newPicture ? `${card.container}, new picture` : card.container),
      row && fact('Tokens', h('span', { class: 'n' }, `${number(row.tokens.total)}, ${number(row.tokens.permanent)} of them always`)),
      row?.lore && fact('Lorebook', h('a', { href: '#lore' }, count(row.lore.entries, 'entry', 'entries'))),
      row?.assets > 0 && fact('Assets', number(row.assets))),
    h('section', { class: 'wide' }, h('h2', null, 'Who can read it'),
      open.engine.full ? readerList(open) : h('p', { class: 'small soft' }, 'It is checked once the rest of the page is loaded.')),
    needs.length > 0 && h('section', { class: 'wide' }, h('h2', null, 'What it needs'),
      h('ul', { class: 'small' }, needs.map((need) => h('li', null, `${line(need.what, 160)}: ${line(need.client, 80)}`)))),
    has(open, 'tags') && tags(open),
  ];
}

/// All that the file says, known or not, as a tree.
function everything(open) {
  const host = h('div', { class: 'tree' });
  const box = h('details', { class: 'panel' }, h('summary', null, 'Everything in the file'), host);
  box.addEventListener('toggle', () => {
    if (!box.open) return;
    const copy = button('Copy as JSON', () => attempt(() => navigator.clipboard.writeText(open.card.text())));
    fill(host, h('p', { class: 'small soft' }, 'Members that this page does not know are kept as they are.'), tree(open.card.json()), h('p', null, copy));
  });
  return box;
}
