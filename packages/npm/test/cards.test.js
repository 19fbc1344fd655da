// The package under Node, over the fixtures of the workspace. `cargo xtask web` builds the modules first.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import {
    CardsError, FileError, LimitError, PlaceError, UsageError, CrashError, load, loadCore, loadEditor, utf16,
} from '../index.js';

const CORE = readFileSync(new URL('../core.js', import.meta.url), 'utf8');
const fixture = (name) => new Uint8Array(readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url)));
const cards = await load();
const core = await loadCore();
const editor = await loadEditor();
const V2 = '{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","description":"A bard.","first_mes":"Hello, {{user}}!",'
    + '"character_book":{"extensions":{},"entries":[{"keys":["bell"],"content":"The bell lies in the river.","enabled":true,'
    + '"insertion_order":1,"extensions":{}},{"keys":["crown"],"content":"Lost.","enabled":true,"insertion_order":2,"extensions":{}}]}}}';
/// A picture of two by three.
const OTHER = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAAAAACcgYFdAAAADUlEQVR42mMQUGAAIwACeQCRr7PjnAAAAABJRU5ErkJggg==', 'base64');
const said = [{ role: 'assistant', content: 'Hello, Sam!' }, { role: 'user', content: 'Did you hear the bell?' }];

function refused(run, Class, fields) {
    assert.throws(run, (error) => {
        assert.ok(error instanceof Class && error instanceof CardsError, `${error}`);
        for (const [name, value] of Object.entries(fields)) assert.equal(error[name], value);
        return true;
    });
}

test('every kind of file is opened and tells what it holds', () => {
    for (const [name, container, form] of [
        ['wick-v1.json', 'JSON', 'v1'], ['wick-v2.png', 'PNG', 'v2'], ['wick-v3.png', 'PNG', 'v3'],
        ['wick-v3.apng', 'APNG', 'v3'], ['wick-v3.charx', 'CHARX', 'v3'], ['wick-v3l.json', 'JSON', 'v3l'],
        ['wick-prom.zip', 'Prom ZIP', 'prom'], ['module.json', 'JSON', 'module'],
    ]) {
        for (const engine of [cards, core]) {
            const card = engine.open(fixture(`cards/${name}`));
            assert.deepEqual([card.container, card.form], [container, form], name);
            assert.notEqual(card.name, '');
            assert.deepEqual(card.bytes(), fixture(`cards/${name}`), name);
            assert.deepEqual(card.inspect(), engine.inspect(fixture(`cards/${name}`)));
            card.free();
        }
    }
});

test('members are properties, asked once between two steps, and a slip is an error', () => {
    const card = cards.open(V2);
    assert.deepEqual([card.name, card.description, card.first_mes, card.tags], ['Aria', 'A bard.', 'Hello, {{user}}!', []]);
    assert.equal(card.nickname, '');
    card.description = 'A bard of the river.';
    card.tags = ['bard'];
    card.name = 'Ari';
    assert.deepEqual([card.name, card.description, card.tags, card.steps, card.changed], ['Ari', 'A bard of the river.', ['bard'], 3, true]);
    assert.throws(() => card.tags.push('river'), TypeError);
    card.undo();
    assert.deepEqual([card.name, card.steps], ['Aria', 2]);
    card.redo();
    assert.equal(card.name, 'Ari');
    assert.throws(() => { card.nmae = 'x'; }, TypeError);
    // Every step forgets what was asked before.
    const calls = [];
    const { engine } = card;
    const call = engine.call.bind(engine);
    engine.call = (name, ...rest) => { calls.push(name); return call(name, ...rest); };
    try {
        for (let time = 0; time < 3; time += 1) assert.equal(card.name + card.form + card.description, 'Ariv2A bard of the river.');
        // The name was asked before.
        assert.deepEqual(calls, ['card.get']);
        for (const step of [() => card.attach(V2), () => card.repair(), () => card.merge(V2, V2), () => card.importTexts('[]', 'json'), () => card.setPicture(OTHER)]) {
            void card.name;
            calls.length = 0;
            try { step(); } catch (error) { assert.ok(error instanceof CardsError); }
            void card.name;
            assert.ok(calls.includes('card.about'), String(step));
        }
    } finally {
        delete engine.call;
    }
    card.free();
    refused(() => card.name, UsageError, { code: 'freed' });
});

