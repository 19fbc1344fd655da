// That no work is lost: the mark of what is not saved, drafts after a crash, a new card, and writing back into the file.

import { card } from './cards.mjs';
import { control } from './person.mjs';

const MARK = `document.querySelector('.changed').textContent`;
const valueOf = (label) => `[...document.querySelectorAll('.fields label')].find((e) => e.innerText === '${label}')?.control.value`;
/// The drafts that the browser keeps: how many steps each has, and whether it is not saved.
const DRAFTS = `new Promise((resolve) => { const opening = indexedDB.open('cards', 1); opening.onsuccess = () => {
  const all = opening.result.transaction('drafts').objectStore('drafts').getAll();
  all.onsuccess = () => { opening.result.close(); resolve(all.result.map(({ name, done, unsaved }) => ({ name, done, unsaved }))); }; }; })`;

/// Waits until the browser keeps a draft of a file with so many steps.
async function kept(person, name, steps) {
  for (let tries = 0; tries < 400; tries += 1) {
    if ((await person.settled(DRAFTS)).some((draft) => draft.name === name && draft.done === steps)) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`no draft of ${name} with ${steps} steps: ${JSON.stringify(await person.settled(DRAFTS))}`);
}

async function edit(person, label, text) {
  await person.write(label, text);
  await person.evaluate(`document.activeElement.blur()`);
  await person.until(`${valueOf(label)} === ${JSON.stringify(text)}`);
}

/// A step that takes the place of one that was saved is not saved, though there are as many of them.
export async function unsaved({ person, check, wick }) {
  await person.opens('wick.png', wick);
  await edit(person, 'Scenario', 'One.');
  await edit(person, 'Scenario', 'Two.');
  await control(person.page, 's', 83);
  await person.until(`${MARK} === ''`);
  await person.downloaded('wick.png');
  await person.click('Undo');
  await person.until(`${MARK} === 'Not saved'`);
  check('what was saved and taken back is not saved', true);
  await person.click('Redo');
  await person.until(`${MARK} === ''`);
  check('and is again when it is made again', true);
  await person.click('Undo');
  await edit(person, 'Creator', 'Somebody else');
  check('another step in its place is not saved', await person.evaluate(`${MARK} === 'Not saved'`));
}

/// A tab that crashes gives its work back, with Undo; one that was saved has nothing to give; what is discarded stays away.
export async function drafts({ person, check, anew }) {
  const bytes = card({ name: 'Drafted', description: 'Before.', first_mes: 'Hi.', tags: ['a'] });
  await person.opens('drafted.json', bytes);
  await edit(person, 'Description', 'After the first change.');
  await edit(person, 'First greeting', 'Hello.').catch(() => person.write('First greeting', 'Hello.'));
  await edit(person, 'Description', 'After the last change.');
  await kept(person, 'drafted.json', 3);
  const watching = await anew();
  check('what is open in another page is not offered', !(await watching.text()).includes('drafted.json'));
  await watching.page.close();
  // The renderer is gone without a word.
  person.page.send('Page.crash').catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 300));
  person.page.close().catch(() => {});

  const second = await anew();
  await second.sees('Changed and not saved');
  await second.sees('drafted.json');
  await second.click('Go on with drafted.json');
  await second.until(`${valueOf('Description')} === 'After the last change.'`);
  check('a crash loses nothing', await second.evaluate(`${MARK} === 'Not saved'`));
  await second.click('Undo');
  await second.until(`${valueOf('Description')} === 'After the first change.'`);
  check('and each step can be taken back', true);
  await second.click('Redo');
  await second.until(`${valueOf('Description')} === 'After the last change.'`);
  await second.click('Save', '#bar');
  await second.until(`${MARK} === ''`);
  const saved = JSON.parse(await second.downloaded('drafted.json'));
  check('it is saved as ever', saved.data.description === 'After the last change.' && saved.data.first_mes === 'Hello.');
  await kept(second, 'drafted.json', 3);
  await second.page.close();

  const third = await anew();
  await third.opens('left.json', bytes);
  check('what was saved is offered no more', !(await third.settled(DRAFTS)).some(({ name }) => name === 'drafted.json'));
  await edit(third, 'Description', 'Left.');
  await kept(third, 'left.json', 1);
  // Whoever leaves a file behind finds it again too.
  await third.opens('other.json', bytes);
  await third.click('cards');
  await third.sees('left.json');
  check('what was left for another file is kept', true);
  await third.click('Discard the changes of left.json');
  await third.until(`!document.body.innerText.includes('left.json')`);
  check('what is discarded goes', !(await third.settled(DRAFTS)).some(({ name }) => name === 'left.json'));
  // The alarms are asked of the page that is left; what it asked was meant.
  person.page = third.page;
  person.page.dialogs.length = 0;
}

