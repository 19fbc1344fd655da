// The picture of the card, and another one in its place.

import { attempt, whenWhole } from '../app.js';
import { button, fill, h } from '../dom.js';
import { line } from '../words.js';
import { asPng, choose } from './file.js';
import { toast } from './toast.js';

/// The picture, with a button that replaces it.
export function portrait(open) {
  const frame = h('div', { class: 'portrait' });
  const bytes = open.portrait();
  if (bytes) draw(frame, bytes, open);
  else fill(frame, h('span', { 'aria-hidden': 'true' }, [...open.card.name][0] ?? '?'));
  const replace = async () => {
    const [file] = await choose({ accept: 'image/*' });
    if (!file) return;
    try {
      const png = await asPng(file);
      await whenWhole(() => attempt(() => open.setPicture(png)));
    } catch {
      toast(`${line(file.name, 80)} is not a picture that this browser knows`, { kind: 'error' });
    }
  };
  return h('div', { class: 'stack' }, frame, button(bytes ? 'Replace the picture' : 'Add a picture', replace));
}

/// Browsers decode pictures only from an address; that of the blob is given back as soon as it is drawn.
function draw(frame, bytes, open) {
  const url = URL.createObjectURL(new Blob([bytes]));
  const away = () => URL.revokeObjectURL(url);
  const picture = h('img', { src: url, alt: `Picture of ${line(open.card.name, 60) || 'the card'}`, on: {
    load: away,
    error: () => {
      away();
      fill(frame, h('span', { class: 'small soft' }, 'The picture cannot be shown'));
    },
  } });
  fill(frame, picture);
}
