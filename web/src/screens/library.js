// The library: many files, found by any text in them, by tag and finding; doubles; out again as a table.

import { open } from '../app.js';
import { button, fill, h, id } from '../dom.js';
import { formWords } from '../forms.js';
import { doubles, fillFrom, library, search } from '../library.js';
import { bytesOf, choose, download } from '../parts/file.js';
import { say, toast } from '../parts/toast.js';
import { Virtual } from '../virtual.js';
import { count, line, number, size } from '../words.js';

export const screen = { id: 'library', title: 'Library', whole: 'Until then, cards can be opened one by one.', show };

const HEIGHT = 88;
const SORTS = [['path', 'File'], ['name', 'Name'], ['creator', 'Creator'], ['tokens', 'Tokens'], ['findings', 'Findings']];
const STATES = [['all', 'All'], ['error', 'With errors'], ['lore', 'With a lorebook'], ['unread', 'Not read']];
/// What a card has in common with another one of its group.
const DOUBLES = { same: 'Same content', core: 'Same but for a client’s own marks', near: 'Nearly the same text' };
/// Tags that are offered, the most frequent first.
const TAGS = 40;
/// A pause in typing before the worker searches.
const PAUSE = 120;
const kept = { text: '', tag: null, sort: 'path', state: 'all', found: null, groups: null };

function show(host) {
  let shownCards = [];
  let timer = 0;
  const told = h('p', { class: 'soft n', role: 'status' });
  const done = h('span');
  const progress = h('div', { class: 'bar-of', role: 'progressbar', 'aria-label': 'Files read', 'aria-valuemin': '0' }, done);
  const chips = h('div', { class: 'chips', role: 'group', 'aria-label': 'Tags' });
  const grid = h('ul', { class: 'grid' });
  const list = new Virtual({ host: grid, height: () => HEIGHT, spacer: () => h('li', { class: 'gap', 'aria-hidden': 'true' }), row: drawn });
  const empty = h('div', { class: 'empty' });
  const work = h('div', { class: 'shelf' });

  const refresh = () => {
    const { cards, read } = library;
    empty.hidden = cards.length > 0;
    work.hidden = cards.length === 0;
    if (cards.length === 0) return;
    progress.hidden = read === cards.length;
    progress.setAttribute('aria-valuemax', String(cards.length));
    progress.setAttribute('aria-valuenow', String(read));
    done.style.width = `${(read / cards.length) * 100}%`;
    tags();
    sift();
  };
  const sift = () => {
    const holds = { all: () => true, error: ({ row, error }) => error !== null || row?.findings.error > 0, lore: ({ row }) => Boolean(row?.lore), unread: ({ error }) => error !== null }[kept.state];
    const groups = kept.groups?.flatMap((cards, group) => cards.map(({ number, kind }) => [number, { kind, group }]));
    const inGroup = groups && new Map(groups);
    shownCards = library.cards.filter((card) => holds(card) && (!kept.found || kept.found.has(card.number)) && (!inGroup || inGroup.has(card.number))
      && (!kept.tag || card.row?.tags.includes(kept.tag)));
    for (const card of library.cards) Object.assign(card, { found: kept.found?.get(card.number) ?? null, double: inGroup?.get(card.number) ?? null });
    const key = { path: ({ path }) => path, name: ({ row }) => row?.name ?? '', creator: ({ row }) => row?.creator ?? '', tokens: ({ row }) => -(row?.tokens.total ?? -1),
      findings: ({ row, error }) => -(error ? 1e9 : row ? row.findings.error * 1000 + row.findings.warning : 0) }[kept.sort];
    shownCards.sort((a, b) => (inGroup ? a.double.group - b.double.group : 0) || compare(key(a), key(b)) || a.number - b.number);
    const { cards, read } = library;
    told.textContent = read < cards.length ? `${number(read)} of ${count(cards.length, 'file')} read`
      : `${shownCards.length === cards.length ? count(cards.length, 'file') : `${number(shownCards.length)} of ${count(cards.length, 'file')}`}`
        + (kept.groups ? `, ${count(kept.groups.length, 'group')} of doubles` : '');
    list.show(shownCards);
  };
  const tags = () => {
    const by = new Map();
    for (const { row } of library.cards) for (const tag of new Set(row?.tags)) by.set(tag, (by.get(tag) ?? 0) + 1);
    const most = [...by].sort((a, b) => b[1] - a[1] || compare(a[0], b[0])).slice(0, TAGS);
    fill(chips, most.map(([tag, many]) => button(`${line(tag, 30)} `, () => {
      kept.tag = kept.tag === tag ? null : tag;
      tags();
      sift();
    }, { 'aria-pressed': String(kept.tag === tag) }, `${line(tag, 30)} `, h('span', { class: 'n' }, number(many)))));
  };
  const find = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const text = kept.text.trim();
      const found = text ? await search(text) : null;
      if (text !== kept.text.trim()) return;
      kept.found = found && new Map(found);
      sift();
    }, PAUSE);
  };
  const twins = async (event) => {
    const press = event.currentTarget;
    kept.groups = kept.groups ? null : await doubles();
    press.textContent = kept.groups ? 'Show all again' : 'Find doubles';
    sift();
    say(told.textContent);
  };
  const table = () => {
    const rows = shownCards.filter(({ row }) => row).map(({ path, row }) => JSON.stringify({ path, ...row }));
    download('cards.jsonl', new TextEncoder().encode(`${rows.join('\n')}\n`), 'application/x-ndjson');
    toast(`Saved cards.jsonl, ${count(rows.length, 'row')}`);
  };
  const pickFolder = async () => start(await choose({ folder: true }));
  const pickFiles = async () => start(await choose({ many: true }));
  const start = (files) => {
    if (files.length === 0) return;
    Object.assign(kept, { text: '', tag: null, found: null, groups: null, state: 'all' });
    fillFrom(files);
  };

  const [findId, sortId, stateId] = [id('find'), id('sort'), id('state')];
  fill(empty, h('h2', null, 'A folder of cards'), h('p', null, 'Search every text of every card, see tags and findings, and find doubles. The files stay where they are.'),
    h('div', { class: 'row' }, button('Choose a folder', pickFolder, { kind: 'primary' }), button('Choose files', pickFiles)));
  fill(work,
    h('div', { class: 'tools' },
      h('div', { class: 'labelled grow' }, h('label', { for: findId }, 'Find in all texts'), h('input', { id: findId, type: 'search', value: kept.text, placeholder: 'A name, a phrase, a key', on: { input: (event) => { kept.text = event.target.value; find(); } } })),
      h('div', { class: 'labelled' }, h('label', { for: stateId }, 'Show'), h('select', { id: stateId, on: { change: (event) => { kept.state = event.target.value; sift(); } } }, STATES.map(([value, label]) => h('option', { value, selected: value === kept.state }, label)))),
      h('div', { class: 'labelled' }, h('label', { for: sortId }, 'Sort by'), h('select', { id: sortId, on: { change: (event) => { kept.sort = event.target.value; sift(); } } }, SORTS.map(([value, label]) => h('option', { value, selected: value === kept.sort }, label)))),
      button(kept.groups ? 'Show all again' : 'Find doubles', twins), button('Save as a table', table), button('Another folder', pickFolder)),
    progress, chips, told, grid);
  host.append(h('h1', { class: 'visually-hidden' }, 'Library'), empty, work);
  refresh();
  library.listeners.add(refresh);
  return () => {
    library.listeners.delete(refresh);
    clearTimeout(timer);
    list.stop();
  };
}

