// Answers random cases as SillyTavern does, with the page that the suite's adapter has: one JSON row a line on standard input,
// one answer a line on standard output.
//
//     cd FOLDER && node --experimental-vm-modules sillytavern.mjs
//
// FOLDER is where the package `sillytavern` was installed.

import readline from 'node:readline';
import { lore, macro, prompt, regex } from '../../../../suite/adapters/sillytavern-page.mjs';

// The client talks while it works; standard output is for answers alone.
for (const name of ['log', 'info', 'debug', 'trace']) console[name] = () => {};

function pattern(input) {
    const found = new RegExp(input.pattern, input.flags).exec(input.haystack);
    return { found: found && [found.index, found.index + found[0].length] };
}

async function answer({ kind, input }) {
    try {
        if (kind === 'regex') return await regex(input);
        if (kind === 'prompt') return await prompt(input);
        if (input.pattern !== undefined) return pattern(input);
        return await (input.text !== undefined ? macro(input) : lore(input));
    } catch (error) {
        return { error: String(error?.stack ?? error) };
    }
}

const lines = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });
for await (const line of lines) process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)) ?? { error: 'no answer' })}\n`);
