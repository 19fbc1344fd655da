// Questions about the memory books of Agnai, and about the names that it fills in.
import { dice, numbers, WORDS } from './draw.mjs';

export const profile = 'agnai@f03991c';
export const source = 'Agnai f03991c (dam-pav/agnai), its own code run on the row';

const NAMES = { char: 'Corvin', user: 'Mira' };
const SETTINGS = { depth: 50, budget: 500 };
const memory = (entries, more = {}) => ({ kind: 'memory', name: 'Quay', entries, ...more });
const entry = (keywords, text, more = {}) => ({ name: text, entry: text, keywords, priority: 10, weight: 10, enabled: true, ...more });

export function questions() {
    const all = [];
    const name = numbers();
    const add = (kind, family, input, more) => {
        all.push({ name: name('mem', family), kind, family, input: { ...NAMES, ...input }, ...more });
    };
    const lore = (family, entries, chat, settings = {}, more = {}) => {
        const books = Array.isArray(entries) ? [memory(entries)] : entries.books;
        add('lore', family, { books, chat, settings: { ...SETTINGS, ...settings } }, more);
    };
    const key = (family, keyword, line, more) => lore(family, [entry([keyword], 'Found.')], [line], {}, more);

    // Whole words, in any letter case.
    for (const [keyword, line] of [
        ['tide', 'The tide turns.'], ['tide', 'The tides turn.'], ['tide', 'Low-tide now.'], ['tide', 'low_tide now'], ['Tide', 'TIDE!'],
        ['TIDE', 'a tide'], ['tide', ''], ['', 'A word.'], ['', ''], ['', '…'], [' tide ', 'tide'], ['low tide', 'at low tide'],
        ['low tide', 'at low  tide'], ['low tide', 'at low\ntide'], ['low-tide', 'at low-tide'], ['low-tide', 'at low tide'], ['tide!', 'the tide!'],
        ['tide!', 'the tide!s'], ['!tide', 'a!tide'], ['!tide', '!tide'], ["Mira's", "It is Mira's oar."], ['Mira', "It is Mira's oar."],
        ['café', 'At the café.'], ['café', 'the cafés'], ['caf', 'the café'], ['École', 'une école'], ['École', 'xécole'], ['École', ' école'],
        ['港', '港へ行く'], ['港', 'x港x'], ['港', 'to 港 now'], ['ΟΔΟΣ', 'μια οδος'], ['straße', 'STRASSE'], ['straße', 'xSTRAßEx'],
        ['strasse', 'Strasse 5'], ['kelvin', '5 \u212aelvin'], ['salt', 'a \u017falt'], ['alt', '\u017falt'], ['5', 'pier 5'], ['5', 'pier 55'],
        ['tide,oar', 'the oar'], ['tide,oar', 'tide,oar'], ['/tide/i', 'the tide'], ['/tide/i', 'a/tide/i'], ['a', 'a'], ['-', 'a-b'], ['- ', 'a - b'],
        ['<b>', 'a<b>c'], ['#5', 'no#5'], ['😀', 'a 😀 b'], ['😀', 'a😀b'], ['{{char}}', 'char'], ['{{user}}', 'Mira'], ['tide', 'Corvin: the tide'],
        ['Corvin', 'Corvin: the tide'],
    ]) key('keys', keyword, line);

    // Globs: two signs stand for word characters, the other signs of patterns are left out.
    for (const [keyword, line] of [
        ['tid*', 'the tides'], ['tid*', 'the tid'], ['tid*', 'the tidy-up'], ['*ide', 'a tide'], ['*ide', 'ide'], ['t*e', 'tide'], ['t*e', 'the'],
        ['t*e', 't e'], ['*', 'word'], ['*', '!'], ['**', 'word'], ['?', 'a'], ['?', 'ab'], ['?', '?'], ['ti?e', 'time'], ['ti?e', 'tie'],
        ['ti?e', 'ti-e'], ['tide?', 'the tide'], ['tide?', 'the tides'], ['tide?', 'the tide?'], ['???', 'the oar'], ['???', 'a tide'],
        ['t.de', 'tide'], ['t.de', 'tde'], ['tide.', 'tide'], ['(tide)', 'tide'], ['[tide]', 't'], ['[tide]', 'tide'], ['tide|oar', 'tide'],
        ['tide|oar', 'tideoar'], ['tide+', 'tidee'], ['tide+', 'tide'], ['^tide$', 'the tide turns'], ['\\btide', 'btide'], ['\\btide', 'tide'],
        ['low_tide', 'low_tide'], ['low_tide', 'lowtide'], ['a{2}', 'aa'], ['a{2}', 'a2'], ['tide_*', 'tidewater'], ['*é*', 'café au lait'],
        ['caf?', 'café'], ['low *', 'low tide'], ['low *', 'low'], ['* tide', 'low tide'], ['*low tide*', 'slow tides'], ['?*', 'oar'],
        ['\\w+', 'ww'], ['\\w+', 'w'], ['...', 'a'], ['.', '.'],
    ]) key('globs', keyword, line);

    // Of several keys and lines the newest counts.
    const lines = ['the bell rings', 'a gull cries', 'the tide turns', 'an oar breaks'];
    lore('age', [entry(['bell'], 'Bell.'), entry(['oar'], 'Oar.'), entry(['gull'], 'Gull.'), entry(['tide'], 'Tide.')], lines);
    lore('age', [entry(['bell', 'oar'], 'Both.'), entry(['tide'], 'Tide.')], lines);
    lore('age', [entry(['oar', 'bell'], 'Both.'), entry(['tide'], 'Tide.')], lines);
    lore('age', [entry(['tide'], 'One.'), entry(['tide'], 'Two.'), entry(['turns'], 'Three.')], lines);
    lore('age', [entry(['bell'], 'Bell.'), entry(['tide'], 'Tide.')], [...lines, 'the bell again']);
    lore('age', [entry(['nothing'], 'None.')], lines);
    lore('age', [entry([], 'None.')], lines);
    lore('age', [], lines);
    lore('age', [entry(['bell'], 'Bell.')], []);
    for (const weights of [[1, 2], [2, 1], [1, 1], [0, -1], [-5, -5], [1.5, 1.25]]) {
        for (const keys of [['bell', 'oar'], ['oar', 'bell'], ['tide', 'tide']]) {
            lore('weight', weights.map((weight, at) => entry([keys[at]], `W${at}.`, { weight })), lines);
        }
    }

    // Who stays when there is little room: up to the first that leaves none, by priority.
    const five = 'one two three four five';
    for (const budget of [1, 4, 5, 6, 10, 11, 15, 16, 17]) {
        const entries = [5, 1, 9].map((priority, at) => entry(['oar'], `${five} P${priority}`, { priority, weight: at }));
        lore('budget', entries, lines, { budget });
        lore('budget', [entry(['oar'], `${five} ${five}`, { priority: 9 }), entry(['tide'], 'small', { priority: 1 })], lines, { budget });
    }
    lore('budget', [entry(['bell'], `${five} old`), entry(['oar'], `${five} new`)], lines, { budget: 9 });
    lore('budget', [entry(['oar'], `${five} new`), entry(['bell'], `${five} old`)], lines, { budget: 9 });
    lore('budget', [entry(['oar'], `${five} first`), entry(['oar'], `${five} second`)], lines, { budget: 9 });
    lore('budget', [entry(['oar'], '')], lines, { budget: 1 });
    lore('budget', [entry(['oar'], '{{char}} {{user}}')], lines, { budget: 3 }, {});

    // How many of the newest lines are searched.
    for (const depth of [1, 2, 3, 4, 5, 1.5, 2.9, 1000, -1]) {
        lore('depth', [entry(['bell'], 'Bell.'), entry(['gull'], 'Gull.'), entry(['tide'], 'Tide.'), entry(['oar'], 'Oar.')], lines, { depth });
    }

    // What is inserted.
    for (const text of ['{{char}} and {{user}}.', '{{Char}} {{USER}} {{name}} {{NAME}}', '<bot> <user> <BOT>', '{{ char }}', '{{{char}}}', '{{char}', '{char}',
        '{{char}}{{char}}', '{{char::x}}', '{{random: a, b}}', 'line\n', 'line\n\n', '\nline', '', ' ', 'a\r\nb', '{{original}}', '{{//note}}', '{{chars}}']) {
        lore('text', [entry(['oar'], text)], lines);
        lore('text', [entry(['oar'], text, { weight: 1 }), entry(['tide'], 'After.', { weight: 2 })], lines);
    }
    lore('text', [entry(['oar'], '@@depth 4\nText.')], lines);
    lore('text', [entry(['oar'], 'Off.', { enabled: false }), entry(['oar'], 'On.')], lines);

    // Books of several places, and those that cards have.
    const book = (entries, more = {}) => ({ name: 'Quay', extensions: {}, entries, ...more });
    const v2 = (keys, content, more = {}) => ({ keys, content, extensions: {}, enabled: true, insertion_order: 10, ...more });
    const books = (family, list, chat, settings, more) => lore(family, { books: list }, chat, settings, more);
    books('books', [memory([entry(['oar'], 'A.')]), memory([entry(['tide'], 'B.')])], lines);
    books('books', [memory([entry(['tide'], 'A.')]), memory([entry(['tide'], 'B.'), entry(['tide'], 'C.')])], lines);
    books('books', [], lines);
    books('books', [memory([])], lines);
    for (const more of [{}, { scan_depth: 1, token_budget: 1, recursive_scanning: true }]) {
        books('import', [book([v2(['oar'], 'The tide.'), v2(['tide'], 'Deep.'), v2(['bell'], 'Old.')], more)], lines);
    }
    for (const more of [{ constant: true }, { enabled: false }, { enabled: undefined }, { selective: true, secondary_keys: ['never'] }, { secondary_keys: ['oar'] },
        { case_sensitive: true }, { position: 'after_char' }, { use_regex: true }, { priority: 1 }, { insertion_order: 99 }, { insertion_order: undefined },
        { extensions: { probability: 0, useProbability: true } }, { extensions: { position: 4, depth: 2, role: 1 } }, { extensions: { selectiveLogic: 2 } },
        { extensions: { match_whole_words: false } }, { name: 'Named', comment: 'Noted', id: 7 }]) {
        books('import', [book([v2(['BELL'], 'One.', more), v2(['oar'], 'Two.'), v2(['never'], 'Three.', more)])], lines);
    }
    books('import', [book([v2(['oar'], `${five} a`, { priority: 100 }), v2(['oar'], `${five} b`), v2(['oar'], `${five} c`, { priority: 101 })])], lines, { budget: 13 });
    books('import', [book([v2(['oar'], 'A.', { insertion_order: undefined }), v2(['oar'], 'B.', { insertion_order: 99 }), v2(['oar'], 'C.', { insertion_order: 101 })])], lines);
    books('import', [book([v2(['oar'], '@@depth 2\nText.')]), memory([entry(['oar'], 'Own.')])], lines);

    // Names with signs of replacement: the client's own functions read them.
    lore('quirks', [entry(['oar'], '{{char}} waits.')], lines, {}, { level: 'quirk', tags: ['client-bug'] });
    all.at(-1).input.char = 'Cash $& Co';
    lore('quirks', [entry(['oar'], '{{char}} waits.')], lines, {}, { level: 'quirk', tags: ['client-bug'] });
    all.at(-1).input.char = '{{user}}';

    // At random.
    const { below, chance, pick, some } = dice(20261126);
    const glob = (word) => (chance(0.25) ? word.slice(0, 2) + '*' : chance(0.1) ? word.replace(/.$/, '?') : chance(0.2) ? word.toUpperCase() : word);
    for (let count = 0; count < 80; count += 1) {
        const text = () => some([...WORDS, '{{char}}', '{{user}}', 'of', 'the'], 8).join(' ');
        const entries = Array.from({ length: 1 + below(7) }, (_, at) => entry(some(WORDS, 3).map(glob), `E${at} ${text()}`,
            { priority: below(4), weight: below(4), enabled: !chance(0.1) }));
        const chat = Array.from({ length: 1 + below(6) }, () => some([...WORDS, 'and', 'the', 'tides', 'ropes', 'netting'], 9).join(pick([' ', ', ', '-'])));
        lore('random', entries, chat, { depth: 1 + below(6), budget: 8 + below(40) });
    }

    for (const text of ['{{char}} and {{user}}', '{{CHAR}} {{User}} {{Name}}', '{{name}}', '{{ char }}', '{{char }}', '{{{user}}}', '{{{{char}}}}', '{{char}', '{char}',
        '<BOT> <USER> <char>', '{{bot}}', '{{users}}', '{{char::a}}', '{{char:a}}', '{{random: a}}', '{{roll 20}}', '{{original}}', '{{// note}}', '', 'none', '{{user}}{{char}}',
        '{{us{{char}}er}}', '{{char}}}}', '{{\nchar}}', '{{персона}}', '{{chár}}', '\\{{char}}', '{{trim}}', '{{#if char}}x{{/if}}', '{{getvar::a}}']) {
        add('macro', 'names', { text });
    }
    return all;
}
