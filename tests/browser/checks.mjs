// What every test in a browser needs: checks that are counted, a folder that goes away, and an end for whatever a page fetches.

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let failures = 0;

/// Prints whether something is as it should be, with what is there instead.
export function check(what, ok, detail = '') {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${what}${ok ? '' : `: ${detail}`}`);
  if (!ok) failures += 1;
}

/// Ends the process with what the checks came to.
export function finish() {
  console.log(failures === 0 ? 'all good' : `${failures} failed`);
  process.exit(failures === 0 ? 0 : 1);
}

/// The value behind an option of the command line, or null.
export function option(name) {
  const at = process.argv.indexOf(name);
  return at < 0 ? null : process.argv[at + 1];
}

/// A folder of its own, and a server where everything ends that a page asks the network for: `asked` is what it asked.
export async function bench(name) {
  const work = mkdtempSync(join(tmpdir(), `cards-${name}-`));
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.end();
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const close = () => {
    server.close();
    rmSync(work, { recursive: true, force: true });
  };
  return { work, asked, origin: `http://127.0.0.1:${server.address().port}`, close };
}
