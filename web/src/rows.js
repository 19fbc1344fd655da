// The entries of a lorebook as rows of a table.

import { app } from './app.js';
import { figure } from './entries.js';

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
    const folders = new Map(entries.filter(isFolder).map((entry) => [entry.keys[0], entry.name || 'Without a name']));
    return entries.map((entry, at) => row(entry, at, found.get(at) ?? [], tokens, folders));
  });
}

/// Whether an entry is a folder of RisuAI's: others name its key as theirs.
function isFolder(entry) {
  return entry.mode === 'folder';
}

function row(entry, at, findings, counted, folders) {
  const { kept, content, position } = entry;
  const { depth } = kept;
  const inside = isFolder(entry) ? entry.keys[0] : entry.folder;
  // The key of a folder is an id that nobody says.
  const keys = isFolder(entry) ? [] : entry.keys;
  const name = entry.name || keys[0] || '';
  const place = typeof position === 'number' ? PLACES[position] ?? `position ${position}` : String(position).replaceAll('_', ' ');
  return {
    number: at,
    name,
    on: entry.enabled !== false,
    constant: entry.constant === true,
    folder: inside ? { id: String(inside), label: String(folders.get(inside) ?? inside) } : null,
    isFolder: isFolder(entry),
    groups: String(kept.group ?? '').split(',').map((name) => name.trim()).filter(Boolean).map((name) => ({ id: name, label: name })),
    keyList: keys,
    keys: keys.join(', '),
    order: entry.insertion_order,
    place: place === 'at depth' && depth !== undefined ? `at depth ${depth}` : place,
    probability: figure(kept.probability),
    // Null until the worker has counted them.
    tokens: counted ? counted[at] ?? null : app.engine.tokens(content),
    found: findings.length,
    worst: ['error', 'warning', 'note'].find((severity) => findings.some((finding) => finding.severity === severity)) ?? '',
    low: [name, ...keys, ...entry.secondary_keys, content].join('\n').toLowerCase(),
  };
}

/// The findings of each entry, by its number.
function findingsBy(open) {
  const by = new Map();
  for (const finding of open.lint().findings) {
    const at = open.entryAt(finding.pointer);
    if (at === null) continue;
    if (!by.has(at)) by.set(at, []);
    by.get(at).push(finding);
  }
  return by;
}
