// The entries of a lorebook as rows of a table.

import { app } from './app.js';

/// Where SillyTavern's numbers put a text; others are shown as they are.
const PLACES = ['before char', 'after char', 'note, top', 'note, bottom', 'at depth', 'examples, top', 'examples, bottom', 'outlet'];

/// A row for each entry of the open document, in the order of the book.
export function rowsOf(open) {
  const { lint, entryTokens } = open.known;
  // Rows are made anew when there is more to say of them.
  return open.ask(`rows ${Boolean(lint)} ${Boolean(entryTokens)}`, () => {
    const found = findingsBy(open);
    const { tokens } = open.isLarge ? open.soon('entryTokens', ['entryTokens'], { tokens: [] }) : {};
    const entries = open.entries();
    const folders = new Map(entries.filter(isFolder).map((entry) => [entry.keys?.[0], entry.name || entry.comment || 'Without a name']));
    return entries.map((entry, at) => row(entry, at, found.get(at) ?? [], tokens, folders));
  });
}

/// Whether an entry is a folder of RisuAI's: others name its key as theirs.
function isFolder(entry) {
  return entry.mode === 'folder';
}

function row(entry, at, findings, counted, folders) {
  const own = { ...entry.extensions, ...entry };
  const inside = isFolder(entry) ? entry.keys?.[0] : entry.folder;
  // The key of a folder is an id that nobody says.
  const keys = isFolder(entry) ? [] : entry.keys ?? entry.keywords ?? [];
  const name = entry.name || entry.comment || keys[0] || '';
  const content = entry.content ?? '';
  const depth = own.depth;
  const position = entry.extensions?.position ?? entry.position ?? '';
  const place = typeof position === 'number' ? PLACES[position] ?? `position ${position}` : String(position).replaceAll('_', ' ');
  return {
    number: at,
    name: String(name),
    on: entry.enabled !== false && entry.disable !== true,
    constant: entry.constant === true,
    folder: inside ? { id: String(inside), label: String(folders.get(inside) ?? inside) } : null,
    isFolder: isFolder(entry),
    groups: String(own.group ?? '').split(',').map((name) => name.trim()).filter(Boolean).map((name) => ({ id: name, label: name })),
    keyList: keys.map(String),
    keys: keys.join(', '),
    order: entry.insertion_order ?? entry.order ?? null,
    place: place === 'at depth' && depth !== undefined ? `at depth ${depth}` : place,
    probability: own.probability ?? null,
    // Null until the worker has counted them.
    tokens: counted ? counted[at] ?? null : app.engine.tokens(content),
    found: findings.length,
    worst: ['error', 'warning', 'note'].find((severity) => findings.some((finding) => finding.severity === severity)) ?? '',
    low: [name, ...keys, ...(entry.secondary_keys ?? []), content].join('\n').toLowerCase(),
  };
}

/// The findings of each entry, by its number.
function findingsBy(open) {
  const by = new Map();
  for (const finding of open.lint().findings) {
    const at = entryOf(finding.pointer);
    if (at === null) continue;
    if (!by.has(at)) by.set(at, []);
    by.get(at).push(finding);
  }
  return by;
}

/// The number of the entry that a JSON pointer leads into, or null.
export function entryOf(pointer) {
  const number = /\/entries\/(\d+)(?:\/|$)/.exec(pointer ?? '')?.[1];
  return number === undefined ? null : Number(number);
}
