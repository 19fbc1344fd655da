// The package as it is handed out, in the runtimes and bundlers that its users have: it is packed and installed, and one program
// (runtimes/program.js) has to give the same answer in each. Versions are pinned in runtimes/package.json; README.md has the table.
//
//   cargo xtask web && node packages/npm/test/runtimes.mjs
//       --bless     writes the table
//       --all       fails where something was not tried
//
// What cannot be installed here is named and counts as not tried. A Chromium is named by CHROMIUM, where it is not on the PATH.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Chromium } from '../../../tests/browser/chromium.mjs';
import * as ours from '../index.js';
import { program } from './runtimes/program.js';

const place = (path) => fileURLToPath(new URL(path, import.meta.url));
const tools = place('../../../target/runtimes');
const app = join(tools, 'app');
const modules = join(tools, 'node_modules');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

function run(command, args, { cwd = app, timeout = 120_000 } = {}) {
    const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, timeout, encoding: 'utf8' });
    return { done: status === 0, told: stdout?.trim() ?? '', said: `${error ?? ''}${stderr ?? ''}`.trim() || stdout?.trim() };
}

/** What can be had of the pinned packages, once for each lock file. */
function install() {
    const lock = readFileSync(place('runtimes/package-lock.json'), 'utf8');
    const mark = join(modules, '.installed');
    if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return;
    mkdirSync(tools, { recursive: true });
    for (const file of ['package.json', 'package-lock.json']) cpSync(place(`runtimes/${file}`), join(tools, file));
    // All of them are optional, so that one that cannot be had is no reason to go without the others.
    const { done, said } = run(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: tools, timeout: 600_000 });
    if (done) writeFileSync(mark, lock);
    else console.log(`runtimes: npm cannot get what the package is tried with:\n${said}`);
}

/** The package in a folder of its own, out of its archive. */
function unpack() {
    rmSync(app, { recursive: true, force: true });
    mkdirSync(app, { recursive: true });
    for (const file of readdirSync(place('runtimes'))) if (!file.startsWith('package')) cpSync(place(`runtimes/${file}`), join(app, file));
    cpSync(place('../../../fixtures/cards/wick-v3.png'), join(app, 'card.png'));
    writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'app', private: true, type: 'module' }));
    const packed = run(npm, ['pack', '--silent', '--ignore-scripts', '--pack-destination', app, place('..')]);
    if (!packed.done) throw new Error(`npm pack: ${packed.said}`);
    const archive = packed.told.split('\n').at(-1);
    const added = run(npm, ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', `./${archive}`]);
    if (!added.done) throw new Error(`npm install ${archive}: ${added.said}`);
    return archive;
}

if (!existsSync(place('../cards.wasm'))) {
    console.log('runtimes: NOT tried, since the package is not built: `cargo xtask web`');
    process.exit(process.argv.includes('--all') ? 1 : 0);
}

const wanted = JSON.stringify(await program(ours, new Uint8Array(readFileSync(place('../../../fixtures/cards/wick-v3.png')))));
const rows = [];
const failures = [];
const missing = [];

/** A row of the table: what was tried, by which way, and what came of it. `told` gives what the program printed, or throws. */
async function attempt(what, how, told) {
    let answer;
    try {
        answer = await told();
    } catch (error) {
        answer = `failed: ${error.message}`;
    }
    if (answer === undefined) {
        missing.push(`${what}: ${how}`);
        rows.push({ what, how });
        return;
    }
    const works = answer === wanted;
    if (!works) failures.push(`${what}: ${how}: ${answer.slice(0, 2000)}`);
    console.log(`runtimes: ${what}: ${how}: ${works ? 'the same answer' : 'FAILED'}`);
    rows.push({ what, how, works });
}

const pinned = JSON.parse(readFileSync(place('runtimes/package.json'), 'utf8')).optionalDependencies;
/** The version of a package that is tried with. */
const version = (name) => pinned[name].replace(/^.*@/, '');
const own = (name) => join(modules, name);
/** Where packages have their programs. */
const PROGRAMS = {
    node18: 'node18/bin/node', node20: 'node20/bin/node', node22: 'node22/bin/node',
    deno: '@deno/linux-x64-glibc/deno', bun: '@oven/bun-linux-x64/bin/bun',
};
/** A program out of a package; nothing where it does not answer here. */
function runtime(name) {
    const path = own(PROGRAMS[name]);
    return existsSync(path) && run(path, ['--version'], { cwd: tools }).done ? path : undefined;
}
const by = (program, ...args) => {
    if (program === undefined) return undefined;
    const { done, told, said } = run(program, args);
    return done ? told : `failed: ${said}`;
};

