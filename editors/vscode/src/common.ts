// What only an editor can show, whichever way leads to the server: texts in files that are no text, and pages.

import * as vscode from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";

/** The way to a server. */
export interface Way {
  client: BaseLanguageClient;
  /** Has the server know a file as it is now. */
  show(uri: vscode.Uri): Promise<void>;
  /** Waits until what the server saved is in its place. */
  saved(): Promise<void>;
}

/** What the server says of a text in a file. */
interface FileText {
  place: string;
  uri: string;
  excerpt: string;
}

/** What a command of the server shows. */
interface Page {
  title: string;
  markdown: string;
}

/** The file in an address of a text, by the endings that files of cards have. */
export const FILE = /^(.*?\.(?:png|apng|charx|zip|json|risum|webp|jpe?g))(?:\/|$)/i;

/** The languages of files that may be cards. */
export const LANGUAGES = ["json", "jsonc", "yaml"];

let make: () => Way | Promise<Way>;
let way: Way | undefined;

async function start(): Promise<Way> {
  const made = await make();
  await made.client.start();
  way = made;
  return made;
}

/** What each client is told: its files, and how the server's commands are shown. */
export function options(files: { language: string; scheme?: string }[]): LanguageClientOptions {
  return {
    documentSelector: [...files, { scheme: "cards" }],
    middleware: {
      // The lens above an entry calls the command by the server's own name; its words are shown as a page.
      executeCommand: async (name, args, next) => {
        const page = (await next(name, args)) as Page | undefined;
        if (page?.markdown) await show(page);
        return page;
      },
    },
  };
}

/** Asks about a file, or a text of one. */
async function request<T>(method: string, uri: vscode.Uri, params: object = {}): Promise<T> {
  const { client, show } = way ?? (await start());
  await show(uri);
  return client.sendRequest<T>(method, { uri: client.code2ProtocolConverter.asUri(uri), ...params });
}

async function show(page: Page): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: "markdown", content: page.markdown });
  await vscode.window.showTextDocument(document, { preview: true, viewColumn: vscode.ViewColumn.Beside });
}

/** The texts of pictures and archives as files: `cards:/folder/aria.png/greetings/1`. */
class Texts implements vscode.FileSystemProvider {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly hashes = new Map<string, string>();
  readonly onDidChangeFile = this.changed.event;

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const read = await request<{ text: string; hash: string }>("cards/read", uri);
    this.hashes.set(uri.toString(), read.hash);
    return new TextEncoder().encode(read.text);
  }

  /** Saves under the hash of the file that was read: what another program wrote meanwhile is not lost. */
  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const params = { text: new TextDecoder().decode(content), hash: this.hashes.get(uri.toString()) ?? "" };
    const saved = await request<{ hash: string }>("cards/write", uri, params);
    await way?.saved();
    // Other texts of the file that are open were read from the one that was just replaced by us.
    const file = FILE.exec(uri.path)?.[1];
    for (const known of this.hashes.keys()) {
      if (FILE.exec(vscode.Uri.parse(known).path)?.[1] === file) this.hashes.set(known, saved.hash);
    }
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const times = { ctime: 0, mtime: Date.now() };
    try {
      return { type: vscode.FileType.File, ...times, size: (await this.readFile(uri)).length };
    } catch (error) {
      // Before it saves a text, an editor looks whether there is the folder that it is in.
      if (await this.isFolder(uri)) return { type: vscode.FileType.Directory, ...times, size: 0 };
      throw error;
    }
  }

  /** Whether texts are below an address: the file itself, all greetings, an entry. */
  private async isFolder(uri: vscode.Uri): Promise<boolean> {
    const file = FILE.exec(uri.path)?.[1];
    if (!file) return true;
    const { client, show } = way ?? (await start());
    await show(uri);
    const texts = await client.sendRequest<FileText[]>("cards/texts", { uri: file });
    return file === uri.path || texts.some((text) => vscode.Uri.parse(text.uri).path.startsWith(`${uri.path}/`));
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}

/** The file that is meant: the one of a menu, or the one that is shown. */
function target(uri?: vscode.Uri): vscode.Uri | undefined {
  return uri ?? vscode.window.activeTextEditor?.document.uri;
}

async function openText(uri?: vscode.Uri): Promise<void> {
  const file = target(uri) ?? (await vscode.window.showOpenDialog({ canSelectMany: false }))?.[0];
  if (!file) return;
  const texts = await request<FileText[]>("cards/texts", file);
  const items = texts.map((text) => ({ label: text.place, description: text.excerpt, uri: text.uri }));
  const chosen = await vscode.window.showQuickPick(items, { matchOnDescription: true, placeHolder: "Which text?" });
  if (chosen) await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(vscode.Uri.parse(chosen.uri)));
}

/** Runs a command of the server with a message that is said. */
async function say(command: string, before: string[]): Promise<void> {
  const uri = target();
  if (!uri) return;
  const prompt = "A message to say; empty for the chat of cards.toml, or an everyday one";
  const message = await vscode.window.showInputBox({ prompt });
  if (message === undefined) return;
  const { client } = way ?? (await start());
  const named = client.code2ProtocolConverter.asUri(uri);
  await show(await client.sendRequest<Page>("workspace/executeCommand", { command, arguments: [named, ...before, message] }));
}

/** Registers all of it, and starts the server in the way that is given. */
export async function begin(context: vscode.ExtensionContext, how: () => Way | Promise<Way>): Promise<void> {
  make = how;
  const pages: vscode.TextDocumentContentProvider = {
    provideTextDocumentContent: async (uri) => (await request<{ text: string }>("cards/read", uri)).text,
  };
  context.subscriptions.push(
    vscode.workspace.registerFileSystemProvider("cards", new Texts(), { isCaseSensitive: true }),
    vscode.workspace.registerTextDocumentContentProvider("cards-rule", pages),
    vscode.commands.registerCommand("cards.prompt", () => say("cards.previewPrompt", [])),
    vscode.commands.registerCommand("cards.why", () => say("cards.whySilent", [""])),
    vscode.commands.registerCommand("cards.openText", openText),
    vscode.commands.registerCommand("cards.restart", async () => {
      await end();
      await start();
    }),
  );
  await start();
}

export async function end(): Promise<void> {
  await way?.client.stop();
  way = undefined;
}
