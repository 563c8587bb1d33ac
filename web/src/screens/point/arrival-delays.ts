/** How late readings came: what store and forward did, as the stored times of the readings say. */
export interface Delays {
  readonly count: number;
  /** Of the middle reading and of the latest one, seconds. */
  readonly medianSeconds: number;
  readonly longestSeconds: number;
  /** Readings that came more than one interval, and at least a minute, after they were measured: they were kept on the way. */
  readonly bufferedCount: number;
  /** When the newest of those was measured. */
  readonly bufferedAt: string | null;
}

/** Returns the delays of some readings, newest first; null where there are none. A clock that runs ahead is no delay. */
export function delaysOf(
  rows: readonly { readonly at: string; readonly receivedAt: string }[],
  intervalSeconds: number,
): Delays | null {
  const all = rows.map(({ at, receivedAt }) => ({
    at,
    seconds: Math.max(0, (Date.parse(receivedAt) - Date.parse(at)) / 1000),
  }));
  if (all.length === 0) return null;
  const sorted = all.map(({ seconds }) => seconds).sort((a, b) => a - b);
  const late = all.filter(({ seconds }) => seconds > Math.max(60, intervalSeconds));
  return {
    count: all.length,
    medianSeconds: sorted[Math.floor((sorted.length - 1) / 2)] ?? 0,
    longestSeconds: sorted.at(-1) ?? 0,
    bufferedCount: late.length,
    bufferedAt: late[0]?.at ?? null,
  };
}
