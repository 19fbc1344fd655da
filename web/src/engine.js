// The modules: taken out of the page, where they stand since nothing may be fetched. The one that opens, edits and saves cards is
// before the program, and the one with all the rest is the last thing in the page, so that over a slow line work begins before it is there.

/// Bytes out of base64.
export function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/// Seconds without a byte more until the rest of the page is taken for lost: Chromium does not say that a line was cut off.
const PATIENCE = 45;

/// Kept once all of the page has come, or once a browser says that no more will come; refused where nothing more comes of a block.
function come(id) {
  return new Promise((resolve, reject) => {
    if (document.readyState !== 'loading') return void resolve();
    let [before, still] = [0, 0];
    // Ticks are counted and not time: a machine that slept has lost nothing yet.
    const timer = setInterval(() => {
      const here = [...document.getElementById(id)?.childNodes ?? []].reduce((sum, { length }) => sum + length, 0);
      still = here === before ? still + 1 : 0;
      before = here;
      if (still < PATIENCE) return;
      clearInterval(timer);
      reject(new Error(`nothing more of it has come for ${PATIENCE} seconds`));
    }, 1000);
    document.addEventListener('DOMContentLoaded', () => {
      clearInterval(timer);
      resolve();
    }, { once: true });
  });
}

/// The bytes that a block of the page holds, once all of it has come: something is behind it, or the page is at its end.
export async function held(id) {
  if (!document.getElementById(id)?.nextElementSibling) await come(id);
  const block = document.getElementById(id);
  if (!block) throw new Error('the page did not come to its end');
  return fromBase64(block.textContent);
}

async function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/// Compiles a module of the page; a worker gets what comes of it.
export async function compiled(id) {
  const module = await WebAssembly.compile(await unpacked(await held(id)));
  document.getElementById(id).remove();
  return module;
}

/// A worker whose program is in the page: from a folder, no other file could be loaded.
export function worker(heard, failed) {
  const program = document.getElementById('worker').textContent;
  const url = URL.createObjectURL(new Blob([program], { type: 'text/javascript' }));
  const started = new Worker(url);
  URL.revokeObjectURL(url);
  started.addEventListener('message', ({ data }) => heard(data));
  started.addEventListener('error', failed);
  return started;
}
