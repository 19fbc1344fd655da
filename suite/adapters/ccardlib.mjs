// npm install @risuai/ccardlib@0.4.2 && cards conform --program 'node …/ccardlib.mjs'
import { serve, take } from './lines.mjs';
const { CCardLib } = take('@risuai/ccardlib');

serve((kind, input) => {
    if (kind === 'check' && input.op === 'check') return { version: CCardLib.character.check(input.card) };
    if (kind !== 'convert' || !['v1', 'v2', 'v3'].includes(input.to)) return;
    const options = { to: input.to, options: input.options };
    if (input.op === 'convert') {
        const from = CCardLib.character.check(input.card);
        if (from === 'unknown') throw new Error('unknown version');
        return { card: CCardLib.character.convert(input.card, { ...options, from }) };
    }
    if (input.op === 'convert_book') return { book: CCardLib.lorebook.convert(input.book, { ...options, from: input.from }) };
});
