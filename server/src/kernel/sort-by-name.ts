/** The order of names in lists and trees of a project. Pure; a collator would take longer than the rest of the tree. */

/** Returns the key that names are compared by. Numbers in a name count as numbers: P-2 comes before P-10. */
export const nameKey = (name: string) => name.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(10, '0'));

/** Sorts records: those with a place of their own first, then by name. */
export function byName<T extends { name: string; sort?: number | null }>(rows: readonly T[]): T[] {
  const keyed = rows.map((row) => ({ row, sort: row.sort ?? Number.MAX_SAFE_INTEGER, key: nameKey(row.name) }));
  keyed.sort((a, b) => a.sort - b.sort || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ row }) => row);
}
