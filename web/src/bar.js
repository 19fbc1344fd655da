// The bar on top: the file, what was found in it, Undo, Redo, Save; and the screens.

import { app, redo, undo } from './app.js';
import { button, fill, h, later } from './dom.js';
import { saveAsItIs } from './saving.js';
import { count, line } from './words.js';

let timer = 0;
/// The document that the verdict is about.
let judged = null;

const bar = document.getElementById('bar');
const name = h('span', { class: 'name' });
const changed = h('span', { class: 'changed' });
const verdict = h('a', { class: 'badge verdict', href: '#check' });
const back = button('Undo', undo, { title: 'Undo (Ctrl+Z)', kind: 'quiet' });
const again = button('Redo', redo, { title: 'Redo (Ctrl+Shift+Z)', kind: 'quiet' });
const save = button('Save', saveAsItIs, { kind: 'primary', title: 'Save the file in its own form (Ctrl+S)' });
const links = h('nav', { class: 'screens', 'aria-label': 'Screens' });
const file = h('span', { class: 'file' }, name, verdict, changed);
const acts = h('span', { class: 'row' }, back, again, save);

/// Builds the bar. `screens` are those that it leads to.
export function build(screens) {
  fill(links, screens.map(({ id, title }) => h('a', { href: `#${id}`, data: { screen: id } }, title)));
  fill(bar, h('div', { class: 'bar' }, h('a', { class: 'home', href: '#open' }, 'cards'), file, h('span', { class: 'spread' }), acts), links);
}

/// Says which screen is shown.
export function mark(screen) {
  for (const link of links.children) {
    if (link.dataset.screen === screen) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
    link.hidden = !app.document && link.dataset.screen !== 'library';
  }
  refresh();
}

/// Shows the state of the document.
export function refresh() {
  const open = app.document;
  for (const element of [file, acts]) element.hidden = !open;
  if (!open) return;
  // What the module holds, for the tests of memory.
  bar.dataset.memory = String(app.engine.memory);
  name.textContent = line(open.name, 80);
  name.title = line(open.name, 400);
  changed.textContent = open.unsaved ? 'Not saved' : '';
  back.disabled = open.last === null;
  again.disabled = open.next === null;
  back.title = open.last === null ? 'Nothing to undo' : `Undo: ${line(open.last, 60)} (Ctrl+Z)`;
  again.title = open.next === null ? 'Nothing to redo' : `Redo: ${line(open.next, 60)} (Ctrl+Shift+Z)`;
  clearTimeout(timer);
  if (judged !== open) verdict.textContent = '';
  verdict.hidden = !open.engine.full;
  if (verdict.hidden) return;
  judged = open;
  if (open.version === 0) later(bar, judge);
  else timer = setTimeout(judge, open.pause);
}

/// What was found, in a word. Waits for a pause in typing, since all rules are checked.
function judge() {
  if (!app.document) return;
  const counts = { error: 0, warning: 0, note: 0 };
  const { findings, pending } = app.document.lint();
  // What was found before the last change stays until there is another answer.
  if (pending && verdict.textContent) return;
  for (const finding of findings) counts[finding.severity] += 1;
  const heaviest = ['error', 'warning', 'note'].find((severity) => counts[severity] > 0);
  verdict.className = `badge verdict ${heaviest ?? 'good'}`;
  verdict.textContent = pending ? 'Checking …' : heaviest ? count(counts[heaviest], heaviest) : 'Nothing to repair';
  verdict.setAttribute('aria-label', `Check: ${verdict.textContent}`);
}
