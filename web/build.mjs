// Puts the page together: one HTML file with styles, program, modules and examples in it, and one with the language server, which is
// loaded when somebody types. See README.md.
//
//   node web/build.mjs --first cards-edit.wasm --wasm cards.wasm --editor cards-editor.wasm [--npm packages/npm] [--out web/dist]

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { bundle } from './bundle.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '..');
/// In the order in which they hold.
const STYLES = ['tokens', 'base', 'parts', 'bar', 'drop', 'card', 'lore', 'try', 'check', 'save', 'library'];

function option(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`);
  if (at < 0) return otherwise;
  const value = process.argv[at + 1];
  if (value === undefined) throw new Error(`--${name} wants a value`);
  return resolve(value);
}

const [first, wasm, editor] = [option('first'), option('wasm'), option('editor')];
if (first === undefined || wasm === undefined || editor === undefined) {
  console.error('usage: node web/build.mjs --first cards-edit.wasm --wasm cards.wasm --editor cards-editor.wasm [--npm packages/npm] [--out web/dist]');
  process.exit(2);
}
const npm = option('npm', join(root, 'packages/npm'));
const out = option('out', join(here, 'dist'));

const style = STYLES.map((name) => readFileSync(join(here, 'style', `${name}.css`), 'utf8')).join('\n');
const packages = { cards: join(npm, 'core.js') };
const script = bundle(join(here, 'src/page.js'), packages);
// The worker has its own, without the parts that want a document.
const worker = bundle(join(here, 'src/worker.js'), packages);
const frame = bundle(join(here, 'src/frame.js'), packages);
const server = bundle(join(here, 'src/server.js'), packages);
const ends = [['style', style, '</style'], ...[script, worker, frame, server].flatMap((text) => [['script', text, '</script'], ['script', text, '<!--']])];
for (const [what, text, end] of ends) {
  if (text.toLowerCase().includes(end)) throw new Error(`the ${what} says ${end}, which would end it in the page`);
}

const base64 = (path) => readFileSync(join(root, path)).toString('base64');
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const packed = (file) => gzipSync(readFileSync(file), { level: 9 }).toString('base64');
const parts = {
  STYLE: style,
  SCRIPT: script,
  WORKER: worker,
  STYLE_HASH: hash(style),
  SCRIPT_HASH: hash(script),
  FIRST: packed(first),
  WASM: packed(wasm),
  FRAME: frame,
  FRAME_HASH: hash(frame),
  SERVER: server,
  EDITOR_WASM: packed(editor),
  EXAMPLE: base64('fixtures/cards/wick-v3.png'),
  EXAMPLE_ARCHIVE: base64('fixtures/cards/wick-v3.charx'),
  EXAMPLE_FAULTS: base64('xtask/sources/juniper.json'),
};
const filled = (name) => readFileSync(join(here, name), 'utf8').replaceAll(/\{\{([A-Z_]+)\}\}/g, (_, part) => {
  if (!(part in parts)) throw new Error(`${name} wants {{${part}}}, which nothing makes`);
  return parts[part];
});
const [page, beside] = [filled('index.html'), filled('editor.html')];
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'index.html'), page);
writeFileSync(join(out, 'editor.html'), beside);
const kilobytes = (bytes) => `${Math.round(bytes / 1000)} KB`;
console.log(`wrote ${join(out, 'index.html')}: ${kilobytes(page.length)}, of which program ${kilobytes(script.length + worker.length)}, `
  + `style ${kilobytes(style.length)}, first module ${kilobytes(parts.FIRST.length)}, whole one ${kilobytes(parts.WASM.length)}; beside it editor.html: ${kilobytes(beside.length)}`);
