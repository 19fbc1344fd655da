// node make.mjs CLIENT FOLDER 'COMMAND': asks the program of COMMAND, which runs in FOLDER, the questions of CLIENT.mjs, and writes
// its answers as rows of the suite. The same questions come each time: those at random are drawn with a seed.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';

const [client, folder, command] = process.argv.slice(2);
const { profile, versions, source, questions } = await import(`./${client}.mjs`);

// Members in the order of the alphabet, as the suite writes them.
const ordered = (value) => (Array.isArray(value) ? value.map(ordered)
    : value && typeof value === 'object' ? Object.fromEntries(Object.keys(value).sort().map((name) => [name, ordered(value[name])]))
        : value);

const asked = questions();
const lines = asked.map(({ name, kind, input }) => JSON.stringify({ id: `${client}/${name}`, kind, profile, input })).join('\n') + '\n';
const { stdout, stderr, status } = spawnSync('sh', ['-c', command], { cwd: folder, input: lines, encoding: 'utf8', maxBuffer: 1 << 28 });
const answers = stdout.trim().split('\n').map((line) => JSON.parse(line));
if (status !== 0 || answers.length !== asked.length) throw new Error(`${answers.length} answers to ${asked.length} questions\n${stderr}`);

const files = new Map();
asked.forEach(({ name, kind, family, tags = [], title, level = 'client', input, expects = (answer) => answer }, number) => {
    const answer = answers[number];
    if (answer.unsupported) throw new Error(`${name}: ${answer.unsupported}`);
    const row = { id: `${client}/${name}`, kind, profile, ...(versions && { versions }), level, tags: [family, ...tags],
        ...(title && { title }), input: ordered(input), expected: ordered(expects(answer)), source };
    const file = `${kind}/${client}-${family}.jsonl`;
    files.set(file, [...(files.get(file) ?? []), row]);
});
const rows = new URL('../rows/', import.meta.url);
for (const kind of readdirSync(rows)) {
    const old = readdirSync(new URL(`${kind}/`, rows)).filter((file) => file.startsWith(`${client}-`));
    for (const file of old) rmSync(new URL(`${kind}/${file}`, rows));
}
for (const [file, of] of files) {
    of.sort((a, b) => (a.id < b.id ? -1 : 1));
    writeFileSync(new URL(file, rows), of.map((row) => JSON.stringify(row)).join('\n') + '\n');
}
process.stdout.write(`${asked.length} rows in ${files.size} files\n`);
