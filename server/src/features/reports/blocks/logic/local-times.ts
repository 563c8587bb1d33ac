/** Instants as the clock of a zone shows them. */
import { zoneOf } from '@plumbline/science/series/zone';

export interface LocalTimes {
  /** `2026-03-29 14:05` */
  readonly text: (ms: number) => string;
  /** Civil time in UTC fields, for a workbook knows no zone. */
  readonly cell: (ms: number) => Date;
}

export function localTimes(timeZone: string): LocalTimes {
  const zone = zoneOf(timeZone);
  return {
    text: (ms) => new Date(zone.localOf(ms)).toISOString().slice(0, 16).replace('T', ' '),
    cell: (ms) => new Date(Math.floor(zone.localOf(ms) / 1000) * 1000),
  };
}

/** How far the clock of a zone is from UTC: `UTC+01:00`. */
export function offsetText(timeZone: string, ms: number): string {
  const minutes = Math.round(zoneOf(timeZone).offsetAt(ms) / 60_000);
  const two = (n: number) => String(n).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
