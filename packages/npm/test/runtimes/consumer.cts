// The same of a CommonJS module, which imports when it runs.
import type { Card } from 'character-cards' with { 'resolution-mode': 'import' };

export async function consumer(bytes: Uint8Array): Promise<string> {
    const { CardsError, load } = await import('character-cards');
    const card: Card = (await load()).open(bytes);
    // @ts-expect-error a name is a text
    card.name = 1;
    try {
        return card.name;
    } catch (error) {
        return error instanceof CardsError ? error.code : '';
    }
}
