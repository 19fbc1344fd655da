// What users of Aventuras rely on when they import a card, and what they get beside.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load } from '../../../packages/npm/index.js';
import { buildCardContext, parseCharacterCard } from './importer.js';

const cards = await load();
const fixture = (name) => new Uint8Array(readFileSync(new URL(`../../../fixtures/cards/${name}`, import.meta.url)));
const bytes = (value) => new TextEncoder().encode(JSON.stringify(value));
const V1 = { name: 'Aria', description: 'A bard.', personality: 'Bold', scenario: 'An inn.', first_mes: 'Hello, {{USER}}.', mes_example: '' };
const v2 = (data, root = {}) => ({ spec: 'chara_card_v2', spec_version: '2.0', data, ...root });

test('a picture and its JSON give the same card', () => {
    assert.deepEqual(parseCharacterCard(cards, fixture('wick-v2.png')), parseCharacterCard(cards, fixture('wick-v2.json')));
    assert.equal(parseCharacterCard(cards, fixture('wick-v2.png')).version, 'v2');
});

test('V1 has no greetings beside the first, and says its version', () => {
    const card = parseCharacterCard(cards, bytes(V1));
    assert.deepEqual([card.name, card.version, card.alternateGreetings], ['Aria', 'v1', []]);
});

test('{{user}} has one case, in every text', () => {
    const card = parseCharacterCard(cards, bytes(v2({ ...V1, alternate_greetings: ['{{User}}!'] })));
    assert.deepEqual([card.firstMessage, card.alternateGreetings], ['Hello, {{user}}.', ['{{user}}!']]);
});

test('texts that are at the root alone are found', () => {
    assert.equal(parseCharacterCard(cards, bytes(v2({ name: 'Aria' }, { description: 'A bard.' }))).description, 'A bard.');
});

test('a card without a name has one to show', () => {
    assert.equal(parseCharacterCard(cards, bytes(v2({ ...V1, name: '' }))).name, 'Unknown Character');
});

test('the model reads scenario, description, personality and examples, without those that are empty', () => {
    const context = buildCardContext(parseCharacterCard(cards, bytes(V1)));
    assert.equal(context, '<scenario>\nAn inn.\n</scenario>\n\n<character_description>\nA bard.\n</character_description>\n\n<personality>\nBold\n</personality>');
});

test('what is no card is refused with a reason', () => {
    for (const file of [fixture('portrait.png'), bytes({ a: 1 }), bytes({ entries: { 0: { uid: 0, key: ['a'], content: 'b' } } })]) {
        assert.throws(() => parseCharacterCard(cards, file), (error) => error.message.length > 20);
    }
});

test('letters that are no Latin ones arrive as they were written', () => {
    const picture = cards.open(bytes(v2({ ...V1, description: 'Ein Bär, 灵姿' }))).save('png', { picture: fixture('portrait.png') }).bytes;
    assert.equal(parseCharacterCard(cards, picture).description, 'Ein Bär, 灵姿');
});

test('V3, CHARX, APNG and Prom open by the same call', () => {
    for (const name of ['wick-v3.png', 'wick-v3.charx', 'wick-v3.apng', 'wick-prom.zip']) {
        const card = parseCharacterCard(cards, fixture(name));
        assert.ok(card.name && card.description && card.firstMessage, name);
    }
});
