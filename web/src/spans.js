// Places in texts: the engine counts bytes of UTF-8, the browser halves of UTF-16.

/// Translates bytes, in ascending order, to indexes of a text, in one walk.
export function indexes(text, bytes) {
  const found = [];
  let at = 0;
  let byte = 0;
  for (const wanted of bytes) {
    while (byte < wanted && at < text.length) {
      const code = text.codePointAt(at);
      byte += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      at += code < 0x10000 ? 1 : 2;
    }
    found.push(at);
  }
  return found;
}

/// Spans in bytes as spans in indexes, in order; those inside of an earlier one are left out.
export function spansOf(text, spans) {
  const outer = [];
  for (const span of [...spans].sort((a, b) => a.span[0] - b.span[0] || b.span[1] - a.span[1])) {
    if (outer.length === 0 || span.span[0] >= outer.at(-1).span[1]) outer.push(span);
  }
  const at = indexes(text, outer.flatMap(({ span }) => span));
  return outer.map((span, number) => ({ ...span, start: at[number * 2], end: at[number * 2 + 1] }));
}

/// A text as parts: texts, and what `mark` makes of the spans in it.
export function marked(text, spans, mark) {
  const parts = [];
  let at = 0;
  for (const span of spans) {
    if (span.start > at) parts.push(text.slice(at, span.start));
    parts.push(mark(text.slice(span.start, span.end), span));
    at = span.end;
  }
  parts.push(text.slice(at));
  return parts;
}
