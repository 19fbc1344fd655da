// The page `web/` in a Chromium: each screen's task as a person does it, hostile cards, no network, access, speed. See README.md.
//
//   cargo xtask web && node tests/browser/web.mjs [--shots FOLDER] [--only NAME,NAME] [--task NAME] [--at-once]

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bench, check, finish, option } from './checks.mjs';
import { Chromium } from './chromium.mjs';
import { hostileTexts } from './folders.mjs';
import { axe, byTab, violations } from './web/access.mjs';
import { alarms, broken } from './web/alarms.mjs';
import { big, card, chinese, mistaken, sorted } from './web/cards.mjs';
import { Downloads } from './web/downloads.mjs';
import * as keeping from './web/keeping.mjs';
import * as measures from './web/measures.mjs';
import { Person } from './web/person.mjs';
import * as steps from './web/steps.mjs';
import * as tasks from './web/tasks.mjs';
import * as typing from './web/typing.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const built = process.env.CARDS_PAGE ?? join(root, 'web/dist/index.html');
const [shots, only] = [option('--shots'), option('--only')?.split(',')];
/// One task alone, for whoever works on it.
const alone = option('--task');
if (!existsSync(built)) {
  console.log(`web: the page was NOT checked: ${built} is not there; \`cargo xtask web\` makes it`);
  process.exit(2);
}
const SCREENS = ['Card', 'Lore', 'Try it', 'Check', 'Save as', 'Library'];
/// Milliseconds until a screen has answered what it shows late: the prompt, the verdict.
const SETTLES = 300;
const SIZES = [360, 768, 1280].flatMap((width) => [{ width }, { width, dark: true }]);

/// What runs beside each other, each in a browser of its own: a page is waited for more than it computes.
const SHARES = [['tasks', 'alarms'], ['steps', 'measures'], ['access', 'forms'], ['hostile', 'offline', 'sizes']];
if (process.argv.includes('--at-once')) {
  if (shots || only || alone) {
    console.log('web: --at-once does all parts, and takes no --shots, --only or --task');
    process.exit(2);
  }
  const codes = await Promise.all(SHARES.map((share) => new Promise((done) => {
    execFile(process.execPath, [fileURLToPath(import.meta.url), '--only', share.join(',')], { maxBuffer: 1 << 26 }, (error, out, err) => {
      process.stdout.write(out + err);
      done(error ? 1 : 0);
    });
  })));
  process.exit(Math.max(...codes));
}

const print = (text) => console.log(`     ${text}`);

const { work, asked, origin, close } = await bench('web');
const html = readFileSync(built, 'utf8');
const wick = readFileSync(join(root, 'fixtures/cards/wick-v3.png'));
const hostile = Buffer.from(readFileSync(join(here, 'hostile.json'), 'utf8').replaceAll('ORIGIN', origin));
const axeFile = join(here, 'node_modules/axe-core/axe.min.js');
const axeScript = existsSync(axeFile) ? readFileSync(axeFile, 'utf8') : null;

const browser = new Chromium(process.env.CHROMIUM ?? 'chromium');
const downloads = await Downloads.into(browser, work);
const at = async (url, size) => {
  const person = await Person.before(browser, url, downloads, size);
  person.page.accepts = true;
  return person;
};
/// The page once all of it is there; without that, what comes late would not be looked at.
const before = async (file, size) => {
  asked.length = 0;
  const person = await at(`file://${file}`, size);
  await person.until(`Boolean(document.querySelector('.notice.error')) || !document.getElementById('wasm')`, 'the whole module');
  return person;
};
const put = (name, text) => {
  writeFileSync(join(work, name), text);
  return join(work, name);
};
/// Opens a card on every screen, and looks at each with what is given.
const everywhere = async (person, name, bytes, look) => {
  await person.opens(name, bytes);
  for (const screen of SCREENS) {
    await person.go(screen);
    await new Promise((resolve) => setTimeout(resolve, SETTLES));
    await look(screen);
  }
};
const label = ({ width, dark }) => `${width} px, ${dark ? 'dark' : 'light'}`;

