// Starts the language server, and shows what only an editor can: texts in files that are no text, and pages.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

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

let client: LanguageClient | undefined;

async function start(): Promise<LanguageClient> {
  const command = vscode.workspace.getConfiguration("cards").get<string>("server", "cards-lsp");
  const languages = ["json", "jsonc", "yaml"].map((language) => ({ scheme: "file", language }));
  const made = new LanguageClient("cards", "Character cards", { command, args: ["--stdio"] }, {
    documentSelector: [...languages, { scheme: "cards" }],
  });
  // The lens above an entry calls the command by the server's own name; its words are shown as a page.
  made.middleware.executeCommand = async (name, args, next) => {
    const page = (await next(name, args)) as Page | undefined;
    if (page?.markdown) await show(page);
    return page;
  };
  await made.start();
  client = made;
  return made;
}

async function request<T>(method: string, params: object): Promise<T> {
  return (client ?? (await start())).sendRequest<T>(method, params);
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
    const read = await request<{ text: string; hash: string }>("cards/read", { uri: uri.toString() });
    this.hashes.set(uri.toString(), read.hash);
    return new TextEncoder().encode(read.text);
  }

  /** Saves under the hash of the file that was read: what another program wrote meanwhile is not lost. */
  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const params = { uri: uri.toString(), text: new TextDecoder().decode(content), hash: this.hashes.get(uri.toString()) ?? "" };
    const saved = await request<{ hash: string }>("cards/write", params);
    // Other texts of the file that are open were read from the one that was just replaced by us.
    const file = uri.path.replace(/(\.(?:png|apng|charx|zip|json|risum))\/.*$/i, "$1/");
    for (const known of this.hashes.keys()) {
      if (vscode.Uri.parse(known).path.startsWith(file)) this.hashes.set(known, saved.hash);
    }
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const size = (await this.readFile(uri)).length;
    return { type: vscode.FileType.File, ctime: 0, mtime: Date.now(), size };
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
  const texts = await request<FileText[]>("cards/texts", { uri: file.toString() });
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
  await show(await request<Page>("workspace/executeCommand", { command, arguments: [uri.toString(), ...before, message] }));
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const pages: vscode.TextDocumentContentProvider = {
    provideTextDocumentContent: async (uri) => (await request<{ text: string }>("cards/read", { uri: uri.toString() })).text,
  };
  context.subscriptions.push(
    vscode.workspace.registerFileSystemProvider("cards", new Texts(), { isCaseSensitive: true }),
    vscode.workspace.registerTextDocumentContentProvider("cards-rule", pages),
    vscode.commands.registerCommand("cards.prompt", () => say("cards.previewPrompt", [])),
    vscode.commands.registerCommand("cards.why", () => say("cards.whySilent", [""])),
    vscode.commands.registerCommand("cards.openText", openText),
    vscode.commands.registerCommand("cards.restart", async () => {
      await client?.stop();
      client = undefined;
      await start();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
