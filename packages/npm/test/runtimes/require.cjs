const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const cards = require('character-cards');

(async () => {
    const { program } = await import('./program.js');
    console.log(JSON.stringify(await program(cards, new Uint8Array(readFileSync(join(__dirname, 'card.png'))))));
})();
