// What README.md shows runs as it is there, block after block, over one card. `cargo xtask web` builds the module first.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load } from '../index.js';

const fixture = (name) => new Uint8Array(readFileSync(new URL(`../../../fixtures/cards/${name}`, import.meta.url)));
const blocks = (page) => [...readFileSync(new URL(page, import.meta.url), 'utf8').matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code);
const BLOCKS = blocks('../README.md');
const AsyncFunction = (async () => {}).constructor;

// One grey pixel.
const DOT = Uint8Array.from(atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='), (letter) => letter.charCodeAt(0));
const CARD = JSON.stringify({ spec: 'chara_card_v3', spec_version: '3.0', data: {
    name: 'Wick', description: 'A lamp keeper.', personality: '', scenario: '', first_mes: 'Hello.', mes_example: '', creator: 'Sam',
    creator_notes: '', system_prompt: '', post_history_instructions: '', character_version: '1', tags: ['lamp'], extensions: {},
    alternate_greetings: ['Back again?'], group_only_greetings: [], character_book: { extensions: {}, entries: [
        { keys: ['bell'], name: 'The Bell', content: 'It rang once.', enabled: true, insertion_order: 1, extensions: {},
            use_regex: false },
    ] },
} });
const WORLD = JSON.stringify({ entries: { 0: { uid: 0, key: ['bell'], comment: 'The Bell', content: 'It lies in the river.', order: 1, position: 0, disable: false } } });

test('the blocks of the README run, one after the other', async () => {
    const cards = await load();
    const portraitPng = fixture('portrait.png');
    // In a picture of its own: to set the one that it has would be no step for `undo` to take back.
    const bytes = cards.open(CARD).save('png', { picture: DOT }).bytes;
    const given = {
        load, bytes, portraitPng, url: 'https://example.com/aria.png', fetch: async () => new Response(bytes), worldInfoBytes: new TextEncoder().encode(WORLD), localStorage: {},
        rows: [cards.row(bytes, { signature: true }), cards.row(bytes, { signature: true })],
        preset: { prompts: [{ identifier: 'main', name: 'Main', content: 'Write as {{char}}.', role: 'system', system_prompt: true }],
            prompt_order: [{ character_id: 100001, order: [{ identifier: 'main', enabled: true }] }] },
        console: { log: (...told) => assert.ok(told.every((one) => one !== undefined), `${told}`) },
    };
    assert.ok(BLOCKS.length >= 6, `${BLOCKS.length} blocks`);
    const code = BLOCKS.join('\n').replace(/^import .*$/m, '');
    assert.equal(code.includes('import '), false, 'one line imports');
    const { v2, prompt, told, file } = await new AsyncFunction(
        ...Object.keys(given), `${code}\nreturn { v2, prompt, told, file };`,
    )(...Object.values(given));
    // What comes of it is what the text says.
    assert.equal(cards.open(v2).form, 'v2');
    assert.equal(cards.open(file).get('first_mes'), 'Halt!');
    assert.ok(told.entries.some(({ title, fired }) => fired && title.includes('The Bell')), JSON.stringify(told.entries));
    assert.ok(JSON.stringify(prompt).includes('It lies in the river.'));
    assert.ok(given.localStorage.chat);
});

// Those of the README of the repository and of docs/moving.md: each alone, over files that a program of somebody else would have.
test('the importer of the README says what a file holds, what is odd, and what another client makes of it', async () => {
    const [importer, ...others] = blocks('../../../README.md');
    assert.deepEqual(others, []);
    assert.equal(importer.trim().split('\n').length, 3);
    const [cards, bytes] = [await load(), fixture('wick-v3.charx')];
    const run = new AsyncFunction('cards', 'bytes', `${importer}\nreturn { card, holds, assets, findings, differences };`);
    const { card, holds, assets, findings, differences } = await run(cards, bytes);
    assert.equal(card.name, 'Maren Tidewell');
    assert.ok(holds.card.lorebook && holds.card.greetings && Array.isArray(holds.needs), JSON.stringify(holds));
    assert.ok(assets.length > 0 && Array.isArray(findings));
    assert.ok(differences.length > 0 && differences.every(({ from, to }) => from !== to));
});

test('what docs/moving.md puts in the place of other libraries runs', async () => {
    const ours = blocks('../../../docs/moving.md').filter((code) => code.startsWith('// Ours\n'));
    assert.equal(ours.length, 2);
    const cards = await load();
    for (const code of ours) {
        const bytes = cards.open(CARD).save('png', { picture: DOT }).bytes;
        const { card, v2, file } = await new AsyncFunction('cards', 'bytes', `${code}\nreturn { card, v2, file };`)(cards, bytes);
        assert.equal(card.first_mes, 'Halt!');
        assert.equal(cards.open(v2).form, 'v2');
        assert.equal(cards.open(file).get('first_mes'), 'Halt!');
    }
});
