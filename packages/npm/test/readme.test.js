// What README.md shows runs as it is there, block after block, over one card. `cargo xtask web` builds the module first.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load } from '../index.js';

const fixture = (name) => new Uint8Array(readFileSync(new URL(`../../../fixtures/cards/${name}`, import.meta.url)));
const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const BLOCKS = [...README.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code);
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
