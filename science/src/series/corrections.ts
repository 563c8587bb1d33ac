/**
 * What corrections do to the values of a point, in this order and each only in its stretch of time:
 *
 * 1. shift: value - fix, for the fields that it names.
 * 2. basenode: every node of the axis less the movement of the base node since its initial value, plus what was surveyed.
 * 3. topshift: every node of the axis plus the surveyed movement of the top.
 * 4. temperature: value less what it follows of the temperature of its record.
 * 5. Followers: fields that the record computes from others (the largest movement of a profile, the resultant of two
 *    axes) are computed again from the corrected ones, where a correction of one of those is in force.
 *
 * An initshift changes no value: it changes the initial value, and so the cumulative change alone. The change and the
 * rate of a point with an initshift are those of its cumulative curve, where zeroing again is no movement.
 * Missing stays missing: a node without a value has none afterwards, and a profile whose base node is missing has none.
 */

import { compensated } from '../filters/regression.ts';
import { type Correction, type Fixes, isInForce, type Temperature } from './correction.ts';
import { type Follower, type FollowerOptions, followersOf } from './followers.ts';

export interface CorrectionOptions extends FollowerOptions {
  /** Initial values by field key; 0 where there is none (a profile counts from its initial shape). */
  readonly initials?: Fixes;
}

/** What is done to one column. */
type Step = AddStep | BaseStep | TemperatureStep;
interface AddStep {
  readonly kind: 'add';
  readonly of: Correction;
  readonly amount: number;
}
interface BaseStep {
  readonly kind: 'base';
  readonly of: Correction;
  readonly baseKey: string;
  readonly baseInitial: number;
  readonly surveyed: number;
}

interface TemperatureStep {
  readonly kind: 'temperature';
  readonly of: Temperature;
}

/** stored - fix, to a billionth of the unit: 7.08 less 5.03 reads 2.05. Also for the extremes of a block. */
export function subtractFix(stored: number, fix: number): number {
  const exact = stored - fix;
  return Math.abs(exact) < 1e6 ? Math.round(exact * 1e9) / 1e9 + 0 : exact;
}

const axisOf = (key: string): 'x' | 'y' | null => {
  const match = /^([xy])\d+$/.exec(key);
  return match === null ? null : (match[1] as 'x' | 'y');
};

/** The steps of one field, in order. */
function stepsOf(key: string, corrections: readonly Correction[], initials: Fixes): Step[] {
  const axis = axisOf(key);
  const steps: Step[] = [];
  for (const of of corrections) {
    const fix = of.kind === 'shift' ? of.fixes[key] : undefined;
    if (fix) steps.push({ kind: 'add', of, amount: -fix });
  }
  if (axis !== null) steps.push(...profileSteps(axis, corrections, initials));
  for (const of of corrections)
    if (of.kind === 'temperature' && of.field === key) steps.push({ kind: 'temperature', of });
  return steps;
}

function profileSteps(axis: 'x' | 'y', corrections: readonly Correction[], initials: Fixes): Step[] {
  const steps: Step[] = [];
  for (const of of corrections) {
    const surveyed = of.kind === 'basenode' ? of.surveyed[axis] : undefined;
    if (of.kind !== 'basenode' || surveyed === undefined) continue;
    const baseKey = `${axis}${of.node}`;
    steps.push({ kind: 'base', of, baseKey, baseInitial: initials[baseKey] ?? 0, surveyed });
  }
  for (const of of corrections) {
    const amount = of.kind === 'topshift' ? of.fixes[axis] : undefined;
    if (amount) steps.push({ kind: 'add', of, amount });
  }
  return steps;
}

/** The field whose column a step reads beside its own. */
const readBy = (step: Step): string | null =>
  step.kind === 'base' ? step.baseKey : step.kind === 'temperature' ? step.of.temperatureField : null;

/** The fields whose columns must be at hand to correct the `wanted` ones, as ascending indexes; `wanted` among them. */
export function columnsNeeded(
  fieldKeys: readonly string[],
  columns: readonly number[],
  corrections: readonly Correction[],
  options: CorrectionOptions = {},
): number[] {
  const followers = followersOf(fieldKeys, options);
  const needed = new Set(columns);
  for (const index of columns) {
    const follower = followers.get(fieldKeys[index] ?? '');
    const sources = follower?.sources ?? [];
    if (sources.some((key) => stepsOf(key, corrections, {}).length > 0))
      for (const key of sources) needed.add(fieldKeys.indexOf(key));
  }
  for (const index of [...needed]) {
    for (const step of stepsOf(fieldKeys[index] ?? '', corrections, {})) {
      const read = readBy(step);
      if (read !== null) needed.add(fieldKeys.indexOf(read));
    }
  }
  return [...needed].filter((index) => index >= 0).sort((a, b) => a - b);
}

/**
 * Columns as they read after the corrections. `columnKeys` names the columns; all that columnsNeeded asks for must be
 * among them. Times ascend; NaN is missing. A column that no correction touches is given back as it is, others are new.
 */
