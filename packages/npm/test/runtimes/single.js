// The modules within the bundle, as bytes.
import { load, loadCore, loadEditor, CardsError } from 'character-cards';
import core from 'character-cards/cards-core.wasm';
import editor from 'character-cards/cards-edit.wasm';
import full from 'character-cards/cards.wasm';
import { program } from './program.js';

const cards = { load: () => load(full), loadCore: () => loadCore(core), loadEditor: () => loadEditor(editor), CardsError };
export const run = (file) => program(cards, file);