test('a file is taken as people have it', async () => {
    const names = [JSON.parse(V2), Buffer.from(V2), Buffer.from(V2).buffer.slice(0), cards.open(V2)].map((file) => { try { return cards.open(file).name; } catch { return null; } });
    assert.deepEqual([names[0], names[1], names[3]], ['Aria', 'Aria', 'Aria']);
    for (const file of [new Blob([V2]), new Response(V2), Promise.resolve(V2), Promise.resolve(new Response(V2)), Promise.resolve(new Blob([V2]))]) {
        assert.equal((await cards.open(file)).name, 'Aria');
    }
    await assert.rejects(cards.open(new Response('', { status: 404 })), FileError);
    assert.equal(cards.lint(JSON.parse(V2)).findings.length, cards.lint(V2).findings.length);
    assert.deepEqual(cards.lint(cards.open(V2)).findings, cards.lint(V2).findings);
    for (const path of ['aria.png', './a b/aria.json', 'C:\\cards\\aria.charx']) refused(() => cards.open(path), UsageError, { code: 'a-path' });
    refused(() => cards.lint(new Blob([V2])), UsageError, { code: 'usage' });
    refused(() => cards.open(undefined), UsageError, { code: 'usage' });
    // Kinds by the names that `container` gives, forms by those of their markers.
    assert.equal(cards.open(V2).save('CHARX').kind, 'charx');
    assert.equal(cards.open(cards.convert(V2, 'chara_card_v3').bytes).form, 'v3');
    const session = cards.session(V2, { profile: 'sillytavern' });
    assert.deepEqual(session.turn('The bell?', { peek: true }), session.turn([{ role: 'user', content: 'The bell?' }], { peek: true }));
    assert.deepEqual(session.turn({ role: 'user', content: 'The bell?' }, { peek: true }), session.turn('The bell?', { peek: true }));
    if (Symbol.dispose) {
        session[Symbol.dispose]();
        refused(() => session.memory, UsageError, { code: 'freed' });
    }
});

test('a card is changed, taken back and written where it stood', () => {
    const file = fixture('cards/wick-v3.png');
    const card = cards.open(file);
    assert.equal(card.changed, false);
    const [change] = card.set('first_mes', 'Halt!');
    assert.equal(change.pointer, '/data/first_mes');
    assert.equal(change.after, 'Halt!');
    card.insert('greetings[+]', 'Who goes there?');
    card.apply([{ op: 'set', path: 'tags', value: ['a', 'b'] }, { op: 'move', from: 'tags[1]', path: 'tags[0]' }]);
    assert.deepEqual(card.get('tags'), ['b', 'a']);
    assert.equal(card.steps, 3);
    assert.equal(card.changed, true);
    const again = cards.open(card.bytes());
    assert.equal(again.container, 'PNG');
    assert.equal(again.get('first_mes'), 'Halt!');
    assert.ok(card.diff().changes.some(({ path }) => path === 'first_mes'));
    assert.ok(card.changes().changes.length >= 3);
    for (let left = 3; left > 0; left -= 1) assert.ok(card.undo().length > 0);
    assert.equal(card.undo(), null);
    assert.ok(card.redo().length > 0 && card.undo().length > 0);
    assert.deepEqual(card.bytes(), file);
    refused(() => card.get('no.such.place'), PlaceError, { code: 'no-place', place: 'no.such.place' });
    refused(() => card.set('greetings[', 1), UsageError, { code: 'usage' });
    refused(() => card.set('tags', { a: 1 }), PlaceError, { code: 'bad-field' });
    assert.equal(card.steps, 0);
});

test('texts go out to translators and come back', () => {
    const card = cards.open(V2);
    assert.deepEqual(card.texts(), cards.texts(V2));
    const list = card.exportTexts('json');
    const rows = JSON.parse(list).map((row) => (row.place === 'description' ? { ...row, text: 'Ein Barde.' } : row));
    assert.deepEqual(card.importTexts(JSON.stringify(rows), 'json').misfits, []);
    assert.equal(card.get('description'), 'Ein Barde.');
    assert.match(card.exportTexts('csv'), /Ein Barde\./);
    assert.match(card.exportTexts('po'), /Ein Barde\./);
    refused(() => card.importTexts('{}', 'json'), FileError, { code: 'bad-texts' });
});

test('what is wrong is found and repaired, in the file and in an open card', () => {
    const bad = V2.replace('"description"', '"tags":"bard","description"');
    const found = cards.lint(bad).findings.filter(({ pointer }) => pointer === '/data/tags');
    assert.ok(found.length > 0 && found[0].fixable && found[0].help !== '');
    assert.deepEqual(cards.lint(bad, { select: [found[0].rule] }).findings.map(({ rule }) => rule), found.map(({ rule }) => rule));
    const repaired = cards.repair(bad);
    assert.ok(repaired.changes.length > 0);
    assert.deepEqual(cards.open(repaired.bytes).get('tags'), ['bard']);
    const card = cards.open(bad);
    assert.deepEqual(card.repair({ select: [found[0].rule] }).changes, repaired.changes.filter(({ rule }) => rule === found[0].rule));
    assert.deepEqual(card.get('tags'), ['bard']);
    assert.deepEqual(card.undo().map(({ pointer, before, after }) => [pointer, before, after]), [['/data/tags', 'bard', ['bard']]]);
    assert.deepEqual(card.bytes(), new TextEncoder().encode(bad));
    refused(() => cards.lint(V2, { selct: [] }), UsageError, { code: 'usage' });
    refused(() => cards.lint(V2, { readers: ['nobody'] }), UsageError, { code: 'usage' });
    assert.ok(cards.rules().rules.length > 100);
});

