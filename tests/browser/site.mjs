// The built site in a Chromium, at 390 px: no page scrolls sideways, fetches from elsewhere or says an error; a search finds; the page of
// `web/` opens its example. See README.md.

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { check, finish, option } from './checks.mjs';
import { Chromium } from './chromium.mjs';

const site = resolve(dirname(fileURLToPath(import.meta.url)), '../../target/site');
const shots = option('--shots');
if (!existsSync(join(site, 'index.html'))) {
  console.error('there is no site: `cargo xtask site` builds it');
  process.exit(2);
}

/// Pages to read, of those that are made alike (rules) one.
const pages = readdirSync(site, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
  .map((entry) => relative(site, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  .filter((name) => !/^(print|404|toc|page\/index)\.html$/.test(name) && (!name.includes('/rules/') || name.endsWith('/entry-id.html')))
  .sort();
check(`${pages.length} pages are there, the first page and the companion among them`,
  pages.length > 30 && pages.includes('index.html') && pages.includes('docs/companion/ccv3l.html'));

const browser = new Chromium(process.env.CHROMIUM ?? 'chromium');
const open = (name, hash = '') => browser.open(pathToFileURL(join(site, name)).href + hash, { width: 390 });
const elsewhere = (page) => page.requests.filter((url) => !/^(file|data|blob):/.test(url));

let bad = 0;
for (const name of pages) {
  const page = await open(name);
  const wide = await page.evaluate('document.documentElement.scrollWidth');
  const odd = [...elsewhere(page), ...page.messages.filter((text) => !text.includes('file:'))];
  if (wide > 390 || odd.length) {
    bad += 1;
    console.log(`     ${name}: ${wide} px wide, ${odd.join(', ')}`);
  }
  if (shots) {
    mkdirSync(shots, { recursive: true });
    writeFileSync(join(shots, `${name.replaceAll('/', '-')}.png`), await page.screenshot());
  }
  await page.close();
}
check('no page scrolls sideways at 390 px, fetches from elsewhere or says an error', bad === 0, `${bad} pages`);

const found = await open('index.html', '');
await found.evaluate(`document.querySelector('#mdbook-search-toggle, #search-toggle').click()`);
await found.evaluate(`document.querySelector('#mdbook-searchbar, #searchbar').focus()`);
let results = 0;
for (let tries = 0; tries < 40 && !results; tries += 1) {
  // The index comes with the first look at the search; what was typed before is not looked for.
  await found.type('lore ');
  await new Promise((resolve) => setTimeout(resolve, 500));
  results = await found.evaluate(`document.querySelectorAll('#mdbook-searchresults li, #searchresults li').length`);
}
check('a search finds pages', results > 0);

if (existsSync(join(site, 'page/index.html'))) {
  const page = await open('page/index.html');
  const click = `[...document.querySelectorAll('button')].find((button) => button.textContent === 'Open an example')?.click()`;
  const opened = `[...document.querySelectorAll('input')].some((input) => input.value === 'Maren Tidewell')`;
  let is = false;
  for (let tries = 0; tries < 60 && !is; tries += 1) {
    await page.evaluate(click);
    await new Promise((resolve) => setTimeout(resolve, 250));
    is = await page.evaluate(opened);
  }
  check('the page opens its example', is && elsewhere(page).length === 0);
} else {
  console.log('     without the page, which is not built');
}
await browser.close();
finish();
