// The main task of each screen, done as a person does it.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { big, card, many, mistaken, sorted } from './cards.mjs';
import { control } from './person.mjs';

/// Opens the example and a file that is chosen, and refuses what is no card.
export async function opening({ person, check, wick, work }) {
  await person.click('Open an example');
  await person.sees('Description');
  check('the example opens', await person.evaluate(`[...document.querySelectorAll('input')].some((e) => e.value === 'Maren Tidewell')`));
  for (const [label, file] of [['A CHARX', 'wick.charx'], ['One with faults', 'juniper.json']]) {
    await person.click('cards');
    await person.clickUntil(label, `document.querySelector('.file .name')?.textContent === '${file}'`);
    check(`the example ${file} opens`, true);
  }
  await person.click('cards');
  const other = join(work, 'other.json');
  writeFileSync(other, card({ name: 'Chosen' }));
  await person.choose('Choose files', [other]);
  await person.until(`document.querySelector('.file .name')?.textContent === 'other.json'`);
  check('a file that is chosen opens', true);
  await person.drop([['no.txt', Buffer.from('This is no card.')]]);
  await person.until(`document.querySelector('.toast.error')`);
  check('what is no card is said, and the document stays', await person.evaluate(`document.querySelector('.file .name').textContent === 'other.json'`));
  await person.click('Close', '#toasts');
  await person.opens('wick.png', wick);
}

/// Changes a text, looks at it as it is shown, takes it back and makes it again.
export async function cardScreen({ person, check, wick }) {
  await person.opens('wick.png', wick);
  check('the picture is drawn', await person.evaluate(`document.querySelector('.portrait img')?.naturalWidth > 0`).catch(() => false)
    || (await person.until(`document.querySelector('.portrait img')?.naturalWidth > 0`), true));
  await person.sees('Who can read it');
  await person.write('Personality', 'cheerful, {{usr}} says');
  await person.until(`document.activeElement.closest('.field').querySelector('.meta').textContent.match(/^[1-9]/)`);
  await person.until(`document.querySelector('.says:not([hidden])')?.textContent.length > 5`);
  check('tokens follow at each key, and a macro that nobody knows is named', true);
  await person.until(`document.querySelector('.changed').textContent === 'Not saved'`);
  await person.click('As shown');
  await person.sees('Wick is the night keeper');
  check('texts are shown with their macros expanded', true);
  await person.click('As written');
  await person.click('Undo');
  const value = `[...document.querySelectorAll('label')].find((e) => e.innerText === 'Personality').control.value`;
  await person.until(`${value}.startsWith('dry, patient')`);
  check('Undo takes the text back', await person.evaluate(`document.querySelector('.changed').textContent === ''`));
  await person.click('Redo');
  await person.until(`${value}.startsWith('cheerful')`);
  await person.evaluate(`document.activeElement.blur()`);
  await control(person.page, 'z', 90);
  await person.until(`${value}.startsWith('dry')`);
  await control(person.page, 'z', 90, true);
  await person.until(`${value}.startsWith('cheerful')`);
  check('Control-Z and Control-Shift-Z do the same', true);
  await control(person.page, 'z', 90);
}

