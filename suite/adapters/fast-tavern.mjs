// npm install fast-tavern@0.1.8 && cards conform --program 'node …/fast-tavern.mjs'
import { serve, take } from './lines.mjs';
const tavern = take('fast-tavern');

const names = ({ char, user, env = {} }) => ({ char, user, description: env.description ?? '', personality: env.personality ?? '',
    scenario: env.scenario ?? '', persona: env.persona ?? '' });
const VIEWS = ({ is_markdown: markdown, is_prompt: prompt }) => (markdown ? 'user' : prompt ? 'model' : undefined);
const TARGETS = { 1: 'userInput', 2: 'aiOutput', 3: 'slashCommands', 5: 'worldBook', 6: 'reasoning' };

serve((kind, input, profile) => {
    // It takes the files of this client.
    if (!profile.startsWith('sillytavern')) return;
    const { local = {}, global = {} } = input.env ?? {};
    const variableContext = tavern.createVariableContext(structuredClone(local), structuredClone(global));
    if (kind === 'macro') {
        return { text: tavern.replaceMacros(input.text, { macros: names(input), variableContext }), ...variableContext };
    }
    if (kind === 'lore' && Array.isArray(input.entries) && !input.turns) {
        const { settings, rolls = [] } = input;
        const chat = input.chat.map((one) => (typeof one === 'string' ? one : settings.include_names ? `${one.name}: ${one.mes}` : one.mes));
        const numbered = input.entries.map((entry, uid) => ({ uid, ...entry }));
        const [{ entries }] = tavern.convertWorldBooksFromSillyTavern({ name: 'book', entries: numbered });
        const active = tavern.getActiveEntries({
            contextText: settings.depth > 0 ? chat.slice(-settings.depth).join('\n') : '', globalEntries: entries,
            options: { recursionLimit: settings.recursive ? 5 : 0, rng: () => rolls.shift() ?? 0, defaultCaseSensitive: Boolean(settings.case_sensitive) },
        });
        return { activated: active.map((entry) => String(entry.index)) };
    }
    const view = VIEWS(input);
    if (kind === 'regex' && input.scripts && view && (input.placement ?? 2) in TARGETS) {
        const { global: everywhere = [], preset = [], scoped = [] } = input.scripts;
        const scripts = tavern.convertRegexesFromSillyTavern([...everywhere, ...preset, ...scoped].map((script) => ({ placement: [2], ...script })));
        return { text: tavern.applyRegex(input.text, { scripts, target: TARGETS[input.placement ?? 2], view, macros: names(input),
            variableContext, historyDepth: input.depth }) };
    }
});
