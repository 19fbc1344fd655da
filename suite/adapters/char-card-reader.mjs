// npm install @lenml/char-card-reader@1.1.1 && cards conform --program 'node …/char-card-reader.mjs'
import { file, serve, take } from './lines.mjs';
const { CharacterCard } = take('@lenml/char-card-reader');

const open = async (input) => input.name.endsWith('.json')
    ? CharacterCard.from_json(JSON.parse(file(input).toString('utf8')))
    : CharacterCard.from_file(new Uint8Array(file(input)));

serve(async (kind, input, profile) => {
    if (!profile.startsWith('spec')) return; // it claims to be like no client
    if (kind === 'read') {
        if (!/\.(json|a?png|jpe?g|webp)$/.test(input.name)) return;
        const card = await open(input);
        const { name, description, personality, first_message: first_mes } = card;
        return { card: card.raw_data, fields: { name, description, personality, first_mes } };
    }
    if (kind === 'keep' && !input.set) {
        const card = await open(input);
        return { card: card.spec === 'chara_card_v2' ? card.toSpecV2() : card.toSpecV3() };
    }
});
