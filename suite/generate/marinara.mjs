// Questions about the lorebooks of Marinara, and about its macros.
import { dice, numbers, WORDS } from './draw.mjs';

export const profile = 'marinara@197b74d';
export const source = 'Marinara Engine 197b74d (Pasta-Devs/Marinara-Engine), its own code run on the row';

const own = (entries, more = {}) => ({ type: 'marinara_lorebook', data: { lorebook: { name: 'Quay', scanDepth: 4, tokenBudget: 2048, ...more }, entries } });
const entry = (keys, content, more = {}) => ({ keys, content, ...more });
const said = (...lines) => lines.map((content, at) => ({ role: (lines.length - at) % 2 ? 'user' : 'assistant', content }));

// What nobody would want of another program: it takes the letters of a pattern that it calls costly for the key, and looks behind the
// depth where the user wrote little. An agent whose macro is written in capitals is another one to it.
const QUIRKS = new Set(['scan-depth-022', 'scan-keys-075', 'scan-keys-084', 'scan-keys-085', 'mac-given-008']);

export function questions() {
    const all = [];
    const name = numbers();
    const add = (kind, family, input, more) => {
        const called = name(kind === 'lore' ? 'scan' : 'mac', family);
        all.push({ name: called, kind, family, input, ...(QUIRKS.has(called) && { level: 'quirk' }), ...more });
    };
    const lore = (family, entries, chat, book = {}, more = {}) =>
        add('lore', family, { books: [own(entries, book)], chat: Array.isArray(chat) ? chat : said(chat), ...more });
    const key = (key, line, more = {}) => lore('keys', [entry([key], 'Found.', more)], line);

    // Keys as text: anywhere, in any letter case, without the white space around them.
    for (const [word, line] of [['tide', 'The tide turns.'], ['tide', 'The tides.'], ['Tide', 'LOW TIDE'], ['tide', 'ebb'], ['', 'any'], ['   ', 'a   b'],
        [' tide ', 'the tide'], ['low tide', 'at low tide'], ['low tide', 'at low  tide'], ['a,b', 'a and b'], ['a,b', 'see a,b'], ['/tide/i', 'a tide'],
        ['/tide/i', 'read /tide/i'], ['t.de', 'tide'], ['É', 'é'], ['straße', 'STRASSE'], ['港', '出港す'], ['😀', 'a😀'], ['{{user}}', 'Mira'], ['İ', 'i̇']]) key(word, line);
    for (const [word, line] of [['Tide', 'tide'], ['Tide', 'Tide'], ['TIDE', 'tide']]) key(word, line, { caseSensitive: true });
    for (const [word, line] of [['tide', 'the tide turns'], ['tide', 'the tides'], ['tide', 'ebbtide'], ['tide', 'tide'], ['tide', 'Tide!'], ['tide', 'low-tide'],
        ['tide', 'low_tide'], ['tide', 'tide2'], ['caf', 'the café'], ['café', 'the café.'], ['café', 'cafés'], ['река', 'рекаме'], ['река', 'у река.'],
        ['北京', '我在北京市'], ['北京', '"北京"'], ['low tide', 'slow tide'], ['low tide', 'at low tide'], ['😀', 'a😀b'], ['C++', 'C++ code'], ['C++', 'xC++'],
        ['tide', 'tides and tide'], ['ネコ', 'ネコ車'], ['5', '55'], ['5', 'pier 5']]) key(word, line, { matchWholeWords: true });
    for (const [word, line] of [['ti.e', 'time'], ['^the', 'the tide'], ['^the', 'On the tide'], ['tide$', 'the tide'], ['\\btide\\b', 'tides'], ['tide|oar', 'an oar'],
        ['(', 'a ( b'], ['[a-', 'x [a- y'], ['tide', 'TIDE'], ['\\d{2,}', 'pier 12'], ['a{2}', 'aa'], ['(?<=low )tide', 'low tide'], ['(?!x)y', 'xy'], ['(t)(i)\\2', 'tii'],
        ['.', ''], ['.*', ''], ['\\p{L}', 'p{L}'], ['/tide/', 'a /tide/'], ['\\u{61}', 'a'], ['caf\\b', 'café'], ['*', 'a*b'], ['?', 'why?'], ['\\', 'a\\b']]) {
        key(word, line, { useRegex: true });
    }
    for (const [word, line] of [['Tide', 'tide'], ['Tide', 'Tide'], ['\\bTIDE', 'tide TIDE']]) key(word, line, { useRegex: true, caseSensitive: true });
    // From one message into the next: all of them are one text.
    for (const [word, more] of [['bell.*oar', { useRegex: true }], ['bell[^]*oar', { useRegex: true }], ['oar[^]*bell', { useRegex: true }], ['^a bell', { useRegex: true }],
        ['an oar$', { useRegex: true }], ['bell\nan', {}], ['bell\nan oar', { caseSensitive: true }], ['a bell\n', {}], ['\\nan', { useRegex: true }]]) {
        lore('keys', [entry([word], 'Found.', more)], said('a bell', 'an oar'));
    }
    lore('keys', [entry([], 'None.'), entry(['a'], ''), entry(['a', 'b'], 'Some.')], 'b a');

    // Secondary keys.
    for (const selectiveLogic of ['and', 'and_all', 'or', 'not', 'not_all']) {
        for (const line of ['tide', 'tide oar', 'tide net', 'tide oar net', 'oar net']) {
            lore('logic', [entry(['tide'], 'Found.', { selective: true, secondaryKeys: ['oar', 'net'], selectiveLogic })], line);
        }
    }
    lore('logic', [entry(['tide'], 'A.', { selective: false, secondaryKeys: ['oar'] }), entry(['tide'], 'B.', { selective: true, secondaryKeys: [] }),
        entry(['tide'], 'C.', { constant: true, selective: true, secondaryKeys: ['oar'] })], 'tide');
    lore('logic', [entry(['tide'], 'A.', { selective: true, secondaryKeys: [' ', 'net'], selectiveLogic: 'and_all' }),
        entry(['tide'], 'B.', { selective: true, secondaryKeys: ['', 'net'], selectiveLogic: 'not_all' })], 'tide net');

    // How many messages are searched.
    const lines = said('a bell', 'a gull', 'a tide', 'an oar', 'a net');
    const each = ['bell', 'gull', 'tide', 'oar', 'net'].map((word, at) => entry([word], word, { order: at }));
    for (const scanDepth of [0, 1, 2, 3, 5, 100, 1.5, 2.9, -1]) {
        lore('depth', each, lines, { scanDepth });
        lore('depth', each.map((one) => ({ ...one, scanDepth })), lines);
    }
    lore('depth', each, said(...Array.from({ length: 14 }, (_, at) => (at === 2 ? 'a bell' : at === 4 ? 'a gull' : `line ${at}`))), { scanDepth: -1 });
    lore('depth', each, []);
    lore('depth', [entry(['x'], 'A.', { constant: true }), entry(['.*'], 'B.', { useRegex: true })], []);
    lore('depth', each, [...Array.from({ length: 12 }, (_, at) => ({ role: 'assistant', content: at === 0 ? 'a bell' : `line ${at}` }))], { scanDepth: 2 });

    // Chances.
    for (const probability of [null, 0, 1, 49, 50, 51, 99, 100, 150, -5, '50', '', 'x', 50.5]) {
        lore('chance', [entry(['tide'], 'A.', { probability }), entry(['tide'], 'B.', { probability: 50 })], 'tide', {}, { rolls: [0.5, 0.2] });
    }
    lore('chance', [entry(['tide'], 'A.', { constant: true, probability: 30 }), entry(['oar'], 'B.', { probability: 30 }), entry(['tide'], 'C.', { probability: 30 })], 'tide', {},
        { rolls: [0.4, 0.1] });
    // Where a book is searched recursively, everything is thrown for twice.
    for (const rolls of [[0.9, 0.1], [0.1, 0.9], [0.9, 0.9], [0.1, 0.1]]) {
        lore('chance', [entry(['tide'], 'An oar.', { probability: 50 }), entry(['oar'], 'B.')], 'tide', { recursiveScanning: true }, { rolls });
        lore('chance', [entry(['tide'], 'An oar.'), entry(['oar'], 'B.', { probability: 50 }), entry(['oar'], 'C.')], 'tide', { recursiveScanning: true }, { rolls });
    }

    // Order, and what there is room for.
    lore('order', [entry(['a'], 'A.', { order: 3 }), entry(['a'], 'B.', { order: 1 }), entry(['a'], 'C.', { order: 2 }), entry(['a'], 'D.', { order: 1 })], 'a');
    lore('order', [entry(['a'], 'A.', { enabled: false }), entry(['a'], 'B.', { order: -1 }), entry(['x'], 'C.', { constant: true, order: 0.5 })], 'a');
    const five = 'one two three four five';
    for (const tokenBudget of [0, 1, 5, 6, 10, 11, 15]) {
        const some = [entry(['bell'], `${five} a`, { order: 1 }), entry(['oar'], five, { order: 2 }), entry(['x'], five, { constant: true, order: 3 }), entry(['oar'], 'b', { order: 4 })];
        lore('budget', some, said('a bell', 'an oar'), { tokenBudget });
        lore('budget', some, said('a bell', 'an oar'), {}, { settings: { budget: tokenBudget } });
    }
    for (const budget of [5, 8, 12]) {
        add('lore', 'budget', { books: [own([entry(['oar'], five), entry(['oar'], 'six')], { tokenBudget: 5 }), own([entry(['oar'], five, { order: 1 })], { tokenBudget: 100 })],
            chat: said('an oar'), settings: { budget } });
    }
    lore('budget', Array.from({ length: 103 }, (_, at) => entry(['oar'], 'x', { order: at })), 'an oar', { tokenBudget: 0 });
    lore('budget', [entry(['tide'], 'An oar, with a net and a gull.'), entry(['oar'], 'B.'), entry(['tide'], 'Net.', { order: 101 })], 'tide', { recursiveScanning: true, tokenBudget: 3 });

    // What is inserted may fire others.
    const chain = [entry(['tide'], 'An oar.', { order: 4 }), entry(['oar'], 'A net.', { order: 3 }), entry(['net'], 'A gull.', { order: 2 }), entry(['gull'], 'A bell.', { order: 1 }),
        entry(['bell'], 'A rope.', { order: 0 }), entry(['rope'], 'Done.', { order: -1 })];
    lore('recursion', chain, 'tide');
    lore('recursion', chain, 'tide', { recursiveScanning: true });
    for (const flag of ['preventRecursion', 'excludeRecursion', 'delayUntilRecursion']) {
        for (const at of [0, 1, 2]) {
            lore('recursion', chain.map((one, number) => (number === at ? { ...one, [flag]: true } : one)), 'tide', { recursiveScanning: true });
        }
        lore('recursion', chain.map((one, number) => (number === 1 ? { ...one, [flag]: true } : one)), 'tide oar', { recursiveScanning: true });
        lore('recursion', chain.map((one, number) => (number === 1 ? { ...one, [flag]: true } : one)), 'tide oar');
    }
    // Each time the new texts alone are searched.
    lore('recursion', [entry(['tide'], 'An oar.'), entry(['oar'], 'A net.'), entry(['oar'], 'No.', { selective: true, secondaryKeys: ['tide'] }),
        entry(['net'], 'Yes.', { selective: true, secondaryKeys: ['oar'], selectiveLogic: 'not' }), entry(['oar.*net', 'net.*oar'], 'No.', { useRegex: true })], 'tide', { recursiveScanning: true });
    lore('recursion', [entry(['tide'], 'oar', { order: 2 }), entry(['tide'], 'net', { order: 1 }), entry(['^net\\noar$'], 'Yes.', { useRegex: true }), entry(['net\noar'], 'Yes.')], 'tide',
        { recursiveScanning: true });
    lore('recursion', [entry(['x'], 'An oar.', { constant: true }), entry(['oar'], 'B.', { constant: true }), entry(['y'], 'C.', { constant: true, delayUntilRecursion: true })], 'tide',
        { recursiveScanning: true });
    for (const [a, b] of [[true, false], [false, true], [true, true]]) {
        add('lore', 'recursion', { books: [own([entry(['tide'], 'An oar.'), entry(['net'], 'N.')], { recursiveScanning: a }),
            own([entry(['oar'], 'A net.')], { recursiveScanning: b })], chat: said('tide') });
    }

    // Of a group one stays.
    const group = (more = [{}, {}, {}]) => more.map((one, at) => entry(['tide'], `G${at}.`, { group: 'g', order: 5 - at, ...one }));
    for (const roll of [0, 0.1, 0.33, 0.34, 0.5, 0.66, 0.67, 0.99]) lore('group', group(), 'tide', {}, { rolls: [roll] });
    for (const roll of [0, 0.2, 0.5, 0.95]) {
        lore('group', group([{ groupWeight: 10 }, { groupWeight: 0 }, { groupWeight: 90 }]), 'tide', {}, { rolls: [roll] });
        lore('group', [...group(), ...group().map((one) => ({ ...one, group: 'h' })), entry(['tide'], 'Alone.')], 'tide', {}, { rolls: [roll, Math.min(0.999, 1 - roll)] });
    }
    lore('group', group([{ groupWeight: 0 }, { groupWeight: -5 }, { groupWeight: 0 }]), 'tide');
    lore('group', group([{ group: 'g,h' }, { group: 'h' }, { group: 'g' }]), 'tide', {}, { rolls: [0.5, 0.5, 0.5] });
    lore('group', group([{ probability: 0 }, {}, { probability: 50 }]), 'tide', {}, { rolls: [0.9, 0.4] });
    lore('group', [entry(['tide'], 'A.', { group: 'g' }), entry(['tide'], 'B.', { probability: 50 })], 'tide', {}, { rolls: [0.9, 0.1] });
    for (const rolls of [[0.1, 0.9], [0.9, 0.1], [0.1, 0.1]]) {
        lore('group', group([{}, { content: 'An oar.' }]).concat(entry(['oar'], 'R.', { group: 'g' }), entry(['oar'], 'S.')), 'tide', { recursiveScanning: true }, { rolls });
    }

    // What lasts over several answers, which the client counts.
    const turns = (entries, chat, lengths, more = {}) => lore('timing', entries, said(...chat), { scanDepth: 1 }, { turns: lengths, ...more });
    const talk = ['tide', 'gull', 'gull', 'tide', 'gull', 'gull', 'tide', 'gull'];
    for (const timing of [{ sticky: 1 }, { sticky: 2 }, { cooldown: 1 }, { cooldown: 3 }, { sticky: 1, cooldown: 1 }, { sticky: 2, cooldown: 2 }, { delay: 1 }, { delay: 3 },
        { delay: 1, sticky: 2 }, { delay: 4, cooldown: 2 }, { sticky: 0, cooldown: 0, delay: 0 }]) {
        turns([entry(['tide'], 'A.', timing)], talk, [1, 2, 3, 4, 5, 6, 7, 8]);
        turns([entry(['tide'], 'A.', timing)], talk, [1, 1, 4, 4, 4, 4]);
        turns([entry(['x'], 'A.', { constant: true, ...timing })], talk, [1, 2, 3, 4, 5]);
    }
    turns([entry(['tide'], 'A.', { sticky: 3, group: 'g' }), entry(['gull'], 'B.', { group: 'g', groupWeight: 900 })], talk, [1, 2, 3, 4, 5], { rolls: [0.5, 0.5, 0.5, 0.5, 0.5] });
    turns([entry(['tide'], 'A.', { sticky: 2, probability: 50 })], talk, [1, 2, 3, 4, 5], { rolls: [0.1, 0.9] });

    // Books of cards and world files, as the import reads them.
    const v2 = (keys, content, more = {}) => ({ keys, content, extensions: {}, enabled: true, insertion_order: 10, ...more });
    const card = (entries, chat, more = {}) => add('lore', 'import', { books: [{ name: 'Quay', extensions: {}, entries, ...more }], chat: said(...chat) });
    const three = ['a bell', 'a tide', 'an oar'];
    for (const more of [{}, { scan_depth: 3 }, { scan_depth: 0 }, { token_budget: 2 }, { scan_depth: 3, recursive_scanning: true }]) {
        card([v2(['bell'], 'Old.'), v2(['oar'], 'The tide and a gull.'), v2(['gull'], 'Deep.')], three, more);
    }
    for (const more of [{ constant: true }, { enabled: false }, { enabled: undefined }, { selective: true, secondary_keys: ['never'] }, { selective: true, secondary_keys: ['oar'] },
        { secondary_keys: ['never'] }, { case_sensitive: true }, { position: 'after_char' }, { use_regex: true }, { priority: 1 }, { insertion_order: 99 }, { insertion_order: undefined },
        { extensions: { probability: 0, useProbability: true } }, { extensions: { selectiveLogic: 2 }, selective: true, secondary_keys: ['never'] },
        { extensions: { match_whole_words: true } }, { extensions: { group: 'g' } }, { extensions: { sticky: 2, cooldown: 2, delay: 5 } }, { extensions: { scan_depth: 1 } },
        { extensions: { exclude_recursion: true, delay_until_recursion: true } }, { name: 'Named', comment: 'Noted', id: 7 }, { content: '@@dont_activate\nText.' },
        { content: '@@activate\nText.' }]) {
        card([v2(['BELL'], 'One.', more), v2(['oar'], 'Two.'), v2(['never'], 'Three.', more)], three, { scan_depth: 5 });
    }
    for (const keys of [['/b.ll/'], ['/B.LL/i'], ['/b.ll/', 'o.r'], ['/b.ll/', 'oar'], ['/(/'], ['/bell/x'], ['/', '//'], ['b/e/l']]) {
        card([v2(keys, 'One.'), v2(keys, 'Two.', { case_sensitive: true }), v2(keys, 'Three.', { use_regex: true })], three, { scan_depth: 5 });
    }
    const world = (entries, chat, more = {}) => add('lore', 'import', { books: [{ name: 'Quay', entries: Object.fromEntries(entries.map((one, at) => [at, { uid: at, ...one }])), ...more }],
        chat: said(...chat), rolls: [0.5, 0.5, 0.5] });
    const st = (key, content, more = {}) => ({ key, keysecondary: [], comment: '', content, constant: false, selective: true, selectiveLogic: 0, order: 100, position: 0, disable: false, ...more });
    for (const more of [{}, { disable: true }, { selective: false, keysecondary: ['never'] }, { keysecondary: ['never'], selectiveLogic: 2 }, { keysecondary: ['never'], selectiveLogic: 1 },
        { keysecondary: ['oar', 'tide'], selectiveLogic: 3 }, { probability: 40, useProbability: true }, { probability: 40, useProbability: false }, { probability: 60 },
        { scanDepth: 1 }, { scanDepth: 0 }, { caseSensitive: true }, { matchWholeWords: true }, { group: 'g' }, { order: 7 }, { delay: 1 }, { preventRecursion: false },
        { excludeRecursion: true }, { delayUntilRecursion: true }, { delayUntilRecursion: 2 }, { vectorized: true }, { ignoreBudget: true }]) {
        world([st(['bell'], 'A rope.', more), st(['oar'], 'B.', { order: 50 }), st(['rope'], 'C.', { preventRecursion: false, order: 10 })], three, { scanDepth: 3, recursiveScanning: true });
    }
    world([st(['oar'], 'A.', { comment: 'second' }), st('oar', 'B.'), st(['oar, tide'], 'C.')], three);

    // What the client takes for a costly pattern is text to it.
    for (const [word, line] of [['(a+)+', 'aaa'], ['(ab|a)*', 'abab']]) key(word, line, { useRegex: true });

    // At random.
    const { below, chance, pick, some } = dice(20261127);
    for (let count = 0; count < 120; count += 1) {
        const text = () => some([...WORDS, 'of', 'the'], 6).join(' ');
        const entries = Array.from({ length: 1 + below(8) }, () => entry(some(WORDS, 3), text(), {
            order: below(6), ...(chance(0.15) && { constant: true }), ...(chance(0.2) && { probability: 20 + below(70) }),
            ...(chance(0.3) && { selective: true, secondaryKeys: some(WORDS, 2), selectiveLogic: pick(['and', 'and_all', 'not', 'not_all']) }),
            ...(chance(0.2) && { group: pick(['g', 'h']) }), ...(chance(0.15) && { matchWholeWords: true }), ...(chance(0.1) && { enabled: false }),
            ...(chance(0.2) && { scanDepth: below(4) }), ...(chance(0.15) && { [pick(['preventRecursion', 'excludeRecursion', 'delayUntilRecursion'])]: true }),
            ...(chance(0.2) && { [pick(['sticky', 'cooldown', 'delay'])]: 1 + below(2) }) }));
        const chat = said(...Array.from({ length: 1 + below(6) }, () => some([...WORDS, 'tides', 'ropes'], 6).join(' ')));
        lore('random', entries, chat, { scanDepth: below(5), tokenBudget: pick([0, 8, 20, 2048]), recursiveScanning: chance(0.5) },
            { rolls: Array.from({ length: 40 }, () => below(100) / 100), ...(chance(0.4) && { turns: chat.map((_, at) => at + 1) }) });
    }

    // Macros.
    const env = { description: 'A diver named {{char}}.', personality: 'calm {{scenario}}', scenario: 'the quay', persona: '{{user}} sails.', mes_example: '{{user}}: hi',
        system_prompt: 'Be {{char}}.', post_history_instructions: 'Go on, {{user}}.', input: 'hello there', model: 'parrot-1', now: 1714979289000 };
    const macro = (family, text, more = {}) => add('macro', family, { text, char: 'Corvin', user: 'Mira', env: { ...env, ...more.env }, ...(more.rolls && { rolls: more.rolls }) }, more.row);
    for (const text of ['{{char}} and {{user}}', '{{CHAR}} {{User}}', '{{charName}} {{userName}}', '{{charPhonetic}}/{{userNamePhonetic}}', '<BOT> <USER>', '{{ char }}', '{{{char}}}',
        '{{char}', '{char}', '{{bot}}', '{{characters}}', '[{{group}}]', '{{unknown}}', '{{user}}{{char}}', '{{us{{char}}er}}', '', 'none', '{{name}}', '{{original}}',
        '{{char::a}}']) macro('names', text);
    for (const text of ['{{description}}', '{{personality}}', '{{scenario}}', '{{persona}}', '{{personaDescription}}', '{{example}}', '{{charSysInfo}}', '{{charPostHistory}}',
        '{{input}}', '{{model}}', '[{{lastGenerationType}}]', '{{mesExamples}}', '{{charPrompt}}', '{{charVersion}}']) macro('fields', text);
    for (const text of ['a{{// note}}b', 'a{{//}}b', 'a{{// {{char}} }}b', 'a{{// open', '{{noop}}x', 'a{{banned "x"}}b', 'a{{banned}}b', 'a{{bannedx}}b', 'a{{newline}}b', 'a{{\\n}}b',
        'a{{newline::2}}b', ' a {{trim}} b ', 'a {{trimStart}} b', 'a {{trimEnd}} b', 'a \n{{trimEnd}}{{trimStart}}\n b', '{{uppercase}}{{char}} x{{/uppercase}}',
        '{{lowercase}}ABC{{/lowercase}} D', '{{uppercase}}a', '{{UPPERCASE}}a{{/uppercase}}b{{/uppercase}}', '{{comment: x}}', '{{reverse:abc}}', '{{outlet::map}}', '{{outlet:: none }}',
        '{{space}}', '{{pick::a::b}}', '{{hidden_key:x}}']) macro('text', text);
    for (const text of ['{{date}}', '{{time}}', '{{datetime}}', '{{isotime}}', '{{weekday}}', '{{DATE}} {{Time}}', '{{isodate}}', '{{datetimeformat::YYYY}}']) macro('time', text, { row: { tags: ['time'] } });
    for (const text of ['[{{getvar::a}}]', '{{setvar::a::x}}{{getvar::a}}', '{{setvar::a::{{char}} x}}{{getvar::a}}', '{{setvar::a::1}}{{addvar::a::2}}{{getvar::a}}',
        '{{setvar::a::x}}{{addvar::a::2}}{{getvar::a}}', '{{incvar::n}}{{incvar::n}}{{decvar::n}}', '{{setvar::a::x::y}}{{getvar::a}}', '{{setvar::a::}}[{{getvar::a}}]',
        '{{setvar::a b::x}}', '{{getvar::a.b-c}}', '{{setvar::a.b-c::1}}{{getvar::a.b-c}}', '{{SETVAR::a::1}}{{GetVar::a}}', '{{getvar::a}}{{setvar::a::1}}{{getvar::a}}',
        '{{setvar::a::5}}{{incvar::a}} {{setvar::a::x}}{{incvar::a}}', '{{setvar::a::{{setvar::b::1}}2}}{{getvar::a}}{{getvar::b}}', '{{open {{setvar::a::1}}{{getvar::a}}',
        '{{setvar::a::{{random::x}}}}{{getvar::a}}', '{{addvar::n::0.1}}{{addvar::n::0.2}}{{getvar::n}}', '{{setvar::a::{{date}}}}{{getvar::a}}', '{{getvar:a}}', '{{getglobalvar::a}}',
        '{{addvar::new::text}}{{getvar::new}}']) macro('vars', text);
    for (const [text, rolls] of [['{{random}}', [0]], ['{{random}}', [0.999]], ['{{random::a::b::c}}', [0]], ['{{random::a::b::c}}', [0.34]], ['{{random::a::b::c}}', [0.999]],
        ['{{random:1:6}}', [0.5]], ['{{random:6:1}}', [0]], ['{{random:a:b}}', [0]], ['{{random: a, b}}', [0]], ['{{random::a,b}}', [0]], ['{{random::a@3::b}}', [0.74]],
        ['{{random::a@3::b}}', [0.76]], ['{{random::a@0::b}}', [0]], ['{{random::a@x::b}}', [0]], ['{{random:: a :: b }}', [0.6]], ['{{random::}}', [0]], ['[{{random::::}}]', [0]],
        ['{{random::{{char}}::{{user}}}}', [0.6]], ['{{random::{{random::a::b}}::c}}', [0.1, 0.9]], ['{{random::{{setvar::x::1}}a::b}}{{getvar::x}}', [0.9]], ['{{roll:2d6}}', [0, 0.99]],
        ['{{roll:1d20}}', [0.5]], ['{{roll:d6}}', [0]], ['{{roll:0d6}}', [0]], ['{{roll:2D6}}', [0.5, 0.5]], ['{{roll 1d6}}', [0]], ['{{roll:1d6+1}}', [0]], ['{{roll::1d6}}', [0]],
        ['{{random::a@0.5::b@.5}}', [0.49]], ['{{RANDOM::a}}{{Roll:1d1}}', [0, 0]],
        ['{{open {{random::a::b}} {{random:1:6}}', [0.5]]]) macro('chance', text, { rolls });
    // Blocks: which branch stays, by what is between `{{#if` and `}}`.
    const holds = (condition, more) => macro('if', `{{#if ${condition}}}a{{else}}b{{/if}}`, more);
    for (const condition of ['char', 'char == "Corvin"', 'char == "corvin"', "user == 'Mira'", 'user == “Mira”', 'user == „Mira‟', 'user == ‘Mira"', 'char == Corvin', 'char = Corvin',
        'char is Corvin', 'char IS  NOT Corvin', 'char != "Corvin"', 'char isnt Corvin', '@speaker == Corvin', 'charPhonetic is Corvin', 'user == userName', 'group', 'characters == Corvin',
        'persona', 'personaBackstory', 'model == parrot-1', 'input contains hello', 'chatId', 'backstory', 'description', 'description contains diver', 'description contains "{{char}}"',
        'scenario includes QUAY', 'scenario not contains quay', 'scenario not  includes sea', 'scenario not quay', 'example contains "{{user}}: hi"', 'nope', '{{unknown}}', '{{char}} == Corvin',
        'var:mood', 'agent::mood', 'outlet::map', 'date == 2024-05-06', 'weekday is Monday', 'noop', 'newline']) holds(condition);
    for (const condition of ['false', 'FALSE', '0', '00', 'no', 'off', 'null', 'undefined', 'true', '"0"', '"0 "', '" "', '""', "''", '"', '']) holds(condition);
    for (const condition of ['10 > 9', '"10" >= "9"', '1.0 == 1', '0x10 == 16', '1e3 is 1000', 'a > 1', 'b > a', '2 <> 3', '3 <= 3', '-1 < 0', '1 != 1.0', '5 >', '> 5', '= = =', 'a === a', 'a => a',
        '"a\\"b" == "a\\"b"', '"a\\nb" contains "\n"', '"a == b" == "a == b"', '"" contains ""', "don't == don't", '"x" y "z"']) holds(condition);
    for (const condition of ['char == "Bo" || "Corvin"', 'char == "Bo" || "Al"', 'char == "Bo" || Al', 'char is "Bo" || user is "Al" || "Mira"', 'char != "Corvin" || "Bo"', 'char == "Bo" || ("Corvin")',
        'char == "Bo" || user != "Mira" || "Corvin"', 'false || false && true', 'true || false && false', '(true || false) && false', '((char))', '(char == Corvin) && (user == Mira)', '(char) == Corvin',
        '(char', 'false && (char', 'char)', 'false && char)', '(false) char', '(false)(false)', '&&', 'char ||', '|| false', 'false &&& true', 'char (a && b', 'f(false || x) && false', '()', '"(" == "("',
        '"a || b" == c', 'false && {{setvar::x::1}}', 'true || {{setvar::x::1}}', 'setvar::x::1', 'incvar::x']) holds(condition);
    for (const text of ['{{#if char == "Bo"}}a{{else if user == "Mira"}}b{{else}}c{{/if}}', '{{#if false}}a{{else if 0}}b{{else}}c{{/if}}', '{{#if false}}a{{else if}}b{{else}}c{{/if}}',
        '{{#if false}}a{{else}}b{{else}}c{{/if}}', '{{#if false}}a{{else if 1}}b{{else if 1}}c{{/if}}', '{{#if false}}a{{elseif 1}}b{{/if}}', '{{#if false}}a{{/if}}', '{{#IF char}}a{{ELSE}}b{{/If}}',
        '{{ #if char }}a{{ else }}b{{ /if }}', '{{#if}}a{{else}}b{{/if}}', '{{#ifchar}}a{{/if}}', '{{#if\nchar}}a{{/if}}', '{{if char}}a{{/if}}', 'x{{#if char}}a', '{{#if char}}a{{else}}b',
        '{{#if char}}{{#if user}}a{{/if}}', 'a{{else}}b{{/if}}', '{{#if 0}}a{{/if}}{{#if 1}}b', '{{#if 1}}{{#if 0}}a{{else}}b{{/if}}{{else}}c{{/if}}', '{{#if 0}}{{#if 1}}a{{/if}}{{else}}c{{/if}}',
        '{{open {{#if char}}a{{/if}}', '{{{#if char}}}a{{/if}}', '{{#if char}}{{char}}{{/if}}, {{#if user}}{{user}}{{/if}}', '{{#if {{#if 1}}char{{/if}} == Corvin}}a{{/if}}',
        '{{setvar::a::1}}{{#if getvar::a}}a{{else}}b{{/if}}', '{{setvar::a::3}}{{#if {{getvar::a}} > 2}}a{{/if}}', '{{#if getvar::a}}a{{else}}b{{/if}}{{setvar::a::1}}',
        '{{#if 0}}{{setvar::a::1}}{{else}}{{setvar::b::2}}{{/if}}[{{getvar::a}}{{getvar::b}}]', '{{setvar::a::{{#if char}}x{{else}}y{{/if}}}}{{getvar::a}}',
        '{{setvar::a::x == x}}{{#if {{getvar::a}}}}a{{else}}b{{/if}}', '{{setvar::a::0}}{{#if {{incvar::a}} == 1}}a{{/if}}{{getvar::a}}', '{{#if personality contains quay}}a{{else}}b{{/if}}',
        '{{uppercase}}{{#if char}}a{{/if}}{{/uppercase}}', '{{#if char}}{{uppercase}}a{{/if}}b{{/uppercase}}', '{{// {{#if char}} }}a{{/if}}', '{{#if char}}a{{// x }}{{/if}}',
        `${'{{#if 1}}('.repeat(20)}x${'){{/if}}'.repeat(20)}`]) macro('if', text);
    macro('if', '{{description}}', { env: { description: '{{#if char == "Corvin"}}A diver{{else}}Nobody{{/if}}.' } });
    macro('if', '{{#if description contains "#if"}}a{{/if}}', { env: { description: '{{#if 0}}x{{/if}}' } });
    macro('if', '{{#if var:mood == calm}}a{{/if}}{{#if VAR.mood}}b{{/if}}{{#if mood is calm}}c{{/if}}{{#if {{mood}} is calm}}d{{/if}}', { env: { dynamic: { mood: 'calm' } } });
    macro('if', '{{#if agent::mood contains calm}}a{{/if}}', { env: { agents: { mood: 'calm now' } } });
    macro('if', '{{#if chatId == c1}}a{{/if}}', { env: { chat_id: 'c1' } });
    macro('if', '{{#if {{random::a::b}} == b}}{{random::c::d}}{{else}}{{random::e::f}}{{/if}}', { rolls: [0.9, 0] });
    macro('if', '{{#if random > 50}}a{{else}}b{{/if}}{{#if {{roll:1d6}} == 4}}c{{/if}}', { rolls: [0.9, 0.5] });
    // Tags on lines of their own.
    for (const text of ['a\n{{#if 1}}\nb\n{{/if}}\nc', 'a\n{{#if 0}}\nb\n{{/if}}\nc', 'a\n  {{#if 1}} \n  b\n\t{{/if}}\t\nc', 'a\n{{#if 0}}\nb\n{{else}}\nc\n{{/if}}\nd', 'a\n{{#if 1}}b{{/if}}\nc', 'a {{#if 1}}\nb\n{{/if}}\nc',
        'a\n{{#if 1}}\nb{{/if}}\nc', 'a\n{{#if 1}}\nb\n{{/if}} c', '{{#if 1}}\nb\n{{/if}}', 'a\r\n{{#if 1}}\r\nb\r\n{{/if}}\r\nc', '{{#if 1}}\n{{#if 1}}\nb\n{{/if}}\n{{/if}}\nc', '{{#if 1}}{{#if 1}}\nb\n{{/if}}{{/if}}\nc',
        '{{#if 1}}a{{/if}} {{#if 1}}\nb{{/if}}', '{{#if 1}}\n\n b \n\n{{/if}}\n\nc', '{{#if 0}}\n{{/if}}\n{{#if 0}}\n{{/if}}\nx', '{{setvar::a::1}} \n{{#if 1}}\nb\n{{/if}}\n']) macro('if-lines', text);
    // What others made, and what a chat, a persona or a mode has and a card has not.
    for (const text of ['[{{agent::mood}}]', '{{AGENT::mood}}', '[{{agent::none}}]', '{{agent::a b}}', '{{agent::}}', '{{agent}}', '{{open {{agent::mood}}', '{{uppercase}}{{agent::mood}}{{/uppercase}}']) {
        macro('given', text, { env: { agents: { mood: 'calm, {{char}}' } } });
    }
    for (const text of ['{{V1StGXR8_Z5jdHi6B-myT}}', '{{V1StGXR8_Z5jdHi6B-myX}}', '{{persona-V1StGXR8_Z5jdHi6B-myT}}', '{{#if {{V1StGXR8_Z5jdHi6B-myT}} == Ann}}a{{/if}}', '{{V1StGXR8}}']) {
        macro('given', text, { env: { references: { 'V1StGXR8_Z5jdHi6B-myT': 'Ann' } } });
    }
    for (const text of ['[{{backstory}}{{appearance}}]', '[{{personaPersonality}}{{personaBackstory}}{{personaAppearance}}{{personaScenario}}]', '[{{convo_display}}{{char_about}}{{persona_about}}{{convo_behavior}}]',
        '{{context}} {{commands}} {{lorebook}}', '{{gameStoryboardKeyframeCount}}', '{{POV}}', '{{Tone}}']) macro('given', text, { env: { dynamic: { POV: 'first person', 'Tone': 'dry {{char}}' } } });
    macro('given', '{{chatId}}', { env: { chat_id: 'c1' } });
    for (const text of ['{{addnumvar::n::2}}{{addnumvar::n::3}}{{getvar::n}}', '{{setvar::n::x}}{{addnumvar::n::3}}{{getvar::n}}', '{{addnumvar::n::x}}{{getvar::n}}', '{{setvar::n::2}}{{addnumvar::n::}}{{getvar::n}}',
        '{{addnumvar::n::{{random:1:6}}}}{{getvar::n}}']) macro('given', text, { rolls: [0.5] });
    // Several characters: lines from `[` to `]` come once for each.
    const cast = [{ name: 'Corvin', description: 'A diver named {{char}}.', personality: 'calm {{scenario}}', scenario: 'the quay' },
        { name: 'Ember', description: '{{ char }} keeps {{personality}} fires for {{user}}{{// note }}.', personality: 'dry', mes_example: '{{char}}: hm', system_prompt: 'Be {{char}} of {{group}}.' },
        { name: 'Dahlia Vane', description: '{{#if speaker == "Dahlia Vane"}}D{{else}}N{{/if}}{{description}}', post_history_instructions: 'Go on, {{user}}.' }];
    const several = (text, more = {}, rolls) => macro('several', text, { env: { group: cast, ...more }, rolls });
    for (const text of ['[\n{{char}}\n]', 'a\n[\n- {{charName}}: {{description}}\n]\nb', ' [ \n{{ CHAR }} {{charPhonetic}}\n\t]\t', '[{{char}}]', '[\n{{char}}]', '[\n{{char}}', '{{char}}\n]', '[\nnobody\n]',
        '[\n{{user}}\n]', '[\n{{user}} and {{char}}\n]', '[\n[\n{{char}}\n]\n]', '[\n{{char}}\n]\n[\n{{user}}\n]\n[\n{{personality}}\n]', 'a\r\n[\r\n{{char}}\r\n]\r\nb', 'a\r\n[\r\n{{user}}\r\n]\r\nb',
        '[\n{{group}} / {{characters}} / {{ group }}\n]', '[\n{{personality}}|{{scenario}}|{{example}}|{{charSysInfo}}|{{charPostHistory}}\n]', '[\n{{backstory}}{{appearance}}\n]', '[\n{{char_about}}\n]', '[\n{{ convo_display }}x\n]',
        '[\n{{persona}}\n]', '[\n{{persona}} {{char}}\n]', '[\n{{incvar::n}} {{char}}\n]\n{{getvar::n}}', '[\n{{setvar::a::{{char}}}}{{getvar::a}} {{description}}\n]', '[\n{{random::a::b}} {{char}}\n]', '[\n{{char}}{{// note }}\n]',
        '[\n{{#if char == "Ember"}}E{{else}}x{{/if}}\n]', '[\n{{#if user}}x{{/if}}\n]', '[\n{{#if @speaker is Ember}}E{{/if}}\n]', '[\n{{#if user == Mira && (char == Ember || char == Corvin)}}E{{/if}}\n]', '[\n{{#if "char" == x}}E{{else}}y{{/if}}\n]',
        '[\n{{#if personality contains dry}}dry{{/if}}\n]', '[\n{{#if 0}}a{{else if char == Ember}}b{{else}}c{{/if}}\n]', '[\n{{#if characters == x}}a{{else}}b{{/if}}\n]', '[\n{{#if (char)()}}a{{else}}b{{/if}}\n]', '[\n{{#if x char y}}a{{else}}b{{/if}}\n]',
        '[\n{{#if {{personality}} == dry}}a{{else}}b{{/if}}\n]', '[\n{{#if char == Ember}}\nE\n{{/if}}\n]', '{{#if user}}\n[\n{{char}}\n]\n{{/if}}', '[\n{{#if char}}\n]\n{{/if}}', '[\n{{#if char == x\n]', '[\n{{#if "char" == x\n]',
        '[\n{{random::{{char}}::b}}\n]', '{{random::[\n{{char}}\n]::b}}', '{{setvar::a::[\n{{char}}\n]}}{{getvar::a}}', '{{description}}\n[\n{{description}}\n]', '[\n{{{char}}}\n]', '[\n{{char\n]', '[\n{{uppercase}}{{char}}{{/uppercase}}\n]',
        '[\n{{getvar::none}}{{char}}\n]\n\n', '[\n]', '[\n{{charx}}\n]', '[\n{{model}} {{input}} {{char}}\n]', '{{open\n[\n{{char}}\n]', '[\n{{char}} {{noop}}{{trimEnd}}\n]', '{{#if group contains Ember}}a{{/if}}{{group}}']) several(text, {}, [0.9, 0, 0.9]);
    several('[\n{{char}} {{agent::mood}}\n]', { agents: { mood: 'calm' } });
    several('[\n{{char}} {{tone}}\n]', { dynamic: { tone: 'dry {{char}}' } });
    several('[\n{{char}} {{description}}\n]', { group: cast.slice(0, 1) });
    several('[\n{{char}} {{description}}\n]', { group: [] });
    several('[\n{{char}}: {{description}}\n]', { group: [{ name: 'Ann' }, { name: 'Ann', description: 'two' }] });
    several('[\n{{charPostHistory}} {{char}}\n]\n{{getvar::n}}', { group: [{ name: 'Ann', post_history_instructions: '{{incvar::n}}' }, { name: 'Bo', post_history_instructions: '{{incvar::n}}{{incvar::n}}' }] });
    several('[\n{{description}}\n]', { group: [{ name: 'Ann', description: 'a{{description}}' }, { name: 'Bo', description: '{{personality}}1', personality: '{{description}}2' }] });
    // How long nobody wrote, and where the clock is.
    const silent = (seconds, ...more) => macro('time', '{{idle_duration}}', { env: { chat: [{ mes: 'a', is_user: false, send_date: env.now - seconds * 1000 }, ...more] }, row: { tags: ['time'] } });
    for (const seconds of [0, 0.9, 1, 59, 60, 119, 120, 3599, 3600, 3660, 7199, 7200, 86399, 86400, 90000, 172800, 180000, 8640000, -50]) silent(seconds);
    const wrote = (seconds, is_user) => ({ mes: 'b', is_user, send_date: env.now - seconds * 1000 });
    for (const more of [[wrote(5, true)], [wrote(5, false)], [wrote(7000, false)], [wrote(300, true), wrote(5, true)], [{ mes: 'c', is_user: false }], [wrote(300, true), wrote(100, false)]]) silent(3600, ...more);
    for (const [text, more] of [['{{IDLE_DURATION}} {{idleDuration}}', { chat: [wrote(60, false)] }], ['{{idle_duration}}', { chat: [] }], ['{{idle_duration}}', { chat: [wrote(60, true)] }], ['{{timezone}} {{TimeZone}}', {}],
        ['{{timezone}}', { time_zone: 'Europe/Berlin' }], ['{{timezone}}', { time_zone: 'Etc/UTC' }], ['{{#if timezone == UTC}}a{{/if}}{{#if idle_duration is "1 minute"}}b{{/if}}', { chat: [wrote(60, false)] }]]) {
        macro('time', text, { env: more, row: { tags: ['time'] } });
    }
    for (const [text, more] of [['{{char}}', { char: '$& Co' }], ['{{char}}', { env: { ...env, description: '{{setvar::a::1}}' } }]]) {
        macro('quirks', text, { row: { level: 'quirk', tags: ['client-bug'] } });
        Object.assign(all.at(-1).input, more);
    }
    return all;
}
