// The library: files that were chosen together, read by a worker, a few at a time.

import { app, go, open } from './app.js';
import { worker } from './engine.js';
import { bytesOf } from './parts/file.js';
import { toast } from './parts/toast.js';

export const library = {
  /// One for each file: { number, file, row, error }; in the order in which they were chosen.
  cards: [],
  read: 0,
  worker: null,
  listeners: new Set(),
  asked: 0,
  answers: new Map(),
};

/// Opens one file, which `handle` writes back to, or makes several the library.
export async function take(files, handle = null) {
  if (files.length === 0) return;
  if (files.length === 1) {
    open(files[0].name, await bytesOf(files[0]), { home: handle && { handle, modified: files[0].lastModified } });
    return;
  }
  go('library');
  // Until the rest of the page is here, the screen says that it is waited for.
  if (await app.coming.then(() => true, () => false)) fillFrom(files);
}

/// Begins to read files.
export function fillFrom(files) {
  stop();
  const sorted = [...files].sort((a, b) => pathOf(a).localeCompare(pathOf(b), 'en', { numeric: true }));
  library.cards = sorted.map((file, number) => ({ number, file, path: pathOf(file), row: null, error: null, found: null }));
  library.read = 0;
  library.worker = worker(heard, () => toast('The library stopped: its worker could not go on', { kind: 'error' }));
  library.worker.postMessage({ do: 'read', module: app.module, files: sorted });
  said();
}

export function pathOf(file) {
  return file.webkitRelativePath || file.name;
}

/// Stops the worker and forgets what it read.
export function stop() {
  library.worker?.terminate();
  Object.assign(library, { worker: null, cards: [], read: 0 });
  library.answers.clear();
}

/// Asks the worker which cards hold a text. Gives a map of their numbers to where.
export function search(text) {
  return ask({ do: 'search', text });
}

/// Asks the worker which cards are the same or nearly so. Gives groups of numbers, each with what it has in common.
export function doubles() {
  return ask({ do: 'doubles' });
}

function ask(question) {
  if (!library.worker) return Promise.resolve(null);
  library.asked += 1;
  const number = library.asked;
  library.worker.postMessage({ ...question, number });
  return new Promise((resolve) => library.answers.set(number, resolve));
}

function heard(data) {
  if (data.rows) {
    for (const { number, row, error } of data.rows) Object.assign(library.cards[number], { row, error });
    library.read += data.rows.length;
    said();
  } else {
    library.answers.get(data.number)?.(data.answer);
    library.answers.delete(data.number);
  }
}

function said() {
  for (const listener of [...library.listeners]) listener();
}
