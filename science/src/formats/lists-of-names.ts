/**
 * Columns of an instrument that has many alike, `Tilt_A(1)` to `Tilt_A(15)`: their list under the name they have in common, so
 * that a chain of nodes is read by one row, `Tilt_A[*]`. Pure.
 * Source: Campbell Scientific, TOA5: the elements of an array are columns `name(1)`, `name(2)`, ...; read on the file of a
 * 15-node in-place inclinometer.
 *
 * Invariant: place n of the list is the column with the number n or null; no value moves to the place of another.
 */

/** Longer lists are no chain: the numbers are something else. */
const maxLength = 150;
const numbered = /^(.{1,64}?)\((\d{1,3})\)$/;

/** For each common name the places of its columns in `names`; null where a number is missing. */
export function listsOf(names: readonly string[]): ReadonlyMap<string, readonly (number | null)[]> {
  const lists = new Map<string, (number | null)[]>();
  const all = new Set(names);
  for (const [place, name] of names.entries()) {
    const [, base, count] = numbered.exec(name) ?? [];
    const at = Number(count) - 1;
    if (base === undefined || all.has(base) || !(at >= 0 && at < maxLength)) continue;
    const list = lists.get(base) ?? [];
    while (list.length <= at) list.push(null);
    list[at] = place;
    lists.set(base, list);
  }
  return lists;
}

/** Names the values of records: each by its name, and the lists of what is numbered. Made once for all records of a message. */
export function namerOf(names: readonly string[]): (values: readonly unknown[]) => Record<string, unknown> {
  const lists = [...listsOf(names)];
  return (values) =>
    Object.fromEntries([
      ...names.map((name, at) => [name, values[at]] as const),
      ...lists.map(
        ([name, at]) => [name, at.map((place) => (place === null ? null : (values[place] ?? null)))] as const,
      ),
    ]);
}
