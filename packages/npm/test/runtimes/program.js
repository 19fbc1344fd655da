// What every runtime and every bundle is asked: open a card, change it, write it, read it again, see what fires. The answer is data.

export async function program({ load, loadCore, loadEditor, CardsError }, file) {
    const smaller = [await loadEditor(), await loadCore()];
    const edited = smaller.map((cards) => cards.open(file).set('first_mes', 'Halt!').map(({ pointer, after }) => [pointer, after]));
    const cards = await load();
    const card = await cards.open(new Blob([file]));
    card.first_mes = 'Halt!';
    card.insert('tags[+]', 'tried');
    const bytes = card.bytes();
    const again = cards.open(bytes);
    const lore = cards.lore(again, { profile: 'sillytavern' });
    const entries = lore.activate('Did you hear the bell toll at the lamp?').entries;
    // Ids of a module are drawn by the runtime.
    const module = cards.open(cards.convert(bytes, 'module', { kind: 'json' }).bytes);
    let refused = null;
    try {
        cards.open('aria.png');
    } catch (error) {
        refused = error instanceof CardsError && error.code;
    }
    card.free();
    return {
        edited, form: again.form, container: again.container, name: again.name, first_mes: again.first_mes, tags: again.tags,
        size: bytes.length, sum: bytes.reduce((sum, byte) => (Math.imul(sum, 31) + byte) >>> 0, 7),
        fired: entries.filter(({ fired }) => fired).map(({ title }) => title),
        module: module.form, refused,
    };
}
