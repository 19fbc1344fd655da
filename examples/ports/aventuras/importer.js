// The card half of Aventuras' import, on the package `character-cards`: a file into the card that its wizard shows, and into the text that
// its model turns into a scenario. The other half, which asks that model, stays as it is in the app.

const TEXTS = { description: 'description', personality: 'personality', scenario: 'scenario', firstMessage: 'first_mes', exampleMessages: 'mes_example' };

/**
 * @typedef {{ name: string, description: string, personality: string, scenario: string, firstMessage: string, alternateGreetings: string[],
 *     exampleMessages: string, creator_notes?: string, tags?: string[], version: string }} ParsedCard
 */

/**
 * A file of any kind as the card that the wizard shows; what is none is refused with the reason.
 * @param {import('../../../packages/npm/index.js').Cards} cards @param {Uint8Array} file @returns {ParsedCard}
 */
export function parseCharacterCard(cards, file) {
    const card = cards.open(file);
    try {
        if (!card.isCard) throw new Error('This is a lorebook or a module, and no character card.');
        // By the same names in every form; what is empty is left out.
        const { name, alternate_greetings: others = [], creator_notes, tags, ...plain } = card.plain();
        const texts = Object.fromEntries(Object.entries(TEXTS).map(([ours, spec]) => [ours, normalizeUserMacro(plain[spec] ?? '')]));
        const alternateGreetings = others.map(normalizeUserMacro);
        return { ...texts, name: name ?? 'Unknown Character', alternateGreetings, creator_notes, tags, version: card.form };
    } finally {
        card.free();
    }
}

/** `{{user}}` in one case, which the app fills in when a story begins. @param {string} text */
export const normalizeUserMacro = (text) => text.replace(/\{\{user\}\}/gi, '{{user}}');

/** What the model reads of a card; greetings are not in it, since the user chooses among them later. @param {ParsedCard} card */
export function buildCardContext(card) {
    const parts = { scenario: card.scenario, character_description: card.description, personality: card.personality, example_messages: card.exampleMessages };
    return Object.entries(parts).filter(([, text]) => text.trim()).map(([name, text]) => `<${name}>\n${text}\n</${name}>`).join('\n\n');
}
