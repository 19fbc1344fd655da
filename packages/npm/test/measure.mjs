// Prints what the figures of docs/performance.md about the module are: node packages/npm/test/measure.mjs

import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { load, loadCore, loadEditor } from '../index.js';

const place = (path) => new URL(path, import.meta.url);
const ROUNDS = 15;

function median(run) {
    const times = Array.from({ length: ROUNDS }, () => {
        const start = performance.now();
        run();
        return performance.now() - start;
    });
    return times.sort((a, b) => a - b)[ROUNDS >> 1];
}

const line = (what, time) => console.log(`${what.padEnd(64)} ${time.toFixed(2).padStart(8)} ms`);

for (const name of ['cards-edit.wasm', 'cards-core.wasm', 'cards.wasm']) {
    const bytes = readFileSync(place(`../${name}`));
    line(`${name}: compile`, median(() => new WebAssembly.Module(bytes)));
}

// A card of 1 MB with 800 entries, in JSON and in a picture; and a book of 2,000 entries.
const word = (number) => `word${number.toString(36)}`;
const entry = (number, length) => ({
    keys: [word(3 * number), word(3 * number + 1), word(3 * number + 2)],
    content: `The ${word(number)} lies beyond the hills. `.repeat(length),
    enabled: true, insertion_order: number, extensions: {},
});
const card = (entries, length) => JSON.stringify({
    spec: 'chara_card_v3', spec_version: '3.0',
    data: {
        name: 'Aria', description: 'A bard.', first_mes: 'Hello.', alternate_greetings: [], tags: [], creator: '', creator_notes: '',
        character_version: '', personality: '', scenario: '', mes_example: '', system_prompt: '', post_history_instructions: '',
        group_only_greetings: [], extensions: {},
        character_book: { extensions: {}, entries: Array.from({ length: entries }, (_, number) => entry(number, length)) },
    },
});
const large = card(800, 30);
const messages = Array.from({ length: 100 }, (_, number) => ({
    role: number % 2 ? 'user' : 'assistant',
    content: `We walked on and spoke of ${word(number * 17)} and of the road. `.repeat(10),
}));

const full = await load();
for (const [name, cards] of [['edit', await loadEditor()], ['core', await loadCore()], ['full', full]]) {
    const png = full.open(large).save('png', { picture: readFileSync(place('../../../fixtures/cards/portrait.png')) }).bytes;
    for (const [what, file] of [['JSON', new TextEncoder().encode(large)], ['PNG', png]]) {
        line(`${name}: open a card of ${(large.length / 1e6).toFixed(2)} MB in ${what}`, median(() => cards.open(file).free()));
    }
    const open = cards.open(png);
    line(`${name}: set one text of it`, median(() => open.set('first_mes', `${Math.random()}`)));
    line(`${name}: write it, changed`, median(() => open.bytes()));
    line(`${name}: its texts`, median(() => open.texts()));
    if (cards.module === 'edit') continue;
    line(`${name}: lint it, changed`, median(() => open.lint()));
    line(`${name}: its row`, median(() => cards.row(png)));
    if (!cards.full) continue;
    const book = card(2000, 5);
    line('full: compile a book of 2,000 entries', median(() => cards.lore(book).free()));
    const lore = cards.lore(book, { profile: 'sillytavern' });
    const typing = (number) => [...messages, { role: 'user', content: 'Tell me of word5 and'.slice(0, number) }];
    let letters = 0;
    line('full: a key press: 100 messages, 2,000 entries', median(() => lore.activate(typing((letters += 1)), { peek: true })));
    line('full: the same, fired entries alone', median(() => lore.activate(typing((letters += 1)), { peek: true, fired_only: true })));
    const session = cards.session(book, { profile: 'sillytavern' });
    line('full: the same with the whole prompt', median(() => session.turn(typing((letters += 1)), { peek: true, fired_only: true })));
}
