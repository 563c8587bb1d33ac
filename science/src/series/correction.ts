/**
 * Corrections as people make them, over stretches of time of one point. They never touch what is stored: they count when
 * values are read. Every record holds over [startAt, endAt), epoch ms, with an open end where endAt is null.
 */

/** Amounts by field key, in the unit of the field. */
export type Fixes = Readonly<Record<string, number>>;
/** Amounts by axis of a profile, mm. */
export type AxisFixes = { readonly x?: number; readonly y?: number };

interface Stretch {
  readonly startAt: number;
  readonly endAt: number | null;
}

/** The instrument was moved, knocked or changed: corrected = stored - fix. Source: domain reference 5.4. */
export interface Shift extends Stretch {
  readonly kind: 'shift';
  readonly fixes: Fixes;
}
/** The fixed top of a profile moved: its surveyed movement is added to every node of the axis. Source: 2.1. */
export interface Topshift extends Stretch {
  readonly kind: 'topshift';
  readonly fixes: AxisFixes;
}
/** The point was zeroed again: cumulative changes count from these initial values. Values themselves stay. Source: 5.4. */
export interface Initshift extends Stretch {
  readonly kind: 'initshift';
  readonly initials: Fixes;
}
/** A node of known movement: D_j' = D_j - D_b + D_b,surveyed for every node j, axis by axis. Source: 2.1. */
export interface Basenode extends Stretch {
  readonly kind: 'basenode';
  /** From 1, the top node. */
  readonly node: number;
  readonly surveyed: AxisFixes;
}
/** Compensation of the temperature of the same record: v' = v - coefficient (T - reference). Source: 5.5. For as long as it is set. */
export interface Temperature extends Stretch {
  readonly kind: 'temperature';
  readonly field: string;
  /** Of the same record; read after its own shifts. Where it is missing, so is the value. */
  readonly temperatureField: string;
  /** Unit of the field per degree. */
  readonly coefficient: number;
  readonly reference: number;
}
/** A correction that people keep as a record over a stretch of time. */
export type RecordedCorrection = Shift | Topshift | Initshift | Basenode;
export type Correction = RecordedCorrection | Temperature;

/** The temperature compensation of a point as it is set; null where none counts. */
export function temperatureFrom(
  set: (Omit<Temperature, keyof Stretch | 'kind'> & { readonly enabled: boolean }) | null | undefined,
): Temperature | null {
  if (!set?.enabled) return null;
  const { field, temperatureField, coefficient, reference } = set;
  const always = { startAt: Number.NEGATIVE_INFINITY, endAt: null };
  return { kind: 'temperature', ...always, field, temperatureField, coefficient, reference };
}

/** A record as it is kept: nothing is known of it yet. */
export interface CorrectionRecord extends Stretch {
  readonly kind: string;
  readonly node: number | null;
  readonly amounts: unknown;
}

/** Returns the correction of a stored record; null where it is no correction. Values are never shown as if such a record were not there. */
export function correctionFrom({ kind, startAt, endAt, node, amounts }: CorrectionRecord): RecordedCorrection | null {
  if (!isAmounts(amounts)) return null;
  const stretch = { startAt, endAt };
  const byAxis = Object.keys(amounts).every((axis) => axis === 'x' || axis === 'y');
  switch (kind) {
    case 'shift':
      return { kind, ...stretch, fixes: amounts };
    case 'topshift':
      return byAxis ? { kind, ...stretch, fixes: amounts } : null;
    case 'initshift':
      return { kind, ...stretch, initials: amounts };
    case 'basenode':
      return byAxis && node !== null ? { kind, ...stretch, node, surveyed: amounts } : null;
    default:
      return null;
  }
}

const isAmounts = (amounts: unknown): amounts is Fixes =>
  typeof amounts === 'object' &&
  amounts !== null &&
  !Array.isArray(amounts) &&
  Object.keys(amounts).length > 0 &&
  Object.values(amounts).every((amount) => typeof amount === 'number' && Number.isFinite(amount));

/** Returns whether a record is in force at a time. */
export function isInForce(correction: Stretch, at: number): boolean {
  return at >= correction.startAt && (correction.endAt === null || at < correction.endAt);
}

/**
 * The first of `existing` that is of the candidate's kind and shares an instant with it, whatever their fields: no two of
 * a kind may overlap (specification 5). Initshifts of before this rule may; they are read as they were.
 */
