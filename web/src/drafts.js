// Drafts: what was changed and not saved is kept in this browser, a step at a time, and offered after a crash or a closed tab.
//
// A draft is the file as it was opened and the steps since then, so that a step costs a small record, and what comes back can be
// taken back step by step. It stays until its file is saved or somebody discards it.

const DATABASE = 'cards';
/// Steps of a draft that come back one by one; those before them become one, since each costs what an edit of the card costs.
const ALONE = 100;
/// Methods whose steps are changes of places, which can be made together.
const PATCHES = {
  set: ([path, value]) => [{ op: 'set', path, value }],
  insert: ([path, value]) => [{ op: 'insert', path, value }],
  remove: ([path]) => [{ op: 'remove', path }],
  move: ([from, path]) => [{ op: 'move', from, path }],
  apply: ([patches]) => patches,
};

let opening = null;

/// The database; a browser that has none, or keeps none for this page, refuses.
function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('drafts', { keyPath: 'id' });
      request.result.createObjectStore('steps', { keyPath: ['id', 'at'] });
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
    request.addEventListener('blocked', () => reject(new Error('another page holds the drafts')));
  });
  return opening;
}

const answer = (request) => new Promise((resolve, reject) => {
  request.addEventListener('success', () => resolve(request.result));
  request.addEventListener('error', () => reject(request.error));
});

async function transaction(mode, run) {
  const all = (await database()).transaction(['drafts', 'steps'], mode);
  const ended = new Promise((resolve, reject) => {
    all.addEventListener('complete', resolve);
    all.addEventListener('abort', () => reject(all.error ?? new Error('the browser kept nothing')));
  });
  const given = await run(all.objectStore('drafts'), all.objectStore('steps'));
  await ended;
  return given;
}

const stepsOf = (id, from = 0) => IDBKeyRange.bound([id, from], [id, Infinity]);

/// A page that is open holds a lock for its draft, so that no other page offers it.
const lockOf = (id) => `cards-draft-${id}`;

async function heldNow() {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name }) => name));
}

/// The drafts that no page is at work on: { id, name, time, changes, last }, the newest first. Those that were saved go.
export async function list() {
  const locked = await heldNow();
  return transaction('readwrite', async (drafts, steps) => {
    const free = (await answer(drafts.getAll())).filter(({ id }) => !locked.has(lockOf(id)));
    for (const { id, unsaved } of free) if (!unsaved) erase(id, drafts, steps);
    return free.filter(({ unsaved }) => unsaved).sort((a, b) => b.time - a.time)
      .map(({ id, name, time, done, last }) => ({ id, name, time, changes: done, last }));
  });
}

function erase(id, drafts, steps) {
  drafts.delete(id);
  steps.delete(stepsOf(id));
}

export function discard(id) {
  return transaction('readwrite', (drafts, steps) => erase(id, drafts, steps));
}

/// A draft whole: the file as it was opened, where it came from, and its steps.
export async function read(id) {
  const { draft, steps } = await transaction('readonly', async (drafts, steps) => {
    const [draft, all] = await Promise.all([answer(drafts.get(id)), answer(steps.getAll(stepsOf(id)))]);
    return { draft, steps: all };
  });
  const { name, file, home, done } = draft;
  return { name, home, bytes: new Uint8Array(await file.arrayBuffer()), steps: folded(steps.slice(0, done)) };
}

/// The steps with the oldest of a long list made one, as far as they are changes of places.
function folded(steps) {
  const old = steps.slice(0, Math.max(0, steps.length - ALONE));
  const joined = [];
  for (const { label, call: [method, ...args] } of old) {
    const patches = PATCHES[method]?.(args);
    const before = joined.at(-1);
    if (patches && before?.patches) before.patches.push(...patches);
    else joined.push(patches ? { label, patches: [...patches] } : { label, call: [method, ...args] });
  }
  return [...joined.map(({ label, patches, call }) => ({ label: patches ? 'what was changed before' : label, call: call ?? ['apply', patches] })),
    ...steps.slice(old.length).map(({ label, call }) => ({ label, call }))];
}

/// Keeps a document as a draft while it is open. `refused` hears once that this browser keeps none.
export class Keeper {
  constructor(document, refused) {
    Object.assign(this, { document, refused, id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, written: null, release: null, work: Promise.resolve() });
    navigator.locks?.request(lockOf(this.id), () => new Promise((resolve) => { this.release = resolve; }));
    this.ends = document.on(() => this.keep());
    if (document.unsaved) this.keep();
  }

  /// Writes what is not written yet, after what is being written.
  keep() {
    this.work = this.work.then(() => this.write()).catch((error) => {
      this.refused?.(error);
      this.refused = null;
    });
    return this.work;
  }

  async write() {
    const { document } = this;
    const { done, unsaved } = document;
    // A file that was never changed has no draft.
    if (this.written === null && !unsaved) return;
    const now = [...done];
    const before = this.written ?? [];
    let same = 0;
    while (same < now.length && now[same] === before[same]) same += 1;
    const { name, bytes } = document.opened;
    this.file ??= new Blob([bytes]);
    const draft = { id: this.id, name, file: this.file, home: document.home, time: Date.now(), done: now.length, last: now.at(-1)?.label ?? '', unsaved };
    const put = () => transaction('readwrite', (drafts, steps) => {
      drafts.put(draft);
      if (same < before.length) steps.delete(stepsOf(this.id, same));
      now.slice(same).forEach(({ label, call }, at) => steps.put({ id: this.id, at: same + at, label, call }));
    });
    try {
      await put();
    } catch (error) {
      // A handle that cannot be kept is asked for again.
      if (error.name !== 'DataCloneError' || !draft.home) throw error;
      draft.home = null;
      await put();
    }
    this.written = now;
  }

  /// Stops; what is not saved stays as a draft, and what was saved goes.
  async close() {
    this.ends();
    const { unsaved } = this.document;
    await this.work;
    if (!unsaved && this.written) await discard(this.id).catch(() => {});
    this.release?.();
  }
}
