// Other programs over the inputs of the bench: node peers.mjs JOB INPUTS, in the folder that has them in node_modules.
//
// Prints a line of JSON for each way to do the job, as the limit programs do, with the version; a package that is not there is named
// in a line with `missing`. Operations that a package offers without one are made of what its own users would write.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

const [job, inputs] = process.argv.slice(2);
const here = createRequire(join(process.cwd(), 'peers.js'));
const input = (name) => readFileSync(join(inputs, name));
// What packages print about a card would stand between the rows.
const say = (row) => process.stdout.write(`${JSON.stringify(row)}\n`);
console.log = console.info = console.warn = console.debug = console.error = () => {};

const version = (name) => JSON.parse(readFileSync(join(process.cwd(), 'node_modules', name, 'package.json'), 'utf8')).version;

/** Times an operation again and again after a warm-up, as the limit programs do. */
async function row(of, peer, name, operation) {
    const budget = 700;
    const warmUp = performance.now();
    do await operation(); while (performance.now() - warmUp < budget / 5);
    const times = [];
    const start = performance.now();
    while (times.length < 5 || (performance.now() - start < budget && times.length < 20000)) {
        const once = performance.now();
        await operation();
        times.push((performance.now() - once) * 1000);
    }
    times.sort((a, b) => a - b);
    say({ job: of, peer, package: name, version: version(name), median_us: times[times.length >> 1], n: times.length });
}

// Each package, and what it does of the jobs; one function a job, which gives what is timed.
const PEERS = {
    '@character-foundry/character-foundry': () => {
        const { parseCard } = here('@character-foundry/character-foundry/loader');
        const { extractFromPNG, embedIntoPNG } = here('@character-foundry/character-foundry/png');
        const { readCardJsonOnly } = here('@character-foundry/character-foundry/charx');
        const { ccv3ToCCv2Wrapped } = here('@character-foundry/character-foundry/normalizer');
        const read = (name) => {
            const file = new Uint8Array(input(name));
            return ['character-foundry', () => parseCard(file).card];
        };
        const write = (picture, json) => {
            const [file, card] = [new Uint8Array(input(picture)), JSON.parse(input(json))];
            return ['character-foundry', () => embedIntoPNG(file, card)];
        };
        return {
            a_read: () => read('a.png'),
            b_read: () => read('b.png'),
            a_write: () => write('base_a.png', 'a.json'),
            b_write: () => write('base_b.png', 'b.json'),
            b_convert: () => {
                const card = JSON.parse(input('b.json'));
                return ['character-foundry', () => ccv3ToCCv2Wrapped(card)];
            },
            c_card: () => ['character-foundry', () => readCardJsonOnly(new Uint8Array(input('c.charx')))],
            d_folder: () => ['character-foundry', eachPicture((file) => extractFromPNG(new Uint8Array(file)).data)],
        };
    },
    '@lenml/char-card-reader': () => {
        const { CharacterCard, CharacterBook } = here('@lenml/char-card-reader');
        const read = (name) => {
            const file = new Uint8Array(input(name));
            return ['char-card-reader', () => CharacterCard.from_file(file)];
        };
        return {
            a_read: () => read('a.png'),
            b_read: () => read('b.png'),
            b_convert: () => {
                const card = CharacterCard.from_json(JSON.parse(input('b.json')));
                return ['char-card-reader', () => card.toSpecV2()];
            },
            f_lore: () => {
                const { book, messages } = JSON.parse(input('f.json'));
                const compiled = CharacterBook.from_json({ character_book: book, entries: book.entries });
                compiled.recursive_scanning = false;
                const chat = messages.join('\n');
                return ['char-card-reader', () => compiled.scan(chat).length];
            },
        };
    },
    '@risuai/ccardlib': () => {
        const { CCardLib } = here('@risuai/ccardlib');
        return {
            b_convert: () => {
                const card = JSON.parse(input('b.json'));
                return ['ccardlib', () => CCardLib.character.convert(card, { from: 'v3', to: 'v2', options: {} })];
            },
        };
    },
    sillytavern: async () => {
        const parser = join(process.cwd(), 'node_modules/sillytavern/src/character-card-parser.js');
        const { read, write } = await import(pathToFileURL(parser));
        const text = (name) => {
            const file = input(name);
            return ['SillyTavern', () => JSON.parse(read(file))];
        };
        const written = (picture, json) => {
            const [file, card] = [input(picture), input(json).toString('utf8')];
            return ['SillyTavern', () => write(file, card)];
        };
        return {
            a_read: () => text('a.png'),
            b_read: () => text('b.png'),
            a_write: () => written('base_a.png', 'a.json'),
            b_write: () => written('base_b.png', 'b.json'),
            d_folder: () => ['SillyTavern', eachPicture((file) => JSON.parse(read(file)))],
        };
    },
};

/** Names of all cards of the folder. */
function eachPicture(read) {
    const folder = join(inputs, 'folder');
    const files = readdirSync(folder).sort().map((name) => join(folder, name));
    return () => files.reduce((total, path) => {
        const card = read(readFileSync(path));
        return total + (card.data?.name ?? card.name).length;
    }, 0);
}

for (const [name, open] of Object.entries(PEERS)) {
    try {
        version(name);
    } catch {
        say({ job, package: name, missing: true });
        continue;
    }
    const jobs = await open();
    for (const of of Object.keys(jobs).filter((of) => of.startsWith(`${job}_`))) {
        const [peer, operation] = jobs[of]();
        await row(of, peer, name, operation);
    }
}
