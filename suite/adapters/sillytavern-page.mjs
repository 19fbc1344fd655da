// SillyTavern's page without a browser: its own modules, and stand-ins that do nothing for all that stands between the tested
// parts and a browser, module by module. What rolls dice or tells the time asks the row. Nothing of the client is copied, or
// changed on disk. Needs `node --experimental-vm-modules`, and the package in the folder that it runs in, or a checkout of a program
// whose page is SillyTavern's with changes as the first argument.

import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const root = process.cwd();
const client = path.resolve(root, process.argv[2] ?? 'node_modules/sillytavern');
const page = ['public', 'src'].map((folder) => path.join(client, folder)).find((folder) => fs.existsSync(path.join(folder, 'script.js')));
const require = createRequire(path.join(client, 'package.json'));

// The client's own code, from the root of the page; all other modules are stand-ins.
const OWN = [
    /^script\.js$/,
    /^scripts\/macros\//,
    /^scripts\/(world-info|utils|variables|constants|events|macros|openai|PromptManager|authors-note|instruct-mode|power-user|reasoning|system-messages)\.js$/,
    // SillyBunny's parts of the scanner, and TauriTavern's.
    /^scripts\/world-info-(scan-core|character-book|token-prefetch|entry-prepare)\.js$/,
    /^scripts\/extensions\/regex\/engine\.js$/,
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

// Functions that a module keeps to itself.
const SHOWN = { 'scripts/world-info.js': ['convertAgnaiMemoryBook', 'convertNovelLorebook', 'convertRisuLorebook'] };

// --- dice -----------------------------------------------------------------------------------------------------------

const dice = { rolls: [], used: 0 };
const roll = () => {
    dice.used += 1;
    return dice.rolls[dice.used - 1] ?? 0;
};
Math.random = roll;

// --- stand-ins ------------------------------------------------------------------------------------------------------

// Whatever is asked of it, it is there and does nothing.
function nothing(known = {}, called = () => undefined) {
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
        apply: (_, __, given) => called(...given) ?? self,
        construct: () => self,
        has: () => true,
        deleteProperty: () => true,
        getPrototypeOf: () => Object.prototype,
    });
    return self;
}
const silent = nothing();

const state = {
    settings: { variables: { global: {} }, disabledExtensions: [], note: { chara: [] } },
    input: '',
};

const words = (text) => String(text).match(/\S+/g)?.length ?? 0;

// What the client shows to its extensions, and to some of its own parts.
function context() {
    const { extension_prompts: extensionPrompts, characters, this_chid: characterId, chat, chat_metadata: chatMetadata, name1, name2, ...page } = own['script.js'].namespace;
    const known = own['scripts/variables.js'].namespace;
    const store = (scope) => Object.fromEntries(Object.entries({
        get: 'get', set: 'set', del: 'delete', add: 'add', inc: 'increment', dec: 'decrement', has: 'exists',
    }).map(([name, verb]) => [name, known[`${verb}${scope}Variable`]]));
    return {
        extensionPrompts, characters, characterId, chat, chatMetadata, name1, name2, setExtensionPrompt: page.setExtensionPrompt,
        groupId: null, tags: [], tagMap: state.tags,
        variables: { local: store('Local'), global: store('Global') },
    };
}