/// Greetings: another one, moved, taken out; by keys as well.
export async function greetings({ person, check, wick }) {
  await person.opens('wick.png', wick);
  const tabs = `[...document.querySelectorAll('[role=tab]')].map((e) => e.innerText).join(',')`;
  const was = await person.evaluate(tabs);
  await person.click('Add', 'section.field');
  await person.until(`${tabs} !== ${JSON.stringify(was)}`);
  await person.page.send('Input.insertText', { text: '' });
  await person.write('Greeting 4', 'A new greeting.');
  await person.click('Move earlier');
  await person.until(`document.querySelector('[role=tab][aria-selected=true]').innerText === '3'`);
  check('a greeting is added and moved', await person.evaluate(`document.querySelector('[role=tabpanel] textarea').value === 'A new greeting.'`));
  await person.evaluate(`document.querySelector('[role=tab][aria-selected=true]').focus()`);
  await person.page.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Home', windowsVirtualKeyCode: 36 });
  check('the tabs are gone through by keys', await person.evaluate(`document.activeElement.innerText === 'First'`));
  const reads = (at) => person.evaluate(`document.querySelectorAll('[role=tab]')[${at}].click(); document.querySelector('[role=tabpanel] textarea').value`);
  await reads(2);
  await person.evaluate(`document.querySelector('[role=tab][aria-selected=true]').focus()`);
  await person.page.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'ArrowLeft', modifiers: 8, windowsVirtualKeyCode: 37 });
  await person.until(`document.querySelector('[role=tab][aria-selected=true]').innerText === '2'`);
  check('Shift and an arrow key move a greeting', await reads(1) === 'A new greeting.' && await person.evaluate(`document.querySelector('#said').textContent.startsWith('Greeting 2 of')`));
  const [from, to] = await person.evaluate(`[1, 0].map((at) => { const b = document.querySelectorAll('[role=tab]')[at].getBoundingClientRect(); return { x: b.x + b.width / 2, y: b.y + b.height / 2 }; })`);
  for (const [type, { x, y }] of [['mousePressed', from], ['mouseMoved', { x: from.x - 10, y: from.y }], ['mouseMoved', to], ['mouseReleased', to]]) {
    await person.page.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: 1, clickCount: 1 });
  }
  await person.until(`document.querySelector('[role=tabpanel] textarea').value === 'A new greeting.' && document.querySelector('[role=tab][aria-selected=true]').innerText === 'First'`);
  check('a greeting is dragged to another place', await reads(0) === 'A new greeting.');
  for (let step = 0; step < 8 && await person.evaluate(`!document.querySelector('.bar button').disabled`); step += 1) await person.click('Undo');
  await person.until(`${tabs} === ${JSON.stringify(was)}`);
  check('Undo takes all of it back', true);
}

