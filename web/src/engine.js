// The module: taken out of the page, where it stands since nothing may be fetched.

/// Bytes out of base64.
export function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/// The bytes that a block of the page holds.
export function held(id) {
  return fromBase64(document.getElementById(id).textContent);
}

async function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/// Compiles the module of the page; a worker gets what comes of it.
export async function compiled() {
  const module = await WebAssembly.compile(await unpacked(held('wasm')));
  document.getElementById('wasm').remove();
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
