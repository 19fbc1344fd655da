// The language server, once somebody types: what it knows about macros is what an editor is told. It is in a file beside the page,
// editor.html, since most visits need none of it. Where that file is not there, the page does without.

import { app } from './app.js';
import { id } from './dom.js';

/// Milliseconds until the file beside the page is taken for missing: a browser does not say so.
const PATIENCE = 30_000;
/// The folder of the file that is open, as the server has it: a page sees no folder.
const FOLDER = '/page';

/// The way to the server, or null where there is none. It is asked for once.
let way = null;

export function language() {
  // Over a slow line, the rest of the page comes first.
  way ??= app.coming.then(begin).catch(() => null);
  return way;
}

/// Loads the file beside the page, in a frame that can do nothing but answer.
function begin() {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  Object.assign(frame, { hidden: true, title: 'The language server', src: 'editor.html' });
  return new Promise((resolve, reject) => {
    const gone = (why) => {
      clearTimeout(timer);
      frame.remove();
      reject(new Error(why));
    };
    const timer = setTimeout(() => gone('there is no editor.html beside the page'), PATIENCE);
    let server = null;
    window.addEventListener('message', ({ source, data, ports }) => {
      if (source !== frame.contentWindow) return;
      if (data?.ready && !server) {
        clearTimeout(timer);
        server = new Server(ports[0]);
        resolve(server.greeted());
      } else if (data?.failed) {
        // It is not started again: what stopped it once would do so again.
        server?.end();
        way = Promise.resolve(null);
        gone(data.failed);
      }
    });
    document.body.append(frame);
  });
}

/// Speaks the protocol of editors.
class Server {
  constructor(port) {
    Object.assign(this, { port, asked: 0, waiting: new Map(), texts: new Map(), given: null, ended: false });
    port.onmessage = ({ data }) => this.hear(data);
  }

  async greeted() {
    await this.ask('initialize', { processId: null, capabilities: {}, rootUri: null });
    this.note('initialized', {});
    return this;
  }

  hear({ id: number, method, params, result, error }) {
    if (method === 'textDocument/publishDiagnostics') this.texts.get(params.uri)?.(params);
    if (method !== undefined) return;
    const asked = this.waiting.get(number);
    this.waiting.delete(number);
    if (error) asked?.reject(new Error(error.message));
    else asked?.resolve(result);
  }

  note(method, params) {
    if (!this.ended) this.port.postMessage({ jsonrpc: '2.0', method, params });
  }

  ask(method, params) {
    this.asked += 1;
    const number = this.asked;
    if (!this.ended) this.port.postMessage({ jsonrpc: '2.0', id: number, method, params });
    return new Promise((resolve, reject) => (this.ended ? reject(new Error('the language server ended')) : this.waiting.set(number, { resolve, reject })));
  }

  end() {
    this.ended = true;
    for (const { reject } of this.waiting.values()) reject(new Error('the language server ended'));
    this.waiting.clear();
  }

  /// Gives the server the open file as it is now, as JSON: pictures have nothing to say about texts.
  async give(document) {
    const { version } = document;
    if (this.given?.document === document && this.given.version === version) return;
    const text = await document.made(['text']);
    this.file ??= `${FOLDER}/${id('card')}.json`;
    this.note('cards/file', { uri: `file://${this.file}`, bytes: new TextEncoder().encode(text) });
    this.given = { document, version };
  }

  /// Opens a text of the open file, in the state in which a field has it. `heard` is told what is wrong with it.
  async open(document, place, text, heard) {
    await this.give(document);
    return new Text(this, `cards:${this.file}/${place.replaceAll('[', '/').replaceAll(']', '').replaceAll('.', '/')}`, text, heard);
  }
}

/// A text that somebody types in.
class Text {
  constructor(server, uri, text, heard) {
    Object.assign(this, { server, uri, text, version: 1 });
    server.texts.set(uri, (params) => params.version === this.version && heard(params.diagnostics));
    server.note('textDocument/didOpen', { textDocument: { uri, languageId: 'plaintext', version: 1, text } });
  }

  /// Says what was typed: the stretch that is another one.
  change(text) {
    const { text: old } = this;
    if (old === text) return;
    const most = Math.min(old.length, text.length);
    let head = 0;
    while (head < most && old.charCodeAt(head) === text.charCodeAt(head)) head += 1;
    // Not in the middle of a character that is two halves.
    if (head > 0 && (old.charCodeAt(head - 1) & 0xfc00) === 0xd800) head -= 1;
    let tail = 0;
    while (tail < most - head && old.charCodeAt(old.length - 1 - tail) === text.charCodeAt(text.length - 1 - tail)) tail += 1;
    if (tail > 0 && (old.charCodeAt(old.length - tail) & 0xfc00) === 0xdc00) tail -= 1;
    this.version += 1;
    const range = { start: position(old, head), end: position(old, old.length - tail) };
    this.server.note('textDocument/didChange', {
      textDocument: { uri: this.uri, version: this.version },
      contentChanges: [{ range, text: text.slice(head, text.length - tail) }],
    });
    this.text = text;
  }

  /// Asks about a place of the text.
  at(method, index) {
    return this.server.ask(`textDocument/${method}`, { textDocument: { uri: this.uri }, position: position(this.text, index) });
  }

  /// The ways to mend what is wrong, as { title, start, end, text }.
  async mends() {
    const range = { start: position(this.text, 0), end: position(this.text, this.text.length) };
    const { text } = this;
    const actions = await this.server.ask('textDocument/codeAction', { textDocument: { uri: this.uri }, range, context: { diagnostics: [] } });
    if (text !== this.text) return [];
    return (actions ?? []).flatMap(({ title, edit }) => (edit?.changes?.[this.uri] ?? []).slice(0, 1)
      .map((change) => ({ title, start: index(text, change.range.start), end: index(text, change.range.end), text: change.newText })));
  }

  close() {
    this.server.texts.delete(this.uri);
    this.server.note('textDocument/didClose', { textDocument: { uri: this.uri } });
  }
}

/// Where an index is, in lines. Both count halves of UTF-16.
export function position(text, index) {
  let line = 0;
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < index; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return { line, character: index - start };
}

/// The index of a place.
export function index(text, { line, character }) {
  let start = 0;
  for (let left = line; left > 0; left -= 1) {
    const end = text.indexOf('\n', start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  return Math.min(start + character, text.length);
}