test('a card becomes another form and another kind of file, and losses are named', () => {
    const card = cards.open(fixture('cards/wick-v3.png'));
    const v1 = card.convert('v1');
    assert.equal(v1.to, 'v1');
    assert.ok(v1.loss.length > 0 && v1.loss[0].pointer.startsWith('/'));
    assert.equal(cards.open(v1.bytes).container, 'PNG');
    assert.deepEqual(v1.left_behind, []);
    const text = cards.convert(fixture('cards/wick-v3.charx'), 'v2', { kind: 'json' });
    assert.deepEqual(text.left_behind, ['assets/icon/images/main.png']);
    assert.deepEqual(cards.convert(fixture('cards/wick-v3.charx'), 'yaml').left_behind, text.left_behind);
    assert.equal(cards.open(cards.convert(fixture('cards/wick-v3.png'), 'v2', { kind: 'json' }).bytes).container, 'JSON');
    const stashed = card.convert('v1', { kind: 'json', stash: true });
    assert.equal(cards.open(cards.convert(stashed.bytes, 'v3').bytes).text() === card.text(), false);
    assert.deepEqual(cards.diff(fixture('cards/wick-v3.png'), cards.convert(stashed.bytes, 'v3').bytes).changes, []);
    for (const [kind, container] of [['json', 'JSON'], ['png', 'PNG'], ['charx', 'CHARX'], ['prom', 'Prom ZIP']]) {
        const saved = card.save(kind);
        assert.equal(cards.open(saved.bytes).container, container);
        assert.equal(saved.kind, kind);
    }
    refused(() => cards.open(V2).save('png'), FileError, {});
    const png = cards.open(V2).save('png', { picture: fixture('cards/portrait.png') });
    assert.equal(cards.open(png.bytes).name, 'Aria');
    assert.ok(cards.open(png.bytes).picture().length > 0);
    const archive = card.convert('byaf');
    assert.equal(cards.open(archive.bytes).isCard, true);
    assert.equal(new TextDecoder().decode(card.convert('yaml').bytes).split('\n')[0], 'name: Maren Tidewell');
    assert.equal(JSON.parse(new TextDecoder().decode(card.convert('agnai_character').bytes)).name, 'Maren Tidewell');
    const module = card.convert('module');
    assert.equal(cards.open(module.bytes).form, 'module');
    refused(() => card.convert('v9'), UsageError, { code: 'usage' });
});

test('the entries of a book of any form have the names of their places', () => {
    const books = {
        worldinfo: '{"entries":{"7":{"uid":7,"key":["bell"],"comment":"The Bell","content":"It rings.","order":5,"disable":true}}}',
        risu_lorebook: '{"type":"risu","ver":1,"data":[{"key":"bell, toll","secondkey":"","insertorder":5,"comment":"The Bell","content":"It rings.",'
            + '"mode":"normal","alwaysActive":true,"selective":false}]}',
        agnai_book: '{"kind":"memory","name":"B","entries":[{"name":"The Bell","entry":"It rings.","keywords":["bell"],"priority":1,"weight":5,"enabled":true}]}',
        novelai_lorebook: '{"lorebookVersion":5,"entries":[{"text":"It rings.","displayName":"The Bell","keys":["bell"],"enabled":true,'
            + '"contextConfig":{"prefix":"","suffix":"","budgetPriority":5}}]}',
        module: '{"module_id":"M00000000","name":"B","creator":"","intro":"","category":"Others","cover_url":"",'
            + '"entries":[{"entry_id":"aaaaaaaaa","keys":["bell"],"content":"It rings."}]}',
        lorebook_v3: '{"spec":"lorebook_v3","data":{"extensions":{},"entries":[{"keys":["bell"],"content":"It rings.","extensions":{},"enabled":true,"insertion_order":5}]}}',
    };
    const pointers = { worldinfo: '/entries/7', risu_lorebook: '/data/0', lorebook_v3: '/data/entries/0' };
    for (const [form, text] of Object.entries(books)) {
        const book = cards.open(text);
        assert.equal(book.form, form);
        const [{ place, pointer, value }, ...others] = book.entries();
        assert.deepEqual([place, pointer, value.content, others], ['book[0]', pointers[form] ?? '/entries/0', 'It rings.', []], form);
        assert.deepEqual(value.keys, form === 'risu_lorebook' ? ['bell', 'toll'] : ['bell'], form);
        for (const member of ['keys', 'content', 'name', 'enabled', 'constant', 'insertion_order'].filter((name) => name in value)) {
            assert.ok(book.entryMembers.includes(member), `${member} of ${form}`);
            assert.deepEqual(book.get(`${place}.${member}`), value[member], `${member} of ${form}`);
        }
        for (const member of ['enabled', 'constant', 'insertion_order', 'name'].filter((name) => !book.entryMembers.includes(name))) {
            refused(() => book.set(`${place}.${member}`, true), CardsError, { code: 'no-place' });
        }
        book.set(`${place}.keys`, ['gong']);
        book.insert('book[+]', {});
        assert.deepEqual(book.entries().map((entry) => [entry.place, entry.value.keys]), [['book[0]', ['gong']], ['book[1]', []]], form);
        book.remove('book[1]');
        book.undo();
        book.undo();
        book.undo();
        assert.equal(new TextDecoder().decode(book.bytes()), text);
    }
    assert.deepEqual(cards.create('v2', 'Aria').entries(), []);
    assert.deepEqual(cards.create('v1', 'Aria').entryMembers, []);
});

