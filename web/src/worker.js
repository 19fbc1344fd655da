// The library's half in a worker: reads cards, keeps their texts, and searches them while the page stays free.

import { started } from './engine.js';

/// Rows that go to the page at once.
const BATCH = 25;
/// A file of more bytes is passed over: a card of that size is a film.
const MOST = 256 * 1024 * 1024;
/// How many values of 128 two signatures have in common when their texts are near.
const NEAR = 0.8;

const texts = [];
const rows = [];

const answers = {
  async read({ module, files }) {
    const engine = await started(module);
    let batch = [];
    for (const [number, file] of files.entries()) {
      batch.push({ number, ...(await readOne(engine, file, (all) => { texts[number] = all; })) });
      rows[number] = batch.at(-1).row;
      if (batch.length === BATCH || number === files.length - 1) {
        postMessage({ rows: batch });
        batch = [];
      }
    }
  },
  search({ number, text }) {
    postMessage({ number, answer: searched(texts, text) });
  },
  doubles({ number }) {
    postMessage({ number, answer: grouped(rows) });
  },
};
addEventListener('message', ({ data }) => answers[data.do](data));

async function readOne(engine, file, keep) {
  if (file.size > MOST) return { row: null, error: `more than ${MOST / 1024 / 1024} MB` };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const row = engine.row(bytes, { lint: true, signature: true });
    keep(engine.texts(bytes).map(({ place, value }) => ({ place, value: String(value), low: String(value).toLowerCase() })));
    return { row, error: null };
  } catch (error) {
    return { row: null, error: error?.message ?? String(error) };
  }
}

/// The first place of each card that holds a text, in any case: its number, the place, and the text before,
/// in and behind it.
function searched(texts, text) {
  const AROUND = 40;
  const wanted = text.toLowerCase();
  const found = [];
  texts.forEach((all, number) => {
    const hits = (all ?? []).filter(({ low }) => low.includes(wanted));
    if (hits.length === 0) return;
    const [{ place, value, low }] = hits;
    const at = low.indexOf(wanted);
    const end = at + wanted.length;
    const around = [value.slice(Math.max(0, at - AROUND), at), value.slice(at, end), value.slice(end, end + AROUND)];
    found.push([number, { place, around, hits: hits.length }]);
  });
  return found;
}

/// Cards whose content is the same, then those whose prose is nearly so.
function grouped(rows) {
  const read = rows.map((row, number) => ({ row, number })).filter(({ row }) => row);
  const same = new Map();
  for (const { row, number } of read) {
    if (!same.has(row.content_hash)) same.set(row.content_hash, []);
    same.get(row.content_hash).push(number);
  }
  const groups = [...same.values()].filter((numbers) => numbers.length > 1).map((numbers) => ({ kind: 'same', numbers }));
  return groups.concat(near(read, new Set(groups.flatMap(({ numbers }) => numbers.slice(1)))));
}

function near(read, known) {
  const values = ({ row, number }) => ({ number, values: row.signature?.match(/.{4}/g) });
  const left = read.filter(({ number }) => !known.has(number)).map(values).filter(({ values }) => values);
  const groups = [];
  const taken = new Set();
  // Texts that are near have a value in common; only those are compared.
  const shelves = new Map();
  for (const one of left) {
    one.values.forEach((value, place) => {
      const shelf = `${place} ${value}`;
      if (!shelves.has(shelf)) shelves.set(shelf, []);
      shelves.get(shelf).push(one);
    });
  }
  for (const one of left) {
    if (taken.has(one.number)) continue;
    const others = new Map();
    one.values.forEach((value, place) => {
      for (const other of shelves.get(`${place} ${value}`)) others.set(other, (others.get(other) ?? 0) + 1);
    });
    const alike = [...others].filter(([other, common]) => common >= NEAR * one.values.length && !taken.has(other.number));
    if (alike.length < 2) continue;
    const numbers = alike.map(([other]) => other.number).sort((a, b) => a - b);
    numbers.forEach((number) => taken.add(number));
    groups.push({ kind: 'near', numbers });
  }
  return groups;
}
