// Files in and out. Reading and writing stay in the browser; nothing here has a network.

/// Has the browser save bytes as a file.
export function download(name, bytes, type = 'application/octet-stream') {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/// Asks for files; `accept` as an input has it.
export function choose({ accept = '', many = false, folder = false } = {}) {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', accept, multiple: many, webkitdirectory: folder });
    input.addEventListener('change', () => resolve([...input.files]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

export async function bytesOf(file) {
  return new Uint8Array(await file.arrayBuffer());
}

/// A picture of any kind that the browser knows, as PNG. PNG stays as it is.
export async function asPng(file) {
  const bytes = await bytesOf(file);
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return bytes;
  const bitmap = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d').drawImage(bitmap, 0, 0);
  bitmap.close();
  return bytesOf(await canvas.convertToBlob({ type: 'image/png' }));
}

/// Asks for files to open: [files, handle], the handle where it is one file and the browser can write back to it.
export async function chooseToOpen(accept) {
  if (!window.showOpenFilePicker) return [await choose({ accept, many: true })];
  try {
    const handles = await window.showOpenFilePicker({ multiple: true });
    return [await Promise.all(handles.map((handle) => handle.getFile())), handles.length === 1 ? handles[0] : null];
  } catch (error) {
    if (error.name === 'AbortError') return [[]];
    throw error;
  }
}

/// All files of a drop, those in folders included, and a handle where it is one file that can be written back to.
export async function dropped(transfer) {
  // Asked for at once: after the event there is nothing left to ask.
  const handles = [...transfer.items].map((item) => item.getAsFileSystemHandle?.());
  const files = await filesOf(transfer);
  const [handle] = await Promise.all(handles.map((handle) => Promise.resolve(handle).catch(() => null)));
  return [files, handles.length === 1 && handle?.kind === 'file' ? handle : null];
}

async function filesOf(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return [...transfer.files];
  const files = [];
  const walk = async (entry) => {
    if (entry.isFile) {
      files.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
      return;
    }
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) return;
      for (const inner of some) await walk(inner);
    }
  };
  for (const entry of entries) await walk(entry);
  return files;
}
