import { calendarPresets, limits, longPresets, pastPresets } from '@plumbline/contract/kernel/constants';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { useMemo } from 'react';
import { useNow } from '../../kernel/now.ts';
import type { Range } from '../frame/range.ts';
import { instantOf, offsetMs } from '../frame/ticks.ts';

/** The time presets of specification 9 as ranges. Invariant: a calendar unit begins by the project's own clocks. */
const spans = [...pastPresets, ...longPresets];
export type Preset = (typeof spans)[number]['name'] | (typeof calendarPresets)[number];
export const presets: readonly Preset[] = [...spans.map(({ name }) => name), ...calendarPresets];
export const isPreset = (name: string | null): name is Preset => presets.includes(name as Preset);

export const startRange: Preset = 'past30Days';

/** Readings that a curve begins with at least, where the history is long enough. */
const startReadings = 8;

/**
 * Returns the range that a point begins with whose setting says none: the usual one, or the shortest preset that holds some
 * readings at the interval of the point, so that who measures every month does not begin with an empty page.
 */
export function startRangeAt(intervalSeconds: number): Preset {
  const usual = spans.find(({ name }) => name === startRange)?.seconds ?? 0;
  const spanSeconds = Math.max(usual, intervalSeconds * startReadings);
  return (spans.find(({ seconds }) => seconds >= spanSeconds) ?? spans.at(-1))?.name ?? startRange;
}

export const historyMs = limits.viewDays * dayMs;

/** From the preset's start to `now` (epoch ms). */
export function rangeOf(preset: Preset, now: number, zone: string): Range {
  const past = spans.find(({ name }) => name === preset);
  if (past) return { from: now - past.seconds * 1000, to: now };
  const wall = new Date(now + offsetMs(now, zone));
  const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()];
  const start = {
    thisHour: Date.UTC(year, month, day, wall.getUTCHours()),
    thisDay: Date.UTC(year, month, day),
    // Weeks begin on Monday.
    thisWeek: Date.UTC(year, month, day - ((wall.getUTCDay() + 6) % 7)),
    thisMonth: Date.UTC(year, month),
    thisYear: Date.UTC(year, 0),
  }[preset as (typeof calendarPresets)[number]];
  return { from: Math.min(instantOf(start, zone), now - 1000), to: now };
}

/**
 * Returns the range closest to a wanted one that may be looked at: ten seconds at least, the history at most, and not
 * beyond the present.
 */
export function allowedRange(range: Range, now: number): Range {
  const span = Math.min(Math.max(range.to - range.from, 10_000), historyMs);
  const to = Math.min((range.from + range.to + span) / 2, now + span * 0.05);
  return { from: Math.round(to - span), to: Math.round(to) };
}

/** Returns the range to fetch: half a span more on either side where there is history, so that panning shows curves at once. */
export function requestedRange({ from, to }: Range, now: number): Range {
  const span = to - from;
  const margin = Math.max(0, Math.min(span / 2, (historyMs - span) / 2 - 60_000));
  return { from: Math.round(from - margin), to: Math.round(Math.min(to + margin, Math.max(to, now))) };
}

/** How often a range that ends now moves on: a five-hundredth of itself, from 2 s to 5 min. */
export const stepOf = ({ from, to }: Range): number => {
  const stepMs = (to - from) / 500;
  return [2_000, 5_000, 15_000, 60_000].find((each) => each >= stepMs) ?? 300_000;
};

/** A range that a person chose: a preset, or one of their own. */
interface ChosenRange {
  readonly preset: Preset | null;
  readonly custom: Range | null;
}

/**
 * Three ranges of one choice. `shown` moves on with the present; `requested` is what the server is asked for the curve and
 * moves in larger steps, the socket filling the time between; `listed` is what statistics and table stand for.
 */
export function useRanges(
  { preset, custom }: ChosenRange,
  zone: string,
): { shown: Range; requested: Range; listed: Range } {
  const sizeNow = useMemo(() => custom ?? rangeOf(preset ?? startRange, Date.now(), zone), [custom, preset, zone]);
  const step = stepOf(sizeNow);
  const tick = useNow(custom ? 300_000 : step);
  const anchor = useNow(custom ? 300_000 : Math.max(30_000, step * 5));
  return useMemo(() => {
    if (custom) return { shown: custom, requested: requestedRange(custom, anchor), listed: custom };
    const named = preset ?? startRange;
    return {
      shown: rangeOf(named, tick, zone),
      requested: requestedRange(rangeOf(named, anchor, zone), anchor),
      listed: rangeOf(named, anchor, zone),
    };
  }, [custom, preset, zone, tick, anchor]);
}

/** The ranges of the data view, and how another one is chosen. */
export interface ViewRange {
  readonly preset: Preset | null;
  readonly shown: Range;
  readonly requested: Range;
  readonly listed: Range;
  readonly onChange: (range: { preset: Preset | null; custom: Range | null }) => void;
}
