/**
 * Health of a point or channel, from its own collect interval and also when nothing arrives. Names and their order of
 * severity: dataLost, nodeBroken, dataRepeat, lowVoltage, normal; the worst finding is the status, the others stand
 * beside it. Source: specification 3 (health thresholds) and 9; domain reference 1.1, 5.3.
 */
import { type CollectPlan, expectedAfter } from '../collect/plan.ts';

export type HealthStatus = 'normal' | 'lowVoltage' | 'dataLost' | 'dataRepeat' | 'nodeBroken';

export interface HealthThresholds {
  /** V, of the raw voltage. */
  readonly voltageThreshold: number;
  /** Collections that may be missing before data count as lost; and before people are notified. */
  readonly lostTolerance: number;
  readonly alertTolerance: number;
}

export interface HealthInput {
  readonly nowMs: number;
  readonly thresholds: HealthThresholds;
  readonly voltage: number | null;
  /** It counted as low at the last look. */
  readonly wasLow?: boolean;
  /** When readings are to be expected; null: never, as of a point that people enter. */
  readonly plan: CollectPlan | null;
  readonly timeZone: string;
  /** Measuring time of the newest reading; null when there is none. */
  readonly lastAtMs: number | null;
  /** Since when readings are expected although none came: when the point was bound. */
  readonly expectedSinceMs: number | null;
  /** Newest values of what must all be there: the nodes of a chain, or the one raw quantity. Null: not looked at. */
  readonly nodes: readonly (number | null)[] | null;
  /** Bounds of a sane node, both inside; null: any number is. Vibrating wires: [400, 6000] Hz. */
  readonly sane?: readonly [min: number, max: number] | null;
  /** Identical raw samples in a row, of countRepeats. */
  readonly repeats: number;
  /** From how many on they are a finding; null: never, as of rain gauges and states. Default 4. */
  readonly repeatLimit?: number | null;
}

export interface Health {
  readonly status: HealthStatus;
  readonly lowVoltage: boolean;
  readonly dataLost: boolean;
  readonly dataRepeat: boolean;
  /** Numbers of the broken nodes, from 1. */
  readonly brokenNodes: readonly number[];
  /** Collections that should have come since the last reading, or since readings are expected. */
  readonly missed: number;
  /** People are to be notified that nothing comes. */
  readonly overdue: boolean;
  /** When the next reading is, or was, due; null when none is. */
  readonly expectedAtMs: number | null;
}

/** A supply that was low is low until it is this much above the threshold, as a share of it (11 V: 11.33 V). */
export const voltageMargin = 0.03;

/**
 * Returns whether a supply counts as low. It falls to low under the threshold and comes back at the margin above it,
 * so that one that hovers there does not come and go with each message. V; null = the device does not tell: not low.
 */
export function isVoltageLow(voltage: number | null, threshold: number, wasLow: boolean): boolean {
  if (voltage === null) return false;
  return voltage < (wasLow ? threshold * (1 + voltageMargin) : threshold);
}

/** Health as of now. Never throws but for an unknown zone (RangeError). */
export function healthOf(input: HealthInput): Health {
  const { thresholds, plan, nodes, sane = null, repeatLimit = 4 } = input;
  const since = input.lastAtMs ?? input.expectedSinceMs;
  const { missed, nextAtMs } =
    plan === null || since === null
      ? { missed: 0, nextAtMs: null }
      : expectedAfter(plan, input.timeZone, since, input.nowMs);
  const lowVoltage = isVoltageLow(input.voltage, thresholds.voltageThreshold, input.wasLow ?? false);
  const dataLost = missed > 0 && missed >= thresholds.lostTolerance;
  const dataRepeat = repeatLimit !== null && input.repeats >= repeatLimit;
  const brokenNodes = (nodes ?? []).flatMap((value, i) => (isBroken(value, sane) ? [i + 1] : []));
  const status = dataLost
    ? 'dataLost'
    : brokenNodes.length > 0
      ? 'nodeBroken'
      : dataRepeat
        ? 'dataRepeat'
        : lowVoltage
          ? 'lowVoltage'
          : 'normal';
  const overdue = missed > 0 && missed >= thresholds.alertTolerance;
  return { status, lowVoltage, dataLost, dataRepeat, brokenNodes, missed, overdue, expectedAtMs: nextAtMs };
}

function isBroken(value: number | null, sane: readonly [number, number] | null): boolean {
  if (value === null || !Number.isFinite(value)) return true;
  return sane !== null && (value < sane[0] || value > sane[1]);
}

/** A raw sample and how many identical ones came in a row; JSON, one to keep for each channel. */
export interface Repeats {
  readonly key: string;
  readonly count: number;
}

/**
 * Counts identical raw samples in a row: the same quantities with the same numbers. A sample without any number counts
 * nothing and breaks nothing.
 */
export function countRepeats(
  previous: Repeats | null,
  sample: Readonly<Record<string, number | null | readonly (number | null)[]>>,
): Repeats {
  const entries = Object.entries(sample).sort(([a], [b]) => (a < b ? -1 : 1));
  const isNumber = (value: unknown) => typeof value === 'number';
  const empty = !entries.some(([, value]) => (Array.isArray(value) ? value.some(isNumber) : isNumber(value)));
  if (empty) return previous ?? { key: '', count: 0 };
  const key = JSON.stringify(entries);
  return { key, count: previous?.key === key ? previous.count + 1 : 1 };
}
