// What the package is made of: its files, its types, and what it answers to the conformance suite.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const place = (path) => fileURLToPath(new URL(path, import.meta.url));
const run = (program, args) => spawnSync(program, args, { cwd: place('..'), encoding: 'utf8' });
const answers = (program) => run(program, ['--version']).status === 0;

test('the files of the package', { skip: answers('npm') ? false : 'NOT tested: npm is not at hand' }, () => {
    const { stdout, stderr, status } = run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline']);
    assert.equal(status, 0, stderr);
    assert.deepEqual(JSON.parse(stdout)[0].files.map(({ path }) => path).sort(), [
        'LICENSE-APACHE', 'LICENSE-MIT', 'README.md', 'answers.d.ts', 'cards-core.wasm', 'cards-edit.wasm', 'cards.wasm', 'core.js', 'index.d.ts',
        'index.js', 'package.json',
    ]);
});

const tsc = [process.env.TSC, place('../node_modules/.bin/tsc'), 'tsc'].find((program) => program && answers(program));

test('the types hold', { skip: tsc ? false : 'NOT tested: tsc is not at hand (TSC names its place)' }, () => {
    const strict = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom,dom.iterable'];
    const { stdout, status } = run(tsc, [...strict, 'index.d.ts', 'test/types.test.ts']);
    assert.equal(status, 0, stdout);
});

const cards = ['debug', 'release'].map((kind) => place(`../../../target/${kind}/cards`)).find(existsSync);

test('the suite is answered as the libraries answer it', { skip: cards ? false : 'NOT tested: target/debug/cards is not built' }, () => {
    const told = run(cards, ['conform', '--suite', '../../suite', '--program', 'node ../../suite/adapters/cards.mjs', '--json']);
    assert.equal(told.status, 0, told.stderr + told.stdout.slice(-2000));
});
