// npm install sillytavern@1.19.0 --ignore-scripts && cards conform --program 'node --experimental-vm-modules …/sillytavern.mjs'
// Drives the client's own modules; sillytavern-page.mjs loads those of its page without a browser.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { file, serve, take } from './lines.mjs';

const at = (path) => pathToFileURL(join(process.cwd(), 'node_modules/sillytavern', path));
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
// The rows were made without a settings file, where the placeholder for an empty chat is this one.
process.env.SILLYTAVERN_PROMPTPLACEHOLDER = "Let's get started.";
const util = await import(at('src/util.js'));
util.setConfigFilePath?.(join(process.cwd(), 'node_modules/sillytavern/default/config.yaml'));
const [parser, { CharXParser }, { TavernCardValidator }, posts] = await Promise.all(['src/character-card-parser.js',
    'src/charx.js', 'src/validator/TavernCardValidator.js', 'src/prompt-converters.js'].map((path) => import(at(path))));
const json = (text) => { try { return JSON.parse(text); } catch { return text; } };

async function read(input) {
    if (input.name.endsWith('png')) {
        const text = parser.read(file(input));
        return { text, card: json(text) };
    }
    if (!input.name.endsWith('.charx')) return;
    const { card, avatar, auxiliaryAssets, extractedBuffers } = await new CharXParser(file(input)).parse();
    const assets = auxiliaryAssets.map(({ type, name, ext, zipPath, order }) => ({ type, name, ext, zipPath, order }));
    const extracted = Object.fromEntries([...extractedBuffers].map(([path, data]) => [path, data.toString()]));
    return { card, avatar: Buffer.isBuffer(avatar) ? { text: avatar.toString() } : 'default', assets, extracted };
}

function post({ mode, messages, char, user, group, options = {} }) {
    const names = posts.getPromptNames({ body: { char_name: char, user_name: user, group_names: group } });
    switch (mode) {
        case 'convert_claude': {
            const said = posts.convertClaudeMessages(messages, options.prefill, options.system_prompt, options.tools, names);
            return { messages: said.messages, system: said.systemPrompt };
        }
        case 'convert_google': return posts.convertGooglePrompt(messages, options.model, options.system_prompt, names);
        case 'convert_mistral': return { messages: posts.convertMistralMessages(messages, names) };
        case 'convert_cohere': return { messages: posts.convertCohereMessages(messages, names).chatHistory };
        case 'convert_ai21': return { messages: posts.convertAI21Messages(messages, names) };
        case 'convert_xai': return { messages: posts.convertXAIMessages(messages, names) };
        case 'convert_text': return { text: posts.convertTextCompletionPrompt(messages) };
        default: return { messages: posts.postProcessPrompt(messages, mode, names) };
    }
}

// What a page stands in for would be in the way of the server's modules, so it comes behind them.
const page = await import('./sillytavern-page.mjs');
// The first pick of a page throws a die that no row means.
await page.macro({ text: '{{pick::a::b}}', char: '', user: '', env: { chat_id: '' } }, false);

serve(async (kind, input, profile) => {
    const [client, asked] = profile.split('@');
    if (!/^(spec|sillytavern)/.test(client)) return;
    // It answers for itself alone: `1.18` and `1.18.0` are both the version that is installed, or neither.
    if (client !== 'spec' && asked !== undefined && !`${version}.`.startsWith(`${asked}.`)) return;
    if (kind === 'read') return read(input);
    if (kind === 'write') {
        const written = parser.write(file(input), input.text);
        const chunks = take('png-chunks-extract')(new Uint8Array(written)).map(({ name, data }) => {
            if (name !== 'tEXt') return { name, size: data.length };
            const [keyword, text] = Buffer.from(data).toString('latin1').split('\0');
            return { name, keyword, decoded: json(Buffer.from(text, 'base64').toString()) };
        });
        return { chunks, read_back: json(parser.read(written)) };
    }
    if (kind === 'check' && input.op === 'validate') {
        const validator = new TavernCardValidator(input.card);
        return { version: validator.validate(), last_error: validator.lastValidationError };
    }
    if (kind === 'post') return post(input);
    if (kind === 'macro') return page.macro(input, profile.startsWith('sillytavern-legacy'));
    if (kind === 'lore' && profile.startsWith('sillytavern')) return page.lore(input);
    if (kind === 'regex') return page.regex(input);
    if (kind === 'prompt') return page.prompt(input);
    if ((kind === 'convert' || kind === 'import') && profile.startsWith('sillytavern')) return page.convert(input);
});
