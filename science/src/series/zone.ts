/**
 * A time zone as offsets from UTC. The rules come from the platform's Intl; each year is asked once and its changes of
 * offset are kept, so that half a million readings cost a handful of questions.
 *
 * Local times are written as `localMs`: the epoch ms that the same clock reading would have in UTC.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';

export interface Zone {
  readonly name: string;
  /** ms east of UTC at an instant. */
  offsetAt(ms: number): number;
  localOf(ms: number): number;
  /** The instants that show a local time: one; none where the clock skips it; two where it is shown twice. Ascending. */
  instantsOf(localMs: number): readonly number[];
  /** The first instant that shows a local time; where the clock skips it, the instant of the skip. */
  startOf(localMs: number): number;
  /** The instant of the change of offset in (fromMs, toMs]; null when the offset is the same at both ends. */
  changeIn(fromMs: number, toMs: number): number | null;
}

const zones = new Map<string, Zone>();
/** Names come from settings and requests; spellings are many, zones few. */
const maxCachedZones = 1000;

/** Clocks lie between 12 hours behind UTC and 14 before it. */
const offsetMinutes = { min: -12 * 60, max: 14 * 60 };

/** The name of a fixed offset in minutes east of UTC: `+08:00`, `-03:30`; 0 is `UTC`. Null where no clock has it. */
export function fixedZoneName(minutes: number): string | null {
  if (!(minutes >= offsetMinutes.min && minutes <= offsetMinutes.max)) return null;
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** The zone of an IANA name, or of a fixed offset (`+08:00`). Throws RangeError when there is none. */
export function zoneOf(name: string): Zone {
  const cached = zones.get(name);
  if (cached) return cached;
  const zone = makeZone(name);
  if (zones.size >= maxCachedZones) zones.clear();
  zones.set(name, zone);
  return zone;
}

interface Change {
  readonly at: number;
  readonly offset: number;
}
/** The offset at the start of a year and what changes in it. */
interface Year {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
  readonly changes: readonly Change[];
}

function makeZone(name: string): Zone {
  const offsetOf = asker(name);
  const years = new Map<number, Year>();
  let last: Year | undefined;

  function yearOf(ms: number): Year {
    if (last !== undefined && ms >= last.start && ms < last.end) return last;
    const number = new Date(ms).getUTCFullYear();
    const cached = years.get(number);
    last = cached ?? readYear(number, offsetOf);
    if (!cached) years.set(number, last);
    return last;
  }

  function offsetAt(ms: number): number {
    const year = yearOf(ms);
    let offset = year.offset;
    for (const change of year.changes) {
      if (change.at > ms) break;
      offset = change.offset;
    }
    return offset;
  }

  function instantsOf(localMs: number): number[] {
    // A change of offset is much rarer than a day: a day before and a day after hold both candidates.
    const offsets = [offsetAt(localMs - dayMs), offsetAt(localMs + dayMs)]
      .map((offset) => localMs - offset)
      .filter((ms) => ms + offsetAt(ms) === localMs);
    return [...new Set(offsets)].sort((a, b) => a - b);
  }

  function changeIn(fromMs: number, toMs: number): number | null {
    const before = offsetAt(fromMs);
    return before === offsetAt(toMs) ? null : firstChange(fromMs, toMs, before, offsetAt);
  }

  return {
    name,
    offsetAt,
    instantsOf,
    changeIn,
    localOf: (ms) => ms + offsetAt(ms),
    startOf(localMs) {
      const [first] = instantsOf(localMs);
      return first ?? changeIn(localMs - dayMs, localMs + dayMs) ?? localMs - offsetAt(localMs);
    },
  };
}

function readYear(number: number, offsetOf: (ms: number) => number): Year {
  const start = Date.UTC(number, 0, 1);
  const end = Date.UTC(number + 1, 0, 1);
  const first = offsetOf(start);
  const changes: Change[] = [];
  let offset = first;
  for (let from = start; from < end; from += dayMs) {
    const to = Math.min(from + dayMs, end);
    const next = offsetOf(to - 1);
    if (next !== offset) changes.push({ at: firstChange(from - 1, to - 1, offset, offsetOf), offset: next });
    offset = next;
  }
  return { start, end, offset: first, changes };
}

/** The first instant in (fromMs, toMs] whose offset is not `before`, that of fromMs. */
function firstChange(fromMs: number, toMs: number, before: number, offsetOf: (ms: number) => number): number {
  let [low, high] = [fromMs, toMs];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetOf(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** Asks Intl for the offset of an instant; a fixed offset is its own name. */
function asker(name: string): (ms: number) => number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):(\d{2})$/.exec(name) ?? [];
  const total = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  if (sign !== undefined && fixedZoneName(total) === name) return () => total * 60_000;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (ms) => {
    const [month, day, year, hour, minute, second] = (format.format(ms).match(/\d+/g) ?? []).map(Number) as [
      ...[number, number, number, number, number, number],
    ];
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
  };
}
