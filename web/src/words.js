// Numbers and texts as people read them.

const numbers = new Intl.NumberFormat('en');

export function number(value) {
  return numbers.format(value);
}

/// "1 entry", "1,500 entries".
export function count(value, one, many = `${one}s`) {
  return `${numbers.format(value)} ${value === 1 ? one : many}`;
}

/// "812 bytes", "1.4 MB".
export function size(bytes) {
  if (bytes < 1000) return count(bytes, 'byte');
  const [unit, of] = bytes < 1_000_000 ? ['KB', 1000] : ['MB', 1_000_000];
  const value = bytes / of;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/// A text as the page shows it: control characters replaced, and overrides of the direction written out, so that no text
/// can look like another one.
export function shown(text) {
  return String(text ?? '')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, (mark) => `\\u{${mark.codePointAt(0).toString(16)}}`);
}

/// The beginning of a text that may be of any length.
export function head(text, most = 20_000) {
  return text.length > most ? `${shown(text.slice(0, most))} …` : shown(text);
}

/// The same on one line, cut where it is longer than `most` characters.
export function line(text, most = 120) {
  const flat = shown(String(text ?? '').slice(0, most * 4)).replace(/\s+/g, ' ').trim();
  const letters = [...flat];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : flat;
}

/// "Aria", "Aria and Wick", "Aria, Wick and 3 others".
export function among(names, most = 3) {
  if (names.length <= 1) return names[0] ?? '';
  if (names.length <= most) return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return `${names.slice(0, most - 1).join(', ')} and ${count(names.length - most + 1, 'other')}`;
}