test('books are attached and edits merged', () => {
    const card = cards.create('v2', 'Aria');
    assert.deepEqual([card.name, card.form], ['Aria', 'v2']);
    const world = '{"entries":{"0":{"uid":0,"key":["bell"],"content":"It rings.","comment":"The Bell"}}}';
    assert.deepEqual(card.attach(world), { added: 1, doubles: 0, loss: [] });
    assert.equal(card.plain().character_book.entries[0].content, 'It rings.');
    const ours = cards.open(V2);
    ours.set('name', 'Wick');
    const merged = ours.merge(V2, V2.replace('A bard.', 'A skald.'));
    assert.deepEqual(merged.conflicts, []);
    assert.deepEqual([ours.get('name'), ours.get('description')], ['Wick', 'A skald.']);
});

test('pictures, assets, rows and macros', () => {
    const charx = cards.open(fixture('cards/wick-v3.charx'));
    const assets = charx.assets();
    assert.ok(assets.length > 0 && assets.some(({ inside }) => inside));
    assets.forEach((asset, index) => assert.equal(charx.asset(index) !== null, asset.inside, asset.uri));
    assert.equal(charx.asset(999), null);
    assert.ok(charx.picture().length > 0);
    assert.equal(cards.open(V2).picture(), null);
    for (const name of ['wick-v3.png', 'wick-v3.charx', 'wick-prom.zip']) {
        const card = cards.open(fixture(`cards/${name}`));
        const was = card.picture();
        card.setPicture(OTHER);
        assert.notDeepEqual(card.picture(), was, name);
        assert.equal(cards.open(card.bytes()).name, card.name);
        assert.notEqual(card.undo(), null);
        assert.deepEqual(card.bytes(), fixture(`cards/${name}`));
    }
    const row = cards.row(fixture('cards/wick-v3.png'), { lint: true, signature: true });
    assert.deepEqual(row, cards.open(fixture('cards/wick-v3.png')).row({ lint: true, signature: true }));
    assert.equal(row.linted, true);
    assert.equal(cards.tokens('A bard sings.'), 4);
    assert.equal(cards.expand('{{char}} waves at {{user}}.', { user: 'Sam', character: 'Wick' }).text, 'Wick waves at Sam.');
    assert.equal(cards.open(V2).expand('{{char}}', { engine: 'sillytavern' }).text, 'Aria');
    assert.equal(cards.expand('{{time}}', { engine: 'sillytavern', now: 0 }).text !== '{{time}}', true);
    const variables = { variables: { mood: 'calm' }, global_variables: { town: 'Eldoria' } };
    const place = '{{getvar::mood}} in {{getglobalvar::town}}, {{isodate}}, {{persona}}';
    const said = cards.expand(place, { ...variables, engine: 'sillytavern', persona: 'Tall.', now: 1000, utc_offset: -60 });
    assert.equal(said.text, 'calm in Eldoria, 1969-12-31, Tall.');
    // What a program prints by itself comes before the client's, in a text and in a prompt.
    assert.equal(cards.expand('{{Scout}}, {{user}}', { engine: 'marinara', user: 'Sam', macros: { scout: 'rain' } }).text, 'rain, Sam');
    refused(() => cards.expand('', { engine: 'latin' }), UsageError, { code: 'usage' });
    refused(() => cards.expand('', { char: 'Aria' }), UsageError, { code: 'usage' });
    const text = 'Grüße, {{chra}} and {{user}}';
    const { macros, findings } = cards.analyse(text);
    const at = ([from, to]) => text.slice(utf16(text, from), utf16(text, to));
    assert.deepEqual(macros.map(({ span, known }) => [at(span), known]), [['{{chra}}', false], ['{{user}}', true]]);
    assert.deepEqual(findings.map(({ kind, suggestion, span }) => [kind, suggestion, at(span)]), [['unknown', 'char', '{{chra}}']]);
    assert.ok(cards.macros('sillytavern').macros.length > 20);
    assert.equal(cards.schema('v2').type, 'object');
});

