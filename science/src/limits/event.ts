/**
 * Vibration events against the limits of their point. An event is an instant: of it the limits on the value count, as soon as
 * its component reaches them; runs of readings, changes and rates are not defined for it. Velocities alone are compared,
 * mm/s: an acceleration that was integrated has lost its slow part, and no field of a point is an acceleration.
 */
import { type WaveformUnit, waveformUnits } from '../waveforms/units.ts';
import type { Backtest, Episode } from './backtest.ts';
import { type Level, levelOf, type Rule } from './judge.ts';

export interface RecordedEvent {
  readonly unit: WaveformUnit;
  readonly axes: readonly {
    readonly axis: 'x' | 'y' | 'z';
    /** Peak particle velocity of this component. */
    readonly velocityMmS: number;
    readonly velocityHz: number | null;
  }[];
}
export interface ReachedByEvent {
  readonly level: Exclude<Level, 0>;
  readonly axis: 'x' | 'y' | 'z';
  /** Of the component, mm/s, and its dominant frequency. */
  readonly value: number;
  readonly frequencyHz: number | null;
  readonly threshold: number;
}

const axisOfField = { peakX: 'x', peakY: 'y', peakZ: 'z' } as const;

/**
 * The level that an event reaches of a rule on a field of its point; null = none, or the rule does not concern events. `peak`
 * watches the largest single component (DIN 4150-3, GB 6722), `peakX` and the like their axis.
 */
export function eventReaches(rule: Rule, field: string, { unit, axes }: RecordedEvent): ReachedByEvent | null {
  if (rule.kind !== 'value' || waveformUnits[unit].measures !== 'velocity') return null;
  const axis = field in axisOfField ? axisOfField[field as keyof typeof axisOfField] : null;
  if (axis === null && field !== 'peak') return null;
  let largest: RecordedEvent['axes'][number] | null = null;
  for (const each of axes)
    if ((axis === null || each.axis === axis) && (largest === null || each.velocityMmS > largest.velocityMmS))
      largest = each;
  if (largest === null) return null;
  const level = levelOf(largest.velocityMmS, rule.levels, rule.method);
  const threshold = level === 0 ? null : rule.levels[level - 1];
  if (level === 0 || threshold === null || threshold === undefined) return null;
  return { level, axis: largest.axis, value: largest.velocityMmS, frequencyHz: largest.velocityHz, threshold };
}

/** Returns the highest level that an event reaches in all rules of its point, the first of several; null = none. */
export function highestReached(
  rules: readonly { readonly field: string; readonly rule: Rule }[],
  event: RecordedEvent,
): ReachedByEvent | null {
  let highest: ReachedByEvent | null = null;
  for (const { field, rule } of rules) {
    const reached = eventReaches(rule, field, event);
    if (reached && (highest === null || reached.level > highest.level)) highest = reached;
  }
  return highest;
}

/** A back-test with the events of the same span: each that reaches the rule is an alert and an episode of its own. */
export function withEvents(
  test: Backtest,
  { rule, field }: { readonly rule: Rule; readonly field: string },
  events: readonly (RecordedEvent & { readonly atMs: number; readonly durationMs: number })[],
): Backtest {
  const raised: [number, number, number, number] = [...test.raised];
  const episodes = events.flatMap((event): Episode[] => {
    const reached = eventReaches(rule, field, event);
    if (reached === null) return [];
    const { level, value } = reached;
    raised[(level - 1) as 0 | 1 | 2 | 3]++;
    const { atMs, durationMs } = event;
    return [{ level, from: atMs, to: atMs + durationMs, peak: value, peakAt: atMs, measure: 'value', raises: 1 }];
  });
  if (episodes.length === 0) return test;
  return { ...test, raised, episodes: [...test.episodes, ...episodes].sort((a, b) => a.from - b.from) };
}
