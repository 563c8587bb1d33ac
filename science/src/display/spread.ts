/** Some of many, for drawings that show a few dates. Pure. */

/** Some of many, spread evenly: the first and the last are among them. */
export function spread<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list];
  return Array.from({ length: count }, (_, i) => list[Math.round((i * (list.length - 1)) / (count - 1))] as T);
}
