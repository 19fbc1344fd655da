// A row of elements that are dragged to another place in it, with a mouse, a pen or a finger. For keys, the row has its own.

/// How far a pointer goes before it drags and no longer clicks.
const AWAY = 6;

/// `moved` gets the number of the element that was dragged and that of the place where it was let go.
export function sortable(row, moved) {
  let held = null;
  const under = ({ clientX, clientY }) => [...row.children].findIndex((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  });
  const mark = (to) => [...row.children].forEach((element, number) => {
    element.classList.toggle('held', held?.drags === true && number === held.from);
    element.classList.toggle('goal', number === to && number !== held?.from);
    element.classList.toggle('after', number === to && to > (held?.from ?? to));
  });
  const end = () => {
    held = null;
    row.classList.remove('sorting');
    mark(-1);
  };
  row.addEventListener('pointerdown', (event) => {
    const from = under(event);
    if (from >= 0 && event.button === 0) held = { from, x: event.clientX, y: event.clientY, drags: false };
  });
  row.addEventListener('pointermove', (event) => {
    if (!held) return;
    if (!held.drags && Math.hypot(event.clientX - held.x, event.clientY - held.y) > AWAY) {
      held.drags = true;
      row.classList.add('sorting');
      // Held fast, the pointer clicks on nothing when it is let go.
      row.setPointerCapture(event.pointerId);
    }
    if (held.drags) mark(under(event));
  });
  row.addEventListener('pointerup', (event) => {
    const { from, drags } = held ?? {};
    const to = under(event);
    end();
    if (drags && to >= 0 && to !== from) moved(from, to);
  });
  row.addEventListener('pointercancel', end);
}
