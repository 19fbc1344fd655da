// npm install esbuild@0.25.0 && cards conform --program 'node …/agnai.mjs FOLDER'
// FOLDER holds common/memory.ts and common/prompt.ts of Agnai. The rows are of dam-pav/agnai at
// f03991c4c46fd35de77e6f8f47296b39985d626c, a fork that searches a scenario beside the lines of agnaistic/agnai; no row has one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve, take } from './lines.mjs';

const source = (path) => readFileSync(join(process.argv[2], path), 'utf8');
// Both files import more than memories need: of one all but its imports is taken, of the other three definitions.
const prompt = source('common/prompt.ts');
const code = [
    ...prompt.match(/^export const (?:BOT|SELF)_REPLACE = .*$/gm),
    ...prompt.match(/^function placeholderReplace[^]*?^}$/gm),
    'export { placeholderReplace }',
    // Each row says how deep is searched.
    'const presetDefaults: Record<string, number> = {}',
    source('common/memory.ts').replace(/^import .*$/gm, ''),
].join('\n');
const module = { exports: {} };
new Function('module', 'exports', take('esbuild').transformSync(code, { loader: 'ts', format: 'cjs' }).code)(module, module.exports);
const agnai = module.exports;
const words = async (text) => text.match(/\S+/g)?.length ?? 0;

serve(async (kind, input, profile) => {
    if (!profile.startsWith('agnai')) return;
    const { char, user } = input;
    if (kind === 'macro') return { text: agnai.placeholderReplace(input.text, char, user) };
    if (kind !== 'lore') return;
    const books = input.books.map((book) => (book.kind === 'memory' ? book : agnai.characterBookToNative(book)));
    const settings = { memoryDepth: input.settings.depth, memoryContextLimit: input.settings.budget };
    const said = { chat: { userId: 'user' }, members: [{ userId: 'user', handle: user }], char: { name: char }, lines: input.chat, books, settings };
    return { text: await agnai.buildMemoryPrompt(said, words) };
});
