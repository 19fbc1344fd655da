// Starts the language server in a worker, where the editor runs in a browser: there are no programs, and no disk that the server could
// look at, so that files are shown to it.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/browser";
import { FILE, LANGUAGES, begin, options, type Way } from "./common";

/** Files of a folder that others are about. So many of them are shown to the server at the start, of so many bytes: each is fetched. */
const FILES = "**/*.{json,yaml,yml,png,apng,charx,zip,risum}";
const MOST_FILES = 200;
const MOST_BYTES = 4_000_000;
/** Milliseconds that the search for them may take: a folder elsewhere may have no search. */
const PATIENCE = 5_000;
const SETTINGS = "cards.toml";

/** The server knows `file:` alone. A file is one under the name of where it is. */
function toServer(uri: vscode.Uri): string {
  if (uri.scheme === "cards" || uri.scheme === "cards-rule") return uri.toString();
  return vscode.Uri.from({ scheme: "file", path: `/${uri.scheme}/${uri.authority || "-"}${uri.path}` }).toString();
}

/** A file by its path at the server. */
function fromPath(path: string): vscode.Uri {
  const [, scheme, authority, rest] = /^\/([^/]+)\/([^/]+)(\/.*)$/.exec(path) ?? ["", "file", "-", path];
  return vscode.Uri.from({ scheme, authority: authority === "-" ? "" : authority, path: rest });
}

function fromServer(text: string): vscode.Uri {
  const uri = vscode.Uri.parse(text);
  return uri.scheme === "file" ? fromPath(uri.path) : uri;
}

/** The file that an address is about; of a text in a file, the file. */
function fileOf(uri: vscode.Uri): vscode.Uri | undefined {
  if (uri.scheme === "cards-rule") return undefined;
  if (uri.scheme !== "cards") return uri;
  const file = FILE.exec(uri.path);
  return file ? fromPath(file[1]) : undefined;
}

/** The server's files. */
class Files {
  private readonly settings = new Set<string>();

  constructor(private readonly worker: Worker) {}

  async show(uri: vscode.Uri): Promise<void> {
    const file = fileOf(uri);
    if (!file) return;
    let bytes: Uint8Array | null = null;
    try {
      bytes = await vscode.workspace.fs.readFile(file);
    } catch {
      // A file that is gone is gone for the server too.
    }
    this.worker.postMessage({ jsonrpc: "2.0", method: "cards/file", params: { uri: toServer(file), bytes } });
  }

  /** Shows what a file of a folder is opened with: the settings of the folders above it, once. */
  async around(uri: vscode.Uri): Promise<void> {
    const file = fileOf(uri);
    const top = file && vscode.workspace.getWorkspaceFolder(file)?.uri;
    if (!file || !top) return;
    for (let folder = file; folder.path.length > top.path.length; ) {
      folder = vscode.Uri.joinPath(folder, "..");
      const settings = vscode.Uri.joinPath(folder, SETTINGS);
      if (this.settings.has(settings.toString())) continue;
      this.settings.add(settings.toString());
      await this.show(settings);
    }
  }

  /** Shows the files of the folders that are open. */
  async all(): Promise<void> {
    const found = vscode.workspace.findFiles(FILES, undefined, MOST_FILES);
    const late = new Promise<vscode.Uri[]>((resolve) => setTimeout(() => resolve([]), PATIENCE));
    for (const file of await Promise.race([found, late])) {
      const { size } = await vscode.workspace.fs.stat(file);
      if (size <= MOST_BYTES) await this.show(file);
    }
  }
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const at = (name: string) => vscode.Uri.joinPath(context.extensionUri, "dist", name);
  const bytes = await vscode.workspace.fs.readFile(at("cards-editor.wasm"));
  const module = await WebAssembly.compile(new Uint8Array(bytes));
  await begin(context, async (): Promise<Way> => {
    const worker = new Worker(at("server.js").toString(true));
    worker.postMessage({ module });
    const files = new Files(worker);
    await files.all();
    let saving: Promise<void> = Promise.resolve();
    const { middleware, ...rest } = options(LANGUAGES.map((language) => ({ language })));
    const client = new LanguageClient("cards", "Character cards", {
      ...rest,
      uriConverters: { code2Protocol: toServer, protocol2Code: fromServer },
      middleware: {
        ...middleware,
        // The server looks at its files when it hears of them.
        didOpen: async (document, next) => {
          await files.around(document.uri);
          await next(document);
        },
        didSave: async (document, next) => {
          await files.show(document.uri);
          await next(document);
        },
        workspace: {
          didChangeWatchedFile: async (event, next) => {
            await files.show(fromServer(event.uri));
            await next(event);
          },
        },
      },
    }, worker);
    client.onNotification("cards/save", (file: { uri: string; bytes: Uint8Array }) => {
      saving = saving.then(() => vscode.workspace.fs.writeFile(fromServer(file.uri), file.bytes));
      // Who waits for it is told what went wrong.
      saving.catch(() => undefined);
    });
    return { client, show: (uri) => files.show(uri), saved: () => saving };
  });
}

export { end as deactivate } from "./common";
