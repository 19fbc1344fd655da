// npm install character-card-utils@2.0.3 && cards conform --program 'node …/character-card-utils.mjs'
import { file, serve, take } from './lines.mjs';
const cards = take('character-card-utils');

const is = (parser, card) => parser.safeParse(card).success;

serve((kind, input, profile) => {
    if (!profile.startsWith('spec')) return; // it claims to be like no client
    if (kind === 'check') return { version: is(cards.v2, input.card) ? 'v2' : is(cards.v1, input.card) ? 'v1' : 'unknown' };
    if (kind === 'convert' && input.op === 'convert' && input.to === 'v2') return { card: cards.parseToV2(input.card) };
    if ((kind === 'read' || kind === 'keep') && input.name.endsWith('.json') && !input.set) {
        const card = JSON.parse(file(input));
        const { data } = cards.parseToV2(card);
        return kind === 'read' ? { fields: data } : { card: is(cards.v2, card) ? cards.v2.parse(card) : cards.v1.parse(card) };
    }
});
