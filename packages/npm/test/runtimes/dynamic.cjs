const { readFileSync } = require('node:fs');
const { join } = require('node:path');

(async () => {
    const cards = await import('character-cards');
    const { program } = await import('./program.js');
    console.log(JSON.stringify(await program(cards, new Uint8Array(readFileSync(join(__dirname, 'card.png'))))));
})();
