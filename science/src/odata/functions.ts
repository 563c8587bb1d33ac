/**
 * The functions of `$filter` (OData 4, and OGC 18-088, 9.3.3.5.2) that work on single values: what they take, what they
 * give, and how they are calculated. Pure.
 *
 * Numbers are doubles, times are epoch ms in UTC, dates are days since 1970, times of the day are ms since midnight,
 * durations are ms. A value that is missing is null, and a function of it is null.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import type { ValueType } from './model.ts';

export type Value = string | number | boolean | null;

export interface CallSpec {
  readonly takes: readonly ValueType[];
  readonly gives: ValueType;
  /** How many of the last arguments may be left out. */
  readonly optional?: number;
  /** Never called with null. `now` = epoch ms. */
  readonly compute: (values: readonly Value[], now: number) => Value;
}

const ofText = (gives: ValueType, compute: (text: string) => Value): CallSpec => ({
  takes: ['text'],
  gives,
  compute: ([text]) => compute(text as string),
});
const ofTexts = (gives: ValueType, compute: (first: string, second: string) => Value): CallSpec => ({
  takes: ['text', 'text'],
  gives,
  compute: ([first, second]) => compute(first as string, second as string),
});
const number = (compute: (x: number) => number): CallSpec => ({
  takes: ['number'],
  gives: 'number',
  compute: ([x]) => compute(x as number),
});
const ofTime = (gives: ValueType, compute: (date: Date) => number): CallSpec => ({
  takes: ['time'],
  gives,
  compute: ([at]) => compute(new Date(at as number)),
});

/** The first and last instant that is looked for: years 1 to 9999, as far as ISO 8601 goes. */
export const firstAt = -62_135_596_800_000;
export const lastAt = 253_402_300_799_999;

const remainder = (x: number, by: number) => ((x % by) + by) % by;

export const calls: Readonly<Record<string, CallSpec>> = {
  substringof: ofTexts('truth', (part, text) => text.includes(part)),
  contains: ofTexts('truth', (text, part) => text.includes(part)),
  startswith: ofTexts('truth', (text, part) => text.startsWith(part)),
  endswith: ofTexts('truth', (text, part) => text.endsWith(part)),
  length: ofText('number', (text) => text.length),
  indexof: ofTexts('number', (text, part) => text.indexOf(part)),
  tolower: ofText('text', (text) => text.toLowerCase()),
  toupper: ofText('text', (text) => text.toUpperCase()),
  trim: ofText('text', (text) => text.trim()),
  concat: ofTexts('text', (a, b) => a + b),
  substring: {
    takes: ['text', 'number', 'number'],
    optional: 1,
    gives: 'text',
    compute: ([text, ...at]) => {
      const [start, count = Number.POSITIVE_INFINITY] = at as [number, number?];
      return (text as string).slice(Math.max(0, start), Math.max(0, start + count));
    },
  },
  round: number((x) => Math.sign(x) * Math.round(Math.abs(x))),
  floor: number(Math.floor),
  ceiling: number(Math.ceil),
  year: ofTime('number', (date) => date.getUTCFullYear()),
  month: ofTime('number', (date) => date.getUTCMonth() + 1),
  day: ofTime('number', (date) => date.getUTCDate()),
  hour: ofTime('number', (date) => date.getUTCHours()),
  minute: ofTime('number', (date) => date.getUTCMinutes()),
  second: ofTime('number', (date) => date.getUTCSeconds()),
  fractionalseconds: ofTime('number', (date) => date.getUTCMilliseconds() / 1000),
  totaloffsetminutes: ofTime('number', () => 0),
  date: ofTime('date', (date) => Math.floor(date.getTime() / dayMs)),
  time: ofTime('clock', (date) => remainder(date.getTime(), dayMs)),
  now: { takes: [], gives: 'time', compute: (_, now) => now },
  mindatetime: { takes: [], gives: 'time', compute: () => firstAt },
  maxdatetime: { takes: [], gives: 'time', compute: () => lastAt },
};

/** Functions on places: a place of ours is a point, the other side is written out. Calculated where the places are kept. */
export const placeCalls: Readonly<Record<string, ValueType>> = {
  'geo.distance': 'number',
  'geo.length': 'number',
  'geo.intersects': 'truth',
  st_equals: 'truth',
  st_disjoint: 'truth',
  st_touches: 'truth',
  st_within: 'truth',
  st_overlaps: 'truth',
  st_crosses: 'truth',
  st_intersects: 'truth',
  st_contains: 'truth',
  st_relate: 'truth',
};

/** Epoch ms of a time literal; null for one that is no time. A time without its zone is none: it could be any instant. */
export function timeOf(text: string): number | null {
  const [, civil, zone] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+\- ]\d\d:?\d\d)$/i.exec(text) ?? [];
  if (civil === undefined || zone === undefined || dateOf(civil.slice(0, 10)) === null) return null;
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : zone.replace(' ', '+').replace(/^(.\d\d):?(\d\d)$/, '$1:$2');
  const at = Date.parse(`${civil.replace(/(\.\d{3})\d+$/, '$1')}${offset}`);
  return Number.isNaN(at) || at < firstAt || at > lastAt ? null : at;
}

/** Days since 1970 of a date literal; null for a day that there is not. */
export function dateOf(text: string): number | null {
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? null : at / dayMs;
}

/** Ms since midnight of a time of the day. */
export function clockOf(text: string): number | null {
  const at = Date.parse(`1970-01-01T${text.replace(/(\.\d{3})\d+$/, '$1')}Z`);
  return Number.isNaN(at) ? null : at;
}

/** Ms of an ISO 8601 duration of weeks, days, hours, minutes and seconds; months and years have no length of their own. */
export function durationOf(text: string): number | null {
  const match = /^(-?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i.exec(text);
  if (!match || match.slice(2).every((part) => part === undefined)) return null;
  const [, sign, weeks, days, hours, minutes, seconds] = match;
  // A part that is not written is none of that unit.
  const ms = (part: string | undefined, unitMs: number) => Number(part ?? 0) * unitMs;
  const total = ms(weeks, 7 * dayMs) + ms(days, dayMs) + ms(hours, 3_600_000) + ms(minutes, 60_000) + ms(seconds, 1000);
  return Number.isFinite(total) && total < 1e14 ? (sign === '-' ? -total : total) : null;
}