/// Texts in two columns: written at the right, out and in as a table.
export async function translating({ person, check, wick, work }) {
  await person.opens('wick.png', wick);
  await person.click('Translate');
  await person.sees('Save as a spreadsheet (CSV)');
  await person.write('scenario', 'Eine stille Nacht.', '.translate');
  await person.evaluate(`document.activeElement.blur()`);
  const scenario = `[...document.querySelectorAll('.fields label')].find((e) => e.innerText === 'Scenario').control.value`;
  await person.until(`${scenario} === 'Eine stille Nacht.'`);
  check('what is written at the right is in the card', true);
  await person.click('Undo');
  await person.until(`${scenario} !== 'Eine stille Nacht.'`);
  check('Undo takes it back', true);
  await person.click('Save as a spreadsheet (CSV)');
  const table = (await person.downloaded('wick.csv')).toString();
  const filled = table.replace(/^(scenario,(?:"(?:[^"]|"")*"|[^,]*),).*$/m, '$1Aus der Tabelle.');
  check('the table has a row for the text', filled !== table, table.slice(0, 200));
  writeFileSync(join(work, 'de.csv'), filled);
  await person.choose('Read a list', [join(work, 'de.csv')]);
  await person.until(`${scenario} === 'Aus der Tabelle.'`);
  check('a table that was filled comes back', true);
  await person.click('Undo');
}

/// Another picture, in the file; and taken back.
export async function picture({ person, check, wick, work }) {
  const portrait = join(work, 'portrait.png');
  writeFileSync(portrait, Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAAAAACcgYFdAAAADUlEQVR42mMQUGAAIwACeQCRr7PjnAAAAABJRU5ErkJggg==', 'base64'));
  await person.opens('wick.png', wick);
  await person.until(`document.querySelector('.portrait img')`);
  await person.choose('Replace the picture', [portrait]);
  await person.sees('PNG, new picture');
  await person.click('Save', '#bar');
  await person.until(`document.querySelector('.changed').textContent === ''`);
  const saved = await person.downloaded('wick.png');
  check('the file holds the new picture, and the card', Buffer.compare(saved, wick) !== 0 && saved.includes('ccv3'));
  await person.click('Undo');
  await person.until(`!document.body.innerText.includes('new picture')`);
  check('Undo brings the old one back', true);
}

/// The table of a large book: find, sort, one entry, many entries.
export async function lore({ person, check }) {
  await person.opens('big.json', big(1500));
  await person.go('Lore');
  await person.sees('1,500 entries');
  check('of 1,500 entries only those in sight are elements', await person.evaluate(`document.querySelectorAll('tbody tr').length < 80`));
  await person.evaluate(`window.scrollTo(0, document.body.scrollHeight)`);
  await person.sees('Entry 1499');
  check('the last one is found by scrolling', true);
  await person.write('Find', 'saint of');
  await person.until(`/^\\d+ of 1,500/.test(document.querySelector('p[role=status]').textContent)`);
  const left = await person.evaluate(`Number(document.querySelector('p[role=status]').textContent.match(/^\\d+/)[0])`);
  check('the filter leaves some', left > 10 && left < 200, String(left));
  await person.evaluate(`document.querySelector('th.pick input').click()`);
  await person.sees(`${left} entries selected`);
  await person.click('Switch off', '.many');
  await person.until(`[...document.querySelectorAll('td.on input')].every((e) => !e.checked)`);
  check('many entries are switched off at once', true);
  await person.click('Undo');
  await person.until(`[...document.querySelectorAll('td.on input')].some((e) => e.checked)`);
  check('one Undo takes that back', true);
  await person.write('Find', '');
  await person.click('Tokens', 'thead');
  await person.click('Tokens', 'thead');
  const tokens = await person.evaluate(`[...document.querySelectorAll('td.tokens')].slice(0, 5).map((e) => Number(e.textContent))`);
  check('a press on a head sorts', tokens.every((value, at) => at === 0 || value <= tokens[at - 1]), tokens.join());
  // The rows may be drawn once more after the press on the head, which takes the focus away.
  const isAt = (row) => `document.activeElement.closest('tr')?.dataset.index === '${row}'`;
  await person.until(`(document.querySelector('td.name button').focus(), ${isAt(0)})`);
  await person.page.press('ArrowDown');
  await person.until(isAt(1));
  check('Down goes to the next row', true);
  await person.page.press('Enter');
  await person.until(`document.querySelector('dialog[open]')`);
  await person.write('Name', 'The renamed one', 'dialog');
  await person.click('Next', 'dialog');
  await person.page.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Escape', windowsVirtualKeyCode: 27 });
  await person.until(`!document.querySelector('dialog[open]')`);
  await person.write('Find', 'renamed one');
  await person.sees('The renamed one');
  check('an entry is changed in its dialog, by keys', true);
  await person.write('Find', '');
}

/// The table under headings: folders, groups, and one list.
export async function sections({ person, check }) {
  await person.opens('sorted.json', sorted());
  await person.go('Lore');
  await person.sees('6 entries');
  const table = () => person.evaluate(`[...document.querySelectorAll('tbody tr:not(.gap)')].map((row) =>
    row.matches('.heading') ? '# ' + row.querySelector('.fold').textContent : row.querySelector('.link').textContent.replace(/:.*/, '')).join(', ')`);
  const folders = '# Places, Places, Entry 1, Entry 5, # Places, Entry 2, Places, # In no folder, Entry 4';
  check('folders are headings over what lies in them, two of one name are two', await table() === folders, await table());
  check('the key of a folder is not shown as one', await person.evaluate(`!document.querySelector('tbody').textContent.includes('folder:')`));
  await person.evaluate(`document.querySelector('tr.heading input').click()`);
  await person.sees('3 entries selected');
  check('a heading selects what is under it', true);
  await person.evaluate(`document.querySelector('tr.heading .fold').click()`);
  await person.until(`document.activeElement.matches('.fold[aria-expanded=false]')`);
  check('a press on a heading folds its rows in, and keeps the focus', await table() === '# Places, # Places, Entry 2, Places, # In no folder, Entry 4', await table());
  await person.page.press('ArrowDown');
  await person.until(`document.activeElement.closest('tr').dataset.index === '1'`);
  check('Down goes to the next heading', true);
  const by = (value) => person.evaluate(`(() => { const select = [...document.querySelectorAll('.tools select')].find((one) => one.labels[0].textContent === 'Divided by');
    select.value = '${value}'; select.dispatchEvent(new Event('change')); })()`);
  await by('group');
  const groups = '# tide, Entry 1, # weather, Entry 1, Entry 2, # In no group, Places, Entry 4, Places, Entry 5';
  check('an entry of two groups is under both', await table() === groups, await table());
  await person.evaluate(`[...document.querySelectorAll('td.name button')].find((one) => one.textContent.startsWith('Entry 2')).click()`);
  await person.until(`document.querySelector('dialog[open]')?.textContent.includes('Entry 2')`);
  check('a row under a heading opens its own entry', true);
  await person.page.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Escape', windowsVirtualKeyCode: 27 });
  await person.until(`!document.querySelector('dialog[open]')`);
  await by('');
  check('one list is the order of the book', await table() === 'Places, Entry 1, Entry 2, Entry 4, Places, Entry 5', await table());
  await by('folder');
}

/// Whether a text is another one, in which `NEW-ID` stands for an id of nine random letters.
function sameButId(text, other) {
  const [head, tail] = other.split('NEW-ID');
  return tail === undefined ? text === head : text.startsWith(head) && text.endsWith(tail) && text.length === head.length + 9 + tail.length;
}

/// A book in the own form of each other program: its entries are rows, and what is changed is written as `cards set` writes it, of which
/// `cards-cli/tests/all/edits.rs` has the same rows.
export async function books({ person, check }) {
  for (const { form, before, after } of JSON.parse(readFileSync(new URL('books.json', import.meta.url), 'utf8'))) {
    const name = `${form}.json`;
    await person.opens(name, Buffer.from(before));
    await person.go('Lore');
    await person.sees('2 entries');
    const cells = (column) => person.evaluate(`[...document.querySelectorAll('tbody td.${column}')].map((cell) => cell.innerText.trim().toLowerCase()).join()`);
    check(`${form}: its entries are rows`, ['the bell,eels', 'bell,eel'].includes(await cells('name')), await cells('name'));
    const switches = await person.evaluate(`[...document.querySelectorAll('tbody td.on input')].map(({ checked }) => checked).join()`);
    check(`${form}: what is off is shown so, where the form can say it`, switches === (['risu_lorebook', 'module'].includes(form) ? '' : 'false,true'), switches);
    await person.write('Find', 'they bite');
    await person.sees('1 of 2 entries');
    await person.write('Find', '');
    await person.sees('2 entries');
    await person.evaluate(`document.querySelector('th.pick input').click()`);
    await person.write('Key', 'zork', '.many');
    await person.click('Add the key', '.many');
    await person.until(`[...document.querySelectorAll('tbody td.keycell')].every((cell) => cell.innerText.includes('zork'))`);
    await person.click('Undo');
    await person.until(`!document.querySelector('tbody').innerText.includes('zork')`);
    await person.click('Select none', '.many');
    check(`${form}: a key is added to all at once, and taken back`, true);
    await person.clickAt(`document.querySelector('tbody td.name button')`);
    await person.write('Keys', 'bell\ngong', 'dialog');
    const offered = await person.evaluate(`[...document.querySelectorAll('dialog label')].map((label) => label.innerText.trim())`);
    const wanted = form === 'module' ? ['Keys', 'Content'] : ['Name', 'Keys', 'Content', 'Constant: fires always', 'Order'];
    check(`${form}: what its entries have can be changed`, wanted.every((label) => offered.includes(label) || (form === 'agnai_book' && label.startsWith('Constant'))), offered.join());
    check(`${form}: and nothing else`, form === 'module' ? offered.length === 2 : offered.includes('On') === (form !== 'risu_lorebook'), offered.join());
    await person.click('Close', 'dialog');
    await person.until(`document.querySelector('tbody td.keycell').innerText.includes('gong')`);
    await person.click('Add an entry');
    await person.write('Content', 'New.', 'dialog');
    await person.click('Close', 'dialog');
    await person.sees('3 entries');
    // A click while the rows are drawn anew would hit none of them.
    await person.until(`document.querySelectorAll('tbody td.name').length === 3 && !document.querySelector('dialog[open]')`);
    await person.clickAt(`[...document.querySelectorAll('tbody tr')].find((row) => row.querySelector('td.name')?.innerText.trim().toLowerCase().startsWith('eel')).querySelector('td.pick input')`);
    await person.click('Take out', '.many');
    await person.sees('2 entries');
    await person.click('Save', '#bar');
    const saved = (await person.downloaded(name)).toString();
    check(`${form}: a changed key, a new entry and one that is gone are in its own form, and nothing else is different`, sameButId(saved, after), saved);
    for (let step = 0; step < 8 && await person.evaluate(`!document.querySelector('.bar button').disabled`); step += 1) await person.click('Undo');
    await person.until(`document.querySelector('tbody').innerText.toLowerCase().includes('eel')`);
    await person.click('Save', '#bar');
    check(`${form}: with all steps taken back it is the file that was opened`, (await person.downloaded(name)).toString() === before);
  }
}

/// Holds a button down on a row of a large book while the worker answers, which draws the rows anew: the click is done all the same.
export async function pressing({ person, check }) {
  await person.opens('pressed.json', big(2_000));
  await person.go('Lore');
  await person.sees('2,000 entries');
  const box = `document.querySelector('tbody td.pick input')`;
  await person.until(`Boolean(${box})`);
  // A change, after which the worker is asked for the tokens of all entries anew.
  await person.evaluate(`document.querySelector('th.pick input').click()`);
  await person.click('Switch off', '.many');
  await person.until(`[...document.querySelectorAll('td.on input')].every((e) => !e.checked)`);
  const { x, y } = await person.evaluate(`(() => { ${box}.scrollIntoView({ block: 'center' }); const b = ${box}.getBoundingClientRect(); return { x: b.x + b.width / 2, y: b.y + b.height / 2 }; })()`);
  await person.evaluate(`addEventListener('click', ({ target }) => { window.ticked = target.closest('td.pick') !== null; }, true)`);
  const mouse = (type) => person.page.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
  await mouse('mousePressed');
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await mouse('mouseReleased');
  await person.until(`window.ticked !== undefined`, 'the click is done');
  check('a click that has begun is done', await person.evaluate(`window.ticked`));
}

/// Types a chat and sees what fires, by client; the prompt; why others are silent.
export async function trying({ person, check, wick }) {
  await person.opens('wick.png', wick);
  await person.go('Try it');
  await person.click('Spec');
  await person.sees('The drowned bell');
  check('the greeting fires what it says', true);
  await person.focus('Message');
  await person.page.type('What is the toll for eel?');
  await person.sees('Toll in kind');
  check('what is typed fires at each key', true);
  await person.until(`document.querySelector('.behind mark')?.textContent === 'toll'`);
  check('the word that did it is marked', true);
  await person.write('Message', 'Two LATE BARGES at the toll');
  await person.until(`[...document.querySelectorAll('.behind mark')].map((e) => e.textContent).join() === 'LATE BARGES,toll'`);
  check('a match of a pattern is marked as a whole', true);
  await person.write('Message', 'What is the toll for eel?');
  await person.sees('lore: Toll in kind');
  check('the prompt has it as a piece', true);
  await person.click('Silent entries');
  await person.sees('it is switched off');
  check('silent entries say why', true);
  await person.page.evaluate(`document.querySelector('.say textarea').focus()`);
  await person.page.press('Enter');
  await person.until(`document.querySelectorAll('.said').length === 2`);
  check('Enter says it', await person.evaluate(`document.querySelector('.say textarea').value === ''`));
  await person.click('Side by side');
  await person.until(`document.querySelectorAll('.sides > section').length === 3`);
  check('clients stand side by side', true);
  await person.click('RisuAI', 'fieldset');
  await person.sees('RisuAI 161.2.0 as a new installation sends it');
  await person.click('SillyTavern', 'fieldset');
  await person.sees('SillyTavern 1.19, chat completion by its default preset');
  await person.sees('import the lorebook of the card');
  check('the prompt says by whose rules it is made, and what has to be done first', true);
  await person.click('Settings');
  await person.sees('World info, as SillyTavern’s user sets it');
  check('settings of world info can be given', true);
}

/// Finds, looks at the repair before and after, repairs, and takes it back.
export async function checking({ person, check }) {
  await person.opens('mistaken.json', mistaken());
  await person.go('Check');
  await person.sees('can be repaired');
  const before = await person.evaluate(`document.querySelectorAll('.finding').length`);
  check('findings are listed', before > 2, String(before));
  await person.click('Repair all that is safe');
  await person.until(`document.querySelector('dialog[open] .was')`);
  check('the repair is shown before and after', await person.evaluate(`document.querySelectorAll('dialog .was').length > 0`));
  check('nothing is changed by looking', await person.evaluate(`document.querySelector('.changed').textContent === ''`));
  await person.click('Repair', 'dialog');
  await person.until(`document.querySelectorAll('.finding').length < ${before}`);
  check('the repair leaves fewer findings', true);
  await person.click('Undo');
  await person.until(`document.querySelectorAll('.finding').length === ${before}`);
  check('Undo takes the repair back', true);
}

/// Saves untouched, changed, and in a form that loses something.
export async function saving({ person, check, wick }) {
  await person.opens('wick.png', wick);
  await person.go('Save as');
  await person.sees('Nothing gets lost');
  await person.click('Save', '.save');
  const same = await person.downloaded('wick.png');
  check('a file that was not touched is saved byte for byte', Buffer.compare(same, wick) === 0, `${same.length} and ${wick.length} bytes`);
  await person.pick('Form of the card', 'V1');
  await person.sees('have no place in V1');
  check('losses are named before saving', await person.evaluate(`document.querySelectorAll('.loss li').length > 5`));
  await person.pick('Form of the card', 'Backyard archive');
  await person.until(`document.querySelector('.kinds').disabled && !document.querySelector('.save button.primary').disabled`);
  await person.click('Save', '.save');
  check('a Backyard archive is written', (await person.downloaded('wick.byaf')).subarray(0, 2).toString() === 'PK');
  await person.pick('Form of the card', 'text-generation-webui (YAML)');
  await person.click('Save', '.save');
  check('a YAML character is written', (await person.downloaded('wick.yaml')).toString().startsWith('name: Maren Tidewell'));
  await person.pick('Form of the card', 'As it is');
  await person.clickAt(`[...document.querySelectorAll('.kinds label')].find((e) => e.innerText.startsWith('JSON'))`);
  await person.until(`document.querySelector('.kinds input:checked').value === 'json'`);
  await person.click('Save', '.save');
  const json = JSON.parse((await person.downloaded('wick.json')).toString());
  check('the JSON says what the card says', json.data.name === 'Maren Tidewell');
  await person.go('Card');
  await person.write('Scenario', 'A quiet night.');
  await person.go('Save as');
  await person.sees('A quiet night.');
  check('what was changed is shown', true);
  await person.click('Save', '#bar');
  await person.until(`document.querySelector('.changed').textContent === ''`);
  const changed = await person.downloaded('wick.png');
  await person.opens('again.png', changed);
  await person.write('Creator', 'Typed last');
  await control(person.page, 's', 83);
  await person.opens('last.png', await person.downloaded('again.png'));
  check('what was typed last is in the file that Control-S saves', await person.evaluate(`[...document.querySelectorAll('input')].some((e) => e.value === 'Typed last')`));
  check('the saved file holds the change', await person.evaluate(`[...document.querySelectorAll('textarea')].some((e) => e.value === 'A quiet night.')`));
}

/// A folder of cards: search, tags, doubles, opening one.
export async function libraryScreen({ person, check }) {
  const files = many(60);
  files.push(['copy-of-3.json', files[3][1]]);
  await person.drop(files);
  await person.sees('61 files');
  await person.until(`document.querySelector('.bar-of').hidden`);
  check('a worker reads every file', true);
  await person.write('Find in all texts', 'drowned cathedral');
  await person.sees('1 of 61 files');
  check('a text is found in the one card that has it', await person.evaluate(`document.querySelector('.book mark').textContent.includes('drowned cathedral')`));
  await person.write('Find in all texts', '');
  await person.until(`/^61 files/.test(document.querySelector('p[role=status]').textContent)`);
  await person.click('Find doubles');
  await person.sees('Same content');
  check('doubles are found', true);
  await person.click('Show all again');
  await person.click('Keeper 3 of the marsh');
  await person.until(`document.querySelector('.file .name').textContent.includes('3.json')`);
  check('a card of the library is opened', true);
}

/// A text of a megabyte is shown by its head, and stays what it is.
export async function huge({ person, check }) {
  const bytes = card({ name: 'Huge', description: 'word '.repeat(200_000), first_mes: 'word '.repeat(200_000) });
  await person.opens('huge.json', bytes);
  await person.sees('more characters');
  check('a huge text is folded', await person.evaluate(`[...document.querySelectorAll('textarea')].every((e) => e.value.length < 100000)`));
  for (const screen of ['Lore', 'Try it', 'Check', 'Save as', 'Card']) await person.go(screen);
  await person.click('Save', '#bar');
  check('and saved as it was', Buffer.compare(await person.downloaded('huge.json'), bytes) === 0);
}
