// The page in two steps: over a line that stops before the whole module, one edits and saves; when the rest comes, whoever is typing
// notices nothing. The law: the file is the same as from the page that had all of it at once.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { card, sorted } from './cards.mjs';
import { control } from './person.mjs';

/// What the last block of the page begins with: the whole module.
const LAST = '<script type="application/gzip" id="wasm">';
const VALUE = `document.activeElement.value`;
const SELECTION = `[document.activeElement.selectionStart, document.activeElement.selectionEnd].join()`;
const UNDO = `[...document.querySelectorAll('#bar button')].map((one) => one.title).join(' | ')`;

/// How a page is opened whose end does not come.
const STALLED = { width: 1280, patience: 500 };

/// A server that keeps the last block of a page back until it is let go: whole, or cut off in the middle.
async function stalled(html) {
  const at = html.indexOf(LAST);
  const waiting = [];
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.write(html.slice(0, at));
    waiting.push(response);
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    go: () => waiting.splice(0).forEach((response) => response.end(html.slice(at))),
    cut: () => waiting.splice(0).forEach((response) => response.write(html.slice(at, at + 100_000), () => response.destroy())),
    close: () => server.close(),
  };
}

/// The changes of a person: fields, a greeting, the table of entries, Undo and Redo, and a text that is being typed.
async function works(person) {
  await person.opens('two.json', sorted());
  await person.write('Scenario', 'The first scenario.');
  await person.write('Creator', 'Somebody');
  await person.write('Scenario', 'Another scenario, of {{char}}.');
  await person.evaluate(`document.activeElement.blur()`);
  await control(person.page, 'z', 90);
  await control(person.page, 'y', 89);
  await person.go('Lore');
  await person.click('Select all of Places', 'tbody');
  await person.click('Switch off', '.many');
  await person.click('Undo', '#bar');
  await person.click('Redo', '#bar');
  await person.go('Card');
  await person.write('Description', 'Half a sentence about {{char}}');
  // After a pause, what is typed is a step.
  await person.until(`(${UNDO}).includes('Undo: description')`);
  await person.evaluate(`document.activeElement.setSelectionRange(5, 6)`);
}

async function saves(person) {
  await control(person.page, 's', 83);
  return person.downloaded('two.json');
}

/// A page whose rest comes late, and one that has it from the start.
export async function late({ person, check, built, at }) {
  const page = await stalled(readFileSync(built, 'utf8'));
  const early = await at(page.url, STALLED);
  try {
    await works(early);
    check('without the rest of the page a card is opened and edited', await early.evaluate(VALUE) === 'Half a sentence about {{char}}');
    const [selection, undo] = [await early.evaluate(SELECTION), await early.evaluate(UNDO)];
    page.go();
    await early.until(`document.querySelector('.verdict').textContent && !document.querySelector('.verdict').hidden`, 'the card is checked once the rest is there');
    check('when the rest has come, the field, its text and the selection are as they were',
      await early.evaluate(VALUE) === 'Half a sentence about {{char}}' && await early.evaluate(SELECTION) === selection, await early.evaluate(SELECTION));
    check('so are the steps to take back', await early.evaluate(UNDO) === undo, await early.evaluate(UNDO));
    await early.page.send('Input.insertText', { text: 'of' });
    await works(person);
    await person.page.send('Input.insertText', { text: 'of' });
    const told = (who) => who.evaluate(`document.querySelector('aside.side .readers')?.innerText ?? document.querySelector('aside.side').innerText`);
    await early.until(`document.querySelector('aside.side .readers')`, 'who can read the card is told once the rest is there');
    check('who can read the card is told as by the page that had all of it', await told(early) === await told(person), await told(early));
    check('nothing is said to have failed', !(await early.evaluate(`document.querySelector('.toast.error')?.innerText ?? ''`)), await early.evaluate(`document.querySelector('.toast.error')?.innerText ?? ''`));
    const [one, other] = [await saves(early), await saves(person)];
    check('the file is the same as from a page that had all of it at once', Buffer.compare(one, other) === 0 && one.includes('Half of sentence'), one.toString().slice(0, 300));
    for (let steps = 0; steps < 4; steps += 1) {
      await early.click('Undo', '#bar');
      await person.click('Undo', '#bar');
    }
    const [back, elsewhere] = [await saves(early), await saves(person)];
    check('steps of before and after are taken back alike', Buffer.compare(back, elsewhere) === 0 && Buffer.compare(back, one) !== 0);
    for (const screen of ['Check', 'Try it', 'Save as', 'Library']) {
      await early.go(screen);
      check(`${screen} no longer waits`, await early.evaluate(`!document.querySelector('main').innerText.includes('comes with the rest of the page')`));
    }
  } finally {
    page.go();
    page.close();
    await early.page.close();
  }
}

/// A screen that wants the rest says so, and what works meanwhile; so does a page that is cut off.
export async function waits({ check, built, at }) {
  const page = await stalled(readFileSync(built, 'utf8'));
  const person = await at(page.url, STALLED);
  try {
    await person.opens('two.json', card({ name: 'Two', first_mes: 'Hi.' }));
    for (const screen of ['Check', 'Try it', 'Save as', 'Library']) {
      await person.go(screen);
      check(`${screen} says what it waits for`, await person.evaluate(`document.querySelector('main').innerText.includes('still being loaded')`));
    }
    await person.go('Check');
    page.cut();
    await person.sees('could not be loaded');
    await person.go('Card');
    await person.write('Creator', 'Somebody');
    const saved = await saves(person);
    check('a page that was cut off still saves what was written', saved.includes('"Somebody"'), saved.toString().slice(0, 300));
  } finally {
    page.close();
    await person.page.close();
  }
}
