// cards conform --program 'node --experimental-vm-modules …/sillytavern-fork.mjs FOLDER'
// FOLDER is a checkout of SillyBunny or TauriTavern with its npm packages installed; sillytavern-page.mjs loads its page. It answers for
// lorebooks, and of SillyBunny for macros.
//
// The rows of SillyBunny are of SillyBunnyTeam/SillyBunny: public/scripts/world-info.js at 16609ad6a0409582d1dec62cc170c0965026e986,
// world-info-character-book.js at 60fa0af8a038048b147f973a6bb6b2b39b4a5705, macros/definitions/core-macros.js and
// macros/engine/MacroLexer.js at e88db3440149b9d8a156891e96fd75aecfb115c4; and of world-info-scan-core.js as xt379/SillyBunny has it at
// 0d73cd66e645031df079e11aebec3f206067a564, the version that this scanner calls. Those of TauriTavern are of src/scripts/world-info.js as
// sun19970908/TauriTavern has it at 129c2d9010b5b9c89bfa9bf52dc5c80544493990, a copy of Darkatse/TauriTavern, of which only older ones
// were at hand, with world-info-entry-prepare.js and world-info-token-prefetch.js.
//
// What was run: the page of SillyTavern 1.19.0 (for TauriTavern 1.18.0) in which these stood in the place of its own, of world-info.js all
// that scans, gathers and imports books. The rest was SillyTavern's: how a key between slashes is read, its script.js, its other files of
// macros. On a whole checkout this was never run.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { serve } from './lines.mjs';

const { name } = JSON.parse(readFileSync(join(resolve(process.argv[2]), 'package.json'), 'utf8'));
const page = await import('./sillytavern-page.mjs');
// The first pick of a page throws a die that no row means.
await page.macro({ text: '{{pick::a::b}}', char: '', user: '', env: { chat_id: '' } }, false);

serve(async (kind, input, profile) => {
    if (profile.split('@')[0] !== name) return;
    if (kind === 'lore') return page.lore(input);
    if (kind === 'macro' && name === 'sillybunny') return page.macro(input, false);
});
