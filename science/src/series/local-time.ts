/**
 * Times as people and loggers write them, read in a stated time zone, and written again. A time that the clock shows
 * twice or skips is never guessed in silence: the caller decides what to do, and is told that it was done.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { zoneOf } from './zone.ts';

/**
 * How a time is written. ymd: 2024-11-05 13:00:01; dmy: 05/11/2024 13:00; mdy: 11/5/2024 1:00 PM. Any of - / . between
 * the numbers, a blank or T before the hour, seconds and the whole clock time may be left out; Z or an offset at the end
 * counts before the zone. excel: days since 1899-12-30. Chinese words are read where they stand: 2026年6月1日 08时00分, 上午10:00.
 */
export const timePatterns = ['ymd', 'dmy', 'mdy', 'unixSeconds', 'unixMs', 'excel'] as const;
export type TimePattern = (typeof timePatterns)[number];
/** Handling of a time that is shown twice: the earlier or the later instant; of a skipped one: read with the new or the old offset. */
export type Ambiguity = 'earlier' | 'later' | 'refuse';
export type TimeDoubt = 'ambiguousTime' | 'nonexistentTime';

export type ReadTime =
  | { readonly at: number; readonly doubt: TimeDoubt | null }
  | { readonly fault: 'notATime' | TimeDoubt };

const written =
  /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[ T]+(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,9}))?)?)?\s*([AaPp][Mm])?\s*(Z|z|\(?[+-]\d{2}:?\d{2}\)?)?$/;
const notATime = { fault: 'notATime' } as const;

/** Chinese words of a time as the signs that stand for them, the half of the day behind the clock. */
function withoutWords(text: string): string {
  if (!/[\u4e00-\u9fff\uff1a]/.test(text)) return text;
  const signs = text
    .replace(/[年月]/g, '-')
    .replace(/日/g, ' ')
    .replace(/[时時点點](?=\d)/g, ':')
    .replace(/[时時点點]/g, ':00')
    .replace(/分(?=\d)/g, ':')
    .replace(/[分秒]/g, '')
    .replaceAll('：', ':')
    .replace(
      /^(.*?)\s*(上午|下午)\s*(.*)$/,
      (_, before, half, clock) => `${before} ${clock} ${half === '上午' ? 'AM' : 'PM'}`,
    );
  return signs.replace(/\s+/g, ' ').trim();
}

/**
 * Reads one time. `shortYears`: a year may have two digits, 69 to 99 of the last century and 00 to 68 of this one (POSIX).
 * Throws RangeError on an unknown zone.
 */
export function readTime(
  text: string,
  pattern: TimePattern,
  timeZone: string,
  policy: Ambiguity,
  { shortYears = false }: { readonly shortYears?: boolean } = {},
): ReadTime {
  const trimmed = withoutWords(text.trim());
  if (pattern === 'unixSeconds' || pattern === 'unixMs' || pattern === 'excel')
    return readCount(trimmed, pattern, timeZone, policy);
  const match = written.exec(trimmed);
  if (match === null) return notATime;
  const local = localOf(match, pattern, shortYears);
  if (local === null) return notATime;
  const offset = match[9];
  if (offset !== undefined) return { at: local - offsetOf(offset), doubt: null };
  return instantOf(local, timeZone, policy);
}

/** Epoch ms of a local time: `localMs` is what the clock shows, written as if it were UTC. */
function instantOf(localMs: number, timeZone: string, policy: Ambiguity): ReadTime {
  const zone = zoneOf(timeZone);
  const instants = zone.instantsOf(localMs);
  if (instants.length === 1) return { at: instants[0] as number, doubt: null };
  const doubt: TimeDoubt = instants.length === 0 ? 'nonexistentTime' : 'ambiguousTime';
  if (policy === 'refuse') return { fault: doubt };
  const both =
    instants.length === 2
      ? instants
      : [zone.offsetAt(localMs + dayMs), zone.offsetAt(localMs - dayMs)].map((offset) => localMs - offset);
  return { at: (policy === 'earlier' ? Math.min : Math.max)(...both), doubt };
}

