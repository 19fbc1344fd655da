// Somebody before VS Code in a browser: a folder in memory, a file that is opened, and what is seen then. It says that to the server of
// the test.

const vscode = require('vscode');

const PATIENCE = 100_000;

/** A folder in memory, as those that editors in browsers show. */
class Memory {
  constructor(files) {
    this.files = new Map(Object.entries(files));
    this.changed = new vscode.EventEmitter();
    this.onDidChangeFile = this.changed.event;
  }

  watch() {
    return new vscode.Disposable(() => undefined);
  }

  stat({ path }) {
    const file = this.files.get(path);
    if (file) return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: file.length };
    if ([...this.files.keys()].some((name) => name.startsWith(`${path}/`))) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    throw vscode.FileSystemError.FileNotFound(path);
  }

  readDirectory({ path }) {
    const inside = [...this.files.keys()].filter((name) => name.startsWith(`${path}/`)).map((name) => name.slice(path.length + 1));
    return inside.map((name) => [name, vscode.FileType.File]);
  }

  readFile({ path }) {
    const file = this.files.get(path);
    if (!file) throw vscode.FileSystemError.FileNotFound(path);
    return file;
  }

  writeFile(uri, bytes) {
    this.files.set(uri.path, bytes);
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  createDirectory() {}

  delete({ path }) {
    this.files.delete(path);
  }

  rename() {}
}

async function until(what, seen) {
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    const found = await seen();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`waited for nothing: ${what}`);
}

async function looks(memory) {
  const at = (name) => vscode.Uri.from({ scheme: 'memory', path: `/cards/${name}` });
  // Each part of VS Code hears of the folder in its own time, and what asks before fails.
  const document = await until('the folder', async () => {
    try {
      const opened = await vscode.workspace.openTextDocument(at('aria.json'));
      await vscode.window.showTextDocument(opened);
      return opened;
    } catch (error) {
      if (/ENOPRO/.test(error.message)) return null;
      throw error;
    }
  });
  const wrong = await until('diagnostics', () => {
    const all = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'cards');
    return all.length > 0 && all;
  });
  const text = document.getText();
  const behind = document.positionAt(text.indexOf('{{char}}') + 4);
  const offered = await vscode.commands.executeCommand('vscode.executeCompletionItemProvider', document.uri, behind);
  const hover = await vscode.commands.executeCommand('vscode.executeHoverProvider', document.uri, behind);
  const symbols = await vscode.commands.executeCommand('vscode.executeDocumentSymbolProvider', document.uri);

  // What is typed is followed.
  const typed = new vscode.WorkspaceEdit();
  typed.insert(document.uri, behind.translate(0, -4), '{{usr}}');
  await vscode.workspace.applyEdit(typed);
  const misspelt = await until('the misspelt macro', () => (
    vscode.languages.getDiagnostics(document.uri).find(({ range }) => document.getText(range).includes('usr'))));

  // A text of a picture is a file, which is saved back into the picture.
  const before = memory.readFile(at('wick.png'));
  const place = vscode.Uri.parse('cards:/memory/-/cards/wick.png/description');
  const first = new TextDecoder().decode(await vscode.workspace.fs.readFile(place));
  await vscode.workspace.fs.writeFile(place, new TextEncoder().encode('A lamp for {{usr}}.'));
  const after = memory.readFile(at('wick.png'));
  const again = new TextDecoder().decode(await vscode.workspace.fs.readFile(place));
  const opened = await vscode.workspace.openTextDocument(place);
  const inPicture = await until('what is wrong with a text of a picture', () => vscode.languages.getDiagnostics(opened.uri)[0]);
  memory.writeFile(at('wick.png'), before);
  let guarded = null;
  try {
    await vscode.workspace.fs.writeFile(place, new TextEncoder().encode('Lost?'));
  } catch (error) {
    guarded = error.message;
  }
  const values = (hovers) => hovers.flatMap(({ contents }) => contents.map((content) => content.value ?? content)).join('\n');
  return {
    wrong: wrong.map(({ message, code }) => `${code?.value ?? code}: ${message}`), offered: offered.items.map(({ label }) => label.label ?? label),
    hover: values(hover), symbols: symbols.map(({ name }) => name), misspelt: misspelt.message,
    first, again, changed: String(before) !== String(after), inPicture: inPicture.message, guarded,
  };
}

exports.activate = async (context) => {
  const file = async (name) => new Uint8Array(await (await fetch(vscode.Uri.joinPath(context.extensionUri, '../files', name).toString(true))).arrayBuffer());
  const memory = new Memory({ '/cards/aria.json': await file('aria.json'), '/cards/wick.png': await file('wick.png'), '/cards/cards.toml': await file('cards.toml') });
  vscode.workspace.registerFileSystemProvider('memory', memory, { isCaseSensitive: true });
  // What is looked at waits for VS Code, which waits for this extension where it needs the folder: so nobody waits for the looks here.
  looks(memory).catch((error) => ({ failed: `${error.message}\n${error.stack}` })).then((report) => (
    fetch(vscode.Uri.joinPath(context.extensionUri, '../report').toString(true), { method: 'POST', body: JSON.stringify(report) })));
};
