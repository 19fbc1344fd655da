// Answers rows as SillyTavern does, with the client's own modules: one JSON row a line on standard input, one answer a line
// on standard output. The client is a page; what of it stands between the tested parts and a browser is replaced by
// stand-ins that do nothing, module by module, and what rolls dice or tells the time asks the row.
//
//     node --experimental-vm-modules sillytavern.mjs FOLDER
//
// FOLDER is where the package `sillytavern` was installed. Nothing of the client is copied or changed on disk.

import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import vm from 'node:vm';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const root = path.resolve(process.argv[2]);
const client = path.join(root, 'node_modules/sillytavern');
const page = path.join(client, 'public');
const require = createRequire(path.join(client, 'package.json'));

// The client's own code, from the root of the page; all other modules are stand-ins.
const OWN = [
    /^script\.js$/,
    /^scripts\/macros\//,
    /^scripts\/(world-info|utils|variables|constants|events)\.js$/,
    /^scripts\/util\/StructuredCloneMap\.js$/,
    /^lib\/(eventemitter\.js|structured-clone\/)/,
];

// Variables of modules that a row decides. An export can only be set from inside its module, so a setter is appended.
const POKED = {
    'script.js': ['name1', 'name2', 'chat', 'characters', 'this_chid', 'chat_metadata', 'main_api', 'amount_gen', 'max_context',
        'extension_prompts', 'settingsReady'],
    'scripts/world-info.js': ['world_info_depth', 'world_info_recursive', 'world_info_budget', 'world_info_budget_cap',
        'world_info_case_sensitive', 'world_info_match_whole_words', 'world_info_use_group_scoring', 'world_info_min_activations',
        'world_info_min_activations_depth_max', 'world_info_max_recursion_steps', 'world_info_character_strategy',
        'world_info_include_names', 'selected_world_info', 'world_info'],
};

// --- dice -----------------------------------------------------------------------------------------------------------

const dice = { rolls: [], used: 0 };
const roll = () => {
    dice.used += 1;
    return dice.rolls[dice.used - 1] ?? 0;
};
Math.random = roll;

// --- stand-ins ------------------------------------------------------------------------------------------------------

// Whatever is asked of it, it is there and does nothing.
function nothing(known = {}) {
    const target = function () {};
    const self = new Proxy(target, {
        get: (_, name) => {
            if (name in known) return known[name];
            if (name === Symbol.toPrimitive) return () => '';
            if (name === Symbol.iterator) return [][Symbol.iterator].bind([]);
            if (name === 'then') return undefined;
            if (name === 'length') return 0;
            return self;
        },
        set: () => true,
        apply: () => self,
        construct: () => self,
        has: () => true,
        deleteProperty: () => true,
        getPrototypeOf: () => Object.prototype,
    });
    return self;
}
const silent = nothing();

const state = {
    power_user: { experimental_macro_engine: true, prefer_character_prompt: true, prefer_character_jailbreak: true },
    settings: { variables: { global: {} } },
};

const words = (text) => String(text).match(/\S+/g)?.length ?? 0;

// What the client shows to its extensions, and to some of its own parts.
function context() {
    const { extension_prompts: extensionPrompts, characters, this_chid: characterId, chat } = own['script.js'].namespace;
    const known = own['scripts/variables.js'].namespace;
    const store = (scope) => Object.fromEntries(Object.entries({
        get: 'get', set: 'set', del: 'delete', add: 'add', inc: 'increment', dec: 'decrement', has: 'exists',
    }).map(([name, verb]) => [name, known[`${verb}${scope}Variable`]]));
    return {
        extensionPrompts, characters, characterId, chat, tags: [], tagMap: state.tags,
        variables: { local: store('Local'), global: store('Global') },
    };
}

// What the tested parts do ask of the modules that are not loaded.
const ANSWERS = {
    'scripts/power-user.js': { power_user: state.power_user },
    'scripts/extensions.js': {
        extension_settings: state.settings,
        getContext: context,
        saveMetadataDebounced: () => {},
        findExtension: () => null,
    },
    'scripts/st-context.js': { getContext: context },
    'scripts/group-chats.js': { selected_group: null, groups: [] },
    'scripts/tokenizers.js': { getTokenCountAsync: async (text) => words(text), getTokenCount: words },
    'scripts/extensions/regex/engine.js': { getRegexedString: (text) => text, regex_placement: { WORLD_INFO: 5 } },
    'scripts/authors-note.js': { NOTE_MODULE_NAME: '2_floating_prompt', metadata_keys: {}, shouldWIAddPrompt: false },
    'scripts/tags.js': { getTagKeyForEntity: () => state.avatar },
    'scripts/textgen-settings.js': { textgenerationwebui_banned_in_macros: [] },
    'scripts/instruct-mode.js': { formatInstructModeExamples: (text) => text },
    'scripts/RossAscends-mods.js': { isMobile: () => false },
    'scripts/personas.js': { user_avatar: 'user.png' },
    'scripts/i18n.js': { t: (parts, ...values) => String.raw({ raw: parts }, ...values), translate: (text) => text },
    'scripts/util/AccountStorage.js': { accountStorage: { getItem: () => null, setItem: () => {} } },
    'scripts/openai.js': { oai_settings: {} },
};