export function overlapOf<T extends Correction>(existing: readonly T[], candidate: Correction): T | null {
  const end = (each: Stretch) => each.endAt ?? Number.POSITIVE_INFINITY;
  const meets = (each: Stretch) => each.startAt < end(candidate) && candidate.startAt < end(each);
  return existing.find((each) => each.kind === candidate.kind && meets(each)) ?? null;
}

export type CorrectionFault =
  | 'endBeforeStart'
  | 'fixMissing'
  | 'notFinite'
  | 'fixZero'
  | 'fieldUnknown'
  | 'fieldFollows'
  | 'nodeUnknown';

/**
 * Why a record cannot be taken for a point with these fields; null when it can. A fix of 0 is invalid (specification 5);
 * a new initial value of 0, or a base node surveyed to stand still, says something. `follows` names the fields that are
 * computed from others and take part in their corrections by themselves (see corrections.ts, followersOf).
 */
export function correctionFault(
  correction: RecordedCorrection,
  fieldKeys: readonly string[],
  follows: readonly string[] = [],
): CorrectionFault | null {
  if (!Number.isFinite(correction.startAt)) return 'notFinite';
  if (correction.endAt !== null && !(correction.endAt > correction.startAt)) return 'endBeforeStart';
  const amounts = Object.entries(amountsOf(correction)).filter(
    (each): each is [string, number] => each[1] !== undefined,
  );
  if (amounts.length === 0) return 'fixMissing';
  if (amounts.some(([, amount]) => !Number.isFinite(amount))) return 'notFinite';
  const isFix = correction.kind === 'shift' || correction.kind === 'topshift';
  if (isFix && amounts.some(([, amount]) => amount === 0)) return 'fixZero';
  if (correction.kind === 'shift' || correction.kind === 'initshift') {
    if (amounts.some(([key]) => !fieldKeys.includes(key))) return 'fieldUnknown';
    return correction.kind === 'shift' && amounts.some(([key]) => follows.includes(key)) ? 'fieldFollows' : null;
  }
  const node = correction.kind === 'basenode' ? correction.node : 1;
  return amounts.some(([axis]) => !fieldKeys.includes(`${axis}${node}`)) ? 'nodeUnknown' : null;
}

function amountsOf(correction: RecordedCorrection): Readonly<Record<string, number | undefined>> {
  if (correction.kind === 'initshift') return correction.initials;
  return correction.kind === 'basenode' ? { ...correction.surveyed } : { ...correction.fixes };
}

/**
 * A second jump while a record with an open end is in force: ends that one where the new one starts, and adds its fixes
 * to the new one's, so that the records add up without overlapping. Null when the new one does not start inside of it.
 * A fix that comes out as 0 is left out.
 */
export function continuedShift(open: Shift, next: Shift): { readonly closed: Shift; readonly next: Shift } | null {
  if (open.endAt !== null || next.startAt <= open.startAt) return null;
  const fixes: Record<string, number> = { ...open.fixes };
  for (const [key, fix] of Object.entries(next.fixes)) fixes[key] = (fixes[key] ?? 0) + fix;
  const nonZeroFixes = Object.fromEntries(Object.entries(fixes).filter(([, fix]) => fix !== 0));
  return { closed: { ...open, endAt: next.startAt }, next: { ...next, fixes: nonZeroFixes } };
}

/**
 * A point that is zeroed again while a new zero without an end is in force: ends that one where the new one starts. Fields
 * that the new one does not name go on from it. Null where the new one has an end, since nothing would follow it.
 */
export function renewedZero(
  open: Initshift,
  next: Initshift,
): { readonly closed: Initshift; readonly next: Initshift } | null {
  if (open.endAt !== null || next.endAt !== null || next.startAt <= open.startAt) return null;
  return {
    closed: { ...open, endAt: next.startAt },
    next: { ...next, initials: { ...open.initials, ...next.initials } },
  };
}

/**
 * The fix of a jump: mean of the first `stable` values after it less the mean of the last `stable` before; in the unit
 * of the values. NaN counts nowhere. Null when either side has fewer. Source: domain reference 5.4, stable times k.
 */
export function estimateFix(before: ArrayLike<number>, after: ArrayLike<number>, stable: number): number | null {
  const last = soundValues(before).slice(-stable);
  const first = soundValues(after).slice(0, stable);
  return stable < 1 || last.length < stable || first.length < stable ? null : meanOf(first) - meanOf(last);
}

const soundValues = (values: ArrayLike<number>) => Array.from(values).filter((value) => Number.isFinite(value));
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
