// Questions about the world info of SillyBunny, and about the macros that its own files read.
import { numbers, WORDS } from './draw.mjs';
import { asked, drawn, settings } from './sillytavern-lore.mjs';

export const profile = 'sillybunny@16609ad';
export const source = 'SillyBunny 16609ad (SillyBunnyTeam/SillyBunny), its own code run on the row';

export function questions() {
    const all = [];
    const name = numbers();
    const add = (kind, family, input) => all.push({ name: name(kind === 'lore' ? 'scan' : 'mac', family), kind, family, input });
    const lore = (family, entries, chat, more = {}, rest = {}) => add('lore', family, { user: 'Mira', char: 'Corvin', chat: Array.isArray(chat) ? chat : [chat],
        entries, settings: settings(more), ...rest });
    const book = (family, entries, chat, more = {}) => add('lore', family, { user: 'Mira', char: 'Corvin', chat: [chat], settings: settings(more),
        character_book: { name: 'Quay', extensions: {}, entries: entries.map((entry) => ({ extensions: {}, insertion_order: 100, ...entry })) } });
    const one = (more) => [{ key: ['oar'], content: 'Found.', ...more }];

    // Keys without text, and conditions of which some have none.
    for (const key of ['', ' ', '\t', '\n', '{{noop}}', '{{// x}}', ' {{noop}} ', ' oar ', '﻿']) lore('blank', one({ key: [key] }), 'an oar');
    for (const selectiveLogic of [0, 1, 2, 3]) {
        for (const keysecondary of [[' '], ['', ' '], ['net', ' '], [' ', 'net'], ['net', 'rope', ''], ['{{noop}}'], ['{{noop}}', 'net']]) {
            for (const line of ['an oar', 'an oar and a net']) lore('blank', one({ keysecondary, selectiveLogic }), line);
        }
    }
    // Nothing of the chat is searched, but what is beside it.
    for (const more of [{}, { matchPersonaDescription: true }, { key: ['/^./'] }, { key: ['/^$/'] }, { constant: true }, { matchWholeWords: true }]) {
        for (const rest of [{}, { injects: ['an oar'] }, { scan_data: { persona_description: 'an oar' } }]) {
            lore('nothing', one({ scanDepth: 0, ...more }), 'an oar', {}, rest);
            lore('nothing', one(more), 'an oar', { depth: 0 }, rest);
        }
    }
    for (const scanDepth of [-1, 0, 0.5, 1]) {
        lore('nothing', [{ key: ['bell'], content: 'an oar' }, ...one({ scanDepth })], 'a bell', { recursive: true });
        lore('nothing', one({ scanDepth }), 'an oar', {}, { injects: ['an oar'] });
    }
    // Chances, and what they throw.
    for (const probability of [0, -5, 1, 50, 99, 100, 101, 150]) {
        for (const roll of [0, 0.01, 0.5, 0.99]) lore('chance', one({ probability }), 'an oar', {}, { rolls: [roll] });
    }
    for (const more of [{ useProbability: false, probability: 0 }, { useProbability: false, probability: 50 }]) lore('chance', one(more), 'an oar');
    // What is paid for.
    const five = WORDS.slice(0, 5).map((word, at) => ({ key: ['oar'], content: `${word} a b`, order: 100 - at }));
    for (const budget_cap of [1, 3, 4, 6, 7, 10, 13, 16]) {
        lore('budget', five, 'an oar', { budget_cap });
        lore('budget', [...five.slice(0, 2), { ...five[2], content: 'a b c d e f' }, { ...five[3], content: 'x' }], 'an oar', { budget_cap });
        lore('budget', five.map((entry, at) => ({ ...entry, ignoreBudget: at % 2 === 1 })), 'an oar', { budget_cap });
        lore('budget', [{ key: ['oar'], content: 'a bell', preventRecursion: true }, { key: ['oar'], content: 'a gull' }, { key: ['gull'], content: 'a net' },
            { key: ['net'], content: 'a rope' }], 'an oar', { budget_cap, recursive: true });
    }
    // Where texts go.
    for (const position of ['before', 'before_char', ' After_Char ', 'at_depth', 'depth', 'an_top', 'author_note_bottom', 'em_top', 'examples_bottom', 'outlet',
        'nowhere', '', '3', '9', '1.5', ' 4 ', 9, -1, 1.5, true, null]) lore('place', one({ position, outletName: 'quay' }), 'an oar');
    lore('place', [30, 10, 20, 10].map((order, at) => ({ key: ['oar'], content: `o${at}`, order, position: 7, outletName: 'quay' })), 'an oar');
    for (const position of ['before_char', 'after_char', 'at_depth', '4', 'nowhere', undefined]) {
        for (const own of [undefined, 0, 4, 9, 'before_char', 'em_top', '', null]) {
            book('place', [{ keys: ['oar'], content: 'Found.', enabled: true, position, extensions: { position: own, depth: 3 } }], 'an oar');
        }
    }
    // Entries of cards.
    for (const use_regex of [true, false]) {
        for (const key of ['oar', 'Oar', '/oar/', '/OAR/i', 'o.r', 'a/b', 'a\\/b', '(', '/a/b/', 'oar|net', '^oar', '/(/', '{{char}}']) {
            book('card', [{ keys: [key], content: 'Found.', enabled: true, use_regex }], 'an oar by a/b of Corvin');
        }
    }
    for (const enabled of [true, false, null, 0, '', undefined]) book('card', [{ keys: ['oar'], content: 'Found.', enabled }], 'an oar');
    for (const case_sensitive of [true, false, null]) {
        for (const own of [true, false, undefined]) book('card', [{ keys: ['Oar'], content: 'Found.', enabled: true, case_sensitive, extensions: { case_sensitive: own } }], 'an oar');
    }
    for (const ids of [[5, 5], [3, 1], ['b', 'a'], [undefined, 0], [0, undefined, 0]]) {
        book('card', ids.map((id, at) => ({ keys: ['oar'], content: `t${at}`, enabled: true, id })), 'an oar');
    }
    for (const secondary_keys of [undefined, null, ['net'], ['NET']]) {
        book('card', [{ keys: ['oar'], secondary_keys, selective: true, content: 'Found.', enabled: true, use_regex: true }], 'an oar and a net');
    }
    // Groups.
    const group = (groups, more = () => ({})) => groups.map((group, at) => ({ key: ['oar'], content: `g${at}`, group, order: 100 - at, ...more(at) }));
    for (const groups of [['a', 'a'], ['a', 'a '], [' a', 'a'], ['a,b', 'a', 'b'], ['a,b', 'b,c', 'c'], ['a,a', 'a'], ['a , b', 'b', 'a'], ['2', '1', '1,2'], ['', 'a', 'a']]) {
        for (const roll of [0, 0.4, 0.9]) lore('group', group(groups), 'an oar', {}, { rolls: [roll, 0.5, 0.2] });
        lore('group', group(groups, (at) => (at === 1 ? { groupOverride: true } : {})), 'an oar', {}, { rolls: [0.5, 0.5, 0.5] });
        lore('group', group(groups, (at) => (at === 1 ? { key: ['oar', ' ', '{{char}}'], keysecondary: ['{{noop}}', 'an oar'], selectiveLogic: 3 } : {})), 'an oar of Corvin', { use_group_scoring: true }, { rolls: [0.5, 0.5, 0.5] });
        lore('group', group(groups, (at) => (at === 0 ? {} : { key: ['bell'] })).map((entry, at) => (at === 0 ? { ...entry, content: 'a bell' } : entry)), 'an oar',
            { recursive: true }, { rolls: [0.5, 0.5, 0.5] });
        lore('group', group(groups, (at) => (at === 1 ? { sticky: 2 } : {})), ['an oar', 'an oar', 'an oar'], {}, { turns: [1, 2, 3], rolls: Array(12).fill(0.9) });
    }
    // How far it is searched, and when what waits comes.
    for (const min_activations of [1, 2, 3]) {
        for (const most of [0, 1, 2, 3, 4]) {
            lore('least', [...one(), { key: ['bell'], content: 'B' }], ['an oar', 'x', 'a bell', 'y'], { depth: 1, min_activations, min_activations_depth_max: most });
        }
    }
    for (const recursive of [true, false]) {
        for (const levels of [[1], [2], [1, 2], [2, 5], [true, 3]]) {
            const waiting = levels.map((delayUntilRecursion, at) => ({ key: ['oar'], content: `w${at}`, delayUntilRecursion }));
            lore('waits', waiting, 'an oar', { recursive });
            lore('waits', [{ key: ['oar'], content: 'a bell' }, ...waiting], 'an oar', { recursive });
            lore('waits', [{ key: ['oar'], content: 'a bell', preventRecursion: true }, ...waiting], 'an oar', { recursive });
            lore('waits', waiting, 'an oar', { recursive, min_activations: 2 });
        }
    }
    // Lines of decorators.
    for (const content of ['@@activate', '@@activate\n', '@@activate\r\nText', '@@dont_activate\r\nText', '@@x\r\n@@@activate\r\nText\r\nmore', '@@x', '@@@activate', '@@activate\nA\r\nB',
        'A\r\nB', '@@activate x\nText', '@@activated\nText', '@@\nText', '@@x\n@@y\n@@@dont_activate\nText']) {
        for (const line of ['an oar', 'nothing']) lore('lines', [...one({ content })], line);
    }
    const scans = drawn(150, 20261128);
    for (const input of scans) add('lore', 'drawn', input);

    // Comments, which are its own.
    for (const text of ['{{//}}', 'a{{//}}b', 'a{{// }}b', 'a{{//x}}b', 'a{{// x::y}}b', 'a{{//::}}b', 'a{{//:x}}b', 'a{{comment}}b', 'a{{comment::}}b', 'a{{comment::x::y::z}}b',
        'a{{comment x}}b', 'a{{ // x }}b', 'a{{//}}b{{///}}c', 'a{{//}}b{{//}}c{{///}}d', 'a{{comment}}b{{/comment}}c', 'a{{comment::x}}b{{/comment}}c', 'a{{// {{user}} }}b',
        'a{{//}}{{user}}{{///}}b', 'a{{// x | y}}b', 'a{{//|}}b', 'a{{//}}{{setvar::n::1}}{{///}}[{{getvar::n}}]', 'a{{// {{setvar::n::1}}}}[{{getvar::n}}]', 'a{{//\nx\n}}b',
        'a\n{{//}}\nb', '{{#//}}x{{///}}', '{{if 1}}{{//}}x{{/if}}', '{{if {{//}}}}x{{else}}y{{/if}}', '{{reverse::a{{//}}b}}', 'a{{///}}b', 'a{{//}', '{{//}}{{user}}']) {
        add('macro', 'comments', { user: 'Mira', char: 'Corvin', text });
    }
    return [...asked('lore'), ...asked('macro', ['comment', 'if', 'scoped', 'text', 'bars', 'flags', 'whitespace-macros', 'nesting', 'braces']), ...all];
}
