// A dialog at the side. The browser keeps the focus in it and gives it back afterwards.

import { button, fill, h, id } from '../dom.js';

/// Opens a dialog and gives { body, close, rename }. `closed` is called when it is gone, however that came.
export function dialog(title, { acts = [], closed = () => {} } = {}) {
  const named = id('dialog');
  const heading = h('h2', { id: named, class: 'own' }, title);
  const body = h('div', { class: 'body' });
  // The browser tells of the end later, when the next click may have begun already, which what is drawn anew then would take away.
  const gone = () => {
    if (!box.isConnected) return;
    box.remove();
    closed();
  };
  const close = () => {
    box.close();
    gone();
  };
  const box = h('dialog', { 'aria-labelledby': named, on: { close: gone } },
    h('div', { class: 'head' }, heading, h('span', { class: 'row' }, acts, button('Close', close))), body);
  // A click beside it closes it.
  box.addEventListener('mousedown', (event) => event.target === box && event.clientX < box.getBoundingClientRect().left && close());
  document.body.append(box);
  box.showModal();
  return { body, close, rename: (text) => fill(heading, text) };
}
