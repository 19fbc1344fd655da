// Questions about the world info of TauriTavern.
import { asked, drawn } from './sillytavern-lore.mjs';

export const profile = 'tauritavern@129c2d9';
export const source = 'TauriTavern 129c2d9 (sun19970908/TauriTavern), its own scanner run on the row';

export function questions() {
    const scans = drawn(120, 20261127).map((input, at) => ({ name: `scan-${String(at + 1).padStart(3, '0')}`, kind: 'lore', family: 'drawn', input }));
    return [...asked('lore'), ...scans];
}
