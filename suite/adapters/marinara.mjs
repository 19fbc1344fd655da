// npm install esbuild@0.25.0 && cards conform --program 'node …/marinara.mjs FOLDER'
// FOLDER is a checkout of Pasta-Devs/Marinara-Engine. The rows are of its keyword-scanner.ts at 197b74de21fec9171778f2b3d57dd8bf45d90740,
// lorebook/index.ts at 07dd5185f7c8c7115af3ddd95db4076a441fee60, st-lorebook.importer.ts at bf0518de982b1560d093290e6aa9563c3e6eafc0,
// macro-engine.ts and macro-context.ts at 014be8ddfb61c07e47ff23cd178ff4a95a204e84 and regex-safety.ts at c7117109758990a8783fceb2a63d4d90d69e1bdc. Its store is a
// stand-in in memory; no model is asked, and no lore has conditions. The rows were answered by these files without their
// types and what no row reaches; on a whole checkout this was never run.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { serve, take } from './lines.mjs';

const root = resolve(process.argv[2], 'packages');
const shared = (name) => join(root, 'shared/src/utils', name);
const books = new Map();
const entries = [];
const keep = (list, item) => ({ ...item, id: item.id ?? `${list}-${books.size}-${entries.length}` });
const store = {
    create: (book) => { const kept = keep('book', book); books.set(kept.id, { enabled: true, isGlobal: true, ...kept }); return kept; },
    createEntry: (entry) => entries.push(keep('entry', entry)),
    list: () => [...books.values()],
    listActiveEntries: () => entries,
    listEligibleEntriesByIds: () => [],
};
// What the three modules import and the rows do not ask for.
globalThis.STAND_IN = {
    LIMITS: { LOREBOOK_DEFAULT_SCAN_DEPTH: 10, DEFAULT_LOREBOOK_TOKEN_BUDGET: 8192, MAX_LOREBOOK_ENTRIES: 100,
        LOREBOOK_ENTRY_LIMIT_DEFAULT: 100, LOREBOOK_ENTRY_LIMIT_MIN: 1, LOREBOOK_ENTRY_LIMIT_MAX: 1000 },
    estimateTextTokens: (text) => text.match(/\S+/g)?.length ?? 0,
    parseLorebookDecisionActivation: () => ({}),
    resolveLorebookEntryRole: () => 'system',
    isFeatureEnabled: () => false,
    createLorebooksStorage: () => store,
    createCharactersStorage: () => ({ getById: () => null, getPersona: () => null }),
    vmRegexExecutor: (regex, text) => regex.test(text),
    processActivatedEntries: () => ({}),
};

const own = ['services/lorebook/keyword-scanner.ts', 'services/lorebook/index.ts', 'services/import/st-lorebook.importer.ts',
    'services/prompt/macro-context.ts']
    .map((path) => join(root, 'server/src', path));
const stand_ins = { name: 'stand-ins', setup(build) {
    build.onResolve({ filter: /^@marinara-engine.shared$/ }, () => ({ path: 'shared', namespace: 'stand-in' }));
    build.onResolve({ filter: /^\./ }, ({ path, importer, resolveDir }) => {
        const file = join(resolveDir || dirname(importer), path.replace(/\.js$/, '.ts'));
        return own.includes(file) || (file.startsWith(shared('')) && existsSync(file)) ? { path: file } : { path: 'other', namespace: 'stand-in' };
    });
    build.onLoad({ filter: /.*/, namespace: 'stand-in' }, ({ path }) => (path === 'shared'
        ? { contents: `module.exports = { ...globalThis.STAND_IN, ...require(${JSON.stringify(shared('lorebook-keyword-matching.ts'))}) };`, resolveDir: root }
        : { contents: 'module.exports = globalThis.STAND_IN;' }));
} };
const contents = `export { processLorebooks } from ${JSON.stringify(own[1])};
    export { importSTLorebook } from ${JSON.stringify(own[2])};
    export { resolvePromptIdleDuration } from ${JSON.stringify(own[3])};
    export { resolveMacros } from ${JSON.stringify(shared('macro-engine.ts'))};`;
