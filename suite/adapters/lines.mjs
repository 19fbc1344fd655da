// What the JavaScript adapters share: packages of the folder that they run in, and the loop over lines.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

// What libraries print would stand between the answers.
console.log = console.info = console.warn = console.debug = console.error = () => {};

const here = createRequire(join(process.cwd(), 'adapter.js'));
export const take = (name) => here(name);
export const file = (input) => Buffer.from(input.file ?? '', 'base64');

export async function serve(answer) {
    for await (const line of createInterface({ input: process.stdin })) {
        const { kind, profile, input } = JSON.parse(line);
        let said;
        try {
            said = await answer(kind, input, profile);
        } catch (error) {
            said = { error: String(error?.message ?? error) };
        }
        process.stdout.write(JSON.stringify(said ?? { unsupported: kind }) + '\n');
    }
}
