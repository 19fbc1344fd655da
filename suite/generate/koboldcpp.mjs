// Questions about the world info of KoboldAI Lite, the page of KoboldCpp.
import { dice, numbers, WORDS } from './draw.mjs';

export const profile = 'koboldcpp@b261d74';
export const source = 'KoboldCpp b261d74, the code of its page run on the row';

const SETTINGS = { depth: 0, case_sensitive: false };
const own = (key, content, more = {}) => ({ key, keysecondary: '', keyanti: '', content, comment: '', selective: false, constant: false, probability: 100, ...more });
const v2 = (keys, content, more = {}) => ({ keys, content, extensions: {}, enabled: true, insertion_order: 10, ...more });

export function questions() {
    const all = [];
    const name = numbers();
    const add = (family, input, more = {}) => {
        const { level, ...asked } = input;
        all.push({ name: name('lite', family), kind: 'lore', family, ...(level && { level }), ...more,
            input: { char: 'Corvin', user: 'Mira', ...asked, settings: { ...SETTINGS, ...input.settings } } });
    };
    const chat = ['\nMira: The tide turns.', '\nCorvin: A gull cries over the pier.', '\nMira: The bell rings.'];
    const lore = (family, entries, lines = chat, settings = {}, more = {}) => add(family, { entries, chat: lines, settings, ...more });

    // Keys are anywhere in the one text, in any letter case unless the user wants it, and commas part them.
    for (const [key, line] of [
        ['tide', 'The tide turns.'], ['tide', 'tides'], ['Tide', 'a TIDE'], ['ide', 'tide'], ['oar', 'The tide'], ['tide,oar', 'an oar'], ['tide, oar', 'an oar'],
        [' tide ', 'tide'], ['tide,', 'nothing'], [',', 'nothing'], [',tide', ''], [' ', 'x'], ['', 'x'], ['\t', ''], ['low tide', 'low tide'], ['low tide', 'low  tide'],
        ['low\ntide', 'low\ntide'], ['tide\n', 'tide'], ['/ti.e/', 'tide'], ['/ti.e/', '/ti.e/'], ['t*e', 'tide'], ['t*e', 't*e'], ['ÉCOLE', 'une école'], ['straße', 'STRASSE'],
        ['ΟΔΟΣ', 'η οδος'], ['ΟΔΟΣ', 'η οδοσ'], ['İ', 'i\u0307'], ['港', '港へ'], ['low tide', 'low\u00a0tide'], ['low\u00a0tide', 'low\u00a0tide'], ['low\u00a0tide', 'low tide'],
        ['{{user}}', 'Mira'], ['{{user}}', 'see {{user}}'], ['😀', 'a😀b'], ['\ud83d', '😀'], ['tide,tide', 'tide'], ['a,b,c', 'xcx'], ['Mira:', '\nMira: hello'], ['.', 'a.'],
        ['turns.\nCorvin', 'turns.\nCorvin'],
    ].filter(([key]) => key !== '\ud83d')) {
        lore('keys', [own(key, 'Found.')], [line]);
        lore('case', [own(key, 'Found.')], [line], { case_sensitive: true });
    }
    lore('keys', [own('turns.\nCorvin', 'Across.')]);
    lore('keys', [own('cries over the pier.\nMira: The', 'Across.')]);
    lore('keys', [own('tide', 'Found.')], []);
    lore('keys', [own('', 'Always.', { constant: true })], []);

    // The second and the forbidden keys count where the entry is selective.
    for (const selective of [true, false]) {
        for (const keysecondary of ['', 'bell', 'oar', 'bell,oar', ' ', ',', 'BELL']) {
            for (const keyanti of ['', 'gull', 'whale', 'gull,whale', ',']) lore('anti', [own('tide', 'Found.', { selective, keysecondary, keyanti })]);
        }
    }
    lore('anti', [own('whale', 'Found.', { selective: true, keyanti: 'kraken' })]);
    lore('anti', [own('tide', 'Found.', { selective: true, constant: true, keyanti: 'tide' })]);
    lore('anti', [own('tide', 'Found.', { selective: true, keyanti: 'TIDE' })], chat, { case_sensitive: true });
    lore('anti', [own('tide', 'Found.', { selective: true, keysecondary: 'BELL' })], chat, { case_sensitive: true });

    // How many characters of the end are searched.
    const entries = [own('tide', 'Tide.'), own('gull', 'Gull.'), own('bell', 'Bell.'), own('rings', 'Rings.')];
    for (const depth of [0, 1, 6, 7, 8, 12, 13, 14, 22, 40, 41, 42, 43, 44, 60, 81, 1000, -5]) lore('depth', entries, chat, { depth });
    for (const depth of [1, 2, 3, 4, 5]) lore('depth', [own('😀', 'Face.'), own('b', 'Bee.')], ['a😀b'], { depth });
    for (const depth of [3, 4, 5]) lore('depth', [own('é', 'E.'), own('x', 'X.')], ['xéyz'], { depth });

    // Chance: a throw of a hundred has to stay below.
    for (const probability of [0, 1, 2, 50, 51, 99, 100, 150, -1, 0.5, 50.5]) {
        for (const roll of [0, 0.005, 0.49, 0.495, 0.5, 0.98, 0.99]) lore('chance', [own('tide', 'Found.', { probability }), own('bell', 'After.')], chat, {}, { rolls: [roll, 0.9] });
    }
    lore('chance', [own('tide', 'One.', { probability: 50 }), own('whale', 'Two.', { probability: 50 }), own('bell', 'Three.', { probability: 50 })], chat, {}, { rolls: [0.6, 0.1, 0.9] });
    lore('chance', [own('tide', 'One.', { constant: true, probability: 50 })], chat, {}, { rolls: [0.6] });

    // What is inserted, in the order of the list.
    for (const content of ['', ' ', 'line\n', 'a\r\nb', '{{char}} waits.', '@@depth 4\nText.', 'tide']) {
        lore('text', [own('tide', content), own('bell', 'After.')]);
        lore('text', [own('tide', content, { constant: true }), own('whale', 'After.')]);
    }
    lore('text', [own('bell', 'One mentions the whale.'), own('whale', 'No recursion.'), own('tide', 'Three.')]);
    lore('text', []);

    // Books of cards, worlds and memory books.
    const book = (family, list, more = {}, lines = chat) => add(family, { book: { name: 'Quay', extensions: {}, entries: list, ...more }, chat: lines });
    book('import', [v2(['tide'], 'One.'), v2(['whale', 'bell'], 'Two.'), v2(['oar'], 'Three.')]);
    for (const more of [{ enabled: false }, { enabled: undefined }, { constant: true }, { selective: true, secondary_keys: ['bell'] }, { selective: true, secondary_keys: ['oar'] },
        { selective: true, secondary_keys: [] }, { selective: true, secondary_keys: [''] }, { selective: true, secondary_keys: ['oar', ''] }, { secondary_keys: ['oar'] }, { case_sensitive: true },
        { use_regex: true }, { priority: 1 }, { insertion_order: 999 }, { position: 'after_char' }, { extensions: { probability: 0, useProbability: true } },
        { extensions: { selectiveLogic: 3 }, selective: true, secondary_keys: ['bell'] }, { extensions: { position: 4, depth: 1 } }, { extensions: { match_whole_words: true } }]) {
        book('import', [v2(['TID'], 'One.', more), v2(['bell'], 'Two.', { insertion_order: 1 }), v2(['/ri.gs/'], 'Three.', more)]);
    }
    book('import', [v2(['tide'], 'One.'), v2(['bell'], 'Two.')], { scan_depth: 1, token_budget: 1, recursive_scanning: true });
    for (const keys of [[], [''], [' '], ['', ''], ['whale', ''], ['whale,tide'], ['whale, tide '], ['a', 'b,c', 'gull'], ['x,y']]) book('import', [v2(keys, 'One.')]);
    const world = (list, level = 'client') => add('import', { level, book: { name: 'Quay', entries: Object.fromEntries(list.map((entry, uid) => [uid, { uid, ...entry }])) }, chat });
    const st = (key, content, more = {}) => ({ key, keysecondary: [], comment: '', content, constant: false, selective: true, order: 100, position: 0, disable: false, ...more });
    world([st(['tide'], 'One.'), st(['bell'], 'Two.', { order: 1 })]);
    for (const more of [{ disable: true }, { keysecondary: ['oar'] }, { keysecondary: ['oar'], selective: false }, { keysecondary: ['oar'], selective: undefined }, { selectiveLogic: 2, keysecondary: ['bell'] },
        { constant: true, key: [] }, { position: 4 }, { probability: 0, useProbability: true }, { caseSensitive: true, key: ['TIDE'] }, { matchWholeWords: true, key: ['tid'] }]) {
        // Silence about it is no to this client alone.
        world([st(['tide'], 'One.', more), st(['bell'], 'Two.')], 'selective' in more && more.selective === undefined ? 'quirk' : 'client');
    }
    const memory = (list) => add('import', { book: { kind: 'memory', name: 'Quay', entries: list }, chat });
    const remembered = (keywords, text, more = {}) => ({ name: text, entry: text, keywords, priority: 1, weight: 1, enabled: true, ...more });
    memory([remembered(['tide'], 'One.'), remembered(['tid*'], 'Two.'), remembered(['oar', 'bell'], 'Three.', { weight: 0 })]);
    memory([remembered(['tide'], 'One.', { enabled: false })]);

    // At random.
    const { below, chance, pick, some } = dice(20261127);
    for (let count = 0; count < 80; count += 1) {
        const list = Array.from({ length: 1 + below(6) }, (_, at) => own(some(WORDS, 3).join(pick([',', ', '])), `E${at}`, {
            selective: chance(0.6), constant: chance(0.1), keysecondary: chance(0.5) ? some(WORDS, 2).join(',') : '', keyanti: chance(0.4) ? some(WORDS, 2).join(',') : '',
            probability: chance(0.3) ? below(101) : 100 }));
        const lines = Array.from({ length: 1 + below(5) }, () => `\n${pick(['Mira', 'Corvin'])}: ${some([...WORDS, 'and', 'TIDES', 'ropes'], 6).join(' ')}`);
        lore('random', list, lines, { depth: chance(0.5) ? 0 : 5 + below(60), case_sensitive: chance(0.2) }, { rolls: Array.from({ length: 6 }, () => below(100) / 100) });
    }
    return all;
}
