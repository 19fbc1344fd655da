// The language server in a worker, for a page and for editors that run in a browser: messages of the protocol come and go as objects.
// Before the first of them comes the module, and the port that they go through if it is not the worker itself. Files, which nobody
// can look for here, come as the message `cards/file`, and those that the server writes go out as `cards/save`.

import { loadEngine } from 'cards';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/// What came and was not looked at yet, in its order.
let waiting = [];
let engine = null;
let desk = 0;
let timer = 0;
/// Where messages go.
let editor = globalThis;

/// Messages that came together are heard together, so that a question which is taken back is not answered.
const bell = new MessageChannel();
bell.port1.onmessage = hear;
addEventListener('message', ({ data }) => (data.module ? start(data) : take(data)));

function take(message) {
  waiting.push(message);
  if (waiting.length === 1) bell.port2.postMessage(null);
}

async function start({ module, port }) {
  if (port) {
    editor = port;
    port.onmessage = ({ data }) => take(data);
  }
  const made = await loadEngine(module);
  [desk] = made.call('desk');
  engine = made;
  hear();
}

const now = () => ({ now: Math.floor(Date.now() / 1000) });

function hear() {
  if (!engine || waiting.length === 0) return;
  const all = waiting;
  waiting = [];
  let messages = [];
  const flush = () => {
    if (messages.length > 0) say(engine.call('desk.hear', now(), messages, desk), all.some(({ id }) => id === undefined));
    messages = [];
  };
  for (const message of all) {
    if (message.method === 'cards/file') {
      flush();
      const { uri, bytes } = message.params;
      engine.call('desk.file', { uri }, bytes ? [bytes] : [], desk);
    } else {
      messages.push(encoder.encode(JSON.stringify(message)));
    }
  }
  flush();
}

/// Files are to be saved before the messages are read that say so. The long work waits for a rest after what changes something, and not
/// after questions: an editor that goes on asking would put it off for ever.
function say([{ messages, files, rest }, ...pieces], changed) {
  files.forEach((uri, number) => editor.postMessage({ jsonrpc: '2.0', method: 'cards/save', params: { uri, bytes: pieces[messages + number] } }));
  for (const piece of pieces.slice(0, messages)) editor.postMessage(JSON.parse(decoder.decode(piece)));
  if (changed) clearTimeout(timer);
  if (changed || timer === 0) timer = rest === null ? 0 : setTimeout(work, rest);
}

function work() {
  timer = 0;
  say(engine.call('desk.work', now(), [], desk), true);
}
