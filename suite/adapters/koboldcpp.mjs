// cards conform --program 'node …/koboldcpp.mjs FOLDER'
// FOLDER is a checkout of LostRuins/koboldcpp; the rows are of b261d74ce623e0ad17960888337661dd963492fe. Its page, KoboldAI Lite, is
// embd_res/klite.embd.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from './lines.mjs';

const page = readFileSync(join(process.argv[2], 'embd_res/klite.embd'), 'utf8');
const cut = (from, to) => page.slice(page.indexOf(from), page.indexOf(to, page.indexOf(from)));
// The importers are functions; the search is a part of the one that sends the prompt.
const load = new Function(`${cut('function load_agnai_wi', 'var tempAltGreetings')}
    return { load_agnai_wi, load_tavern_wi };`)();
const search = new Function('truncated_context', 'wi_searchdepth', 'localsettings', 'current_wi', 'Math', `
    truncated_context = truncated_context.replace(/\\xA0/g, ' ');
    ${cut('let wimatch_context = truncated_context;', '//use newest websearch results')}
    return wistr;`);

serve((kind, input, profile) => {
    if (!profile.startsWith('koboldcpp') || kind !== 'lore') return;
    const { book, entries, chat, settings, rolls = [] } = input;
    const world = entries ?? (book.kind === 'memory' ? load.load_agnai_wi(book) : load.load_tavern_wi(book));
    const dice = { floor: Math.floor, random: () => rolls.shift() ?? 0 };
    return { text: search(chat.join(''), settings.depth, { case_sensitive_wi: settings.case_sensitive }, world, dice) };
});
