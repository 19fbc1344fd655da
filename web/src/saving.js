// Where a file goes: back into the file that it came from, into one that is chosen, or to the downloads of a browser that can do
// neither.

import { attempt, app, go, settle } from './app.js';
import { download } from './parts/file.js';
import { toast } from './parts/toast.js';
import { line } from './words.js';

/// Saves the open file in its own form.
export async function saveAsItIs() {
  const open = app.document;
  if (!open || open.saving) return;
  settle();
  const { kind } = open;
  // A picture makes another kind of file out of JSON, which is no file to write back to.
  const home = open.home?.kind === kind ? open.home : null;
  const name = home?.handle.name ?? (kind === open.ownKind ? open.name : open.nameOf(kind));
  open.saving = true;
  try {
    const state = open.state;
    const done = await write(name, () => open.written(), home);
    if (!done) return;
    if (done.home) Object.assign(open, { home: { ...done.home, kind }, name: done.home.handle.name });
    open.saved(state);
    toast(done.home ? `Saved into ${line(done.home.handle.name, 80)}` : `Saved ${line(name, 80)}. Your browser keeps it with its downloads.`,
      { action: ['Other forms', () => go('save')] });
  } finally {
    open.saving = false;
  }
}

/// Saves what `make` gives. Gives what became of it, `home` where it was written into a file; null when it was called off or could
/// not be done, which is said then.
export async function write(name, make, home = null) {
  if (!home && !window.showSaveFilePicker) {
    const bytes = await made(make);
    if (bytes) download(name, bytes);
    return bytes ? { home: null, bytes } : null;
  }
  try {
    const handle = home?.handle ?? await window.showSaveFilePicker({ suggestedName: name });
    if (home && !(await isAsItWas(home))) return null;
    const bytes = await made(make);
    if (!bytes) return null;
    // The browser writes beside the file and puts it into its place when the stream is closed.
    const stream = await handle.createWritable();
    await stream.write(bytes);
    await stream.close();
    return { home: { handle, modified: (await handle.getFile()).lastModified }, bytes };
  } catch (error) {
    // Somebody closed the browser's dialog.
    if (error.name === 'AbortError') return null;
    const why = error.name === 'NotAllowedError' ? 'the browser was not allowed to write it' : error.message;
    toast(`${line(name, 80)} was not saved: ${line(why, 200)}`, { kind: 'error', action: ['Save it as a download', async () => {
      const bytes = await made(make);
      if (bytes) download(name, bytes);
    }] });
    return null;
  }
}

/// The bytes, once they are made; what is refused is said.
async function made(make) {
  try {
    return await make();
  } catch (error) {
    return attempt(() => { throw error; });
  }
}

/// Whether another program left the file alone since it was read; asks what to do where not.
async function isAsItWas({ handle, modified }) {
  const now = (await handle.getFile()).lastModified;
  return now === modified || window.confirm(`${handle.name} was changed by another program since it was opened here. Put what is here in its place?`);
}
