// Held to the types as an ES module has them; nothing here runs.
import { type Card, CardsError, load, loadCore, loadEditor, utf16 } from 'character-cards';

export async function consumer(bytes: Uint8Array): Promise<string[]> {
    const cards = await load();
    const core = await loadCore();
    const edited = (await loadEditor()).open(bytes);
    edited.first_mes = 'Halt!';
    // @ts-expect-error the smallest module checks nothing
    edited.lint();
    const card: Card = cards.open(bytes);
    const later: Card = await cards.open(fetch('aria.png'));
    card.first_mes = 'Halt!';
    // @ts-expect-error no member of a card
    card.frist_mes = 'Halt!';
    const rows = [...core.scan([['a.png', bytes]], { near: true })].filter((row) => row.error === null);
    const fired = cards.lore([card, later]).activate('bell').entries.filter((entry) => entry.fired);
    try {
        card.get('nothing');
    } catch (error) {
        if (error instanceof CardsError) return [error.code, error.message];
    }
    return [...rows.map((row) => row.path), ...fired.map((entry) => entry.title), `${utf16('a', 1)}`];
}