for (const name of ['document', 'window', '$', 'jQuery', 'toastr', 'localStorage', 'sessionStorage', 'Audio', 'Image', 'HTMLElement',
    'HTMLInputElement', 'HTMLTextAreaElement', 'HTMLSelectElement', 'Element', 'Node', 'MutationObserver', 'ResizeObserver',
    'IntersectionObserver', 'DOMParser', 'CSSStyleSheet', 'location', 'history', 'FileReader', 'getComputedStyle', 'SillyTavern']) {
    Object.defineProperty(globalThis, name, { value: silent, configurable: true, writable: true });
}
// The client waits for its page.
globalThis.document = nothing({ readyState: 'complete' });
globalThis.self = globalThis;
// Nothing is saved later, or looked at now and then.
globalThis.setTimeout = globalThis.setInterval = () => 0;
for (const level of ['log', 'debug', 'info', 'warn', 'error', 'trace', 'table', 'group', 'groupEnd']) console[level] = () => {};

// --- modules --------------------------------------------------------------------------------------------------------

const own = {};
const modules = new Map();

async function library() {
    const source = fs.readFileSync(path.join(page, 'lib.js'), 'utf8');
    const names = exported(source).filter((name) => name !== 'default');
    const real = {
        lodash: require('lodash'),
        moment: require('moment'),
        chevrotain: await import(pathToFileURL(require.resolve('chevrotain'))),
        seedrandom: (seed, options) => (options?.entropy ? roll : require('seedrandom')(seed, options)),
        droll: require('droll'),
    };
    return new vm.SyntheticModule(['default', ...names], function () {
        this.setExport('default', real);
        for (const name of names) this.setExport(name, real[name] ?? silent);
    });
}

// The names that a module's text exports.
function exported(source) {
    const names = new Set();
    for (const [, name] of source.matchAll(/^export\s+(?:async\s+)?(?:function\*?|class|const|let|var)\s+([\w$]+)/gm)) names.add(name);
    for (const [, list] of source.matchAll(/^export\s*\{([^}]*)\}/gm)) {
        for (const item of list.split(',')) {
            const name = item.trim().split(/\s+as\s+/).pop();
            if (/^[\w$]+$/.test(name)) names.add(name);
        }
    }
    if (/^export\s+default/m.test(source)) names.add('default');
    return [...names];
}

function standIn(name, file) {
    const answers = ANSWERS[name] ?? {};
    const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
    const names = new Set([...exported(text), ...Object.keys(answers), 'default']);
    return new vm.SyntheticModule([...names], function () {
        for (const one of names) this.setExport(one, one in answers ? answers[one] : silent);
    });
}

async function load(specifier, from) {
    if (!/^[./]/.test(specifier)) return standIn(specifier, specifier);
    const file = specifier.startsWith('/') ? path.join(page, specifier) : path.resolve(path.dirname(from), specifier);
    if (modules.has(file)) return modules.get(file);
    const name = path.relative(page, file).split(path.sep).join('/');
    let module;
    if (name === 'lib.js') module = await library();
    else if (OWN.some((pattern) => pattern.test(name))) {
        let source = fs.readFileSync(file, 'utf8');
        const poked = POKED[name] ?? [];
        const cases = poked.map((one) => `if ('${one}' in values) ${one} = values.${one};`).join('\n');
        source += `\nexport function pokeFromOutside(values) {\n${cases}\n}\n`;
        module = new vm.SourceTextModule(source, { identifier: file, importModuleDynamically: async () => silent });
        own[name] = module;
    } else module = standIn(name, file);
    modules.set(file, module);
    return module;
}

