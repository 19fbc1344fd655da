// A list of thousands that has only the rows in sight as elements.

const SPARE = 8;

/// Keeps the rows of `host` that are in sight.
///
/// `scroller` is the element that scrolls, or null for the window. `height()` is that of a row in pixels, `columns()` how
/// many are beside each other; `row(item, index)` makes one, `spacer()` what stands for those before and behind. A row
/// that has the focus stays.
export class Virtual {
  constructor({ host, scroller = null, height, columns = () => 1, row, spacer }) {
    Object.assign(this, { host, scroller, height, columns, row, items: [], rows: new Map(), queued: false });
    this.before = spacer();
    this.behind = spacer();
    host.replaceChildren(this.before, this.behind);
    this.look = () => this.later();
    (scroller ?? window).addEventListener('scroll', this.look, { passive: true });
    window.addEventListener('resize', this.look);
  }

  /// Other items, all rows anew.
  show(items) {
    this.items = items;
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    this.draw();
  }

  /// The row of an item anew, when it is in sight.
  redraw(index) {
    const old = this.rows.get(index);
    if (!old) return;
    const row = this.row(this.items[index], index);
    old.replaceWith(row);
    this.rows.set(index, row);
  }

  /// Brings an item into sight and gives its row.
  reveal(index) {
    const row = this.rows.get(index);
    if (row && this.inSight(row)) return row;
    const top = Math.floor(index / this.columns()) * this.height();
    if (this.scroller) {
      this.scroller.scrollTop = top - this.scroller.clientHeight / 3;
    } else {
      const start = this.host.getBoundingClientRect().top + window.scrollY;
      window.scrollTo({ top: start + top - window.innerHeight / 3 });
    }
    this.draw();
    return this.rows.get(index);
  }

  inSight(row) {
    const { top, bottom } = row.getBoundingClientRect();
    const box = this.scroller?.getBoundingClientRect() ?? { top: 120, bottom: window.innerHeight };
    return top >= box.top && bottom <= box.bottom;
  }

  later() {
    if (this.queued) return;
    this.queued = true;
    requestAnimationFrame(() => {
      this.queued = false;
      this.draw();
    });
  }

  draw() {
    const height = this.height();
    const columns = this.columns();
    const lines = Math.ceil(this.items.length / columns);
    const box = this.scroller?.getBoundingClientRect() ?? { top: 0, bottom: window.innerHeight };
    const start = this.before.getBoundingClientRect().top;
    const within = (line) => Math.max(0, Math.min(lines, line));
    const first = within(Math.floor((box.top - start) / height) - SPARE) * columns;
    const last = Math.min(this.items.length, within(Math.ceil((box.bottom - start) / height) + SPARE) * columns);
    for (const [index, row] of this.rows) {
      const gone = index < first || index >= last;
      if (gone && !row.contains(document.activeElement)) {
        row.remove();
        this.rows.delete(index);
      }
    }
    let at = this.behind;
    for (let index = last - 1; index >= first; index -= 1) {
      let row = this.rows.get(index);
      if (!row) {
        row = this.row(this.items[index], index);
        this.rows.set(index, row);
      }
      if (row.nextSibling !== at) at.before(row);
      at = row;
    }
    this.before.style.height = `${Math.floor(first / columns) * height}px`;
    this.behind.style.height = `${Math.max(0, lines - Math.ceil(last / columns)) * height}px`;
  }

  stop() {
    (this.scroller ?? window).removeEventListener('scroll', this.look);
    window.removeEventListener('resize', this.look);
  }
}
