// An entry of a lorebook of any form, as the table and the dialog show it: with what they count on, whatever its file says.

/// An entry as `entries` of a card gives it. `kept` is what clients keep in the data of applications, under the entry's own members.
export function readEntry({ pointer, value }) {
  const entry = object(value);
  const extensions = { ...object(object(entry.external).appdata), ...object(entry.extensions) };
  return {
    ...entry,
    pointer,
    name: text(entry.name) || text(entry.comment),
    content: text(entry.content),
    keys: texts(entry.keys),
    secondary_keys: texts(entry.secondary_keys),
    insertion_order: figure(entry.insertion_order),
    // The client's number wins over the word of the spec.
    position: extensions.position ?? entry.position ?? '',
    kept: { ...extensions, ...entry },
  };
}

function object(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
}

function text(value) {
  return typeof value === 'string' ? value : '';
}

/// A list of texts; some files have one text where there should be a list.
function texts(value) {
  return (Array.isArray(value) ? value : [value]).filter((key) => typeof key === 'string' && key !== '');
}

/// A number, or null for what is none.
export function figure(value) {
  return typeof value === 'number' ? value : null;
}
