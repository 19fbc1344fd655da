// What passes by: an answer to what was done, seen and spoken.

import { button, h } from '../dom.js';
import { line } from '../words.js';

const STAYS = 6000;
const MOST = 3;

/// Tells a screen reader alone.
export function say(text) {
  document.getElementById('said').textContent = line(text, 300);
}

/// Shows a text for a while, an error until it is closed. `action` is a button: [label, what it does].
export function toast(text, { kind = 'plain', action = null } = {}) {
  const host = document.getElementById('toasts');
  const away = () => box.remove();
  const box = h('div', { class: `toast ${kind}`, role: kind === 'error' ? 'alert' : 'status' },
    h('p', { class: 'own' }, line(text, 400)),
    h('span', { class: 'row' },
      action && button(action[0], () => { away(); action[1](); }),
      button('Close', away)));
  host.append(box);
  while (host.children.length > MOST) host.firstChild.remove();
  if (kind !== 'error') setTimeout(away, STAYS);
}
