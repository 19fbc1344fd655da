// What the macro engine of SillyTavern takes from the page: names, chat, variables. The engine itself is the client's.
import { register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(process.cwd(), 'node_modules/sillytavern');
const page = { chat: [], chat_metadata: {}, extension_prompts: {}, power_user: { instruct: {}, sysprompt: {}, context: {} } };
globalThis.page = page;
const now = { local: {}, global: {} };
const store = (scope) => ({
    has: (name) => name in now[scope], del: (name) => delete now[scope][name],
    get: (name) => { const value = now[scope][name] ?? ''; return String(value).trim() === '' || isNaN(Number(value)) ? value : Number(value); },
    set: (name, value) => { now[scope][name] = value; return value; },
    add(name, value) {
        const sum = Number(this.get(name) || 0) + Number(value);
        return this.set(name, isNaN(sum) ? `${this.get(name)}${value}` : sum);
    },
    inc(name) { return this.add(name, 1); }, dec(name) { return this.add(name, -1); },
});
const variables = { local: store('local'), global: store('global') };
globalThis.SillyTavern = { getContext: () => ({ variables }) };
const stub = `const nothing = () => '', page = globalThis.page;
export const { chat, chat_metadata, extension_prompts, power_user } = page;
export const t = (parts, ...values) => String.raw({ raw: parts }, ...values), main_api = 'openai', name1 = '', name2 = '';
export const characters = [], groups = [], selected_group = null, inject_ids = {}, textgenerationwebui_banned_in_macros = [];
export const eventSource = { on() {}, once() {} }, event_types = {}, accountStorage = {}, POPUP_RESULT = {}, Popup = class {}, SimpleMutex = class { update() {} };
export const findExtension = () => null, isMobile = () => false, performFuzzySearch = () => [], parseMesExamples = (text) => text ? [text] : [];
export const getMaxPromptTokens = nothing, getMaxContextTokens = nothing, getMaxResponseTokens = nothing, getGeneratingModel = nothing, getCurrentChatId = () => page.chat_id;
export const getCharacterCardFieldsLazy = () => null, formatInstructModeExamples = (parts) => parts, timestampToMoment = nothing;
export const isTrueBoolean = (text) => ['on', 'true', '1'].includes(text?.trim?.().toLowerCase()), isFalseBoolean = (text) => ['off', 'false', '0'].includes(text?.trim?.().toLowerCase());
export const escapeRegex = (text) => text.replace(/[/\\-\\\\^$*+?.()|[\\]{}]/g, '\\\\$&'), getStringHash = (text) => [...text].length;`;
const lib = `import { createRequire } from 'node:module'; const take = createRequire(${JSON.stringify(join(root, 'server.js'))});
export const seedrandom = take('seedrandom'), droll = take('droll'), moment = take('moment'), chevrotain = take('chevrotain');`;
const data = (text) => 'data:text/javascript,' + encodeURIComponent(text);
register(data(`export async function resolve(name, from, next) {
  if (from.parentURL?.includes('/public/scripts/macros/') && !/^\\.\\.?\\/(engine|definitions|Macro)/.test(name))
    return { url: name.endsWith('lib.js') ? ${JSON.stringify(data(lib))} : ${JSON.stringify(data(stub))}, shortCircuit: true };
  return next(name, from); }`));

let engine;
export async function macro({ text, user = '', char = '', env = {}, rolls = [] }) {
    // What hangs on the page, the clock or templates is not asked.
    const plain = ['persona', 'description', 'personality', 'scenario', 'first_mes', 'system_prompt', 'post_history_instructions',
        'character_version', 'creator_notes', 'alternate_greetings', 'depth_prompt', 'original', 'local', 'global', 'dynamic'];
    if (rolls.length || Object.keys(env).some((key) => !plain.includes(key)) || /{{|<BOT>|\[/.test(JSON.stringify(env))) return;
    if (/var(key|index)|var::::|separator|chatStart/i.test(text)) return;
    if (!engine) {
        const { macros, initRegisterMacros } = await import(pathToFileURL(join(root, 'public/scripts/macros/macro-system.js')));
        (initRegisterMacros ?? macros.registerMacros ?? (() => {}))();
        engine = macros.engine;
    }
    now.local = { ...env.local };
    now.global = { ...env.global };
    let original = env.original;
    const said = engine.evaluate(text, {
        content: text, contentHash: 0, names: { user, char, group: char, groupNotMuted: char, notChar: user },
        character: { description: env.description ?? '', personality: env.personality ?? '', scenario: env.scenario ?? '', persona: env.persona ?? '',
            charPrompt: env.system_prompt ?? '', charInstruction: env.post_history_instructions ?? '', charDepthPrompt: env.depth_prompt ?? '',
            creatorNotes: env.creator_notes ?? '', version: env.character_version ?? '', firstMessage: env.first_mes ?? '',
            mesExamplesRaw: '', alternateGreetings: env.alternate_greetings ?? [] },
        system: { model: '' }, dynamicMacros: Object.fromEntries(Object.entries(env.dynamic ?? {}).map(([name, value]) => [name.toLowerCase(), value])), extra: {},
        functions: { postProcess: (value) => value, ...(original === undefined ? {} : { original: () => { const value = original; original = ''; return value; } }) },
    });
    return { text: said, ...now };
}
