import { readFileSync } from 'node:fs';
import * as cards from 'character-cards';
import { program } from './program.js';

const file = new Uint8Array(readFileSync(new URL('./card.png', import.meta.url)));
console.log(JSON.stringify(await program(cards, file)));
