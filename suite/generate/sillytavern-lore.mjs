// What is asked of programs whose page is SillyTavern's: the questions that its own rows ask, and scans drawn at random.
import { readdirSync, readFileSync } from 'node:fs';
import { dice, WORDS } from './draw.mjs';

/** The questions of the rows of SillyTavern's newest version: of all families, or of those named. */
export function asked(kind, families) {
    const folder = new URL(`../rows/${kind}/`, import.meta.url);
    return readdirSync(folder).sort().flatMap((file) => {
        const family = /^sillytavern-(?!legacy)(.*)\.jsonl$/.exec(file)?.[1];
        if (!family || (families && !families.includes(family))) return [];
        const rows = readFileSync(new URL(file, folder), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
        return rows.filter(({ id, profile }) => profile.startsWith('sillytavern@1.19') && !/-at-\d/.test(id))
            .map(({ id, level, input }) => ({ name: id.split('/')[1], kind, family, level, input }));
    });
}

export const settings = (more) => ({ depth: 2, budget: 100, budget_cap: 0, recursive: false, case_sensitive: false, match_whole_words: false,
    use_group_scoring: false, min_activations: 0, min_activations_depth_max: 0, max_recursion_steps: 0, character_strategy: 1,
    include_names: true, max_context: 10000, ...more });

/** Scans at random, of all that world info knows. */
export function drawn(count, seed) {
    const { below, chance, next, pick, some } = dice(seed);
    const words = WORDS.slice(0, 7);
    const key = () => (chance(0.1) ? ` ${pick(words)} ` : chance(0.1) ? `/${pick(words)}s?/i` : chance(0.06) ? '  ' : chance(0.06) ? '{{char}}' : pick(words));
    const keys = (most) => some([0], most).map(key);
    const text = () => some(words, 3).join(' ');
    const entry = () => ({
        key: keys(2), content: chance(0.1) ? `${pick(['@@activate', '@@dont_activate', '@@depth 2', '@@@activate'])}${pick(['\n', '\r\n'])}${text()}` : text(),
        ...(chance(0.3) && { keysecondary: keys(3), selectiveLogic: below(4) }), ...(chance(0.1) && { constant: true }),
        ...(chance(0.4) && { order: pick([10, 50, 100, 200]) }), ...(chance(0.3) && { position: below(8), outletName: 'quay' }),
        ...(chance(0.15) && { depth: below(5), role: below(3), position: 4 }), ...(chance(0.2) && { probability: pick([0, 30, 50, 100, 120]) }),
        ...(chance(0.3) && { group: pick(['a', 'b', 'a,b', 'a ,b', 'b, c']), groupWeight: pick([1, 50, 100]) }), ...(chance(0.06) && { groupOverride: true }),
        ...(chance(0.1) && { useGroupScoring: true }), ...(chance(0.15) && { delayUntilRecursion: 1 + below(3) }),
        ...(chance(0.12) && { excludeRecursion: true }), ...(chance(0.12) && { preventRecursion: true }), ...(chance(0.15) && { scanDepth: below(4) }),
        ...(chance(0.1) && { caseSensitive: true }), ...(chance(0.1) && { matchWholeWords: true }), ...(chance(0.1) && { ignoreBudget: true }),
        ...(chance(0.1) && { matchPersonaDescription: true }), ...(chance(0.15) && { sticky: 1 + below(3) }), ...(chance(0.15) && { cooldown: 1 + below(3) }),
        ...(chance(0.06) && { delay: 1 + below(4) }),
    });
    return Array.from({ length: count }, () => {
        const length = 2 + below(5);
        const least = chance(0.2);
        return {
            user: 'Mira', char: 'Corvin', chat: Array.from({ length }, () => text()), entries: some([0], 6).map(entry),
            settings: settings({ depth: below(4), recursive: chance(0.5), use_group_scoring: chance(0.2), ...(chance(0.35) && { budget_cap: 2 + below(12) }),
                ...(least ? { min_activations: 1 + below(4), min_activations_depth_max: pick([0, 0, 2, 3]) } : chance(0.15) && { max_recursion_steps: 1 + below(3) }) }),
            ...(chance(0.3) && { turns: [length - 1, length].filter(Boolean) }), ...(chance(0.2) && { injects: [text()] }),
            ...(chance(0.3) && { scan_data: { persona_description: text() } }),
            // A number with few digits, so that a product of it is the same everywhere.
            rolls: Array.from({ length: 48 }, () => Math.floor(next() * 1000) / 1000),
        };
    });
}
