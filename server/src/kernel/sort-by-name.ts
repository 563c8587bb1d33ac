/** The order of names in trees of a project. Pure; a collator would take longer than the rest of the tree. */

/** Numbers in a name count as numbers: P-2 stands before P-10. */
const orderOf = (name: string) => name.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(10, '0'));

/** Those with a place of their own first, then by name. */
export function byName<T extends { name: string; sort?: number | null }>(rows: readonly T[]): T[] {
  const keyed = rows.map((row) => ({ row, sort: row.sort ?? Number.MAX_SAFE_INTEGER, key: orderOf(row.name) }));
  keyed.sort((a, b) => a.sort - b.sort || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ row }) => row);
}