function drawn(card) {
  const { row, error, path, file, found, double } = card;
  const name = row ? line(row.name, 80) || 'Without a name' : line(path, 80);
  const facts = row && [line(row.creator, 40), formWords(row.spec), row.container, row.tags.length && line(row.tags.slice(0, 6).join(', '), 60)].filter(Boolean).join(' · ');
  const worst = row && ['error', 'warning'].find((severity) => row.findings[severity] > 0);
  return h('li', { class: 'book' }, thumb(file, row, name),
    h('div', null, button(name, async () => open(file.name, await bytesOf(file)), { kind: 'link' }),
      h('p', null, error ? h('span', { class: 'badge error', title: line(error, 300) }, line(error, 60)) : row ? facts : 'Not read yet'),
      h('p', null, found ? [`${line(found.place, 40)}: `, line(found.around[0], 60), ' ', h('mark', null, line(found.around[1], 80)), ' ', line(found.around[2], 60), found.hits > 1 && ` and ${count(found.hits - 1, 'more place')}`]
        : double ? [h('span', { class: 'badge note' }, DOUBLES[double.kind]), ` ${line(path, 80)}`] : line(path, 100))),
    h('div', { class: 'right n' }, row && count(row.tokens.total, 'token'), h('span', { class: 'opt' }, row?.lore ? count(row.lore.entries, 'entry', 'entries') : size(file.size)),
      worst && h('span', { class: `badge ${worst}` }, count(row.findings[worst], worst))));
}

/// The picture, small. A browser decodes it only while it is in sight.
function thumb(file, row, name) {
  const frame = h('div', { class: 'thumb', 'aria-hidden': 'true' }, [...name][0] ?? '');
  if (!row || !/PNG/.test(row.container)) return frame;
  const url = URL.createObjectURL(file);
  const away = () => URL.revokeObjectURL(url);
  fill(frame, h('img', { src: url, alt: '', on: { load: away, error: () => { away(); fill(frame, [...name][0] ?? ''); } } }));
  return frame;
}

function compare(a, b) {
  return typeof a === 'string' ? a.localeCompare(b, 'en', { numeric: true, sensitivity: 'base' }) : a - b;
}
