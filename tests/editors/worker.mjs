// The language server of pages, as the program that editors start: its worker under Node, with messages of the protocol over standard
// input and output. A file that is shown to it comes as `cards/file` with its path, and what it saves is written.
//
//   node tests/editors/worker.mjs target/web/cards-editor.wasm

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { bundle } from '../../web/bundle.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = bundle(join(root, 'web/src/server.js'), { cards: join(root, 'packages/npm/core.js') });
// What a worker of a browser has by itself.
const browser = `const { parentPort } = require('node:worker_threads');
globalThis.postMessage = (message) => parentPort.postMessage(message);
globalThis.addEventListener = (event, listener) => parentPort.on(event, (data) => listener({ data }));\n`;
const worker = new Worker(browser + program, { eval: true });
worker.postMessage({ module: await WebAssembly.compile(readFileSync(process.argv[2])) });

worker.on('message', (message) => {
  if (message.method === 'cards/save') {
    writeFileSync(fileURLToPath(message.params.uri), message.params.bytes);
    return;
  }
  const text = JSON.stringify(message);
  process.stdout.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
});
worker.on('error', (error) => {
  console.error(error);
  process.exit(1);
});

function shown(message) {
  if (message.method !== 'cards/file') return message;
  const { uri, path } = message.params;
  let bytes = null;
  try {
    bytes = new Uint8Array(readFileSync(path));
  } catch {
    // It is gone.
  }
  return { ...message, params: { uri, bytes } };
}

let rest = Buffer.alloc(0);
process.stdin.on('data', (data) => {
  rest = Buffer.concat([rest, data]);
  for (;;) {
    const head = rest.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/Content-Length: (\d+)/i.exec(rest.subarray(0, head).toString())[1]);
    if (rest.length < head + 4 + length) return;
    const message = JSON.parse(rest.subarray(head + 4, head + 4 + length).toString());
    if (message.method === 'exit') return end();
    worker.postMessage(shown(message));
    rest = rest.subarray(head + 4 + length);
  }
});
process.stdin.on('end', end);

/// Nothing is left to run then, and what was said goes out.
function end() {
  worker.terminate();
  process.stdin.destroy();
}
