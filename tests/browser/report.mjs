// Loads pages of `cards report` into a Chromium: nothing runs, nothing is fetched, nothing overflows. See README.md.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bench, check, finish, option } from './checks.mjs';
import { Chromium } from './chromium.mjs';
import * as folders from './folders.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const cards = process.env.CARDS ?? join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug/cards');
const shots = option('--shots');

const { work, asked, origin, close } = await bench('report');

const hostile = readFileSync(join(here, 'hostile.json'), 'utf8').replaceAll('ORIGIN', origin);
const folder = join(work, 'folder');
mkdirSync(folder);
writeFileSync(join(work, 'hostile.json'), hostile);
writeFileSync(join(folder, 'hostile.json'), hostile);
writeFileSync(join(folder, '"><script>window.pwned=1<.json'), '{"no": "card"}');
copyFileSync(join(root, 'fixtures/cards/wick-v3.png'), join(folder, 'wick.png'));
const report = (from, to) => execFileSync(cards, ['-q', 'report', from, '-o', join(work, to), '--force']);
report(join(work, 'hostile.json'), 'hostile.html');
report(folder, 'sheet.html');
folders.plain(join(work, 'plain'));
report(join(work, 'plain'), 'plain.html');
folders.hostile(join(work, 'names'), origin);
report(join(work, 'names'), 'names.html');
report(join(root, 'fixtures/cards/wick-v3.png'), 'wick.html');
// What a page looks like that does not escape: every alarm below has to go off for it.
writeFileSync(join(work, 'control.html'), `<!doctype html><title>x</title>${JSON.parse(hostile).data.description}
  <script>window.pwned = 'control'; alert('control')</script><p style="width:3000px">wide</p>`);

/// A text as the page has it: control characters replaced, overrides of the direction written out.
function asShown(text) {
  return text.trim().replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd').replaceAll('\u202e', '\\u{202e}');
}

const look = `({
  pwned: typeof window.pwned === 'undefined' ? null : String(window.pwned),
  scripts: document.querySelectorAll('script,iframe,object,embed,link,base,svg,video,audio,form[action]').length,
  handlers: [...document.querySelectorAll('*')].filter((e) => [...e.attributes].some((a) => /^on/i.test(a.name) ||
    /^\\s*javascript:/i.test(a.value))).length,
  remote: [...document.querySelectorAll('[src],[href]')].filter((e) =>
    !/^(data:image\\/(png|jpeg|webp|gif|avif);|#)/.test(e.getAttribute('src') ?? e.getAttribute('href'))).length,
  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  text: document.body.innerText,
  title: document.title,
  background: getComputedStyle(document.body).backgroundColor,
})`;

const browser = new Chromium(process.env.CHROMIUM ?? 'chromium');
try {
  const visit = async (name, size) => {
    asked.length = 0;
    const page = await browser.open(`file://${join(work, name)}`, size);
    const seen = await page.evaluate(look);
    const fetched = page.requests.filter((url) => !url.startsWith('data:') && !url.startsWith(`file://${work}/${name}`));
    return { page, seen, fetched };
  };

  const control = await visit('control.html', { width: 1280 });
  check('the alarms work: script', control.seen.pwned !== null && control.seen.scripts > 0 && control.page.dialogs.length > 0);
  check('the alarms work: handler', control.seen.handlers > 0);
  check('the alarms work: fetch', asked.length > 0 && control.fetched.length > 0 && control.seen.remote > 0);
  check('the alarms work: overflow', control.seen.overflow > 0);

  const backgrounds = new Set();
  for (const name of ['hostile.html', 'sheet.html', 'names.html', 'plain.html', 'wick.html']) {
    for (const size of [{ width: 1280 }, { width: 1280, dark: true }, { width: 360 }, { width: 360, dark: true }]) {
      const { page, seen, fetched } = await visit(name, size);
      const label = `${name} at ${size.width} px, ${size.dark ? 'dark' : 'light'}`;
      check(`${label}: nothing runs`, seen.pwned === null && page.dialogs.length === 0, `${seen.pwned} ${page.dialogs}`);
      check(`${label}: no active element`, seen.scripts === 0 && seen.handlers === 0, `${seen.scripts}, ${seen.handlers}`);
      check(`${label}: nothing is fetched`, asked.length === 0 && fetched.length === 0 && seen.remote === 0,
        [...asked, ...fetched].join(' '));
      check(`${label}: the policy had nothing to stop`, page.messages.length === 0, page.messages.join(' | '));
      check(`${label}: no sideways scrolling`, seen.overflow <= 0, `${seen.overflow} px`);
      backgrounds.add(seen.background);
      if (name === 'hostile.html') {
        check(`${label}: the card's text is shown as text`, seen.text.includes('<script src=') && seen.title.includes('</title>'));
      }
      if (shots) {
        mkdirSync(shots, { recursive: true });
        const file = `${name.replace('.html', '')}-${size.width}-${size.dark ? 'dark' : 'light'}.png`;
        writeFileSync(join(shots, file), await page.screenshot());
      }
      await page.close();
    }
  }
  check('light and dark differ', backgrounds.size === 2, [...backgrounds].join(' '));

  const names = await visit('names.html', { width: 1280 });
  const text = await names.page.evaluate(`document.body.textContent`);
  const lost = folders.hostileTexts(origin).filter((name) => !text.includes(asShown(name)));
  check('every hostile name is shown, as text', lost.length === 0, lost.join(' | '));
} finally {
  await browser.close();
  close();
}
finish();
