// The file beside the page that has the language server in it: it starts the server in a worker, and gives the page the way to it.

import { compiled, worker } from './engine.js';

start().catch(failed);

async function start() {
  const module = await compiled('wasm');
  const { port1, port2 } = new MessageChannel();
  worker(() => {}, failed).postMessage({ module, port: port2 }, [port2]);
  tell({ ready: true }, [port1]);
}

function failed(error) {
  tell({ failed: String(error?.message ?? error) });
}

/// What the page is told is no secret, and a page from a folder has no origin that could be named.
function tell(message, ports = []) {
  parent.postMessage(message, '*', ports);
}