const built = await take('esbuild').build({ stdin: { contents, resolveDir: root }, bundle: true, write: false, format: 'cjs',
    platform: 'node', plugins: [stand_ins], logLevel: 'silent' });
const module = { exports: {} };
// Macros throw dice and ask the time by what a row says of both.
const world = { rolls: [], now: 0 };
const chance = Object.create(Math, { random: { value: () => world.rolls.shift() ?? 0 } });
const Clock = class extends Date { constructor(...when) { super(...(when.length ? when : [world.now])); } };
process.env.TZ = 'UTC';
new Function('module', 'exports', 'Math', 'Date', built.outputFiles[0].text)(module, module.exports, chance, Clock);
const marinara = module.exports;

// Its own files hold entries as they are; books of others are imported.
async function load(book) {
    if (book.type !== 'marinara_lorebook') return marinara.importSTLorebook(book, {});
    const { id } = store.create({ scanDepth: 2, tokenBudget: 2048, recursiveScanning: false, ...book.data.lorebook });
    const silent = { lorebookId: id, keys: [], secondaryKeys: [], content: '', enabled: true, constant: false, selective: false, selectiveLogic: 'and',
        useRegex: false, matchWholeWords: false, caseSensitive: false, probability: null, scanDepth: null, order: 100, group: '', groupWeight: null,
        sticky: null, cooldown: null, delay: null, preventRecursion: false, excludeRecursion: false, delayUntilRecursion: false,
        activationConditions: [], schedule: null };
    for (const entry of book.data.entries) store.createEntry({ ...silent, ...entry });
}

// Whoever calls it may have the white space around the result cut off, which is not asked for.
function expand({ text, char, user, env, rolls }) {
    Object.assign(world, { rolls: [...(rolls ?? [])], now: env.now });
    const local = {};
    const fields = (of) => ({ description: of.description, personality: of.personality, scenario: of.scenario, example: of.mes_example, systemPrompt: of.system_prompt,
        postHistoryInstructions: of.post_history_instructions });
    // The message of the user that this turn began with is not looked at, as where a prompt is made.
    const messages = (env.chat ?? []).map(({ send_date }, at) => ({ id: String(at), createdAt: send_date === undefined ? undefined : new Date(send_date).toISOString() }));
    const idleDuration = env.chat && marinara.resolvePromptIdleDuration(messages, { now: new Date(env.now),
        excludeMessageId: env.chat.at(-1)?.is_user ? String(messages.length - 1) : null });
    const said = marinara.resolveMacros(text, { char, user, characters: env.group?.map(({ name }) => name) ?? [char], characterProfiles: env.group?.map((one) => ({ name: one.name, ...fields(one) })),
        variables: { ...env.dynamic }, localVariables: local, lastInput: env.input, model: env.model, idleDuration, timeZone: env.time_zone,
        chatId: env.chat_id, agentData: env.agents, characterReferences: env.references, characterFields: fields(env),
        personaFields: { description: env.persona }, outlets: env.outlets }, { trimResult: false });
    return { text: said, local };
}

serve(async (kind, input, profile) => {
    if (!profile.startsWith('marinara')) return;
    if (kind === 'macro') return expand(input);
    if (kind !== 'lore') return;
    books.clear();
    entries.length = 0;
    for (const book of input.books) await load(structuredClone(book));
    const rolls = [...(input.rolls ?? [])];
    const place = new Map(entries.map(({ id }, at) => [id, at]));
    let entryTimingStates;
    const one = async (length) => {
        const { activatedEntryIds, updatedEntryTimingStates } = await marinara.processLorebooks({}, input.chat.slice(0, length), null,
            { tokenBudget: input.settings?.budget, entryTimingStates, random: () => rolls.shift() ?? 0 });
        entryTimingStates = updatedEntryTimingStates;
        return { activated: activatedEntryIds.map((id) => place.get(id)) };
    };
    if (!input.turns) return one(input.chat.length);
    const turns = [];
    for (const length of input.turns) turns.push(await one(length));
    return { turns };
});
