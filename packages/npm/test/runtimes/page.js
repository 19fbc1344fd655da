// In a page; what is bundled for Node is main.mjs.
import * as cards from 'character-cards';
import { program } from './program.js';

async function run() {
    const answer = await fetch('./card.png');
    return program(cards, new Uint8Array(await answer.arrayBuffer()));
}
run().then((told) => { globalThis.told = JSON.stringify(told); }, (error) => { globalThis.told = `failed: ${error}`; });