const link = (specifier, from) => load(specifier, from.identifier);
const entrance = path.join(page, 'entrance.js');
const main = new vm.SourceTextModule(
    `import '/script.js'; import '/scripts/world-info.js'; import '/scripts/variables.js';
     import { initRegisterMacros } from '/scripts/macros/macro-system.js';
     initRegisterMacros();`,
    { identifier: entrance },
);
await main.link(link);
await main.evaluate();

const script = own['script.js'].namespace;
const worldInfo = own['scripts/world-info.js'].namespace;

// --- rows -----------------------------------------------------------------------------------------------------------

const RealDate = Date;
function setClock(now) {
    globalThis.Date = now === undefined ? RealDate : class extends RealDate {
        constructor(...given) { if (given.length) super(...given); else super(now); }
        static now() { return now; }
    };
}

const sorted = (value) => JSON.parse(JSON.stringify(value ?? {}));

function prepare(input) {
    const env = input.env ?? {};
    dice.rolls = input.rolls ?? [];
    dice.used = 0;
    setClock(env.now);
    const data = {
        system_prompt: env.system_prompt ?? '',
        post_history_instructions: env.post_history_instructions ?? '',
        character_version: env.character_version ?? '',
        creator_notes: env.creator_notes ?? '',
        alternate_greetings: env.alternate_greetings ?? [],
        extensions: { depth_prompt: { prompt: env.depth_prompt ?? '', depth: 4, role: 'system' } },
    };
    const character = {
        name: env.char ?? '', avatar: env.avatar ?? 'card.png', description: env.description ?? '', personality: env.personality ?? '',
        scenario: env.scenario ?? '', first_mes: env.first_mes ?? '', mes_example: env.mes_example ?? '', data,
    };
    state.avatar = character.avatar;
    state.tags = env.tag_map ?? {};
    Object.assign(state.power_user, {
        persona_description: env.persona ?? '',
        context: { example_separator: '***', chat_start: '***', ...env.context },
        instruct: { enabled: false, ...env.instruct },
        sysprompt: { enabled: false, content: '', ...env.sysprompt },
        collapse_newlines: false,
    });
    state.settings.variables.global = structuredClone(env.global ?? {});
    const chat = (env.chat ?? []).map((message) => ({ is_user: false, name: '', ...message }));
    script.pokeFromOutside({
        name1: env.user ?? '',
        name2: env.char ?? '',
        chat,
        characters: [character],
        this_chid: 0,
        chat_metadata: { variables: structuredClone(env.local ?? {}) },
        main_api: 'openai',
        extension_prompts: Object.fromEntries(Object.entries(env.outlets ?? {})
            .map(([name, value]) => [`customWIOutlet_${name}`, { value }])),
    });
    return env;
}

function variables() {
    return { local: sorted(script.chat_metadata.variables), global: sorted(state.settings.variables.global) };
}

function macros(input) {
    const env = prepare(input);
    const text = script.substituteParams(input.text, {
        original: env.original,
        groupOverride: env.group_override,
        replaceCharacterCard: env.replace_card ?? true,
        dynamicMacros: env.dynamic ?? {},
    });
    return { text, ...variables(), rolls_used: dice.used };
}

const DEFAULT_ENTRY = {
    key: [], keysecondary: [], comment: '', content: '', constant: false, vectorized: false, selective: true, selectiveLogic: 0,
    addMemo: false, order: 100, position: 0, disable: false, ignoreBudget: false, excludeRecursion: false, preventRecursion: false,
    matchPersonaDescription: false, matchCharacterDescription: false, matchCharacterPersonality: false,
    matchCharacterDepthPrompt: false, matchScenario: false, matchCreatorNotes: false, delayUntilRecursion: 0, probability: 100,
    useProbability: true, depth: 4, outletName: '', group: '', groupOverride: false, groupWeight: 100, scanDepth: null,
    caseSensitive: null, matchWholeWords: null, useGroupScoring: null, automationId: '', role: 0, sticky: null, cooldown: null,
    delay: null, triggers: [],
};

const world = (entries) => ({
    entries: Object.fromEntries(entries.map((entry, index) => {
        const uid = entry.uid ?? index;
        return [uid, { uid, ...structuredClone(DEFAULT_ENTRY), ...structuredClone(entry) }];
    })),
});