test('offsets of bytes become indices of JavaScript', () => {
    const text = 'aä€😀z';
    assert.deepEqual([0, 1, 3, 6, 10, 11].map((byte) => utf16(text, byte)), [0, 1, 2, 3, 5, 6]);
});

test('a chat fires lore and becomes a prompt', () => {
    const lore = cards.lore([V2, fixture('cards/module.json')], { profile: 'sillytavern' });
    const told = lore.activate(said);
    const [bell, crown] = told.entries;
    assert.deepEqual([bell.fired, crown.fired], [true, false]);
    assert.match(bell.why, /bell/);
    assert.match(crown.why, /none of its keys/);
    assert.equal(lore.activate(said, { fired_only: true }).entries.every(({ fired }) => fired), true);
    assert.equal(lore.activate(said, { fired_only: true }).trace.entries.length, told.entries.filter(({ fired }) => fired).length);
    assert.ok(lore.entries > 2);

    const card = cards.open(V2);
    const session = cards.session(card, { user: 'Sam' });
    assert.equal(session.greeting(), 'Hello, Sam!');
    const before = session.memory;
    const peeked = session.turn(said, { peek: true });
    assert.equal(session.memory, before);
    const turn = session.turn(said);
    assert.deepEqual(turn, peeked);
    assert.deepEqual(turn.prompt.messages.map(({ content }) => content), ['A bard.', 'The bell lies in the river.', 'Hello, Sam!', 'Did you hear the bell?']);
    session.memory = turn && session.memory;
    const tavern = cards.session(V2, { user: 'Sam', profile: 'sillytavern', context: 4096 });
    const { messages } = tavern.messages(said, { pieces: true });
    assert.ok(messages.some(({ content }) => content.includes('The bell lies')));
    assert.match(tavern.text(said).prompt, /Did you hear the bell/);
    assert.deepEqual(tavern.needs(), []);
    // What would fire a silent entry, and the setting for it.
    const [silent] = tavern.activate([{ role: 'user', content: 'Bells.' }]).entries;
    assert.deepEqual([silent.fired, silent.near.miss, silent.near.setting], [false, 'inside-word', 'Match Whole Words: No']);
    const risu = cards.session(V2, { user: 'Sam', profile: 'risu' }).turn(said).prompt;
    assert.match(risu.head.order, /^RisuAI/);
    assert.ok(risu.messages.some(({ content }) => content === '[Start a new chat]'));
    const moody = { spec: 'chara_card_v2', spec_version: '2.0', data: { name: 'Aria', first_mes: '{{getvar::mood}} {{isodate}}' } };
    const options = { profile: 'sillytavern', variables: { mood: 'calm' }, now: 1000, utc_offset: -60, seed: 1 };
    assert.equal(cards.session(new TextEncoder().encode(JSON.stringify(moody)), options).greeting(), 'calm 1969-12-31');
    refused(() => cards.session(V2, { usr: 'Sam' }), UsageError, { code: 'usage' });
    refused(() => core.session(V2), UsageError, { code: 'usage' });
    refused(() => session.turn([{ role: 'nobody', content: '' }]), UsageError, { code: 'usage' });
    assert.equal(cards.chat(fixture('cards/chat.jsonl')).messages.length > 0, true);
    refused(() => cards.chat(V2), FileError, { code: 'not-a-chat' });
    const set = cards.worldInfo('{"world_info_settings":{"world_info_depth":7,"world_info":{"globalSelect":["Town"]}}}');
    assert.deepEqual(set.settings, { world_info_depth: 7 });
    assert.match(set.without_say[0], /Town/);
    refused(() => cards.worldInfo(V2), FileError, { code: 'bad-field' });
});

test('two clients are held side by side', () => {
    const file = fixture('cards/wick-v3.png');
    const told = cards.compat(file);
    assert.deepEqual([told.from, told.to], ['sillytavern', 'risu']);
    assert.ok(told.differences.length > 0);
    assert.deepEqual(cards.compat(cards.open(file)), told);
    assert.deepEqual(cards.compat(file, { from: 'spec', to: 'spec' }).differences, []);
});

