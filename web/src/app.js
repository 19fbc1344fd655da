// What the whole page shares: the engine, the open document, the library, and how to get from one screen to another.

import { Document } from './document.js';
import { Keeper } from './drafts.js';
import { say, toast } from './parts/toast.js';
import { count, number } from './words.js';

export const app = {
  engine: null,
  /// The compiled module, for the worker.
  module: null,
  /// Whether everything is here: until then, the engine opens, edits and saves cards and can do nothing else.
  whole: false,
  /// Kept when it is; refused where the rest of the page does not come.
  coming: null,
  document: null,
  /// Who keeps it as a draft.
  keeper: null,
  /// What Try it remembers while the document is open.
  trial: null,
  listeners: new Set(),
};

/// Listens to another document being opened or closed.
export function onDocument(listener) {
  app.listeners.add(listener);
  return () => app.listeners.delete(listener);
}

/// What an error says to people.
export function inWords(error) {
  return [error.message, error.help].filter(Boolean).join('. ');
}

/// Runs something that the first module cannot do: now, or once the rest of the page is here, which is said. Gives what it gives, or
/// undefined where the rest does not come.
export async function whenWhole(run) {
  if (!app.whole) {
    toast('This comes with the rest of the page, which is still being loaded.');
    if (!(await app.coming.then(() => true, () => false))) return undefined;
  }
  return run();
}

/// Opens a file and shows it. What is no card is said, and the document that was open stays.
/// `home` is where it is written back to, `steps` those of a draft, which are made again.
export async function open(name, bytes, { home = null, steps = [] } = {}) {
  let opened;
  let made = 0;
  try {
    opened = new Document(app.engine, app.module, name, bytes);
    // What was converted is another file.
    if (home && !opened.from) opened.home = { ...home, kind: opened.ownKind };
    steps.forEach(({ label, call }, at) => {
      made = at;
      opened.step(label, call);
    });
  } catch (error) {
    opened?.close();
    // The first module does not know every kind of file, nor every kind of step.
    if (!app.whole && 'code' in error) return whenWhole(() => open(name, bytes, { home, steps }));
    const where = opened ? `change ${number(made + 1)} of ${number(steps.length)} does not come back, ` : '';
    toast(`${name}: ${where}${inWords(error)}`, { kind: 'error' });
    return false;
  }
  if (!mayLeave()) {
    opened.close();
    return false;
  }
  app.keeper?.close();
  app.document?.close();
  app.document = opened;
  app.keeper = new Keeper(opened, (error) => toast(`This browser keeps no drafts here (${error.message}): save before you leave.`, { kind: 'error' }));
  app.trial = null;
  for (const listener of [...app.listeners]) listener(opened);
  const { from } = opened;
  if (from) toast(`${name}: ${from.why.split(';')[0]}. It was converted${from.loss.length ? `, ${count(from.loss.length, 'value')} kept aside` : ''}; saving makes a new file.`);
  else say(`${name} is open`);
  go(opened.isCard ? 'card' : 'lore');
  return true;
}

/// Has what is being typed become part of the card, before anything looks at it as a whole. The focus stays.
export function settle() {
  const active = document.activeElement;
  if (!active?.matches('textarea, input:not([type=checkbox]):not([type=radio])')) return;
  for (const event of ['change', 'blur']) active.dispatchEvent(new Event(event));
}

/// Whether the open document may be closed.
function mayLeave() {
  settle();
  return !app.document?.unsaved || window.confirm(`${app.document.name} has changes that are not saved. Leave them? They stay as a draft under Open.`);
}

export function go(screen) {
  if (location.hash === `#${screen}`) window.dispatchEvent(new HashChangeEvent('hashchange'));
  else location.hash = screen;
}

/// Runs something that the engine may refuse, and says so. Gives undefined then.
export function attempt(run) {
  try {
    return run();
  } catch (error) {
    if (!('code' in error)) throw error;
    toast(inWords(error), { kind: 'error' });
    return undefined;
  }
}

export function undo() {
  settle();
  const label = attempt(() => app.document?.undo());
  if (label) say(`Took back: ${label}`);
}

export function redo() {
  settle();
  const label = attempt(() => app.document?.redo());
  if (label) say(`Done again: ${label}`);
}
