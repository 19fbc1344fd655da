// Saving: the kind of file, the form of the card, what would get lost, and what was changed since it was opened.

import { app, attempt, inWords } from '../app.js';
import { button, fill, h, id } from '../dom.js';
import { BOOKS, CARDS, formWords } from '../forms.js';
import { beforeAfter } from '../parts/changes.js';
import { toast } from '../parts/toast.js';
import { saveAsItIs, write } from '../saving.js';
import { count, line, size } from '../words.js';

export const screen = { id: 'save', title: 'Save as', needs: 'document', whole: 'Save in the bar writes the file in its own form.', show };

const KINDS = [
  ['png', 'PNG', 'The picture with the card in it. What most programs take.'],
  ['charx', 'CHARX', 'An archive of card, picture and assets. RisuAI and others.'],
  ['json', 'JSON', 'The text alone, assets inside of it.'],
  ['prom', 'Prom ZIP', 'The archive of Prom cards.'],
];
/// Forms of other programs are files of their own kind.
const FOREIGN = { yaml: 'yaml', byaf: 'byaf', agnai_character: 'json', marinara_character: 'json', marinara_lorebook: 'json' };
/// Differences that are shown at once.
const CHANGES = 60;
/// What was lost, shown at once.
const LOSSES = 300;

function show(host) {
  const open = app.document;
  const card = open.isCard;
  const wish = { kind: card ? open.kind : 'json', form: '', stash: false };
  let made = null;

  const changed = h('section', null);
  changed.style.marginTop = '2rem';
  const result = h('div', { class: 'panel', 'aria-live': 'polite' });
  let turn = 0;
  const look = async () => {
    made = null;
    save.disabled = true;
    kinds.disabled = wish.form in FOREIGN;
    // A wish that another one took the place of is not shown.
    turn += 1;
    const mine = turn;
    if (open.isLarge) fill(result, h('p', { class: 'soft', role: 'status' }, 'Writing …'));
    try {
      const next = await make(open, { ...wish });
      if (mine !== turn) return;
      made = next;
      fill(result, told(made, wish));
    } catch (error) {
      if (!('code' in error)) throw error;
      if (mine === turn) fill(result, h('div', { class: 'notice error' }, h('p', null, line(inWords(error), 400))));
    }
    save.disabled = made === null;
  };
  const save = button('Save', async () => {
    if (!made) return undefined;
    if (made.own) return saveAsItIs();
    const name = open.nameOf(FOREIGN[wish.form] ?? (wish.kind === 'own' ? 'json' : wish.kind));
    const written = await write(name, () => made.bytes);
    if (written) toast(`Saved ${line(written.home?.handle.name ?? name, 80)}, ${size(written.bytes.length)}.${written.home ? '' : ' Your browser keeps it with its downloads.'}`);
    return undefined;
  }, { kind: 'primary' });

  const group = id('kind');
  const [formId, stashId] = [id('form'), id('stash')];
  const kinds = h('fieldset', { class: 'kinds' }, h('legend', null, 'Kind of file'), kindsOf(open).map(([kind, label, hint]) => h('label', null,
    h('input', { type: 'radio', name: group, value: kind, checked: kind === wish.kind, on: { change: () => { wish.kind = kind; look(); } } }),
    h('span', null, h('b', null, label), h('span', null, hint)))));
  host.append(h('h1', { class: 'visually-hidden' }, 'Save as'), h('div', { class: 'save' },
    h('div', { class: 'stack' },
      card && kinds,
      h('div', { class: 'labelled' }, h('label', { for: formId }, card ? 'Form of the card' : 'Form of the lorebook'),
        h('select', { id: formId, on: { change: (event) => { wish.form = event.target.value; look(); } } }, [['', 'As it is'], ...(card ? CARDS : BOOKS)].map(([value, label]) => h('option', { value }, label)))),
      h('label', { class: 'tick', for: stashId }, h('input', { id: stashId, type: 'checkbox', on: { change: (event) => { wish.stash = event.target.checked; look(); } } }),
        'Keep what has no place aside in the file'),
      h('div', null, save)),
    result), changed);
  differences(open, changed);
  look();
  return open.on((by) => {
    if (by === 'saved') return;
    if (by === 'answered') differences(open, changed);
    else look();
  });
}

/// The kinds of file that are offered. One of another program is offered as it is.
function kindsOf(open) {
  return open.kind === 'own' ? [['own', open.card.container, 'The file as it was opened, with your changes.'], ...KINDS] : KINDS;
}

/// The file as it would be. Its own kind and form is the file that was opened, byte for byte but for the changes.
async function make(open, { kind, form, stash }) {
  const card = open.isCard;
  if (!form && (kind === open.kind || !card)) return { bytes: await open.written(), loss: [], own: true, form: open.card.form };
  if (!card || kind === 'own' || form in FOREIGN) {
    const { bytes, loss, to, packed } = await open.made(['convert', form, { stash }]);
    return { bytes, loss, form: to, packed };
  }
  return open.save(kind, { stash, ...(form && { form }) });
}

/// What would get lost, first; then what stays.
function told({ bytes, loss, own, form, packed }, { stash }) {
  if (own) {
    return [h('h2', null, 'Nothing gets lost'), h('p', null, 'It is the file that you opened, with your changes. Every other byte stays as it was.'),
      h('p', { class: 'soft n' }, size(bytes.length))];
  }
  return [
    h('h2', null, loss.length === 0 ? 'Nothing gets lost' : `${count(loss.length, 'value')} ${loss.length === 1 ? 'has' : 'have'} no place in ${formWords(form)}`),
    loss.length > 0 && h('p', null, stash ? 'They are kept aside in the file, and come back when it is converted again.' : 'They get lost. Keep the file that you have as well.'),
    h('ul', { class: 'loss', tabindex: loss.length > 5 ? '0' : null, 'aria-label': 'What has no place' }, loss.slice(0, LOSSES).map(({ pointer, reason, bytes }) => h('li', null,
      h('code', null, line(pointer || 'the whole', 160)), ' ', h('span', { class: 'soft' }, `${reason}${bytes ? `, ${size(bytes)}` : ''}`)))),
    loss.length > LOSSES && h('p', { class: 'soft' }, `And ${count(loss.length - LOSSES, 'more', 'more')}.`),
    (packed?.findings ?? []).map((finding) => h('p', { class: 'small soft' }, line(finding.message ?? finding, 200))),
    h('p', { class: 'soft n' }, size(bytes.length)),
  ];
}

/// What differs from the file as it was opened.
function differences(open, host) {
  const { changes = [], pending } = attempt(() => open.diff()) ?? {};
  if (pending && changes.length === 0) {
    fill(host, h('h2', null, 'Changed since it was opened'), h('p', { class: 'soft', role: 'status' }, 'Comparing …'));
    return;
  }
  fill(host, h('h2', null, 'Changed since it was opened'),
    open.newPicture && h('p', null, 'The picture is another one.'),
    changes.length === 0 && !open.newPicture && h('p', { class: 'soft' }, 'Nothing yet.'),
    changes.slice(0, CHANGES).map(({ path, change, before, after }) => h('section', { class: 'change' },
      h('h3', null, line(path, 160), ' ', h('span', { class: 'badge' }, change)), beforeAfter(before, after))),
    changes.length > CHANGES && h('p', { class: 'soft' }, `And ${count(changes.length - CHANGES, 'more', 'more')}.`));
}
