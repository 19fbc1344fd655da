// Makes docs/pictures/report-light.png and report-dark.png, the pictures of a report in README.md. See README.md here.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Chromium } from './chromium.mjs';

const width = 880;
const tallest = 1000;
const most = 200_000;

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const cards = process.env.CARDS ?? join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug/cards');
const target = join(root, 'docs/pictures');
const work = mkdtempSync(join(tmpdir(), 'cards-picture-'));
const report = join(work, 'wick.html');
execFileSync(cards, ['-q', 'report', join(root, 'fixtures/cards/wick-v3.png'), '-o', report]);
mkdirSync(target, { recursive: true });

// The picture ends with a whole section.
const end = `Math.max(...[...document.querySelectorAll('header, section')]
  .map((part) => Math.ceil(part.getBoundingClientRect().bottom)).filter((bottom) => bottom <= ${tallest}))`;

const browser = new Chromium(process.env.CHROMIUM ?? 'chromium');
try {
  for (const dark of [false, true]) {
    const page = await browser.open(`file://${report}`, { width, height: tallest, dark });
    const height = await page.evaluate(end) + 16;
    if (!Number.isFinite(height)) throw new Error('the report has no section that fits into the picture');
    const { data } = await page.send('Page.captureScreenshot', { clip: { x: 0, y: 0, width, height, scale: 1 } });
    const picture = Buffer.from(data, 'base64');
    const name = `report-${dark ? 'dark' : 'light'}.png`;
    if (picture.length > most) throw new Error(`${name} has ${picture.length} bytes, more than ${most}`);
    writeFileSync(join(target, name), picture);
    console.log(`wrote docs/pictures/${name}: ${width} x ${height}, ${picture.length} bytes`);
    await page.close();
  }
} finally {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
}