/// A card from nothing.
export async function beginning({ person, check }) {
  await person.click('New card');
  await person.write('Name', 'Ada: of the mill', 'dialog');
  await person.click('Create', 'dialog');
  await person.until(`document.querySelector('.file .name')?.textContent === 'Ada- of the mill.json'`);
  check('a new card is not changed yet', await person.evaluate(`${MARK} === ''`));
  await edit(person, 'Description', 'She grinds.');
  await person.click('Save', '#bar');
  const made = JSON.parse(await person.downloaded('Ada- of the mill.json'));
  check('a card is begun, written and saved', made.spec === 'chara_card_v3' && made.data.name === 'Ada: of the mill' && made.data.description === 'She grinds.');
}

/// A file of the browser that can be written back to, in the page: what it holds is `window.disk`.
const HANDLE = (bytes) => `window.disk = { text: ${JSON.stringify(bytes.toString())}, at: 1, writes: 0, refuses: false };
  window.handle = { kind: 'file', name: 'disk.json',
    getFile: async () => new File([window.disk.text], 'disk.json', { lastModified: window.disk.at }),
    createWritable: async () => { if (window.disk.refuses) throw new DOMException('no', 'NotAllowedError'); let text = '';
      return { write: async (bytes) => { text += new TextDecoder().decode(bytes); }, close: async () => { Object.assign(window.disk, { text, at: window.disk.at + 1, writes: window.disk.writes + 1 }); } }; } };
  window.showOpenFilePicker = async () => [window.handle];
  window.showSaveFilePicker = async ({ suggestedName }) => { window.suggested = suggestedName; if (window.callOff) throw new DOMException('closed', 'AbortError'); return window.handle; };`;

/// Saves into the file that was opened, and asks before it takes the place of what another program wrote.
export async function writingBack({ person, check }) {
  const bytes = card({ name: 'On disk', description: 'Before.', first_mes: 'Hi.' });
  await person.evaluate(HANDLE(bytes));
  await person.click('Choose files');
  await person.until(`document.querySelector('.file .name')?.textContent === 'disk.json'`);
  const held = () => person.evaluate(`JSON.parse(window.disk.text).data.description`);
  await edit(person, 'Description', 'Into the file.');
  await control(person.page, 's', 83);
  await person.until(`${MARK} === ''`);
  check('Save writes into the file that was opened', await held() === 'Into the file.' && await person.evaluate(`window.disk.writes === 1 && window.suggested === undefined`));
  await edit(person, 'Description', 'Once more.');
  await person.evaluate(`window.disk.at = 99`);
  person.page.accepts = false;
  await control(person.page, 's', 83);
  await person.until(`true`);
  await new Promise((resolve) => setTimeout(resolve, 200));
  check('what another program wrote is not written over unasked', person.page.dialogs.some((text) => text.includes('another program')) && await held() === 'Into the file.' && await person.evaluate(`${MARK} === 'Not saved'`));
  person.page.accepts = true;
  await control(person.page, 's', 83);
  await person.until(`${MARK} === ''`);
  check('and is when that is meant', await held() === 'Once more.');
  await edit(person, 'Description', 'A third time.');
  await person.evaluate(`window.disk.refuses = true`);
  await control(person.page, 's', 83);
  await person.sees('was not saved: the browser was not allowed to write it');
  await person.click('Save it as a download');
  check('a file that cannot be written is said, and still not saved', JSON.parse(await person.downloaded('disk.json')).data.description === 'A third time.' && await person.evaluate(`${MARK} === 'Not saved'`));
  await person.evaluate(`window.disk.refuses = false; window.callOff = true`);
  await person.drop([['dropped.json', bytes]]);
  await person.until(`document.querySelector('.file .name')?.textContent === 'dropped.json'`);
  await edit(person, 'Description', 'From a drop.');
  await control(person.page, 's', 83);
  await person.until(`window.suggested === 'dropped.json'`);
  check('a dialog that is closed saves nothing', await person.evaluate(`${MARK} === 'Not saved'`));
  await person.evaluate(`window.callOff = false`);
  await control(person.page, 's', 83);
  await person.until(`${MARK} === ''`);
  check('a file without a home is asked for one, and has it from then on', await held() === 'From a drop.' && await person.evaluate(`document.querySelector('.file .name').textContent === 'disk.json'`));
  // The questions that were asked here are none of the alarms.
  person.page.dialogs.length = 0;
}