/// Does tasks one after the other, each on a page of its own.
async function allOf(all) {
  for (const [name, task] of Object.entries(all)) {
    if (alone && alone !== name) continue;
    const person = await before(built);
    try {
      await task({ person, check, wick, work, built, at, anew: (file = built, size = undefined) => before(file, size) });
      const { found } = await alarms(person.page, asked, 'file://');
      check(`${name}: nothing odd happened`, found.length === 0, found.join(' | '));
    } catch (error) {
      check(`${name}: can be done`, false, error.message);
    }
    // A page that crashed is closed already.
    await person.page.close().catch(() => {});
  }
}

const parts = {
  async alarms() {
    const without = await before(put('without.html', broken(html, { policy: false })));
    let loud = '';
    await everywhere(without, 'hostile.json', hostile, async () => { loud += (await alarms(without.page, asked, `file://${work}`)).found.join(' '); });
    for (const alarm of ['a script of the card ran', 'handlers in attributes', 'addresses that leave', 'something was asked for']) {
      check(`the alarms work, on a page broken on purpose: ${alarm}`, loud.includes(alarm), loud);
    }
    await without.page.close();
    const walled = await before(put('walled.html', broken(html, { policy: true })));
    await everywhere(walled, 'hostile.json', hostile, async () => {});
    const { found } = await alarms(walled.page, asked, `file://${work}`);
    check('the policy alone keeps such a page from running and fetching', !found.join(' ').includes('a script of the card ran') && asked.length === 0, found.join(' '));
    check('and it says what it stopped', found.some((text) => text.startsWith('messages')), found.join(' '));
    await walled.page.close();
  },

  async tasks() {
    await allOf({ ...tasks, ...keeping, ...typing });
  },

  async steps() {
    await allOf(steps);
  },

  async hostile() {
    const texts = hostileTexts(origin);
    const all = texts.map((text, number) => [`names-${number}.json`, card({ name: text, description: text, first_mes: text, creator: text, tags: [text],
      character_book: { extensions: {}, entries: [{ name: text, keys: [text || 'x'], content: text, extensions: {}, enabled: true, insertion_order: 1, use_regex: false }] } })]);
    const person = await before(built);
    for (const [name, bytes] of [['hostile.json', hostile], ...all]) {
      const wrong = [];
      await everywhere(person, name, bytes, async (screen) => {
        const { found, overflow } = await alarms(person.page, asked, 'file://');
        if (overflow > 0) found.push(`scrolls sideways by ${overflow} px`);
        wrong.push(...found.map((text) => `${screen}: ${text}`));
      });
      check(`${name}: nothing runs, nothing is fetched, nothing overflows, on every screen`, wrong.length === 0, wrong.slice(0, 4).join(' | '));
    }
    await person.drop([['"><script>window.pwned=1<.json', Buffer.from('{"no": "card"}')], ['hostile.json', hostile], ...all]);
    await person.until(`document.querySelector('.bar-of')?.hidden && document.querySelectorAll('.book').length > 5`);
    const { found, overflow } = await alarms(person.page, asked, 'file://');
    check('a library of them: nothing runs, nothing is fetched, nothing overflows', found.length === 0 && overflow <= 0, `${found.join(' | ')} ${overflow}`);
    await person.page.close();
  },

  async forms() {
    const folders = [join(root, 'fixtures/cards'), ...(process.env.CORPUS ? process.env.CORPUS.split(':') : [])];
    const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
      .filter((file) => file.isFile() && /\.(png|apng|charx|zip|json|webp|jpe?g|yaml|byaf|lorebook|scenario)$/.test(file.name) && file.name !== 'portrait.png');
    const agnai = JSON.stringify({ kind: 'character', name: 'Agnai', greeting: 'Hi.', scenario: '', sampleChat: '', persona: { kind: 'text', attributes: { text: ['A bard.'] } } });
    const world = JSON.stringify({ entries: { 0: { uid: 0, key: ['bell'], keysecondary: [], comment: 'The bell', content: 'It rings.', order: 100, position: 4, depth: 2, probability: 50, disable: false } } });
    const person = await before(built);
    for (const [name, bytes] of [['world.json', Buffer.from(world)], ['agnai.json', Buffer.from(agnai)], ...files.map((file) => [file.name, readFileSync(join(file.parentPath ?? file.path, file.name))])]) {
      const wrong = [];
      person.page.messages.length = 0;
      await person.evaluate(`document.querySelectorAll('.toast').forEach((e) => e.remove())`);
      await person.drop([[name, bytes]]);
      // One that is converted has another ending.
      const stem = name.replace(/\.[a-z]+$/i, '');
      await person.until(`document.querySelector('.file .name')?.title.startsWith(${JSON.stringify(stem)}) || document.querySelector('.toast.error')`);
      const refused = await person.evaluate(`document.querySelector('.toast.error')?.innerText ?? null`);
      if (refused) print(`${name} is refused: ${refused.replace(/\s+/g, ' ').slice(0, 160)}`);
      for (const screen of refused ? [] : SCREENS) {
        await person.go(screen);
        await new Promise((resolve) => setTimeout(resolve, 300));
        wrong.push(...(await alarms(person.page, asked, 'file://')).found.map((text) => `${screen}: ${text}`));
        const said = await person.evaluate(`document.querySelector('.toast.error')?.innerText ?? null`);
        if (said) wrong.push(`${screen}: ${said}`);
      }
      check(`${name}: every screen has something to show`, wrong.length === 0, wrong.slice(0, 3).join(' | '));
      if (refused) continue;
      // A card that can be opened can be changed.
      await person.go('Card');
      if (!(await person.evaluate(`Boolean(document.querySelector('.fields textarea'))`))) continue;
      await person.evaluate(`(() => { const area = document.querySelector('.fields textarea'); area.focus(); area.select(); })()`);
      await person.page.send('Input.insertText', { text: 'Another text.' });
      await person.evaluate(`document.activeElement.blur()`);
      await person.until(`document.querySelector('.changed').textContent === 'Not saved' || document.querySelector('.toast.error')`);
      const answer = await person.evaluate(`document.querySelector('.toast.error')?.innerText ?? null`);
      check(`${name}: it can be changed`, answer === null, answer);
      if (answer !== null) continue;
      await person.click('Undo', '#bar');
      await person.until(`document.querySelector('.changed').textContent === ''`);
    }
    await person.page.close();
  },

  async offline() {
    const person = await before(built);
    await person.page.send('Network.emulateNetworkConditions', { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 });
    await everywhere(person, 'wick.png', wick, async () => {});
    const { found } = await alarms(person.page, asked, 'file://');
    check('every screen works without a network', found.length === 0, found.join(' | '));
    const blocked = await person.page.send('Runtime.evaluate', { awaitPromise: true, returnByValue: true,
      expression: `fetch(${JSON.stringify(origin)}).then(() => 'went out', () => 'refused')` });
    check('the policy refuses a request even of the page itself', blocked.result.value === 'refused' && asked.length === 0);
    await person.page.close();
  },

  async access() {
    const cards = [['wick.png', wick], ['big.json', big(1500)], ['chinese.json', chinese()], ['mistaken.json', mistaken()], ['sorted.json', sorted()]];
    const backgrounds = new Set();
    for (const size of SIZES.filter(({ width }) => width !== 768)) {
      const person = await before(built, size);
      backgrounds.add(await person.evaluate('getComputedStyle(document.body).backgroundColor'));
      check(`the start, ${label(size)}`, (await violations(person.page)).length === 0, (await violations(person.page)).join(' | '));
      for (const [name, bytes] of cards) {
        const wrong = [];
        await everywhere(person, name, bytes, async (screen) => {
          wrong.push(...(await violations(person.page)).map((text) => `${screen}: ${text}`));
          if (axeScript) wrong.push(...(await axe(person.page, axeScript)).map((text) => `${screen}: axe: ${text}`));
        });
        check(`${name}: names, contrast, headings, labels on every screen, ${label(size)}`, wrong.length === 0, [...new Set(wrong)].slice(0, 6).join(' | '));
      }
      await person.page.close();
    }
    check('light and dark differ', backgrounds.size === 2);
    const person = await before(built);
    await person.opens('wick.png', wick);
    for (const screen of SCREENS) {
      await person.go(screen);
      await new Promise((resolve) => setTimeout(resolve, SETTLES));
      const stops = await byTab(person.page, 40);
      check(`${screen}: Tab goes from the bar into the screen, and what has the focus is seen`,
        stops.length > 8 && stops.every(({ marked }) => marked), stops.filter(({ marked }) => !marked).map(({ name }) => name).join(', ') || String(stops.length));
    }
    await person.evaluate(`document.querySelector('.bar button').setAttribute('aria-label', ''); document.querySelector('.bar button').title = ''; document.querySelector('.bar button').textContent = '';
      document.querySelector('main h1').remove(); document.querySelector('.home').style.color = getComputedStyle(document.querySelector('#bar')).backgroundColor`);
    const broken = (await violations(person.page)).join(' ');
    check('the alarms of access work', ['without a name', 'headings of the first level', 'contrast'].every((alarm) => broken.includes(alarm)), broken);
    if (axeScript) check('axe-core finds them too', (await axe(person.page, axeScript)).length > 1);
    if (!axeScript) print('axe-core was NOT asked: `npm ci` in tests/browser installs it');
    await person.page.close();
  },

  async measures() {
    for (const [name, measure] of Object.entries(measures)) {
      if (alone && alone !== name) continue;
      const person = await before(built);
      await measure({ person, check, print, built });
      await person.page.close();
    }
  },

  async sizes() {
    const cards = [['example', 'wick.png', wick], ['big', 'big.json', big(1500)], ['chinese', 'chinese.json', chinese()], ['hostile', 'hostile.json', hostile], ['mistaken', 'mistaken.json', mistaken()], ['sorted', 'sorted.json', sorted()]];
    // The colours move nothing; without pictures to take, one look is enough.
    for (const size of SIZES.filter(({ dark }) => shots || !dark)) {
      const person = await before(built, size);
      for (const [what, name, bytes] of cards) {
        const wrong = [];
        await everywhere(person, name, bytes, async (screen) => {
          if (screen === 'Try it') await person.page.evaluate(`document.querySelector('.say textarea').focus()`).then(() => person.page.type('The bell by the river, 钟声'));
          const over = await person.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
          if (over > 0) wrong.push(`${screen} by ${over} px`);
          if (!shots) return;
          mkdirSync(shots, { recursive: true });
          const { data } = await person.page.send('Page.captureScreenshot', {});
          writeFileSync(join(shots, `${what}-${screen.toLowerCase().replace(' ', '-')}-${size.width}-${size.dark ? 'dark' : 'light'}.png`), Buffer.from(data, 'base64'));
        });
        check(`${what}: no screen scrolls sideways, ${label(size)}`, wrong.length === 0, wrong.join(', '));
      }
      await person.page.close();
    }
  },
};

const shared = SHARES.flat();
if (Object.keys(parts).some((name) => !shared.includes(name))) check('each part has its share', false, shared.join(', '));
const strangers = (only ?? []).filter((name) => !(name in parts));
if (strangers.length > 0) check(`there are parts called ${strangers.join(', ')}`, false, `there are ${Object.keys(parts).join(', ')}`);
try {
  for (const [name, part] of Object.entries(parts)) {
    if (only && !only.includes(name)) continue;
    console.log(`== ${name}`);
    try {
      await part();
    } catch (error) {
      check(`${name} goes through`, false, error.stack);
    }
  }
} finally {
  await browser.close();
  close();
}
finish();