/** Outside of these years a date is a slip of the pen. */
const years = { min: 1900, max: 2199 };

function localOf(match: RegExpExecArray, pattern: 'ymd' | 'dmy' | 'mdy', shortYears: boolean): number | null {
  const [a, b, c] = [match[1], match[2], match[3]] as [string, string, string];
  const [yearText, month, day] = pattern === 'ymd' ? [a, b, c] : pattern === 'dmy' ? [c, b, a] : [c, a, b];
  const isShort = shortYears && yearText.length === 2;
  if ((yearText.length !== 4 && !isShort) || day.length > 2 || month.length > 2) return null;
  const year = Number(yearText) + (isShort ? (Number(yearText) < 69 ? 2000 : 1900) : 0);
  let hour = Number(match[4] ?? 0);
  const [minute, second] = [Number(match[5] ?? 0), Number(match[6] ?? 0)];
  const noon = match[8]?.toLowerCase();
  if (noon !== undefined) {
    if (hour < 1 || hour > 12 || match[4] === undefined) return null;
    hour = (hour % 12) + (noon === 'pm' ? 12 : 0);
  }
  // Some loggers write midnight as 24:00 of the day that ends.
  if (hour > 24 || minute > 59 || second > 59 || (hour === 24 && minute + second > 0)) return null;
  const midnight = Date.UTC(year, Number(month) - 1, Number(day));
  const date = new Date(midnight);
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  if (!exists || year < years.min || year > years.max) return null;
  const ms = Math.round(Number(`0.${match[7] ?? 0}`) * 1000);
  return midnight + ((hour * 60 + minute) * 60 + second) * 1000 + ms;
}

function offsetOf(text: string): number {
  if (/^z$/i.test(text)) return 0;
  const digits = text.replace(/\D/g, '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4));
  return (text.includes('-') ? -minutes : minutes) * 60_000;
}

function readCount(
  text: string,
  pattern: 'unixSeconds' | 'unixMs' | 'excel',
  timeZone: string,
  policy: Ambiguity,
): ReadTime {
  if (!/^\d+(\.\d+)?$/.test(text)) return notATime;
  const count = Number(text);
  const ms = pattern === 'unixMs' ? count : pattern === 'unixSeconds' ? count * 1000 : (count - 25_569) * dayMs;
  const year = new Date(ms).getUTCFullYear();
  if (!(year >= years.min && year <= years.max)) return notATime;
  // A day count is kept to the second: 1/86400 has no end in binary.
  return pattern === 'excel'
    ? instantOf(Math.round(ms / 1000) * 1000, timeZone, policy)
    : { at: Math.round(ms), doubt: null };
}

/**
 * The pattern that all samples fit; null when none does, and when day and month cannot be told apart: then it must be
 * asked, for a wrong guess would swap them without a trace.
 */
export function guessPattern(samples: readonly string[]): TimePattern | null {
  const texts = samples.map((text) => text.trim()).filter((text) => text !== '');
  if (texts.length === 0) return null;
  const fits = (pattern: TimePattern) =>
    texts.every((text) => 'at' in readTime(text, pattern, 'UTC', 'earlier', { shortYears: true }));
  const dated = (['ymd', 'dmy', 'mdy'] as const).filter(fits);
  if (dated.length > 0) return dated.length === 1 ? (dated[0] as TimePattern) : null;
  const counts = texts.map(Number);
  const within = (min: number, max: number) => counts.every((count) => count >= min && count < max);
  if (within(20_000, 110_000)) return 'excel';
  if (within(3e8, 1e10)) return 'unixSeconds';
  return within(3e11, 1e13) ? 'unixMs' : null;
}

/** YYYY-MM-DD HH:mm:ss on the clock of the zone. */
export function writeLocal(ms: number, timeZone: string): string {
  return new Date(zoneOf(timeZone).localOf(ms)).toISOString().slice(0, 19).replace('T', ' ');
}
