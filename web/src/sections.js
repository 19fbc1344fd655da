// Rows of a table under headings: the folders that RisuAI keeps entries in, or the groups of which SillyTavern lets one entry in.

const NONE = { id: '', label: '' };

/// What a table can be divided by, of those that its rows have: the id, the label, and what a row is under.
export function divisions(rows) {
  return [['folder', 'Folders', ({ folder }) => [folder ?? NONE]], ['group', 'Groups', ({ groups }) => (groups.length > 0 ? groups : [NONE])]]
    .filter(([, , under]) => rows.some((row) => under(row)[0] !== NONE));
}

/// Sorted rows under a heading for each of what `under` names, in the order of the book; those that are under nothing come last.
/// A row may be under several. Rows of a heading that is `shut` are left out.
export function divided(sorted, book, under, shut) {
  const parts = new Map([...book.flatMap(under).filter((part) => part !== NONE), NONE].map(({ id, label }) => [id, { id, label, rows: [] }]));
  for (const row of sorted) for (const { id } of under(row)) parts.get(id).rows.push(row);
  return [...parts.values()].filter(({ rows }) => rows.length > 0)
    .flatMap((part) => (shut.has(part.id) ? [{ ...part, shut: true }] : [{ ...part, shut: false }, ...part.rows]));
}
