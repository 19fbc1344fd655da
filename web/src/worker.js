// The library's half in a worker: reads cards, keeps their texts, and searches them while the page stays free.

import { load } from 'cards';
import { readEntry } from './entries.js';

/// Rows that go to the page at once.
const BATCH = 25;
/// A file of more bytes is passed over: a card of that size is a film.
const MOST = 256 * 1024 * 1024;
/// How much two cards have in common whose prose is nearly the same.
const NEAR = 0.8;

const texts = [];
const rows = [];
let engine = null;

const answers = {
  mirror(data) {
    work = work.then(() => mirrored(data));
  },
  async read({ module, files }) {
    engine = await load(module);
    let batch = [];
    for (const [number, file] of files.entries()) {
      batch.push({ number, ...(await readOne(file, (all) => { texts[number] = all; })) });
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
    postMessage({ number, answer: grouped() });
  },
};
addEventListener('message', ({ data }) => answers[data.do](data));

/// The file of a mirror, one question after the other.
let held = null;
let work = Promise.resolve();

/// The tokens of each entry, which is one question to the engine for each.
function entryTokens() {
  return { tokens: held.entries().map((entry) => engine.tokens(readEntry(entry).content)) };
}

async function mirrored({ number, module, file, back, steps, ask }) {
  try {
    if (file) {
      engine ??= await load(module);
      held = engine.open(file);
    }
    for (let step = 0; step < back; step += 1) {
      if (held.undo() === null) {
        postMessage({ number, lost: true, refused: { message: 'there are more steps than can be taken back here', code: 'stale' } });
        return;
      }
    }
    for (const [method, ...args] of steps) held[method](...args);
    const [method, ...args] = ask;
    postMessage({ number, answer: method === 'entryTokens' ? entryTokens() : held[method](...args) });
  } catch (error) {
    const { message, code = 'crash', help = null, place = null } = error;
    postMessage({ number, lost: true, refused: { message, code, help, place } });
  }
}

async function readOne(file, keep) {
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

/// Groups of cards that are the same or nearly so: the number of each card, and what it has in common with another one there.
function grouped() {
  // The groups are shown and nothing is moved, so that pictures, which keep files apart, are left out.
  const read = rows.flatMap((row, number) => (row ? [{ ...row, path: String(number), container: 'JSON', assets: 0 }] : []));
  const { kept = [] } = engine.dupes(read, { near: NEAR, keep: 'first' });
  return kept.map(({ keep, others }) => {
    const numbers = [keep, ...others].map(Number);
    const shares = (number, hash) => numbers.some((other) => other !== number && rows[other][hash] === rows[number][hash]);
    return numbers.map((number) => ({ number, kind: shares(number, 'content_hash') ? 'same' : shares(number, 'core_hash') ? 'core' : 'near' }));
  });
}
