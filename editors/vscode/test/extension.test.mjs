// The bundle with a stand-in for VS Code: the parts of its API that the extension asks for, and the real server behind them.
// VS Code's own client library runs inside of the bundle, so what it asks the API for besides is answered by a proxy.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const require = createRequire(import.meta.url);
const root = new URL("..", import.meta.url).pathname;
const server = process.env.CARDS_LSP ?? join(root, "../../target/debug/cards-lsp");

/** Speaks with the server as the client library would. */
class Server {
  constructor() {
    this.process = spawn(server, ["--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    this.waiting = new Map();
    this.asked = 0;
    let rest = Buffer.alloc(0);
    this.process.stdout.on("data", (data) => {
      rest = Buffer.concat([rest, data]);
      for (;;) {
        const head = rest.indexOf("\r\n\r\n");
        if (head < 0) return;
        const length = Number(/Content-Length: (\d+)/i.exec(rest.subarray(0, head).toString())[1]);
        if (rest.length < head + 4 + length) return;
        const message = JSON.parse(rest.subarray(head + 4, head + 4 + length).toString());
        rest = rest.subarray(head + 4 + length);
        this.waiting.get(message.id)?.(message);
      }
    });
  }

  send(message) {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  async sendRequest(method, params) {
    const id = ++this.asked;
    const answer = new Promise((resolve) => this.waiting.set(id, resolve));
    this.send({ id, method, params });
    const { result, error } = await answer;
    if (error) throw new Error(error.message);
    return result;
  }

  async start() {
    await this.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {} });
    this.send({ method: "initialized", params: {} });
  }

  async stop() {
    await this.sendRequest("shutdown");
    this.send({ method: "exit" });
  }
}

/** What the extension registered and showed. */
const seen = { commands: new Map(), systems: new Map(), pages: new Map(), shown: [] };

class Uri {
  constructor(text) {
    this.text = text;
    this.path = decodeURIComponent(text.replace(/^[a-z-]+:(\/\/)?/, ""));
  }
  static parse(text) {
    return new Uri(text);
  }
  toString() {
    return this.text;
  }
}

const vscode = {
  Uri,
  Disposable: class {},
  EventEmitter: class {
    event = () => undefined;
    fire() {}
  },
  FileChangeType: { Changed: 1 },
  FileType: { File: 1, Directory: 2 },
  ViewColumn: { Beside: -2 },
  FileSystemError: { NoPermissions: (uri) => new Error(`no: ${uri}`) },
  workspace: {
    getConfiguration: () => ({ get: () => server }),
    registerFileSystemProvider: (scheme, system) => void seen.systems.set(scheme, system),
    registerTextDocumentContentProvider: (scheme, pages) => void seen.pages.set(scheme, pages),
    openTextDocument: async (what) => what,
  },
  window: {
    activeTextEditor: undefined,
    showTextDocument: async (document) => void seen.shown.push(document),
    showQuickPick: async (items) => items.find((item) => item.label === "description"),
    showInputBox: async () => "The bell!",
  },
  commands: { registerCommand: (name, run) => void seen.commands.set(name, run) },
};

test("the extension opens, saves and shows what the server answers", async (t) => {
  const load = Module._load;
  let client;
  Module._load = (name, ...rest) => {
    if (name === "vscode") return vscode;
    if (name === "vscode-languageclient/node") {
      return {
        LanguageClient: class extends Server {
          code2ProtocolConverter = { asUri: (uri) => uri.toString() };
          constructor() {
            super();
            client = this;
          }
        },
      };
    }
    return load(name, ...rest);
  };
  const built = require("esbuild").buildSync({
    entryPoints: [join(root, "src/extension.ts")], bundle: true, write: false, format: "cjs", platform: "node",
    external: ["vscode", "vscode-languageclient/node"],
  });
  const made = new Module("extension");
  made._compile(built.outputFiles[0].text, "extension.js");
  await made.exports.activate({ subscriptions: [] });

  const folder = mkdtempSync(join(tmpdir(), "cards-vscode-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const picture = join(folder, "wick.png");
  copyFileSync(join(root, "../../fixtures/cards/wick-v3.png"), picture);
  await seen.commands.get("cards.openText")(new Uri(`file://${picture}`));
  const uri = seen.shown.pop();
  assert.match(uri.toString(), /^cards:.*wick\.png\/description$/);

  const texts = seen.systems.get("cards");
  const before = new TextDecoder().decode(await texts.readFile(uri));
  assert.ok(before.length > 0);
  await texts.writeFile(uri, new TextEncoder().encode("A lamp."));
  await texts.writeFile(uri, new TextEncoder().encode("Two lamps."));
  assert.equal(new TextDecoder().decode(await texts.readFile(uri)), "Two lamps.");
  // What another program wrote meanwhile is not lost.
  copyFileSync(join(root, "../../fixtures/cards/wick-v3.png"), picture);
  await assert.rejects(texts.writeFile(uri, new TextEncoder().encode("Three.")), /changed by another program/);

  // An editor that saves looks for the folder of a text first.
  const kinds = await Promise.all(["", "/greetings", "/description"].map((path) => texts.stat(new Uri(`cards:${picture}${path}`))));
  assert.deepEqual(kinds.map(({ type }) => type), [2, 2, 1]);
  await assert.rejects(texts.stat(new Uri(`cards:${picture}/none`)));

  const page = await seen.pages.get("cards-rule").provideTextDocumentContent(new Uri("cards-rule:/wrong-type.md"));
  assert.match(page, /^# wrong-type/);

  const card = join(root, "../../tests/editors/aria.json");
  const address = `file://${card}`;
  client.send({
    method: "textDocument/didOpen",
    params: { textDocument: { uri: address, languageId: "json", version: 1, text: readFileSync(card, "utf8") } },
  });
  vscode.window.activeTextEditor = { document: { uri: new Uri(address) } };
  await seen.commands.get("cards.prompt")();
  assert.match(seen.shown.pop().content, /The bell!/);
  await seen.commands.get("cards.why")();
  assert.match(seen.shown.pop().content, /key "bell" matched/);
  await made.exports.deactivate();
});

test("what the manifest promises is there, and the bundle is built", () => {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const { command } of manifest.contributes.commands) assert.ok(seen.commands.has(command), command);
  for (const bundle of [manifest.main, manifest.browser]) assert.ok(readFileSync(join(root, bundle)).length > 100_000, "with the client library in it");
  assert.match(readFileSync(join(root, "dist/server.js"), "utf8"), /desk\.hear/);
});
