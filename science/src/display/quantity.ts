/** Sizes and switches as they are shown (specification 2, display formats BYTE and NUMBER_TO_BOOLEAN). */

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** A count of bytes in the largest unit of 1024 that leaves at least 1: 1536 -> `1.5 kB`. '' for what is no size. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return '';
  let at = 0;
  let size = bytes;
  // 1023.95 kB would be written 1024.0 kB.
  while (at < byteUnits.length - 1 && Number(size.toFixed(at === 0 ? 0 : 1)) >= 1024) {
    size /= 1024;
    at++;
  }
  const text = at === 0 ? size.toFixed(0) : size.toFixed(1).replace(/\.0$/, '');
  return `${text} ${byteUnits[at]}`;
}

/** 0 is false, 1 (and any other number) true; also what devices send as text. null for nothing and for what is neither. */
export function numberToBoolean(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isNaN(value) ? null : value !== 0;
  if (typeof value === 'string') {
    const text = value.trim().toLowerCase();
    if (text === 'true') return true;
    if (text === 'false') return false;
    if (text !== '' && Number.isFinite(Number(text))) return Number(text) !== 0;
  }
  return null;
}