// What the tested parts do ask of the modules that are not loaded.
const ANSWERS = {
    'scripts/extensions.js': {
        extension_settings: state.settings,
        getContext: context,
        saveMetadataDebounced: () => {},
        findExtension: () => null,
    },
    'scripts/st-context.js': { getContext: context },
    'scripts/group-chats.js': { selected_group: null, groups: [], is_group_generating: false, getGroupDepthPrompts: () => [], getGroupNames: () => [] },
    'scripts/horde.js': { isHordeGenerationNotAllowed: () => false },
    'scripts/chats.js': { appendFileContent: async (_, text) => text, hasPendingFileAttachment: () => false },
    'scripts/cfg-scale.js': { getGuidanceScale: () => null, getCfgPrompt: () => null },
    'scripts/tool-calling.js': { ToolManager: { isToolCallingSupported: () => false, canPerformToolCalls: () => false } },
    'scripts/tokenizers.js': {
        getTokenCountAsync: async (text, padding = 0) => words(text) + padding, getTokenCount: words, getTokenizerModel: () => '',
        countTokensOpenAIAsync: async (messages) => [messages].flat().map(({ content, name }) =>
            (content || name ? 5 + words(content ?? '') + (name ? words(name) + 1 : 0) : 0)).reduce((sum, cost) => sum + cost, 0),
        getTokenPrefixCountsAsync: async (base, more) => more.map((_, at) => words(base + more.slice(0, at + 1).join(''))),
    },
    // TauriTavern's: what its backend keeps, and roles by their numbers.
    'scripts/world-info-persistence.js': { worldInfoCache: new Map(), flushWorldInfoSaves: async () => {}, prefetchWorldInfos: async () => {} },
    'scripts/extension-prompts.js': { extension_prompt_roles: { SYSTEM: 0, USER: 1, ASSISTANT: 2 } },
    'scripts/tags.js': { getTagKeyForEntity: () => state.avatar },
    'scripts/textgen-settings.js': { textgenerationwebui_banned_in_macros: [], getTextGenGenerationData: async (prompt) => ({ prompt }) },
    'scripts/RossAscends-mods.js': { isMobile: () => false },
    'scripts/personas.js': {
        user_avatar: 'user.png', persona_description_positions: { IN_PROMPT: 0, AFTER_CHAR: 1, TOP_AN: 2, BOTTOM_AN: 3, AT_DEPTH: 4, NONE: 9 },
    },
    'scripts/i18n.js': { t: (parts, ...values) => String.raw({ raw: parts }, ...values), translate: (text) => text },
    'scripts/util/AccountStorage.js': { accountStorage: { getItem: () => null, setItem: () => {} } },
    'scripts/preset-manager.js': {
        getPresetManager: () => ({ apiId: 'openai', getSelectedPresetName: () => 'preset', readPresetExtensionField: () => state.preset }),
    },
};

for (const name of ['document', 'window', '$', 'jQuery', 'toastr', 'localStorage', 'sessionStorage', 'Audio', 'Image', 'HTMLElement',
    'HTMLInputElement', 'HTMLTextAreaElement', 'HTMLSelectElement', 'Element', 'Node', 'MutationObserver', 'ResizeObserver',
    'IntersectionObserver', 'DOMParser', 'CSSStyleSheet', 'location', 'history', 'FileReader', 'getComputedStyle', 'SillyTavern']) {
    Object.defineProperty(globalThis, name, { value: silent, configurable: true, writable: true });
}
// The client waits for its page.
globalThis.document = nothing({
    readyState: 'complete',
    querySelector: (what) => (what === '#send_textarea' ? { value: state.input } : /^#chat/.test(what) ? state.displayed : silent),
});
globalThis.$ = nothing({}, (what) => (what === '#extension_floating_prompt' ? { val: () => state.note } : undefined));
globalThis.self = globalThis;
// Nothing is saved later, or looked at now and then.
globalThis.setTimeout = globalThis.setInterval = () => 0;
for (const level of ['log', 'debug', 'info', 'warn', 'error', 'trace', 'table', 'group', 'groupEnd']) console[level] = () => {};

// --- modules --------------------------------------------------------------------------------------------------------

const own = {};
const standIns = {};
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
        Handlebars: require('handlebars'),
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
    standIns[name] = new vm.SyntheticModule([...names], function () {
        for (const one of names) this.setExport(one, one in answers ? answers[one] : silent);
    });
    return standIns[name];
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
        if (name === 'scripts/openai.js') source += '\nexport const freshSettings = () => default_settings;';
        source += `\nexport function pokeFromOutside(values) {\n${cases}\n}\nexport { ${(SHOWN[name] ?? []).join(', ')} };\n`;
        module = new vm.SourceTextModule(source, { identifier: file, importModuleDynamically: async () => silent });
        own[name] = module;
    } else module = standIn(name, file);
    modules.set(file, module);
    return module;
}

