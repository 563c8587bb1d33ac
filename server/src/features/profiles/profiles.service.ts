/**
 * Surveys of a casing: what all nodes of a deep displacement point showed at a time, with the joint that holds them, as
 * one shape. Invariant: a joint's number is what curve and table give for its field, corrected by the same function.
 */
import { elementAt, getOrThrow } from '@plumbline/contract/elements';
import { Failure } from '@plumbline/contract/errors';
import type { profiles, Survey } from '@plumbline/contract/profiles';
import type { OutputOf } from '@plumbline/contract/route';
import { jointsOf, movementSince } from '@plumbline/science/profiles/survey';
import { applyCorrections } from '@plumbline/science/series/corrections';
import { cumulativeOf } from '@plumbline/science/series/initials';
import type { Context } from '../../kernel/context.ts';
import type { Pool } from '../../kernel/db.ts';
import { conversionsOf } from '../bindings/bindings.conversions.api.ts';
import {
  goodOnly,
  type IndexedField,
  type ShownCurve,
  type ShownPoint,
  shownCurve,
  shownPoints,
} from '../readings/readings.effective.api.ts';
import { instantsOf, iso, nearestPlace, orNull } from '../readings/readings.query.api.ts';
import { casingAt, casingsOf, type DatedCasing } from './logic/casing.ts';

type Input = OutputOf<typeof profiles.surveys.input>;

/** Readings that are looked at around one time. */
const maxNearbyReadings = 100_000;

/** A survey counted from the initial values, and the chain that it was measured with. */
interface Measured {
  readonly survey: Omit<Survey, 'casing' | 'isComparable'>;
  readonly casing: DatedCasing;
}

export async function surveys({ db, services: { pool } }: Context, input: Input) {
  const [point, periods] = await Promise.all([pointOf(input, db), conversionsOf(db, [input.pointId])]);
  const casings = casingsOf(getOrThrow(periods, input.pointId), point.facts.depthM ?? 0);
  const at = (atMs: number): Promise<Measured> => measuredAt(pool, point, casings, input, atMs);
  const measured: Measured[] = [];
  for (const atMs of instantsOf(input.times)) measured.push(await at(atMs));
  const baseline = input.baseline === null ? null : await at(Date.parse(input.baseline));
  return {
    casings: casings.map(({ segmentMm, fixedEnd, depthsM }) => ({ segmentMm, fixedEnd, depthsM })),
    baseline: baseline && asAnswer(casings, baseline, null),
    surveys: measured.map((each) => asAnswer(casings, each, baseline)),
  };
}

async function pointOf({ pointId, raw }: Input, db: Context['db']): Promise<ShownPoint> {
  const point = elementAt(await shownPoints(db, [pointId], raw), 0);
  if (point.facts.family !== 'deepDisplacement' || point.facts.nodeCount === 0)
    throw new Failure('badInput', [{ path: 'pointId', message: 'pointWithoutNodes' }]);
  return point;
}

/** Counted from the baseline where there is one; not where that was measured with another chain. */
function asAnswer(casings: readonly DatedCasing[], { survey, casing }: Measured, baseline: Measured | null): Survey {
  const isComparable = baseline === null || baseline.casing === casing;
  const counted = (axis: 'x' | 'y'): (number | null)[] => {
    if (baseline === null) return survey[axis];
    return isComparable ? movementSince(survey[axis], baseline.survey[axis]) : survey[axis].map(() => null);
  };
  const [x, y] = [counted('x'), counted('y')];
  return { ...survey, casing: casings.indexOf(casing), isComparable, x, y, isComplete: isWhole(x) && isWhole(y) };
}

const isWhole = (column: readonly (number | null)[]): boolean => column.every((value) => value !== null);

/** The survey nearest to a time, within half the collect interval or the tolerance given. */
async function measuredAt(
  pool: Pool,
  point: ShownPoint,
  casings: readonly DatedCasing[],
  input: Input,
  atMs: number,
): Promise<Measured> {
  const halfMs = (input.toleranceSeconds ?? point.facts.intervalSeconds / 2) * 1000;
  // As stored: the joint that holds the chain has no field, and is corrected here along with the others.
  const stored = { ...point, corrections: [] };
  const view = { quantity: 'value', quality: 'all' } as const;
  const fields = point.fields.filter(({ key }) => /^[xy]\d+$/.test(key));
  const [from, to] = [Math.ceil(atMs - halfMs), Math.floor(atMs + halfMs)];
  const curve = await shownCurve(pool, { point: stored, fields }, view, from, to, maxNearbyReadings);
  if (curve.cut)
    throw new Failure('spanExceeded', { days: Math.floor(halfMs / 8_640_000) / 10, readings: maxNearbyReadings });
  const place = nearestPlace(curve.times, atMs);
  const measuredMs = place === null ? null : (curve.times[place] as number);
  const casing = casingAt(casings, measuredMs ?? atMs);
  const values = place === null ? new Map<string, number>() : nodesAt(point, curve, place, input);
  const joints = (axis: 'x' | 'y') => {
    const ends = Array.from({ length: casing.nodeCount }, (_, i) => orNull(values.get(`${axis}${i + 1}`)));
    return jointsOf(ends, orNull(values.get(`${axis}0`)), casing.fixedEnd);
  };
  const [x, y] = [joints('x'), joints('y')];
  const at = measuredMs === null ? null : iso(measuredMs);
  return { survey: { requestedAt: iso(atMs), at, x, y, isComplete: isWhole(x) && isWhole(y) }, casing };
}

/** The cumulative displacement of every node at one reading, by field; x0 and y0 are the joint that holds the chain. */
function nodesAt(
  { corrections, options, facts }: ShownPoint,
  { times, columns }: ShownCurve,
  place: number,
  input: Input,
): Map<string, number> {
  const at = times.subarray(place, place + 1);
  const keys = [...columns.map(({ field }: { field: IndexedField }) => field.key), 'x0', 'y0'];
  const stored = [
    ...columns.map(({ values }) => values.subarray(place, place + 1)),
    Float64Array.of(0),
    Float64Array.of(0),
  ];
  const corrected = applyCorrections(at, stored, keys, corrections, options);
  return new Map(
    keys.map((key, i) => {
      const flags = columns[i]?.flags?.subarray(place, place + 1) ?? null;
      // A profile counts from its initial shape: 0 where no other initial value is set.
      const initial = facts.initialValues[key] ?? 0;
      const column = elementAt(corrected, i);
      const cumulative = cumulativeOf(at, column, key, corrections, initial) ?? column;
      return [key, goodOnly(cumulative, flags, input)[0] as number];
    }),
  );
}
