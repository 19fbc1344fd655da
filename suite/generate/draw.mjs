// What the generators share: numbers at random that are the same each time, names, and words to draw from.

/** A generator of numbers in [0, 1) with a seed (mulberry32). */
export function dice(seed) {
    let state = seed >>> 0;
    const next = () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
    const below = (count) => Math.floor(next() * count);
    return {
        next,
        below,
        chance: (part) => next() < part,
        pick: (list) => list[below(list.length)],
        some: (list, most) => Array.from({ length: 1 + below(most) }, () => list[below(list.length)]),
    };
}

/** Names of questions: the head, the family, and a number that counts in the family. */
export function numbers() {
    const counts = new Map();
    return (head, family) => {
        const count = (counts.get(family) ?? 0) + 1;
        counts.set(family, count);
        return `${head}-${family}-${String(count).padStart(3, '0')}`;
    };
}

export const WORDS = ['harbour', 'lantern', 'tide', 'oar', 'salt', 'bell', 'gull', 'rope', 'anchor', 'fog', 'pier', 'net', 'storm', 'keel', 'mast', 'sail'];
