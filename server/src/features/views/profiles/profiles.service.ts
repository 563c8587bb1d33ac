/**
 * Surveys of a casing: what all nodes of a deep displacement point showed at a time, with the joint that holds them, as
 * one shape. Invariant: a joint's number is what curve and table give for its field, corrected by the same function.
 */
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Casing, profiles, Survey } from '@plumbline/contract/views/profiles';
import { jointsOfForm } from '@plumbline/science/profiles/rest';
import { movementSince } from '@plumbline/science/profiles/survey';
import { hasTwoAxes } from '@plumbline/science/sensors/chain';
import { applyCorrections } from '@plumbline/science/series/corrections';
import { cumulativeOf } from '@plumbline/science/series/initials';
import type { Reads } from '../../../kernel/context.ts';
import type { Pool } from '../../../kernel/db.ts';
import { conversionsOf } from '../../points/bindings/bindings.conversions.api.ts';
import { datedStrata } from '../../points/strata/strata.api.ts';
import {
  goodOnly,
  type IndexedField,
  initialOf,
  type ShownCurve,
  type ShownPoint,
  shownCurves,
  shownPoints,
} from '../../readings/readings/readings.effective.api.ts';
import { instantsOf, iso, nearestPlace, orNull } from '../../readings/readings/readings.query.api.ts';
import { casingAt, casingsOf, type DatedCasing, drawingOf } from './logic/casing.ts';

type Input = OutputOf<typeof profiles.surveys.input>;
/** Of which values surveys are made. */
type Read = Pick<Input, 'raw' | 'quality'>;

/** Readings that are looked at around one time. */
const maxNearbyReadings = 100_000;

/** A survey counted from the initial values, and the chain that it was measured with. */
export interface Measured {
  readonly survey: Omit<Survey, 'casing' | 'isComparable' | 'excavationM'>;
  readonly casing: DatedCasing;
}

export async function surveys({ db, services: { pool } }: Reads, input: Input) {
  const [point, periods, strata] = await Promise.all([
    pointOf(input, db),
    conversionsOf(db, [input.pointId]),
    datedStrata(db, input.pointId),
  ]);
  const dated = getOrThrow(periods, input.pointId);
  const casings = casingsOf(dated);
  const halfMs = (input.toleranceSeconds ?? point.facts.intervalSeconds / 2) * 1000;
  const at = (atMs: number): Promise<Measured> => measuredAt(pool, { point, casings }, input, atMs, halfMs);
  const measured: Measured[] = [];
  for (const atMs of instantsOf(input.times)) measured.push(await at(atMs));
  const baseline = input.baseline === null ? null : await at(Date.parse(input.baseline));
  const answer = (each: Measured, from: Measured | null): Survey => {
    const { at: surveyAt } = each.survey;
    const excavationM = surveyAt === null ? null : strata.excavationAt(Date.parse(surveyAt));
    return { ...asAnswer(casings, each, from), excavationM };
  };
  return {
    casings: casings.map(casingAnswer),
    drawing: drawingOf(dated),
    baseline: baseline && answer(baseline, null),
    surveys: measured.map((each) => answer(each, baseline)),
    layers: strata.layers,
  };
}

/** A chain as answers hold it. */
export const casingAnswer = ({ nodeCount, misclosure, fromMs, toMs, ...casing }: DatedCasing): Casing => casing;

export async function pointOf({ pointId, raw }: Pick<Input, 'pointId' | 'raw'>, db: Reads['db']): Promise<ShownPoint> {
  const point = elementAt(await shownPoints(db, [pointId], raw), 0);
  requireNodes(point, 'pointId');
  return point;
}

/** Throws badInput at `path` where the point is no chain. */
export function requireNodes({ facts }: ShownPoint, path: string): void {
  if (facts.family !== 'deepDisplacement' || facts.nodeCount === 0)
    throw new Failure('badInput', [{ path, message: 'pointWithoutNodes' }]);
}

/** Counted from the baseline where there is one; not where that was measured with another chain. */
export function asAnswer(
  casings: readonly DatedCasing[],
  { survey, casing }: Measured,
  baseline: Measured | null,
): Omit<Survey, 'excavationM'> {
  const isComparable = baseline === null || baseline.casing === casing;
  const counted = (axis: 'x' | 'y'): (number | null)[] => {
    if (baseline === null) return survey[axis];
    return isComparable ? movementSince(survey[axis], baseline.survey[axis]) : survey[axis].map(() => null);
  };
  const [x, y] = [counted('x'), counted('y')];
  return { ...survey, casing: casings.indexOf(casing), isComparable, x, y, isComplete: isWhole(x, y, casing) };
}

