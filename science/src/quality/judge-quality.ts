/**
 * Quality tests on arrival, one reading after the other: range, spike, rate of change, flat line, gap, clock, missing.
 * Written after QARTOD (IOOS), whose tests assume even spacing; these go by the actual time between readings. A pure
 * reducer with a small state: a history run through it in order of time gives the same flags as live.
 *
 * What failed its range or is flagged as a spike is no witness: the next readings are not compared with it.
 */
import { hourMs } from '@plumbline/contract/kernel/durations';
import type { FieldTests, QualityConfig, RateTest } from './config.ts';
import { compact, flagOf, type Quality, quality, tests } from './flags.ts';
import { judgeSpike, noSpikes, type SpikeState } from './spike.ts';

export interface Arrived {
  /** Measuring time and time of arrival, epoch ms. */
  readonly at: number;
  readonly receivedAt: number;
  /** By field index; null is missing. */
  readonly values: readonly (number | null)[];
}

/** State of the quality tests of a point; JSON. */
export interface QualityState {
  /** The newest measuring time. */
  readonly at: number;
  /** By field index, for the tested fields only. */
  readonly fields: Readonly<Record<number, FieldState>>;
}
interface FieldState {
  /** The last accepted value and its time; null before the first. */
  readonly at: number;
  readonly value: number | null;
  readonly spike: SpikeState;
  /** The present flat run: its least, its largest and its length. */
  readonly min: number;
  readonly max: number;
  readonly run: number;
}

/** A config made ready for one point. */
export interface QualityTests {
  readonly fields: readonly (FieldTests | null)[];
  readonly gapMs: number;
  readonly aheadMs: number;
  readonly backward: boolean;
  /** Values further apart than this say nothing about spikes. */
  readonly forgetMs: number;
}

/** The tests of a point with these fields, in stored order, that is read every `intervalSeconds`. A field's own key goes before a star. */
export function compileQuality(
  config: QualityConfig,
  fieldKeys: readonly string[],
  intervalSeconds: number,
): QualityTests {
  return {
    fields: fieldKeys.map((key) => config.fields[key] ?? config.fields[key.replace(/\d+$/, '*')] ?? null),
    gapMs: config.gap === null ? Number.POSITIVE_INFINITY : config.gap.factor * intervalSeconds * 1000,
    aheadMs: config.clock === null ? Number.POSITIVE_INFINITY : config.clock.aheadSeconds * 1000,
    backward: config.clock?.backward === true,
    forgetMs: 24 * intervalSeconds * 1000,
  };
}

/**
 * Flags of one reading (null: nothing found) and what to remember. A late reading (not newer than the newest) leaves the
 * state as it is; of its fields with spike, rate or flat tests can only be said that those were not evaluated.
 */
export function judgeQuality(
  config: QualityTests,
  state: QualityState | null,
  reading: Arrived,
): { readonly flags: number[] | null; readonly state: QualityState } {
  const { at, receivedAt, values } = reading;
  const late = state !== null && at <= state.at;
  const wrongClock = at > receivedAt + config.aheadMs || (late && config.backward);
  const gap = state !== null && at - state.at > config.gapMs;
  const shared = (gap ? tests.gap : 0) | (wrongClock ? tests.clock : 0);
  const fields: Record<number, FieldState> = late ? {} : { ...state?.fields };

  const flags = values.map((value, i): number => {
    if (value === null || !Number.isFinite(value)) return quality.missing;
    const test = config.fields[i] ?? null;
    const findings = new Findings(wrongClock ? quality.suspect : quality.pass, shared);
    if (test === null) return findings.flag;
    const failed = judgeRange(test, value, findings);
    if (late) {
      if (test.spike || test.rate || test.flat) findings.add(quality.notEvaluated, 0);
      return findings.flag;
    }
    fields[i] = judgeInOrder(config, test, fields[i], at, value, failed, findings);
    return findings.flag;
  });
  return { flags: compact(flags, values), state: late ? state : { at, fields } };
}

/** The worst quality of what was found, and the bits of all of it. */
class Findings {
  quality: Quality;
  bits: number;
  constructor(start: Quality, bits: number) {
    this.quality = start;
    this.bits = bits;
  }
  add(of: Quality, bit: number): void {
    if (of > this.quality) this.quality = of;
    this.bits |= bit;
  }
  /** Suspect or fail where the size is over the threshold; true when it is over either. */
  over(size: number, suspect: number | null | undefined, fail: number | null | undefined, bit: number): boolean {
    if (size > (fail ?? Number.POSITIVE_INFINITY)) this.add(quality.fail, bit);
    else if (size > (suspect ?? Number.POSITIVE_INFINITY)) this.add(quality.suspect, bit);
    else return false;
    return true;
  }
  get flag(): number {
    return flagOf(this.quality, this.bits);
  }
}

/** True when the value failed. */
function judgeRange(test: FieldTests, value: number, findings: Findings): boolean {
  if (!test.range) return false;
  const { failMin, failMax, suspectMin, suspectMax } = test.range;
  const outside = (min: number | null | undefined, max: number | null | undefined) =>
    value < (min ?? Number.NEGATIVE_INFINITY) || value > (max ?? Number.POSITIVE_INFINITY);
  if (outside(failMin, failMax)) {
    findings.add(quality.fail, tests.range);
    return true;
  }
  if (outside(suspectMin, suspectMax)) findings.add(quality.suspect, tests.range);
  return false;
}

function judgeInOrder(
  config: QualityTests,
  test: FieldTests,
  before: FieldState | undefined,
  at: number,
  value: number,
  failed: boolean,
  findings: Findings,
): FieldState {
  let spike = before && at - before.at <= config.forgetMs ? before.spike : noSpikes;
  let accepted = !failed;
  if (test.spike && !failed) {
    const judged = judgeSpike(test.spike, spike, value);
    spike = judged.state;
    if (findings.over(judged.off, test.spike.suspect, test.spike.fail, tests.spike)) accepted = false;
  }
  if (test.rate && accepted && before && before.value !== null) {
    const rate = rateOf(test.rate, value - before.value, at - before.at);
    findings.over(rate, test.rate.suspect, test.rate.fail, tests.rate);
  }
  const run = runOf(before, value, test.flat?.tolerance ?? 0);
  // A count of n is reached at n, a threshold is left at more than n.
  if (test.flat) findings.over(run.run + 0.5, test.flat.suspectCount, test.flat.failCount, tests.flat);
  return accepted
    ? { at, value, spike, ...run }
    : { at: before?.at ?? at, value: before?.value ?? null, spike, ...run };
}

/** Times shorter than this count as this long: noise over a second is no rate. */
const minMs = 60_000;

function rateOf(test: RateTest, change: number, elapsedMs: number): number {
  const per = test.per === 'hour' ? hourMs : 24 * hourMs;
  return (Math.abs(change) / Math.max(elapsedMs, minMs)) * per;
}

/** Values are kept to a millionth; 1.01 - 1 is a little more than 0.01. */
const rounding = 1e-9;

function runOf(
  before: FieldState | undefined,
  value: number,
  tolerance: number,
): Pick<FieldState, 'min' | 'max' | 'run'> {
  if (before) {
    const min = Math.min(before.min, value);
    const max = Math.max(before.max, value);
    if (max - min <= tolerance + rounding) return { min, max, run: before.run + 1 };
  }
  return { min: value, max: value, run: 1 };
}
