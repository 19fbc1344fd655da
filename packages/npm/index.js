// The package: `core.js`, which knows where its modules lie.

import { load as loadFrom } from './core.js';

export { CardsError, CrashError, FileError, LimitError, PlaceError, UsageError, utf16 } from './core.js';

export function load(source = new URL('./cards.wasm', import.meta.url)) {
    return loadFrom(source);
}

export function loadEditor(source = new URL('./cards-edit.wasm', import.meta.url)) {
    return loadFrom(source);
}

export function loadCore(source = new URL('./cards-core.wasm', import.meta.url)) {
    return loadFrom(source);
}