test('what is no card is refused by class, with help', () => {
    refused(() => cards.open('GIF89a'), FileError, {});
    refused(() => cards.open('{'), FileError, { code: 'bad-json' });
    refused(() => cards.open(fixture('cards/portrait.png')), FileError, { code: 'not-a-card' });
    refused(() => cards.open('['.repeat(100_000)), LimitError, { code: 'too-deep' });
    refused(() => cards.open(42), UsageError, { code: 'usage' });
    const card = cards.open(V2);
    card.free();
    card.free();
    refused(() => card.name, UsageError, { code: 'freed' });
});

test('a module that stopped is started anew, and what was open says so', async () => {
    const broken = await load();
    const card = broken.open(V2);
    // The stack of the host runs out inside of the module.
    const deep = () => { try { return deep(); } catch { return broken.inspect(fixture('cards/wick-v3.png')); } };
    try {
        deep();
    } catch (error) {
        assert.ok(error instanceof CrashError || error instanceof RangeError, `${error}`);
    }
    try {
        assert.equal(card.name, 'Aria');
    } catch (error) {
        assert.ok(error instanceof UsageError && error.code === 'freed', `${error}`);
    }
    assert.equal(broken.open(V2).name, 'Aria');
});

test('opening a thousand cards takes no more memory than opening a few', async () => {
    const engine = await load();
    const files = ['wick-v3.png', 'wick-v3.charx', 'wick-prom.zip'].map((name) => fixture(`cards/${name}`));
    const round = (file, turn) => {
        const card = engine.open(file);
        card.set('name', `Another ${turn}`);
        if (turn % 10 === 0) card.lint();
        if (turn % 10 === 0) card.bytes();
        card.free();
    };
    for (let turn = 0; turn < 20; turn += 1) files.forEach((file) => round(file, turn));
    const before = engine.memory;
    for (let turn = 0; turn < 334; turn += 1) files.forEach((file) => round(file, turn));
    assert.equal(engine.memory, before);
});

test('a scan has a row for every file, one after the other, and takes none before it is asked', () => {
    const taken = [];
    const files = function* () {
        for (const [name, file] of [['a.json', V2], ['b.json', V2], ['torn.png', fixture('cards/wick-v3.png').slice(0, 99)]]) {
            taken.push(name);
            yield [name, file];
        }
    };
    const rows = cards.scan(files(), { near: true, hash: true });
    assert.deepEqual(taken, []);
    const first = rows.next().value;
    assert.deepEqual(taken, ['a.json']);
    assert.deepEqual([first.path, first.name, first.size, first.mtime_us, first.error], ['a.json', 'Aria', V2.length, null, null]);
    assert.equal(first.file_hash.length, 64);
    // What it says beside the file is what a row alone says.
    const { path, size, schema, mtime_us, file_hash, error, ...row } = first;
    assert.deepEqual(row, cards.row(V2, { signature: true }));
    const [second, torn] = [...rows];
    assert.deepEqual([torn.path, torn.name, typeof torn.error.class], ['torn.png', null, 'string']);
    assert.deepEqual(cards.dupes([first, second, torn], { exact: true, keep: 'first' }).kept, [{ keep: 'a.json', others: ['b.json'] }]);
    refused(() => [...cards.scan([['a.json', V2]], { nmae: true })], UsageError, { code: 'usage' });
    refused(() => cards.dupes([first], { keep: 'last' }), UsageError, { code: 'usage' });
});

test('readers are the words of the tool, and the names that findings have', () => {
    const book = V2.replace('"insertion_order":1', '"insertion_order":1,"selective":true,"secondary_keys":["x"],"position":"after_char"');
    const rules = (readers) => cards.lint(book, { readers, select: ['entry-unread'] }).findings.map(({ message }) => message);
    for (const client of ['agnai', 'koboldcpp', 'marinara']) assert.ok(rules([client]).every((message) => /passes|does not|not/i.test(message)), client);
    assert.ok(rules(['agnai']).length > 0);
    assert.deepEqual(rules(['sillytavern']), []);
    const all = (readers) => JSON.stringify(cards.lint(book, { readers }).findings);
    assert.equal(all(['SillyTavern']), all(['sillytavern']));
    assert.equal(all(['RisuAI', 'other readers']), all(['risu', 'others']));
    assert.equal(JSON.stringify(cards.lint(book, { select: ['entry'] })), JSON.stringify(cards.lint(book, { select: ['entry-*'] })));
    assert.throws(() => cards.lint(book, { readers: ['chub'] }), /marinara/);
});

