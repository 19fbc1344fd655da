// The module within the bundle, as bytes.
import { load, loadCore, CardsError } from 'character-cards';
import core from 'character-cards/cards-core.wasm';
import full from 'character-cards/cards.wasm';
import { program } from './program.js';

const cards = { load: () => load(full), loadCore: () => loadCore(core), CardsError };
export const run = (file) => program(cards, file);
