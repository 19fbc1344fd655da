// The same by `require`, which Node has for ES modules since 20.19 and 22.12.
import cards = require('character-cards');

export async function consumer(bytes: Uint8Array): Promise<string> {
    const card: cards.Card = (await cards.load()).open(bytes);
    return card.name;
}