test('the side that counts in a merge is chosen, the moment of a comparison too', () => {
    const [ours, theirs] = ['River.', 'Hills.'].map((text) => {
        const card = cards.open(V2);
        card.description = text;
        return card;
    });
    for (const [options, wanted] of [[{}, /^River\.$/], [{ side: 'theirs' }, /^Hills\.$/], [{ mark: true }, /River\.[^]*Hills\./]]) {
        ours.merge(V2, theirs, options);
        assert.match(ours.description, wanted);
        if (!wanted.test('River.')) ours.undo();
    }
    refused(() => ours.merge(V2, theirs, { side: 'nobody' }), UsageError, { code: 'usage' });
    const timed = V2.replace('A bard.', 'It is {{date}}.');
    const shown = (now) => JSON.stringify(cards.compat(timed, { from: 'sillytavern', to: 'risu', now }));
    assert.notEqual(shown(0), shown(86_400_000 * 400));
    assert.equal(shown(0), JSON.stringify(cards.open(timed).compat({ from: 'sillytavern', to: 'risu', now: 0 })));
});

test('regex scripts of a card run where that is asked for', () => {
    const script = '"extensions":{"regex_scripts":[{"id":"1","scriptName":"x","findRegex":"bell","replaceString":"gong","placement":[1],'
        + '"trimStrings":[],"disabled":false,"markdownOnly":false,"promptOnly":true,"runOnEdit":false,"substituteRegex":0,"minDepth":null,"maxDepth":null}]},';
    const session = cards.session(V2.replace('"description"', `${script}"description"`), { profile: 'sillytavern', user: 'Sam' });
    const last = (options) => session.messages('The bell!', options).messages.at(-1).content;
    assert.deepEqual([last({}), last({ scripts: true })], ['The bell!', 'The gong!']);
    assert.match(session.text('The bell!', { scripts: true }).prompt, /The gong!/);
});

test('a caller counts tokens by a function', () => {
    const asked = [];
    const count = (text) => (asked.push(text), text.length);
    const session = cards.session(V2, { profile: 'sillytavern', context: 4096, tokens: count });
    const before = session.memory;
    const told = session.messages('The bell?');
    assert.equal(new Set(asked).size, asked.length);
    const estimated = cards.session(V2, { profile: 'sillytavern', context: 4096 }).messages('The bell?');
    assert.deepEqual(told.messages, estimated.messages);
    assert.ok(told.budget_left < estimated.budget_left, `${told.budget_left} ${estimated.budget_left}`);
    const broken = cards.session(V2, { profile: 'sillytavern', context: 4096, tokens: () => { throw new RangeError('no tokenizer'); } });
    assert.throws(() => broken.messages('The bell?'), RangeError);
    assert.equal(broken.memory, before);
    for (const answer of [Promise.resolve(1), -1, 1.5, '1']) {
        refused(() => cards.session(V2, { profile: 'sillytavern', tokens: () => answer }).messages('Hi'), UsageError, { code: 'usage' });
    }
    refused(() => cards.session(V2, { tokens: 'gpt' }), UsageError, { code: 'usage' });
});

test('a card says when it was changed, where the caller says it', () => {
    const card = cards.create('v3', 'Aria');
    card.set('name', 'Wick');
    assert.equal(card.plain().modification_date, undefined);
    card.now = 1770000000999;
    card.set('name', 'Mira');
    assert.equal(card.get('/data/modification_date'), 1770000000);
    card.undo();
    assert.equal(card.plain().modification_date, undefined);
    card.now = null;
    card.set('name', 'Sam');
    assert.equal(card.plain().modification_date, undefined);
    const dated = cards.edit(card.bytes(), [{ op: 'set', path: 'name', value: 'Tom' }], { now: 1770000000000 });
    assert.equal(cards.open(dated.bytes).get('/data/modification_date'), 1770000000);
});

test('the smallest module opens, edits, takes back and writes as the largest does', () => {
    const steps = [
        (card) => card.set('name', 'Wick, changed'),
        (card) => card.apply([{ op: 'insert', path: 'tags[+]', value: 'bard' }, { op: 'set', path: 'creator', value: 'Somebody' }]),
        (card) => card.insert('greetings[+]', 'Who goes there?'),
        (card) => card.move('greetings[1]', 'greetings[0]'),
        (card) => { card.now = 1770000000000; },
        (card) => card.set('book[0].content', 'It rings.'),
        (card) => card.remove('book[0]'),
        (card) => card.undo(),
        (card) => card.redo(),
        (card) => card.undo(),
        (card) => card.set('description', 'The night keeper.'),
    ];
    const looks = (card) => [card.about, card.text(), card.json(), card.plain(), card.texts(), card.entries(), card.changes(), card.picture(),
        card.assets().map((asset, index) => [asset, card.asset(index)]), card.bytes()];
    /// What a step gives, or why it is refused: a form may have no such place.
    const made = (run, card) => {
        try {
            return run(card);
        } catch (error) {
            assert.ok(error instanceof CardsError, `${error}`);
            const { code, message, place, help } = error;
            return { code, message, place, help };
        }
    };
    const names = readdirSync(new URL('../../../fixtures/cards', import.meta.url)).filter((name) => !['chat.jsonl', 'portrait.png'].includes(name));
    assert.ok(names.length > 12, names.join());
    for (const name of names) {
        const file = fixture(`cards/${name}`);
        const [one, other] = [editor.open(file), cards.open(file)];
        assert.deepEqual(one.bytes(), file, name);
        for (const [number, step] of steps.entries()) {
            assert.deepEqual(made(step, one), made(step, other), `${name}, step ${number}`);
            assert.deepEqual(looks(one), looks(other), `${name} after step ${number}`);
        }
        assert.equal(one.changed, true, name);
        assert.notDeepEqual(one.bytes(), file, name);
        while (one.undo()) assert.notEqual(other.undo(), null);
        assert.equal(other.undo(), null);
        assert.deepEqual([one.bytes(), other.bytes()], [file, file], name);
        const patches = [{ op: 'set', path: 'name', value: 'Mira' }];
        const [edited, wanted] = [editor, cards].map((engine) => engine.edit(file, patches, { now: 1770000000000 }));
        assert.deepEqual(edited, wanted, name);
        assert.deepEqual(editor.texts(file), cards.texts(file), name);
        one.free();
    }
});

