/**
 * The time of a record as a format has it: one place or several columns, in the form that the format names. Pure.
 * Source of yearDay: Geokon, LC-2 series manual (8002), data arrays: year, day of the year, time as hhmm, seconds; the same of
 * the mixed arrays of Campbell Scientific loggers.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { readTime } from '../series/local-time.ts';
import type { FormatTime } from './format-shape.ts';

/** Epoch ms. */
export function timeFrom(text: string, { form, timeZone }: FormatTime): number | 'timeMissing' {
  const short = text.slice(0, 40);
  const dated = form === 'yearDay' ? datedOf(short) : short;
  if (dated === null) return 'timeMissing';
  const read = readTime(dated, form === 'yearDay' ? 'ymd' : form, timeZone, 'earlier');
  return 'at' in read ? read.at : 'timeMissing';
}

/** `2024 44 1453 30` -> `2024-02-13 14:53:30`; null = it is no such time. Midnight may be 2400 of the day that ends. */
function datedOf(text: string): string | null {
  const [, year, day, clock, second = '0'] =
    /^(\d{4})[\s,;]+(\d{1,3})[\s,;]+(\d{1,4})(?:[\s,;]+(\d{1,2}))?$/.exec(text.trim()) ?? [];
  if (year === undefined || day === undefined || clock === undefined) return null;
  const date = new Date(Date.UTC(Number(year), 0, 1) + (Number(day) - 1) * dayMs);
  if (Number(day) < 1 || date.getUTCFullYear() !== Number(year)) return null;
  const [hour, minute] = [Math.floor(Number(clock) / 100), Number(clock) % 100];
  return `${date.toISOString().slice(0, 10)} ${hour}:${minute}:${Number(second)}`;
}

/** Places of the columns of a time; empty = one of them is missing. A column whose whole name has the sign `+` is itself. */
export function timeColumns(from: string, columnOf: (name: string) => number): number[] {
  const column = columnOf(from);
  if (column >= 0) return [column];
  const parts = from.split(' + ').map(columnOf);
  return parts.includes(-1) ? [] : parts;
}