export function applyCorrections(
  times: ArrayLike<number>,
  columns: readonly Float64Array[],
  columnKeys: readonly string[],
  corrections: readonly Correction[],
  options: CorrectionOptions = {},
): Float64Array[] {
  if (corrections.length === 0 || times.length === 0) return [...columns];
  const initials = options.initials ?? {};
  const stored = new Map(columnKeys.map((key, i) => [key, columns[i] as Float64Array]));
  // A base node is read after its own shifts and before any basenode: it then is what the shifts leave of it.
  const shifted = new Map<string, Float64Array>();
  const shiftedOf = (key: string): Float64Array | undefined => {
    const column = shifted.get(key) ?? added(times, stored.get(key), shiftsOf(key, corrections, initials));
    if (column) shifted.set(key, column);
    return column;
  };
  const corrected = new Map<string, Float64Array>();
  for (const [key, column] of stored) {
    const steps = stepsOf(key, corrections, initials).filter((step) => touches(step.of, times));
    corrected.set(key, steps.length === 0 ? column : stepped(times, shiftedOf(key) as Float64Array, steps, shiftedOf));
  }
  for (const [key, follower] of followersOf(columnKeys, options)) {
    const before = stored.get(key);
    if (before) corrected.set(key, followed(before, follower, stored, corrected));
  }
  return columnKeys.map((key) => corrected.get(key) as Float64Array);
}

const shiftsOf = (key: string, corrections: readonly Correction[], initials: Fixes) =>
  stepsOf(
    key,
    corrections.filter((each) => each.kind === 'shift'),
    initials,
  );

/** Returns whether any of the ascending times can be in the stretch. */
function touches(of: Correction, times: ArrayLike<number>): boolean {
  return (times[times.length - 1] as number) >= of.startAt && (of.endAt === null || (times[0] as number) < of.endAt);
}

/** The column with the constant steps added; the same one where there are none. */
function added(
  times: ArrayLike<number>,
  column: Float64Array | undefined,
  steps: readonly Step[],
): Float64Array | undefined {
  if (!column || steps.length === 0) return column;
  const out = Float64Array.from(column);
  for (const step of steps) {
    if (step.kind !== 'add') continue;
    for (let i = 0; i < out.length; i++)
      if (isInForce(step.of, times[i] as number)) out[i] = subtractFix(out[i] as number, -step.amount);
  }
  return out;
}

/** What is left to do after the shifts: base nodes, surveyed tops, then the temperature. */
function stepped(
  times: ArrayLike<number>,
  shifted: Float64Array,
  steps: readonly Step[],
  shiftedOf: (key: string) => Float64Array | undefined,
): Float64Array {
  let out = shifted;
  for (const step of steps) {
    if (step.kind === 'add') {
      if (step.of.kind !== 'shift') out = added(times, out, [step]) as Float64Array;
      continue;
    }
    if (step.kind === 'temperature') {
      out = withoutTemperature(out, shiftedOf(step.of.temperatureField), step.of);
      continue;
    }
    const base = shiftedOf(step.baseKey);
    out = Float64Array.from(out, (value, i) =>
      isInForce(step.of, times[i] as number)
        ? subtractFix(value, (base?.[i] ?? Number.NaN) - step.baseInitial - step.surveyed)
        : value,
    );
  }
  return out;
}

function withoutTemperature(
  values: Float64Array,
  temperatures: Float64Array | undefined,
  { coefficient, reference }: Temperature,
): Float64Array {
  return Float64Array.from(values, (value, i) =>
    // To a billionth of the unit, as every correction.
    subtractFix(compensated(value, temperatures?.[i] ?? Number.NaN, coefficient, reference), 0),
  );
}

/** A follower is computed again where one of its sources has changed, and keeps its stored value elsewhere. */
function followed(
  before: Float64Array,
  { sources, compute }: Follower,
  stored: ReadonlyMap<string, Float64Array>,
  corrected: ReadonlyMap<string, Float64Array>,
): Float64Array {
  const old = sources.map((key) => stored.get(key));
  const now = sources.map((key) => corrected.get(key));
  if (now.every((column, k) => column === old[k])) return before;
  const values = new Array<number>(sources.length);
  return Float64Array.from(before, (value, i) => {
    let changed = false;
    for (let k = 0; k < sources.length; k++) {
      values[k] = now[k]?.[i] ?? Number.NaN;
      changed ||= !Object.is(values[k], old[k]?.[i] ?? Number.NaN);
    }
    return changed ? compute(values) : value;
  });
}

/** One whole record, in the order of the point's fields; null is missing. For live readings and single answers. */
export function correctRecord(
  at: number,
  values: readonly (number | null)[],
  fieldKeys: readonly string[],
  corrections: readonly Correction[],
  options: CorrectionOptions = {},
): (number | null)[] {
  const live = corrections.filter((each) => each.kind !== 'initshift' && isInForce(each, at));
  if (live.length === 0) return [...values];
  const columns = fieldKeys.map((_, i) => Float64Array.of(values[i] ?? Number.NaN));
  return applyCorrections([at], columns, fieldKeys, live, options).map(([value]) =>
    value === undefined || Number.isNaN(value) ? null : value,
  );
}

/**
 * For the summary of a block of records from `fromMs` to `toMs`, both inside: the constant c with corrected = stored - c
 * for every record that can be in it, so that least, largest and mean move by -c. 0 when nothing touches it. Null when
 * records of the block may be corrected differently (an edge inside, a base node, a temperature, a follower): the
 * block must be decoded.
 */
export function blockFix(
  corrections: readonly Correction[],
  fieldKey: string,
  fieldKeys: readonly string[],
  fromMs: number,
  toMs: number,
  options: CorrectionOptions = {},
): number | null {
  const near = corrections.filter((each) => toMs >= each.startAt && (each.endAt === null || fromMs < each.endAt));
  const sources = followersOf(fieldKeys, options).get(fieldKey)?.sources ?? [];
  if (sources.some((key) => stepsOf(key, near, {}).length > 0)) return null;
  let fix = 0;
  for (const step of stepsOf(fieldKey, near, {})) {
    if (step.kind !== 'add' || fromMs < step.of.startAt || (step.of.endAt !== null && toMs >= step.of.endAt))
      return null;
    fix -= step.amount;
  }
  return fix;
}
