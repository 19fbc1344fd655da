// What comes late waits for a click that has begun: what is drawn anew between press and release takes the click away.

const waiting = [];
let pressed = false;

/// Does something at once, or behind the click that has begun.
export function betweenClicks(then) {
  if (pressed) waiting.push(then);
  else then();
}

function released() {
  pressed = false;
  // The click comes behind the release.
  setTimeout(() => waiting.splice(0).forEach((then) => then()));
}

globalThis.addEventListener?.('pointerdown', () => { pressed = true; }, true);
globalThis.addEventListener?.('pointerup', released, true);
globalThis.addEventListener?.('pointercancel', released, true);
