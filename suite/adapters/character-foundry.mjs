// npm install @character-foundry/character-foundry@0.5.0 && cards conform --program 'node …/character-foundry.mjs'
import { file, serve, take } from './lines.mjs';
const { parseCard } = take('@character-foundry/character-foundry/loader');
const { ccv2ToCCv3, ccv3ToCCv2Wrapped } = take('@character-foundry/character-foundry/normalizer');

const set = (card, { pointer, value }) => {
    const path = pointer.split('/').slice(1);
    path.slice(0, -1).reduce((at, key) => at[key], card)[path.at(-1)] = value;
};

serve((kind, input, profile) => {
    if (!profile.startsWith('spec')) return; // it claims to be like no client
    if (kind === 'read') {
        const { card, originalShape } = parseCard(new Uint8Array(file(input)));
        return { card: originalShape, fields: card.data };
    }
    if (kind === 'keep') {
        const { card, spec } = parseCard(new Uint8Array(file(input)));
        if (input.set) set(card, input.set);
        return { card: spec === 'v2' ? ccv3ToCCv2Wrapped(card) : card };
    }
    if (kind === 'convert' && input.op === 'convert') {
        const from = input.card.spec;
        if (from === 'chara_card_v2' && input.to === 'v3') return { card: ccv2ToCCv3(input.card) };
        if (from === 'chara_card_v3' && input.to === 'v2') return { card: ccv3ToCCv2Wrapped(input.card) };
    }
});
