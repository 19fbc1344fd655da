// What the language server does for somebody who types.

import { copyFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { violations } from './access.mjs';
import { card } from './cards.mjs';
import { Person, control } from './person.mjs';

const BESIDE = 'editor.html';
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
const offered = `[...document.querySelectorAll('.offers:not([hidden]) [role=option]')].map((e) => e.querySelector('.name').textContent)`;
const value = (label) => `[...document.querySelectorAll('label')].findLast((e) => e.innerText === ${JSON.stringify(label)}).control.value`;
const says = `(document.activeElement.closest('.field').querySelector('.says:not([hidden])')?.innerText ?? '')`;
const gives = `(document.querySelector('.gives')?.innerText ?? '')`;

/// Goes into a field, to its end, and waits until the server knows it.
async function into(person, label, within = 'body') {
  await person.focus(label, within);
  await person.evaluate(`(() => { const e = document.activeElement; e.setSelectionRange(e.value.length, e.value.length); })()`);
  await person.until(`Boolean(document.activeElement.closest('.field').querySelector('.gives'))`, 'the language server');
}

async function press(person, key, code) {
  for (const type of ['rawKeyDown', 'keyUp']) await person.page.send('Input.dispatchKeyEvent', { type, key, windowsVirtualKeyCode: code });
}

/// Types the beginning of a macro, takes what is offered, and mends what is wrong, without a mouse.
export async function macros({ person, check, wick }) {
  await person.opens('wick.png', wick);
  await person.focus('Name');
  check('nothing is loaded for a field without macros', !person.page.requests.some((url) => url.endsWith(BESIDE)));
  await into(person, 'Personality');
  check('the server is loaded when somebody goes into a text', person.page.requests.some((url) => url.endsWith(BESIDE)));
  await person.page.type(' {{ch');
  await person.until(`${offered}.includes('char')`, '{{char}} is offered');
  const told = await person.evaluate(`(() => { const e = document.activeElement;
    const row = document.getElementById(e.getAttribute('aria-activedescendant'));
    return [e.getAttribute('aria-controls') === row.parentElement.id, row.getAttribute('aria-selected'), row.innerText.split('\\n')[0], document.getElementById('said').innerText]; })()`);
  check('who hears the page is told of it', told[0] && told[1] === 'true' && told[2] === 'char' && told[3].includes('arrow keys'), told.join(' | '));
  await press(person, 'Escape', 27);
  check('Escape leaves the text as it is typed', await person.evaluate(`${offered}.length === 0 && document.activeElement.value.endsWith(' {{ch')`));
  await control(person.page, ' ', 32);
  await person.until(`${offered}.length > 0`, 'Control and space offer it again');
  await person.page.type('a');
  check('what is typed chooses among them', (await person.evaluate(offered))[0] === 'char', await person.evaluate(`${offered}.join()`));
  await person.page.press('Enter');
  check('Enter takes it', await person.evaluate(`document.activeElement.value.endsWith(' {{char}}')`), await person.evaluate('document.activeElement.value'));
  await person.until(`${gives}.includes('Wick')`, 'what {{char}} gives in this card');
  check('it is told what the macro under the cursor gives', true);
  await control(person.page, 'z', 90);
  await person.until(`!document.activeElement.value.endsWith('{{char}}')`, 'the browser takes it back');
  await control(person.page, 'z', 90, true);
  await person.until(`document.activeElement.value.endsWith('{{char}}')`, 'and does it again');
  await person.page.type(' {{');
  await person.until(`${offered}.length > 9`, 'all macros are offered');
  const [first, second] = await person.evaluate(offered);
  await press(person, 'ArrowDown', 40);
  check('an arrow key chooses the next', await person.evaluate(`document.querySelector('[role=option][aria-selected=true] .name').textContent`) === second && first !== second);
  await press(person, 'Escape', 27);
  await person.page.type('usr}}');
  await person.until(`${says}.includes('usr')`, 'the wrong macro is named');
  // What the page said by itself until then is in other words.
  await person.until(`document.querySelector('.mends:not([hidden]) button')`, 'a way to mend it');
  const named = (await person.evaluate(says)).trim();
  await person.page.press('Tab', undefined);
  check('the way to mend it is reached by Tab', await person.evaluate(`document.activeElement.closest('.mends') !== null`));
  const with_ = await person.evaluate(value('Personality'));
  // As the check of the whole card names it.
  await person.go('Check');
  const plain = named.replaceAll('`', '').replace(/\.$/, '').toLowerCase();
  await person.until(`document.querySelector('main').innerText.replaceAll('\`', '').toLowerCase().includes(${JSON.stringify(plain)})`, `Check says "${plain}" too`);
  check('Check names it in the same words', true);
  await person.go('Card');
  check('the card has what was typed', await person.evaluate(value('Personality')) === with_, with_);
  await into(person, 'Personality');
  await person.until(`document.querySelector('.mends:not([hidden]) button')`, 'a way to mend it');
  await person.page.press('Tab', undefined);
  await person.page.press('Enter');
  await person.until(`${value('Personality')}.endsWith('{{user}}')`, 'the macro is mended');
  await person.until(`!(${says})`, 'nothing is wrong any more');
  check('the macro is mended, and nothing is said any more', true);
}

/// The content of an entry: decorators are offered at its head, and Escape closes what is offered and not the dialog.
export async function decorators({ person, check, wick }) {
  await person.opens('wick.png', wick);
  await person.go('Lore');
  await person.evaluate(`document.querySelector('td.name button').focus()`);
  await person.page.press('Enter');
  await person.until(`document.querySelector('dialog[open]')`);
  await into(person, 'Content', 'dialog');
  await person.evaluate(`document.activeElement.setSelectionRange(0, 0)`);
  await person.page.type('@@dep');
  await person.until(`${offered}.includes('depth')`, '@@depth is offered');
  await press(person, 'Escape', 27);
  check('Escape leaves the dialog open', await person.evaluate(`${offered}.length === 0 && document.querySelector('dialog[open]') !== null`));
}

/// The page alone, as from a mail: fields do without the server, and say nothing about it.
export async function alone({ check, wick, work, built, anew }) {
  const file = join(work, 'alone.html');
  copyFileSync(built, file);
  const person = await anew(file);
  await person.opens('wick.png', wick);
  await person.write('Personality', 'cheerful, {{usr}} says');
  await person.until(`${says}.includes('usr')`);
  await pause(500);
  check('without the file beside it, the page names a wrong macro by itself', await person.evaluate(`!document.querySelector('.gives') && !document.querySelector('.toast.error')`));
  await person.page.close();
}

/// From a server, on a telephone.
export async function served({ check, wick, built, person: first }) {
  const server = createServer(({ url }, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(readFileSync(join(dirname(built), url === '/' ? basename(built) : BESIDE)));
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  for (const dark of [false, true]) {
    const person = await Person.before(first.page.browser, `http://127.0.0.1:${server.address().port}/`, first.downloads, { width: 390, dark });
    person.page.accepts = true;
    await person.opens('wick.png', wick);
    await into(person, 'Description');
    await person.page.type(' {{ra');
    await person.until(`${offered}.includes('random')`, '{{random}} is offered');
    const wrong = await violations(person.page);
    check(`names, contrast and roles of what is offered, 390 px, ${dark ? 'dark' : 'light'}`, wrong.length === 0, wrong.join(' | '));
    const over = await person.evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`);
    check('nothing is wider than the screen', over <= 0, String(over));
    await person.clickAt(`document.querySelector('.offers [role=option]')`);
    check('a tap takes it', await person.evaluate(`/\\{\\{random/.test(document.activeElement.value)`), await person.evaluate('document.activeElement.value.slice(-40)'));
    await person.page.close();
  }
  server.close();
}

/// A card that is large: the server follows it, and what is typed while it is given the file is not lost.
export async function largerCard({ person, check }) {
  const text = 'A long tale of {{user}} and the lamp. '.repeat(1200);
  await person.opens('long.json', card({ name: 'Long', description: 'Short.', personality: 'Calm.', character_book: { extensions: {}, entries:
    Array.from({ length: 20 }, (_, at) => ({ keys: [`k${at}`], content: text, extensions: {}, enabled: true, insertion_order: at })) } }));
  await person.focus('Personality');
  await person.evaluate(`document.activeElement.select()`);
  await person.page.type('{{ch');
  await person.until(`${offered}.includes('char')`, '{{char}} is offered');
  await person.page.press('Enter');
  check('a macro is taken in a card of 0.9 MB', await person.evaluate(`document.activeElement.value`) === '{{char}}', await person.evaluate('document.activeElement.value'));
}
