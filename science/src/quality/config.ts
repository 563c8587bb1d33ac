/**
 * Which quality tests a point's readings pass through on arrival, as people set them: plain JSON, by field key. A key
 * with a star means every node: `x*` is x1, x2, ... A threshold that is left out or null is not tested.
 */

/** Outside of [failMin, failMax]: fail; outside of [suspectMin, suspectMax]: suspect. Bounds themselves pass. Unit of the field. */
export interface RangeTest {
  readonly failMin?: number | null;
  readonly failMax?: number | null;
  readonly suspectMin?: number | null;
  readonly suspectMax?: number | null;
}

/** |v - median of the last `window` (3..25) accepted values| over a threshold. `confirm` (2..10) consistent readings make it a true step. */
export interface SpikeTest {
  readonly window: number;
  readonly suspect?: number | null;
  readonly fail?: number | null;
  readonly confirm: number;
}

/** |v - previous accepted v| by the time between them, over a threshold [unit per hour or day]. */
export interface RateTest {
  readonly per: 'hour' | 'day';
  readonly suspect?: number | null;
  readonly fail?: number | null;
}

/** That many readings in a row, all within `tolerance` of each other (largest less smallest). */
export interface FlatTest {
  readonly tolerance: number;
  readonly suspectCount?: number | null;
  readonly failCount?: number | null;
}

export interface FieldTests {
  readonly range?: RangeTest;
  readonly spike?: SpikeTest;
  readonly rate?: RateTest;
  readonly flat?: FlatTest;
}

export interface QualityConfig {
  readonly fields: Readonly<Record<string, FieldTests>>;
  /** More than `factor` collect intervals since the reading before: marked on the first reading after the gap. */
  readonly gap: { readonly factor: number } | null;
  /**
   * Suspect when measured more than `aheadSeconds` after it was received. `backward`: also when older than the newest
   * reading, for devices that never deliver late; elsewhere a backlog is as it should be.
   */
  readonly clock: { readonly aheadSeconds: number; readonly backward: boolean } | null;
}

/** Default quality tests of every sensor mode: the clock. Missing values are always marked; ranges and spikes are a person's choice. */
export const defaultQuality: QualityConfig = { fields: {}, gap: null, clock: { aheadSeconds: 60, backward: false } };

export type QualityFault =
  | 'notFinite'
  | 'notPositive'
  | 'outOfOrder'
  | 'suspectBeyondFail'
  | 'windowOutOfRange'
  | 'confirmOutOfRange'
  | 'countOutOfRange'
  | 'nothingTested';

interface Fault {
  /** Where, as `fields.level.range.failMin`. */
  readonly path: string;
  readonly fault: QualityFault;
}
type Report = (path: string, fault: QualityFault) => void;

/** Everything in a config that cannot be meant; empty when it is sound. */
export function faultsOf(config: QualityConfig): readonly Fault[] {
  const faults: Fault[] = [];
  const report: Report = (path, fault) => faults.push({ path, fault });
  if (config.gap !== null && !(config.gap.factor > 1)) report('gap.factor', 'countOutOfRange');
  if (config.clock !== null && !(config.clock.aheadSeconds >= 0)) report('clock.aheadSeconds', 'notPositive');
  for (const [key, { range, spike, rate, flat }] of Object.entries(config.fields)) {
    if (range) checkRange(range, `fields.${key}.range`, report);
    if (spike) {
      checkPair(spike, `fields.${key}.spike`, report);
      if (!isCount(spike.window, 3, 25)) report(`fields.${key}.spike.window`, 'windowOutOfRange');
      if (!isCount(spike.confirm, 2, 10)) report(`fields.${key}.spike.confirm`, 'confirmOutOfRange');
    }
    if (rate) checkPair(rate, `fields.${key}.rate`, report);
    if (flat) checkFlat(flat, `fields.${key}.flat`, report);
  }
  return faults;
}

const isCount = (n: number, min: number, max: number) => Number.isInteger(n) && n >= min && n <= max;
const isPresent = (n: number | null | undefined): n is number => n !== null && n !== undefined;

function checkRange(range: RangeTest, path: string, report: Report): void {
  const { failMin, suspectMin, suspectMax, failMax } = range;
  const bounds = { failMin, suspectMin, suspectMax, failMax };
  const set = Object.entries(bounds).filter((each): each is [string, number] => isPresent(each[1]));
  if (set.length === 0) report(path, 'nothingTested');
  let [lastName, last] = ['', Number.NEGATIVE_INFINITY];
  for (const [name, bound] of set) {
    if (!Number.isFinite(bound)) report(`${path}.${name}`, 'notFinite');
    // A suspect bound outside of its fail bound would have no effect.
    else if (bound < last) report(`${path}.${name}`, sameSide(lastName, name) ? 'suspectBeyondFail' : 'outOfOrder');
    [lastName, last] = [name, Math.max(last, bound)];
  }
}

const sameSide = (a: string, b: string) => a.endsWith('Min') === b.endsWith('Min');

function checkPair(test: SpikeTest | RateTest, path: string, report: Report): void {
  const { suspect, fail } = test;
  if (!isPresent(suspect) && !isPresent(fail)) report(path, 'nothingTested');
  if (isPresent(suspect) && !(suspect > 0 && Number.isFinite(suspect))) report(`${path}.suspect`, 'notPositive');
  if (isPresent(fail) && !(fail > 0 && Number.isFinite(fail))) report(`${path}.fail`, 'notPositive');
  if (isPresent(suspect) && isPresent(fail) && suspect > fail) report(`${path}.suspect`, 'suspectBeyondFail');
}

function checkFlat(flat: FlatTest, path: string, report: Report): void {
  const { tolerance, suspectCount, failCount } = flat;
  if (!(tolerance >= 0 && Number.isFinite(tolerance))) report(`${path}.tolerance`, 'notPositive');
  if (!isPresent(suspectCount) && !isPresent(failCount)) report(path, 'nothingTested');
  if (isPresent(suspectCount) && !isCount(suspectCount, 2, 10_000)) report(`${path}.suspectCount`, 'countOutOfRange');
  if (isPresent(failCount) && !isCount(failCount, 2, 10_000)) report(`${path}.failCount`, 'countOutOfRange');
  if (isPresent(suspectCount) && isPresent(failCount) && suspectCount > failCount)
    report(`${path}.suspectCount`, 'suspectBeyondFail');
}
