/** Returns whether a version is newer than another, number by number; no where one of them is none. */
export function isNewer(version: string, than: string): boolean {
  const [left, right] = [numbersOf(version), numbersOf(than)];
  if (!left || !right) return false;
  for (const [i, number] of left.entries()) {
    const other = right[i] ?? 0;
    if (number !== other) return number > other;
  }
  return false;
}

const numbersOf = (version: string): number[] | null =>
  /^\d+(\.\d+)*/.exec(version)?.[0].split('.').map(Number) ?? null;