async function books(input) {
    prepare(input);
    const settings = input.settings;
    const several = Array.isArray(input.books);
    const all = several ? input.books : [{ name: 'book', kind: 'global', entries: input.entries ?? [] }];
    const global = [];
    const metadata = { variables: structuredClone(input.env?.local ?? {}) };
    const character = script.characters[0];
    state.power_user.persona_description_lorebook = undefined;
    worldInfo.worldInfoCache.clear();
    for (const book of all) {
        worldInfo.worldInfoCache.set(book.name, world(book.entries));
        if (book.kind === 'character') character.data.extensions.world = book.name;
        else if (book.kind === 'chat') metadata.world_info = book.name;
        else if (book.kind === 'persona') state.power_user.persona_description_lorebook = book.name;
        else global.push(book.name);
    }
    script.pokeFromOutside({ chat_metadata: metadata });
    worldInfo.pokeFromOutside({
        world_info: {},
        selected_world_info: global,
        world_info_depth: settings.depth,
        world_info_budget: settings.budget,
        world_info_budget_cap: settings.budget_cap,
        world_info_recursive: settings.recursive,
        world_info_case_sensitive: settings.case_sensitive,
        world_info_match_whole_words: settings.match_whole_words,
        world_info_use_group_scoring: settings.use_group_scoring,
        world_info_min_activations: settings.min_activations,
        world_info_min_activations_depth_max: settings.min_activations_depth_max,
        world_info_max_recursion_steps: settings.max_recursion_steps,
        world_info_character_strategy: settings.character_strategy,
        world_info_include_names: settings.include_names,
    });
    const lengths = Array.isArray(input.turns) ? input.turns : [input.chat.length];
    const answers = [];
    for (const length of lengths) answers.push(await turn(input, length, several));
    const { local } = variables();
    const rest = { rolls_used: dice.used, local };
    return Array.isArray(input.turns) ? { turns: answers, ...rest } : { ...answers[0], ...rest };
}

async function turn(input, length, several) {
    const names = input.settings.include_names;
    const lines = input.chat.slice(0, length)
        .map((one) => (typeof one === 'string' ? one : names ? `${one.name}: ${one.mes}` : one.mes)).reverse();
    const data = input.scan_data ?? {};
    const scan = {
        personaDescription: data.persona_description ?? '', characterDescription: data.character_description ?? '',
        characterPersonality: data.character_personality ?? '', characterDepthPrompt: data.character_depth_prompt ?? '',
        scenario: data.scenario ?? '', creatorNotes: data.creator_notes ?? '', trigger: input.trigger ?? 'normal',
    };
    const prompts = {};
    (input.injects ?? []).forEach((value, index) => { prompts[`inject${index}`] = { value, scan: true, position: 0, depth: 0, role: 0 }; });
    script.pokeFromOutside({ extension_prompts: prompts });
    const answer = await worldInfo.checkWorldInfo(lines, input.settings.max_context, input.dry_run ?? false, scan);
    const name = (key) => (several ? key : key.slice(key.indexOf('.') + 1));
    const timed = {};
    for (const kind of ['sticky', 'cooldown']) {
        const effects = Object.entries(script.chat_metadata.timedWorldInfo?.[kind] ?? {});
        if (effects.length === 0) continue;
        timed[kind] = Object.fromEntries(effects.map(([key, { start, end, protected: kept }]) => [name(key), { start, end, protected: kept }]));
    }
    return JSON.parse(JSON.stringify({
        activated: [...answer.allActivatedEntries].map((entry) => name(`${entry.world}.${entry.uid}`)),
        before: answer.worldInfoBefore,
        after: answer.worldInfoAfter,
        an_top: answer.ANBeforeEntries,
        an_bottom: answer.ANAfterEntries,
        em: (answer.EMEntries ?? []).map(({ position, content }) => ({ position: Number(position) === 0 ? 'top' : 'bottom', content })),
        depth: (answer.WIDepthEntries ?? []).map(({ depth, role, entries }) =>
            ({ depth, role: ['system', 'user', 'assistant'][role] ?? role, entries })),
        outlets: answer.outletEntries ?? {},
        timed,
    }));
}

function pattern(input) {
    const found = new RegExp(input.pattern, input.flags).exec(input.haystack);
    return { found: found && [found.index, found.index + found[0].length] };
}

async function answer(line) {
    const { input } = JSON.parse(line);
    try {
        if (input.pattern !== undefined) return pattern(input);
        const answer = input.text !== undefined ? macros(input) : await books(input);
        if (input.rolls && dice.used > input.rolls.length) return { error: 'the row has too few rolls' };
        return answer;
    } catch (error) {
        return { error: String(error?.stack ?? error) };
    } finally {
        setClock(undefined);
    }
}

const lines = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });
for await (const line of lines) process.stdout.write(`${JSON.stringify(await answer(line))}\n`);
