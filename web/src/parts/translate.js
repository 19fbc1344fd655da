// The texts of the card in two columns: what they were when the columns were opened, and what they become.

import { attempt, settle, whenWhole } from '../app.js';
import { button, fill, h, id } from '../dom.js';
import { count, head, line } from '../words.js';
import { bytesOf, choose, download } from './file.js';
import { toast } from './toast.js';

/// Texts that are shown at once.
const AT_ONCE = 40;
const TABLE = { name: 'a spreadsheet (CSV)', form: 'csv', type: 'text/csv' };
const CATALOG = { name: 'gettext (PO)', form: 'po', type: 'text/x-gettext-translation' };

/// A panel that is filled when it is opened. The first column stays while the document is open.
export function translation(open) {
  const host = h('div', { class: 'stack' });
  const box = h('details', { class: 'panel translate' }, h('summary', null, 'Translate'), host);
  const draw = () => {
    open.sources ??= JSON.parse(open.card.exportTexts('json'));
    const list = h('div', { class: 'columns' });
    const more = (from) => {
      const rest = open.sources.length - from - AT_ONCE;
      list.append(...open.sources.slice(from, from + AT_ONCE).map((row) => pair(open, row)));
      if (rest > 0) list.append(button(`Show ${Math.min(rest, AT_ONCE)} more`, (event) => { event.target.remove(); more(from + AT_ONCE); }));
    };
    fill(host,
      h('p', { class: 'soft small' }, `${count(open.sources.length, 'text')}. What you write beside a text takes its place, and Undo takes it back.`),
      h('div', { class: 'row' }, [TABLE, CATALOG].map((list) => button(`Save as ${list.name}`, () => out(open, list))), button('Read a list', () => into(open, draw))),
      list);
    more(0);
  };
  box.addEventListener('toggle', () => box.open && whenWhole(draw));
  return box;
}

/// A text, and the field for what it becomes.
function pair(open, { place, source }) {
  const field = id('target');
  const now = attempt(() => open.card.get(place));
  const commit = (event) => {
    const text = event.target.value;
    // An empty field gives the text back that was there.
    if (text !== (now === source ? '' : now)) attempt(() => open.step(`translate ${line(place, 40)}`, ['set', place, text || source]));
  };
  return h('div', { class: 'pair-of' },
    h('label', { for: field }, line(place, 80)),
    h('div', { class: 'text source' }, head(source, 3000) || h('span', { class: 'soft' }, 'Empty')),
    h('textarea', { id: field, rows: 1, value: now === undefined || now === source ? '' : String(now), on: { change: commit } }));
}

/// The list as translators take it, with what was written so far.
function out(open, { form, type }) {
  settle();
  const list = attempt(() => open.card.exportTexts(form));
  if (list === undefined) return;
  const name = open.name.replace(/\.[A-Za-z0-9]{1,5}$/, '');
  download(`${name}.${form}`, new TextEncoder().encode(list), type);
  toast(`Saved ${name}.${form}. Fill its column "text", and read it here.`);
}

async function into(open, draw) {
  const [file] = await choose({ accept: '.csv,.po,.json' });
  if (!file) return;
  const form = /\.(po|json)$/i.exec(file.name)?.[1].toLowerCase() ?? 'csv';
  const list = new TextDecoder().decode(await bytesOf(file));
  const done = attempt(() => open.step(`read ${line(file.name, 40)}`, ['importTexts', list, form]));
  if (!done) return;
  draw();
  const [first] = done.misfits;
  toast(`${count(done.changes.length, 'text')} changed${first ? `; ${count(done.misfits.length, 'row')} of the list fit no more: ${line(`${first.place}, ${first.why}`, 120)}` : ''}`,
    { kind: first ? 'error' : 'plain' });
}
