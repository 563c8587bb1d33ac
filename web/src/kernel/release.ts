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

/**
 * Returns the version that a page shows: that of the server; until it has answered that of the page, which the same server
 * handed out a moment ago; 1.0 where the check failed (specification 8).
 */
export const versionToShow = (answered: string | undefined, isFailed: boolean, page: string): string =>
  answered || (isFailed || answered !== undefined ? '1.0' : page);

const numbersOf = (version: string): number[] | null =>
  /^\d+(\.\d+)*/.exec(version)?.[0].split('.').map(Number) ?? null;
