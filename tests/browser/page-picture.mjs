// Makes docs/pictures/page-*.png, the pictures of the page in README.md. See README.md here.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Chromium } from './chromium.mjs';
import { Person } from './web/person.mjs';

const width = 1040;
const height = 700;
const most = 200_000;

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const built = process.env.CARDS_PAGE ?? join(root, 'web/dist/index.html');
const wick = readFileSync(join(root, 'fixtures/cards/wick-v3.png'));
const work = mkdtempSync(join(tmpdir(), 'cards-picture-'));

const browser = new Chromium(process.env.CHROMIUM ?? 'chromium');
try {
  for (const dark of [false, true]) {
    const person = await Person.before(browser, `file://${built}`, work, { width, height, dark });
    const take = async (what) => {
      await new Promise((done) => setTimeout(done, 1500));
      const { data } = await person.page.send('Page.captureScreenshot', {});
      const picture = Buffer.from(data, 'base64');
      const name = `page-${what}-${dark ? 'dark' : 'light'}.png`;
      if (picture.length > most) throw new Error(`${name} has ${picture.length} bytes, more than ${most}`);
      writeFileSync(join(root, 'docs/pictures', name), picture);
      console.log(`wrote docs/pictures/${name}: ${width} x ${height}, ${picture.length} bytes`);
    };
    await person.opens('wick.png', wick);
    if (!dark) await take('card');
    await person.go('Try it');
    await person.focus('Message');
    await person.page.type('I heard it too. What is the toll for a late barge full of eel?');
    await person.page.press('Enter');
    await person.page.type('And who is the Reed King');
    await take('try');
    await person.page.close();
  }
} finally {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
}
