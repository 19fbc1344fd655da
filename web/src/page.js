// Starts the page.

import { load } from 'cards';
import { app, attempt, inWords, onDocument, open, redo, settle, undo } from './app.js';
import { build, refresh } from './bar.js';
import { fill, h } from './dom.js';
import { compiled } from './engine.js';
import { Router } from './router.js';
import { saveAsItIs } from './saving.js';
import { dropped } from './parts/file.js';
import { toast } from './parts/toast.js';
import { take } from './library.js';
import { screen as start } from './screens/open.js';
import { screen as card } from './screens/card.js';
import { screen as lore } from './screens/lore.js';
import { screen as trial } from './screens/try.js';
import { screen as check } from './screens/check.js';
import { screen as save } from './screens/save.js';
import { screen as library } from './screens/library.js';

startPage();

async function startPage() {
  const main = document.getElementById('main');
  try {
    app.module = await compiled('first');
    app.engine = await load(app.module);
  } catch (error) {
    fill(main, h('div', { class: 'notice error', role: 'alert' },
      h('p', null, 'The page could not start: this browser may be too old, or keep WebAssembly from running. '
        + 'Chromium 111, Firefox 113, Safari 16.4 or later will do.'),
      h('p', { class: 'small mono' }, String(error?.message ?? error))));
    return;
  }
  app.coming = complete();
  const screens = [start, card, lore, trial, check, save, library];
  build(screens.slice(1));
  const router = new Router(screens);
  // The screen that it is shown on refreshes the bar.
  onDocument((document) => document.on(refresh));
  keys();
  drops();
  router.show();
  // What was waited for is shown; a screen that did not wait stays as it is, with what is being typed. Whoever hears "whole" finds
  // the whole module in the document and in the page.
  app.coming.then(() => {
    app.document?.tell('whole');
    router.again();
  }, (error) => {
    router.again();
    toast(`The rest of the page did not come (${inWords(error)}). What is open can be saved; load the page again to check, to try and to convert.`, { kind: 'error' });
  });
}

/// Has the whole module take the place of the first one, once it is here and the open document has gone over to it.
async function complete() {
  const module = await compiled('wasm');
  const engine = await load(module);
  // Another document may be opened while one goes over.
  while (app.document && app.document.engine !== engine) await app.document.moveTo(engine, module);
  Object.assign(app, { module, engine, whole: true });
}

function keys() {
  document.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    // In a text, Undo is that of the text.
    const inText = event.target.matches?.('textarea, input:not([type=checkbox]):not([type=radio])');
    if (key === 's' && app.document) saveAsItIs();
    else if (key === 'z' && !inText) (event.shiftKey ? redo : undo)();
    else if (key === 'y' && !inText) redo();
    else return;
    event.preventDefault();
  });
  window.addEventListener('beforeunload', (event) => {
    settle();
    if (app.document?.unsaved) event.preventDefault();
  });
  // A phone ends a page that nobody looks at without a word: what is being typed becomes a step, and so part of the draft.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && settle());
}

/// A file dropped anywhere is opened; several go to the library.
function drops() {
  let depth = 0;
  const over = (on) => document.body.classList.toggle('over', on);
  const holdsFiles = (event) => event.dataTransfer?.types.includes('Files');
  document.addEventListener('dragenter', (event) => holdsFiles(event) && over((depth += 1) > 0));
  document.addEventListener('dragleave', (event) => holdsFiles(event) && over((depth -= 1) > 0));
  document.addEventListener('dragover', (event) => holdsFiles(event) && event.preventDefault());
  document.addEventListener('drop', async (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    depth = 0;
    over(false);
    take(...await dropped(event.dataTransfer));
  });
  document.addEventListener('paste', async (event) => {
    if (event.target.matches?.('textarea, input')) return;
    const files = [...event.clipboardData.files];
    if (files.length > 0) take(files);
    const text = event.clipboardData.getData('text/plain');
    if (files.length === 0 && text.trim()) attempt(() => open('pasted.json', new TextEncoder().encode(text)));
  });
}