/** Serves a folder to this machine. */
async function served(folder, then) {
    const kinds = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm', '.png': 'image/png' };
    const server = createServer(({ url }, answer) => {
        const file = join(folder, new URL(url, 'http://localhost').pathname.replace(/\/$/, '/index.html'));
        if (!file.startsWith(folder) || !existsSync(file)) return answer.writeHead(404).end();
        return answer.writeHead(200, { 'content-type': kinds[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file));
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
        return await then(`http://127.0.0.1:${server.address().port}/`);
    } finally {
        server.close();
    }
}

const chromium = [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome'].find((name) => name && run(name, ['--version'], { cwd: place('.') }).done);
let browser;
/** What a page told. */
async function seen(url) {
    if (!chromium) return undefined;
    browser ??= new Chromium(chromium);
    const page = await browser.open(url, { width: 800 });
    try {
        for (let turn = 0; turn < 300; turn += 1) {
            const told = await page.evaluate('globalThis.told ?? null');
            if (told !== null) return told;
            await new Promise((resolve) => { setTimeout(resolve, 100); });
        }
        return `failed: the page told nothing: ${page.messages.join('; ')}`;
    } finally {
        await page.close();
    }
}

const html = (script) => `<!doctype html><meta charset="utf-8"><title>A page</title><script type="module" src="${script}"></script>`;

/** A folder for what a bundler writes, with the page and the card. */
function made(name, script) {
    const folder = join(app, 'made', name);
    mkdirSync(folder, { recursive: true });
    cpSync(join(app, 'card.png'), join(folder, 'card.png'));
    if (script) writeFileSync(join(folder, 'index.html'), html(script));
    return folder;
}
const tool = async (name, entry) => (existsSync(own(name)) ? import(pathToFileURL(own(`${name}/${entry}`)).href) : undefined);
const shipped = (name) => join(app, 'node_modules/character-cards', name);

install();
console.log(`runtimes: ${unpack()} is installed`);

for (const name of ['node18', 'node20', 'node22']) {
    const node = runtime(name);
    const what = `Node ${version(name)}`;
    await attempt(what, '`import`', () => by(node, 'main.mjs'));
    await attempt(what, '`await import` in CommonJS', () => by(node, 'dynamic.cjs'));
    // Node 18 has no `require` of ES modules.
    if (name !== 'node18') await attempt(what, '`require`', () => by(node, 'require.cjs'));
}
const deno = runtime('deno');
await attempt(`Deno ${version('deno')}`, '`import`', () => by(deno, 'run', '--quiet', '--no-lock', '--cached-only', '--allow-read', 'main.mjs'));
const bun = runtime('bun');
await attempt(`Bun ${version('bun')}`, '`import`', () => by(bun, 'main.mjs'));
await attempt(`Bun ${version('bun')}`, '`require`', () => by(bun, 'require.cjs'));

const vite = await tool('vite', 'dist/node/index.js');
const vited = { root: app, base: './', logLevel: 'error', configFile: false };
writeFileSync(join(app, 'index.html'), html('./page.js'));
await attempt(`Vite ${version('vite')}`, 'built, in Chromium', async () => {
    if (!vite || !chromium) return undefined;
    const outDir = made('vite');
    await vite.build({ ...vited, build: { outDir, emptyOutDir: false } });
    return served(outDir, seen);
});
await attempt(`Vite ${version('vite')}`, 'its server, in Chromium', async () => {
    if (!vite || !chromium) return undefined;
    const server = await vite.createServer({ ...vited, server: { port: 0, host: '127.0.0.1' } });
    await server.listen();
    try {
        return await seen(`http://127.0.0.1:${server.httpServer.address().port}/`);
    } finally {
        await server.close();
    }
});

const webpack = (await tool('webpack', 'lib/index.js'))?.default;
const webpacked = (options) => new Promise((resolve, reject) => {
    webpack({ context: app, mode: 'production', performance: false, ...options }, (error, stats) => {
        if (error || stats.hasErrors() || stats.hasWarnings()) reject(error ?? new Error(stats.toString()));
        else resolve();
    });
});
await attempt(`webpack ${version('webpack')}`, 'built, in Chromium', async () => {
    if (!webpack || !chromium) return undefined;
    const path = made('webpack', './main.js');
    await webpacked({ entry: './page.js', output: { path } });
    return served(path, seen);
});
await attempt(`webpack ${version('webpack')}`, 'built for Node', async () => {
    const node = runtime('node22');
    if (!webpack || !node) return undefined;
    const path = made('webpack-node');
    await webpacked({ entry: './main.mjs', target: 'node18', output: { path, filename: 'main.mjs', module: true, chunkFormat: 'module' }, experiments: { outputModule: true } });
    return by(node, join(path, 'main.mjs'));
});

const esbuild = (await tool('esbuild', 'lib/main.js'))?.default;
const esbuilt = async (options) => {
    const { warnings } = await esbuild.build({ absWorkingDir: app, bundle: true, minify: true, logLevel: 'silent', ...options });
    if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join('; '));
};
const beside = (folder) => {
    for (const name of ['cards.wasm', 'cards-core.wasm', 'cards-edit.wasm']) cpSync(shipped(name), join(folder, name));
};
await attempt(`esbuild ${version('esbuild')}`, 'built, the modules copied beside it, in Chromium', async () => {
    if (!esbuild || !chromium) return undefined;
    const folder = made('esbuild', './page.js');
    await esbuilt({ entryPoints: ['page.js'], format: 'esm', outdir: folder });
    beside(folder);
    return served(folder, seen);
});
await attempt(`esbuild ${version('esbuild')}`, 'built for Node, the modules copied beside it', async () => {
    const node = runtime('node22');
    if (!esbuild || !node) return undefined;
    const folder = made('esbuild-node');
    await esbuilt({ entryPoints: ['main.mjs'], format: 'esm', platform: 'node', outExtension: { '.js': '.mjs' }, outdir: folder });
    beside(folder);
    return by(node, join(folder, 'main.mjs'));
});
await attempt(`esbuild ${version('esbuild')}`, 'CommonJS for Node, the modules in it', async () => {
    const node = runtime('node22');
    if (!esbuild || !node) return undefined;
    const folder = made('esbuild-single');
    // `load` is given the bytes, and never asks where it lies.
    await esbuilt({ entryPoints: ['single.js'], format: 'cjs', platform: 'node', target: 'node18', loader: { '.wasm': 'binary' }, logOverride: { 'empty-import-meta': 'silent' }, outfile: join(folder, 'single.cjs') });
    writeFileSync(join(folder, 'main.cjs'), 'require("./single.cjs").run(require("fs").readFileSync(__dirname + "/card.png")).then((told) => console.log(JSON.stringify(told)));');
    return by(node, join(folder, 'main.cjs'));
});

// Types hold by any answer that is no error; without the DOM, `@types/node` has what the package names.
const compilers = { typescript5: 'bin/tsc', typescript7: 'bin/tsc' };
const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--noEmit', '--target', 'es2022'];
const browserLib = ['--lib', 'es2022,dom,dom.iterable', '--typeRoots', 'none'];
const nodeLib = ['--lib', 'es2022', '--types', 'node'];
for (const [name, bin] of Object.entries(compilers)) {
    const compiled = (...args) => {
        const path = own(`${name}/${bin}`);
        if (!existsSync(path) || !existsSync(own('@types/node'))) return undefined;
        const { done, told, said } = run(process.execPath, [path, ...strict, ...args]);
        return done ? wanted : told || said;
    };
    const what = `TypeScript ${version(name)}`;
    await attempt(what, '`bundler`', () => compiled('--module', 'esnext', '--moduleResolution', 'bundler', ...browserLib, 'consumer.ts'));
    await attempt(what, '`node16`, with CommonJS by `await import`', () => compiled('--module', 'node16', ...browserLib, 'consumer.ts', 'consumer.cts'));
    await attempt(what, '`nodenext`, with CommonJS by `require`, without the DOM', () => compiled('--module', 'nodenext', ...nodeLib, 'consumer.ts', 'consumer.cts', 'required.cts'));
}

await browser?.close();

// The table of the README: what was tried here is what it says.
const readme = place('../README.md');
const page = readFileSync(readme, 'utf8');
const [BEGIN, END] = ['<!-- made: runtimes -->\n', '<!-- end -->'];
const ways = new Map(rows.map(({ what }) => [what, rows.filter((row) => row.what === what)]));
const table = `| with | how |\n| --- | --- |\n${[...ways].map(([what, tried]) => `| ${what} | ${tried.map(({ how }) => how).join('; ')} |\n`).join('')}`;
const [begin, end] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)];
if (process.argv.includes('--bless') && failures.length + missing.length === 0) {
    writeFileSync(readme, page.slice(0, begin) + table + page.slice(end));
} else if (page.slice(begin, end) !== table) {
    failures.push(`the table of README.md is not what was tried: run \`node packages/npm/test/runtimes.mjs --bless\`\n${table}`);
}

for (const failure of failures) console.log(`\n${failure}`);
for (const one of missing) console.log(`runtimes: NOT tried, since it is not installed here: ${one}`);
console.log(`runtimes: ${rows.filter(({ works }) => works).length} of ${rows.length} tried ways give the same answer, ${missing.length} were not tried`);
process.exitCode = failures.length > 0 || (process.argv.includes('--all') && missing.length > 0) ? 1 : 0;
