// The questions of questions.json, asked of the npm package: a line with the names of files in, a line with all answers out.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { CardsError, load } from '../../packages/npm/index.js';

const { questions, chat, macros } = JSON.parse(readFileSync(new URL('questions.json', import.meta.url), 'utf8'));
const without = (answer, ...names) => Object.fromEntries(Object.entries(answer).filter(([name]) => !names.includes(name)));
const GIVEN = ['cards', 'without', 'chat', 'macros', 'path', 'name', 'file', 'ours', 'theirs'];
const asked = questions.map(({ id, js }) => [id, new Function(...GIVEN, `return ${js};`)]);
const cards = await load();

for await (const line of createInterface({ input: process.stdin })) {
    const { path, ours, theirs } = JSON.parse(line);
    const bytes = [path, ours, theirs].map((file) => new Uint8Array(readFileSync(file)));
    const answers = {};
    for (const [id, ask] of asked) {
        try {
            answers[id] = ask(cards, without, chat, macros, path, basename(path), ...bytes);
        } catch (error) {
            if (!(error instanceof CardsError)) throw error;
            answers[id] = { refused: error.code };
        }
    }
    process.stdout.write(`${JSON.stringify(answers)}\n`);
}
