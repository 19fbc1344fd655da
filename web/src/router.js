// Which screen is shown: the part of the address behind `#`, so that Back and Forward work from a folder too.

import { app } from './app.js';
import { mark } from './bar.js';
import { fill, h } from './dom.js';

/// Shows screens as the address says. A screen has `id`, `title`, `needs` ("document" or nothing) and `show(main)`, which may
/// give what ends it. One with `whole` waits for the rest of the page, and says what works without it.
export class Router {
  constructor(screens) {
    this.screens = screens;
    this.main = document.getElementById('main');
    this.leave = null;
    this.waits = false;
    window.addEventListener('hashchange', () => this.show({ focus: true }));
  }

  get wanted() {
    const wanted = this.screens.find(({ id }) => `#${id}` === location.hash) ?? this.screens[0];
    return wanted.needs === 'document' && !app.document ? this.screens[0] : wanted;
  }

  show({ focus = false } = {}) {
    const screen = this.wanted;
    this.leave?.();
    this.leave = null;
    mark(screen.id);
    document.title = screen.id === 'open' ? 'cards: character cards, opened in your browser' : `${screen.title} · cards`;
    const host = h('div', { class: `screen ${screen.id}-screen` });
    fill(this.main, host);
    window.scrollTo(0, 0);
    this.waits = Boolean(screen.whole) && !app.whole;
    this.leave = (this.waits ? waiting(host, screen) : screen.show(host)) ?? null;
    if (focus) this.main.focus({ preventScroll: true });
  }

  /// Shows the screen anew if it waits for the rest of the page.
  again() {
    if (this.waits) this.show();
  }
}

function waiting(host, { title, whole }) {
  const line = h('p', { class: 'soft', role: 'status' }, `${title} comes with the rest of the page, which is still being loaded. ${whole}`);
  host.append(h('h1', { class: 'visually-hidden' }, title), line);
  app.coming.catch(() => fill(line, `${title} comes with the rest of the page, which could not be loaded. ${whole}`));
}