const link = (specifier, from) => load(specifier, from.identifier);
const entrance = path.join(page, 'entrance.js');
const main = new vm.SourceTextModule(
    `import '/scripts/power-user.js'; import '/script.js'; import '/scripts/world-info.js'; import '/scripts/variables.js'; import '/scripts/extensions/regex/engine.js';
     import { initRegisterMacros } from '/scripts/macros/macro-system.js';
     initRegisterMacros();`,
    { identifier: entrance },
);
await main.link(link);
await main.evaluate();

const script = own['script.js'].namespace;
const worldInfo = own['scripts/world-info.js'].namespace;
const scripts = own['scripts/extensions/regex/engine.js'].namespace;
const openai = own['scripts/openai.js'].namespace;
state.power_user = own['scripts/power-user.js'].namespace.power_user;
state.openai = openai.oai_settings;
const untouched = { ...state.power_user };

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
    const env = { user: input.user, char: input.char, ...input.env };
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
        scenario: env.scenario ?? '', first_mes: env.first_mes ?? '', mes_example: env.mes_example ?? '', chat: env.chat_id, data,
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
    state.input = env.input ?? '';
    state.model = env.model ?? '';
    state.displayed = env.first_displayed === undefined ? null : { getAttribute: () => String(env.first_displayed) };
    Object.assign(state.openai, { openai_max_context: env.max_context ?? 0, openai_max_tokens: env.max_response ?? 0 });
    const members = (env.group ?? []).map((member) => ({
        name: member.name, avatar: member.name === character.name ? character.avatar : `${member.name}.png`, muted: member.muted,
    }));
    const avatars = (list) => list.map((member) => member.avatar);
    const group = { id: 'group', chat_id: env.chat_id, members: avatars(members), disabled_members: avatars(members.filter((one) => one.muted)) };
    standIns['scripts/group-chats.js'].setExport('groups', env.group ? [group] : []);
    standIns['scripts/group-chats.js'].setExport('selected_group', env.group ? 'group' : null);
    const chat = (env.chat ?? []).map((message) => ({ is_user: false, name: '', ...message }));
    script.pokeFromOutside({
        name1: env.user ?? '',
        name2: env.char ?? '',
        chat,
        characters: [character, ...members.filter((member) => member.name !== character.name)],
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

function macros(input, legacy) {
    // Macros of extensions, which are not loaded.
    if (input.env?.facts) return undefined;
    const env = prepare(input);
    state.power_user.experimental_macro_engine = !legacy;
    const text = script.substituteParams(input.text, {
        original: env.original,
        groupOverride: env.group_override,
        replaceCharacterCard: env.replace_card ?? true,
        dynamicMacros: env.dynamic ?? {},
    });
    return { text, ...variables(), rolls_used: dice.used };
}

const SCRIPT = {
    id: '', scriptName: '', findRegex: '', replaceString: '', trimStrings: [], placement: [2], disabled: false, markdownOnly: false,
    promptOnly: false, runOnEdit: false, substituteRegex: 0, minDepth: null, maxDepth: null,
};

function regexed(input) {
    prepare(input);
    const filled = (list = []) => (Array.isArray(list) && !input.raw ? list.map((script) => ({ ...SCRIPT, ...script })) : list);
    const { global, preset, scoped } = input.scripts ?? {};
    const allow = { scoped: true, preset: true, ...input.allow };
    Object.assign(state.settings, {
        regex: filled(global), disabledExtensions: input.extension_off ? ['regex'] : [],
        character_allowed_regex: allow.scoped ? ['card.png'] : [], preset_allowed_regex: allow.preset ? { openai: ['preset'] } : {},
    });
    state.preset = filled(preset);
    script.characters[0].data.extensions.regex_scripts = filled(scoped);
    const text = input.alone
        ? scripts.runRegexScript(input.raw ? input.script : { ...SCRIPT, ...input.script }, input.text, { characterOverride: input.character_override })
        : scripts.getRegexedString(input.text, scripts.regex_placement[String(input.placement).toUpperCase()] ?? input.placement ?? 2, {
            characterOverride: input.character_override, isMarkdown: input.is_markdown, isPrompt: input.is_prompt, isEdit: input.is_edit,
            depth: input.depth,
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

function setWorld(settings, selected) {
    const names = ['depth', 'budget', 'budget_cap', 'recursive', 'case_sensitive', 'match_whole_words', 'use_group_scoring',
        'min_activations', 'min_activations_depth_max', 'max_recursion_steps', 'character_strategy', 'include_names'];
    worldInfo.pokeFromOutside({
        world_info: {}, selected_world_info: selected,
        ...Object.fromEntries(names.map((name) => [`world_info_${name}`, settings[name] ?? 0])),
    });
}

async function books(input) {
    prepare(input);
    const settings = input.settings;
    const several = Array.isArray(input.books);
    const made = input.character_book ? worldInfo.convertCharacterBook(input.character_book) : input.world;
    const all = several ? input.books : [{ name: 'book', kind: 'global', entries: input.entries ?? [], made }];
    const global = [];
    const metadata = { variables: structuredClone(input.env?.local ?? {}) };
    const character = script.characters[0];
    state.power_user.persona_description_lorebook = undefined;
    worldInfo.worldInfoCache.clear();
    for (const book of all) {
        worldInfo.worldInfoCache.set(book.name, book.made ?? world(book.entries));
        if (book.kind === 'character') character.data.extensions.world = book.name;
        else if (book.kind === 'chat') metadata.world_info = book.name;
        else if (book.kind === 'persona') state.power_user.persona_description_lorebook = book.name;
        else global.push(book.name);
    }
    script.pokeFromOutside({ chat_metadata: metadata });
    setWorld(settings, global);
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


// The whole prompt, as the client makes it when it looks at it without sending it.
async function prompts(input) {
    const { power_user } = state;
    const cards = input.group?.cards ?? [input.card];
    const speaker = input.group?.speaker ?? cards[0].data.name;
    const { data } = cards.find((card) => card.data.name === speaker);
    const fields = Object.fromEntries(['description', 'personality', 'scenario', 'first_mes', 'mes_example', 'system_prompt',
        'post_history_instructions', 'character_version', 'creator_notes', 'alternate_greetings'].map((name) => [name, data[name]]));
    if (input.group) return undefined;
    prepare({ ...input, env: { ...fields, user: input.user, char: speaker, persona: input.persona?.description } });
    const character = script.characters[0];
    character.data.extensions = { ...data.extensions };
    const { note } = input;
    state.note = note?.prompt ?? '';
    state.settings.note = { allowWIScan: note?.allow_wi_scan ?? false, chara: note?.character ? [{ name: 'card', useChara: true, ...note.character }] : [] };
    Object.assign(script.chat_metadata, {
        note_interval: note?.interval ?? 1, note_position: note?.position ?? 1, note_depth: note?.depth ?? 4, note_role: note?.role ?? 0,
        ...input.overrides,
    });
    const persona = { persona_description_position: input.persona?.position ?? 0, persona_description_depth: input.persona?.depth ?? 2,
        persona_description_role: input.persona?.role ?? 0 };
    const chat = input.chat.map(({ narrator, reasoning, bias, ...message }) => ({
        name: message.is_user ? input.user : speaker, is_user: false, is_system: false, ...message,
        extra: { ...(narrator && { type: 'narrator' }), ...(reasoning && { reasoning }), ...(bias && { bias }) },
    }));
    const settings = { collapse_newlines: false, pin_examples: false, strip_examples: false, always_force_name2: false, user_prompt_bias: '',
        prefer_character_prompt: true, prefer_character_jailbreak: true, token_padding: 64, single_line: false, custom_stopping_strings: '',
        custom_stopping_strings_macro: true, ...input.settings };
    const { context = {}, instruct, sysprompt } = input;
    const plain = { power_user, context: { ...untouched.context, ...context } };
    Object.assign(power_user, untouched, persona, { persona_description: input.persona?.description ?? '' }, {
        always_force_name2: context.always_force_name2 ?? false, single_line: context.single_line ?? false, ...input.settings,
        ...Object.fromEntries(Object.entries(settings).filter(([name]) => !(name in context))),
        context: plain.context, instruct: { ...untouched.instruct, ...instruct, enabled: Boolean(instruct) },
        sysprompt: { ...sysprompt, enabled: Boolean(sysprompt) }, experimental_macro_engine: true,
        reasoning: { ...untouched.reasoning, add_to_prompts: false, prefix: '<think>', suffix: '</think>', separator: '\n', max_additions: 1, ...input.reasoning },
    });
    const text = input.api === 'text';
    script.pokeFromOutside({
        chat, main_api: text ? 'textgenerationwebui' : 'openai', max_context: input.max_context ?? 8192, amount_gen: input.max_response ?? 80,
        extension_prompts: Object.fromEntries((input.injects ?? []).map(({ key, ...rest }) => [key, { depth: 0, role: 0, scan: false, ...rest }])),
    });
    worldInfo.worldInfoCache.clear();
    if (input.world) worldInfo.worldInfoCache.set('book', world(input.world));
    if (data.character_book) {
        worldInfo.worldInfoCache.set('own', worldInfo.convertCharacterBook(data.character_book));
        character.data.extensions.world = 'own';
    }
    setWorld({ depth: 2, budget: 100, include_names: true, ...input.world_settings }, input.world ? ['book'] : []);
    for (const name of Object.keys(state.openai)) delete state.openai[name];
    Object.assign(state.openai, structuredClone(openai.freshSettings()), structuredClone(input.preset ?? {}));
    const seen = {};
    const manager = openai.setupChatCompletionPromptManager(state.openai);
    manager.serviceSettings = state.openai;
    manager.sanitizeServiceSettings();
    manager.error = null;
    manager.setChatCompletion = (completion) => { seen.chat = completion; };
    const { quiet = {} } = input;
    const done = ({ prompt }) => { seen.prompt = prompt; };
    script.eventSource.once(script.event_types.GENERATE_AFTER_COMBINE_PROMPTS, done);
    await script.Generate(input.type ?? 'normal', {
        quiet_prompt: quiet.prompt, quietToLoud: quiet.to_loud, quietName: quiet.name, skipWIAN: input.skip_wian, force_name2: input.force_name2,
    }, true);
    const rest = { local: variables().local, rolls_used: dice.used };
    if (text) return { prompt: seen.prompt, ...rest };
    if (manager.error) return { error: 'budget' };
    if (state.openai.squash_system_messages) await seen.chat.squashSystemMessages();
    const messages = seen.chat.messages.flatten().filter((message) => message.content || message.name)
        .map(({ identifier, role, content, name }) => ({ id: identifier, role, content, ...(name && { name }) }));
    return { messages, budget_left: seen.chat.tokenBudget, ...rest };
}

// Books of other programs; an entry says what differs from a new one.
const IMPORTS = { novel_lorebook: 'convertNovelLorebook', agnai_memory: 'convertAgnaiMemoryBook', risu_lorebook: 'convertRisuLorebook' };
export function convert(input) {
    if (input.op === 'import_character_book') return worldInfo.convertCharacterBook(input.book);
    const convertBook = worldInfo[IMPORTS[input.op?.slice('import_'.length)]];
    if (!convertBook) return undefined;
    const made = convertBook(JSON.parse(Buffer.from(input.file, 'base64').toString()));
    const plain = (value) => JSON.stringify(value ?? null);
    const thin = (entry) => Object.fromEntries(Object.entries(entry).filter(([name, value]) =>
        ['uid', 'displayIndex'].includes(name) || plain(value) !== plain(worldInfo.newWorldInfoEntryTemplate[name])));
    return { ...made, entries: Object.fromEntries(Object.entries(made.entries).map(([uid, entry]) => [uid, thin(entry)])) };
}

// A row's input through one of the parts, with the clock of the row.
const asked = (part) => async (input, ...more) => {
    try {
        const answer = await part(input, ...more);
        return answer && input.rolls && dice.used > input.rolls.length ? { error: 'the row has too few rolls' } : answer;
    } finally {
        setClock(undefined);
    }
};
export const [macro, lore, regex, prompt] = [macros, books, regexed, prompts].map(asked);
