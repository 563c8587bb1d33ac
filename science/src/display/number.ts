/** How numbers and coordinates are written (specification 9). The minus sign is a plain hyphen. */

/**
 * `precision` decimals; a size below 0.001 (not 0) or above 10000 in exponent form with 4 decimals. '' for what is not
 * a finite number.
 */
export function formatNumber(x: number, precision = 3): string {
  if (!Number.isFinite(x)) return '';
  const size = Math.abs(x);
  if (size !== 0 && (size < 0.001 || size > 10000)) return x.toExponential(4);
  const text = x.toFixed(precision);
  return text.startsWith('-') && Number(text) === 0 ? text.slice(1) : text;
}

/**
 * As `formatNumber` writes it, without its exponents: for paper. What would be 0 with `precision` decimals has as many more as show
 * its first two digits, three at most.
 */
export function plainNumber(x: number, precision = 3): string {
  if (!Number.isFinite(x)) return '';
  const size = Math.abs(x);
  const more = size === 0 || size >= 0.001 ? 0 : Math.max(0, 1 - Math.floor(Math.log10(size)) - precision);
  const text = x.toFixed(precision + Math.min(more, 3));
  return Number(text) === 0 ? (0).toFixed(precision) : text;
}

/**
 * A number as files carry it: 12 significant digits (15 where asked for), which keeps every digit of an instrument and
 * leaves out what binary arithmetic adds (0.1 + 0.2). null for what is not a finite number.
 */
export const numberForFile = (x: number, digits: 12 | 15 = 12): number | null =>
  Number.isFinite(x) ? Number(x.toPrecision(digits)) : null;

/**
 * Latitude or longitude in decimal degrees as d:m:s.ssssss and N, S, E or W: 29.59003429 -> 29:35:24.123444N. Seconds
 * that round up to 60 carry into the minute.
 */
export function formatDms(deg: number, axis: 'latitude' | 'longitude'): string {
  if (!Number.isFinite(deg)) return '';
  const letter = axis === 'latitude' ? (deg < 0 ? 'S' : 'N') : deg < 0 ? 'W' : 'E';
  const micro = Math.round(Math.abs(deg) * 3600e6);
  const seconds = (micro % 60e6) / 1e6;
  const minutes = Math.floor(micro / 60e6);
  return `${Math.floor(minutes / 60)}:${minutes % 60}:${seconds.toFixed(6)}${letter}`;
}
