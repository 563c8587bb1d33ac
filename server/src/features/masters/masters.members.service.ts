/**
 * What a master is made of, and what its members measured at a time. Invariant: a collection holds readings of one time,
 * each within half of its member's collect interval of it; a number is what curve and table of the member give, corrected by
 * the same function.
 */
import { elementAt, getOrThrow } from '@plumbline/contract/elements';
import { Failure } from '@plumbline/contract/errors';
import type { Member } from '@plumbline/contract/masters';
import type { Point } from '@plumbline/contract/points';
import { applyCorrections } from '@plumbline/science/series/corrections';
import { cumulativeOf } from '@plumbline/science/series/initials';
import type { Context } from '../../kernel/context.ts';
import { conversionsOf } from '../bindings/bindings.conversions.api.ts';
import { kinds } from '../points/points.config.api.ts';
import { versionsOf } from '../points/points.masters.api.ts';
import { requirePoint } from '../points/points.require.api.ts';
import { some } from '../points/points.rows.api.ts';
import { goodOnly, initialOf, type ShownPoint, shownCurves, shownPoints } from '../readings/readings.effective.api.ts';
import { nearestPlace } from '../readings/readings.query.api.ts';
import { type Made, type MadeOf, type Measured, stretchesOf } from './logic/made.ts';

/** Readings of one member that are looked at. */
const maxReadings = 200_000;

export interface Question {
  readonly pointId: number;
  readonly raw: boolean;
  readonly quality: 'good' | 'all';
}

/** What a master was made of over time, oldest first. Throws badInput where the point is no master. */
export async function requireMade(context: Context, { pointId, raw }: Question): Promise<Made[]> {
  const { db, now } = context;
  const point = await requirePoint(context, pointId);
  if (point.type !== kinds.master || point.slaves.length === 0) throw wrongPoint('pointNotMaster');
  const versions = await versionsOf(db, point);
  const ids = [...new Set(versions.flatMap(({ slaves }) => slaves.map((slave) => slave.pointId)))];
  const [points, shown, periods] = await Promise.all([
    some(db, now(), ids),
    shownPoints(db, ids, raw),
    conversionsOf(db, ids),
  ]);
  const byId = new Map(points.map((each) => [each.id, each]));
  const members = new Map(
    shown.map((each): [number, MadeOf] => {
      const member: Point = getOrThrow(byId, each.id);
      return [each.id, { point: member, shown: each, periods: getOrThrow(periods, each.id) }];
    }),
  );
  return versions.flatMap(({ slaves, master, fromMs, toMs }) =>
    stretchesOf({
      point: { ...point, slaves, master },
      fromMs,
      toMs,
      members: slaves.map((slave) => getOrThrow(members, slave.pointId)),
    }),
  );
}

export const wrongPoint = (message: string): Failure => new Failure('badInput', [{ path: 'pointId', message }]);

export const memberShape = ({ point: { id, name, status } }: MadeOf, isFixed: boolean): Member => ({
  pointId: id,
  name,
  status,
  isFixed,
});

/** The readings of the members over a span, oldest first. */
export async function measuredOver(
  { services: { pool } }: Context,
  made: Made,
  keys: readonly (readonly string[])[],
  { quality }: Question,
  [fromMs, toMs]: readonly [number, number],
): Promise<Measured[]> {
  const queries = made.members.map(({ shown }, i) => ({
    // As stored: a joint that holds an array has no field, and is corrected along with the others.
    point: { ...shown, corrections: [] },
    fields: shown.fields.filter(({ key }) => keys[i]?.includes(key)),
  }));
  const view = { quantity: 'value', quality: 'all' } as const;
  const curves = await shownCurves(pool, queries, view, Math.ceil(fromMs), Math.floor(toMs), maxReadings);
  if (curves.some(({ cut }) => cut))
    throw new Failure('spanExceeded', {
      days: Math.floor((toMs - fromMs) / 8_640_000) / 10,
      readings: maxReadings,
    });
  return curves.map(({ times, columns }, i) => {
    const stored = new Map(
      columns.map(({ field, values, flags }) => [field.key, goodOnly(values, flags, { quality })]),
    );
    return measured(elementAt(made.members, i).shown, keys[i] ?? [], times, stored);
  });
}

/** Columns of a member, corrected, and what each moved since its initial value; a key without a field was stored as zero. */
function measured(
  point: ShownPoint,
  keys: readonly string[],
  times: Float64Array,
  stored: ReadonlyMap<string, Float64Array>,
): Measured {
  const columns = keys.map((key) => stored.get(key) ?? new Float64Array(times.length));
  const { corrections, options, facts } = point;
  const now = applyCorrections(times, columns, keys, corrections, options);
  const moved = keys.map((key, i) => cumulativeOf(times, elementAt(now, i), key, corrections, initialOf(point, key)));
  return { times, now, moved, halfMs: facts.intervalSeconds * 500 };
}

/** For each member the place of its reading of a collection; null = it has none. */
export type Collection = readonly (number | null)[];

/** The readings of one time. */
export const collectionOf = (measured: readonly Measured[], atMs: number): Collection =>
  measured.map(({ times, halfMs }) => {
    const place = nearestPlace(times, atMs);
    return place !== null && Math.abs((times[place] as number) - atMs) <= halfMs ? place : null;
  });

/** The time of the reading nearest to another, of whichever member, at most so far away; null = there is none. */
export function collectionTime(measured: readonly Measured[], atMs: number, toleranceMs: number): number | null {
  let found: number | null = null;
  for (const { times } of measured) {
    const place = nearestPlace(times, atMs);
    const at = place === null ? null : (times[place] as number);
    if (at === null || Math.abs(at - atMs) > toleranceMs) continue;
    if (found === null || Math.abs(at - atMs) < Math.abs(found - atMs)) found = at;
  }
  return found;
}

/** How far around a time readings are looked for: the tolerance, and half an interval beyond it for the others of the collection. */
export function reachOf(made: Made, toleranceSeconds: number | undefined): { toleranceMs: number; reachMs: number } {
  const halfMs = Math.max(...made.members.map(({ shown }) => shown.facts.intervalSeconds * 500));
  const toleranceMs = toleranceSeconds === undefined ? halfMs : toleranceSeconds * 1000;
  return { toleranceMs, reachMs: toleranceMs + halfMs };
}

/** Members that a collection has no whole reading of. */
export const silentOf = (made: Made, measured: readonly Measured[], collection: Collection): number[] =>
  made.members.flatMap(({ point }, m) => {
    const place = collection[m] ?? null;
    const { now } = elementAt(measured, m);
    return place === null || now.some((column) => Number.isNaN(column[place])) ? [point.id] : [];
  });