type Column = readonly (number | null)[];
const isWhole = (x: Column, y: Column, { form }: DatedCasing): boolean =>
  [...x, ...(hasTwoAxes(form) ? y : [])].every((value) => value !== null);

/** A chain of segments over time. */
export interface Chain {
  readonly point: ShownPoint;
  readonly casings: readonly DatedCasing[];
}

/** The survey nearest to a time, within so many ms of it. */
export async function measuredAt(
  pool: Pool,
  chain: Chain,
  read: Read,
  atMs: number,
  halfMs: number,
): Promise<Measured> {
  const curve = await nodeCurve(pool, chain.point, Math.ceil(atMs - halfMs), Math.floor(atMs + halfMs));
  return surveyOf(chain, curve, nearestPlace(curve.times, atMs), read, atMs);
}

/** The readings of all nodes over a span, as stored. */
export const nodeCurve = async (pool: Pool, point: ShownPoint, from: number, to: number): Promise<ShownCurve> =>
  elementAt(await nodeCurves(pool, [point], from, to), 0);

/** The same of several points, in the order asked for. */
export async function nodeCurves(
  pool: Pool,
  points: readonly ShownPoint[],
  from: number,
  to: number,
): Promise<ShownCurve[]> {
  const view = { quantity: 'value', quality: 'all' } as const;
  const queries = points.map((point) => ({
    // As stored: the joint that holds the chain has no field, and is corrected here along with the others.
    point: { ...point, corrections: [] },
    fields: point.fields.filter(({ key }) => /^[xy]\d+$/.test(key)),
  }));
  const curves = await shownCurves(pool, queries, view, from, to, maxNearbyReadings);
  if (curves.some(({ cut }) => cut))
    throw new Failure('spanExceeded', { days: Math.floor((to - from) / 17_280_000) / 10, readings: maxNearbyReadings });
  return curves;
}

/** The survey at a place of a curve; one without values where there is no place. */
export function surveyOf(
  { point, casings }: Chain,
  curve: ShownCurve,
  place: number | null,
  read: Read,
  atMs: number,
): Measured {
  const measuredMs = place === null ? null : (curve.times[place] as number);
  const casing = casingAt(casings, measuredMs ?? atMs);
  const values = place === null ? new Map<string, number>() : nodesAt(point, curve, place, read);
  const joints = (axis: 'x' | 'y') => {
    const ends = Array.from({ length: casing.nodeCount }, (_, i) => orNull(values.get(`${axis}${i + 1}`)));
    const fixed = values.get(`${axis}0`);
    return jointsOfForm(casing, ends, axis === 'y' && !hasTwoAxes(casing.form) ? null : orNull(fixed));
  };
  const [x, y] = [joints('x'), joints('y')];
  const at = measuredMs === null ? null : iso(measuredMs);
  const misclosure = place === null ? null : misclosureOf(casing, curve, place);
  return { survey: { requestedAt: iso(atMs), at, x, y, misclosure, isComplete: isWhole(x, y, casing) }, casing };
}

/** That of the initial directions with what the field of the closing node adds to it, as stored. */
function misclosureOf({ misclosure, nodeCount }: DatedCasing, { columns }: ShownCurve, place: number) {
  const added = (key: string) => orNull(columns.find(({ field }) => field.key === key)?.values[place]);
  const [x, y] = [added(`x${nodeCount}`), added(`y${nodeCount}`)];
  return misclosure === null || x === null || y === null ? null : { x: misclosure.x + x, y: misclosure.y + y };
}

/** The cumulative displacement of every node at one reading, by field; x0 and y0 are the joint that holds the chain. */
function nodesAt(point: ShownPoint, { times, columns }: ShownCurve, place: number, read: Read): Map<string, number> {
  const { corrections, options } = point;
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
      // The joint that holds the chain has no field: it counts from where it was, 0.
      const initial = initialOf(point, key) ?? 0;
      const column = elementAt(corrected, i);
      const cumulative = cumulativeOf(at, column, key, corrections, initial) ?? column;
      return [key, goodOnly(cumulative, flags, read)[0] as number];
    }),
  );
}