test('a new card of the smallest module is that of the largest', () => {
    for (const form of ['v1', 'v2', 'v3', 'v3l', 'prom']) {
        const [one, other] = [editor, cards].map((engine) => engine.create(form, 'Aria'));
        // Cards of Prom have an id, which is another one each time or none.
        assert.deepEqual([one.form, one.name, one.text()], [other.form, other.name, other.text()], form);
    }
    assert.deepEqual([editor.module, core.module, cards.module], ['edit', 'core', 'full']);
    assert.deepEqual([editor.full, core.full, cards.full], [false, false, true]);
    assert.equal(editor.version, cards.version);
    assert.equal(editor.tokens('A bard sings.'), cards.tokens('A bard sings.'));
});

test('what is no card is refused by the smallest module as by the largest', () => {
    const refusal = (engine, file) => {
        try {
            engine.open(file);
        } catch ({ constructor, code, message, place, help }) {
            return { constructor, code, message, place, help };
        }
        return null;
    };
    for (const file of ['GIF89a', '{', '[]', '', '['.repeat(100_000), fixture('cards/portrait.png'), fixture('cards/wick-v3.png').slice(0, 99), fixture('cards/wick-v3.charx').slice(0, 999)]) {
        assert.notEqual(refusal(cards, file), null);
        assert.deepEqual(refusal(editor, file), refusal(cards, file));
    }
});

test('a call that a module lacks is refused by the name of those that have it', () => {
    refused(() => editor.lint(V2), UsageError, { code: 'usage', message: 'this module has no `lint`; those of `loadCore()` and `load()` have it' });
    refused(() => editor.open(V2).setPicture(OTHER), UsageError, { message: 'this module has no `card.setPicture`; those of `loadCore()` and `load()` have it' });
    refused(() => [...editor.scan([['a.json', V2]])], UsageError, { message: 'this module has no `scan`; those of `loadCore()` and `load()` have it' });
    for (const engine of [editor, core]) {
        refused(() => engine.session(V2), UsageError, { message: 'this module has no `session`; that of `load()` has it' });
        refused(() => engine.open(V2).compat(), UsageError, { message: 'this module has no `compat`; that of `load()` has it' });
    }
    refused(() => editor.open(V2).set('book[content~=/bell/].content', 'It rings.'), UsageError, { code: 'usage', help: '`loadCore()` and `load()` have patterns' });
    // Each call of the package, asked of each module without what it wants: what one lacks, those that it names have.
    const engines = { 'loadEditor()': editor, 'loadCore()': core, 'load()': cards };
    const lacks = (engine, name) => {
        try {
            engine.open(V2).engine.call(name, { nothing: 0 });
        } catch (error) {
            if (error.message.startsWith('this module has no ')) return error.message;
            assert.doesNotMatch(error.message, /no module has a call/, name);
        }
        return null;
    };
    const names = new Set([...CORE.matchAll(/[cC]all\('([a-z_.A-Z]+)'/g)].map(([, name]) => name));
    assert.ok(names.size > 50, String(names.size));
    let lacking = 0;
    for (const name of names) {
        for (const engine of Object.values(engines)) {
            const told = lacks(engine, name);
            if (told === null) continue;
            lacking += 1;
            const have = Object.keys(engines).filter((load) => told.includes(`\`${load}\``));
            const right = Object.keys(engines).filter((load) => lacks(engines[load], name) === null);
            assert.deepEqual(have, right, told);
        }
    }
    assert.ok(lacking > 30, String(lacking));
});
