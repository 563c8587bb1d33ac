/**
 * What a master is made of, and what its members measured at a time. Invariant: a collection holds readings of one time,
 * each within half of its member's collect interval of it; a number is what curve and table of the member give, corrected by
 * the same function. Where a member has none, a backup node stands in for it, and the answer says so.
 */
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import type { Member, StandIn } from '@plumbline/contract/views/masters';
import { applyCorrections } from '@plumbline/science/series/corrections';
import { cumulativeOf } from '@plumbline/science/series/initials';
import type { Reads } from '../../../kernel/context.ts';
import { conversionsOf } from '../../points/bindings/bindings.conversions.api.ts';
import { kinds } from '../../points/points/points.config.api.ts';
import { versionsOf } from '../../points/points/points.masters.api.ts';
import { requirePoint } from '../../points/points/points.require.api.ts';
import { some } from '../../points/points/points.rows.api.ts';
import {
  goodOnly,
  initialOf,
  type ShownPoint,
  shownCurves,
  shownPoints,
} from '../../readings/readings/readings.effective.api.ts';
import { nearestPlace } from '../../readings/readings/readings.query.api.ts';
import { type Made, type MadeOf, type Measured, stretchesOf } from './logic/made.ts';
import { withStandIns } from './logic/stand-ins.ts';

/** Readings of one member that are looked at. */
const maxReadings = 200_000;

export type MasterReads = Reads;

export interface Question {
  readonly pointId: number;
  readonly raw: boolean;
  readonly quality: 'good' | 'all';
}

/** Returns the compositions of a master over time, oldest first. Throws badInput where the point is no master. */
export async function requireMade(context: MasterReads, { pointId, raw }: Question): Promise<Made[]> {
  const { db, now } = context;
  const point = await requirePoint(context, pointId);
  if (point.type !== kinds.master || point.slaves.length === 0) throw wrongPoint('pointNotMaster');
  const versions = await versionsOf(db, point);
  const ids = [...new Set(versions.flatMap(({ slaves }) => slaves.map((slave) => slave.pointId)))];
  const [points, facts, periods] = await Promise.all([
    some(db, now(), ids),
    shownPoints(db, ids, raw),
    conversionsOf(db, ids),
  ]);
  const byId = new Map(points.map((each) => [each.id, each]));
  const backups = await backupsOf(context, points, raw);
  const members = new Map(
    facts.map((each): [number, MadeOf] => {
      const member: Point = getOrThrow(byId, each.id);
      return [each.id, { point: member, shown: each, periods: getOrThrow(periods, each.id), backups: backups(member) }];
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

/** What measures one movement at one place: an array is many places, and one beside it lies otherwise. */
const backedUp: readonly FamilyCode[] = ['tilt', 'structuralDeformation', 'surfaceDisplacement'];

/** The backup nodes of members that can stand in for them: of the same family, with an initial value of their own to count from. */
async function backupsOf(
  { db, now }: MasterReads,
  members: readonly Point[],
  raw: boolean,
): Promise<(member: Point) => MadeOf['backups']> {
  const ids = [...new Set(members.flatMap(({ backupNodes }) => backupNodes))];
  if (ids.length === 0) return () => [];
  const statusById = await some(db, now(), ids);
  const byId = new Map(statusById.map((each) => [each.id, each]));
  const pointFacts = await shownPoints(db, [...byId.keys()], raw);
  const factsById = new Map(pointFacts.map((each) => [each.id, each]));
  return ({ family, backupNodes }) =>
    backedUp.includes(family)
      ? backupNodes.flatMap((id) => {
          const [point, as] = [byId.get(id), factsById.get(id)];
          return point?.family === family && as ? [{ name: point.name, shown: as }] : [];
        })
      : [];
}

export const wrongPoint = (message: string): Failure => new Failure('badInput', [{ path: 'pointId', message }]);

export const memberShape = ({ point: { id, name, status } }: MadeOf, isFixed: boolean): Member => ({
  pointId: id,
  name,
  status,
  isFixed,
});

/** The readings of the members over a span, oldest first, those of backup nodes where a member has none. */
export async function measuredOver(
  { services: { pool } }: MasterReads,
  master: Made,
  keys: readonly (readonly string[])[],
  { quality }: Question,
  [fromMs, toMs]: readonly [number, number],
): Promise<Measured[]> {
  // Every member, and after it its backups.
  const all = master.members.flatMap(({ shown, backups }, m) =>
    [shown, ...backups.map((each) => each.shown)].map((point) => ({ point, keys: keys[m] ?? [] })),
  );
  const queries = all.map(({ point, keys: fieldKeys }) => ({
    // As stored: a joint that holds an array has no field, and is corrected along with the others.
    point: { ...point, corrections: [] },
    fields: point.fields.filter(({ key }) => fieldKeys.includes(key)),
  }));
  const view = { quantity: 'value', quality: 'all' } as const;
  const curves = await shownCurves(pool, queries, view, Math.ceil(fromMs), Math.floor(toMs), maxReadings);
  if (curves.some(({ cut }) => cut))
    throw new Failure('spanExceeded', {
      days: Math.floor((toMs - fromMs) / 8_640_000) / 10,
      readings: maxReadings,
    });
  const series = curves.map(({ times, columns }, i) => {
    const stored = new Map(
      columns.map(({ field, values, flags }) => [field.key, goodOnly(values, flags, { quality })]),
    );
    const { point, keys: fieldKeys } = elementAt(all, i);
    return measured(point, fieldKeys, times, stored);
  });
  let next = 0;
  return master.members.map(({ shown, backups }, m) => {
    const ownSeries = elementAt(series, next++);
    const others = backups.map((backup) => {
      const measuredBy = elementAt(series, next++);
      return { pointId: backup.shown.id, measured: measuredBy, zeros: zerosOf(shown, keys[m] ?? [], measuredBy.times) };
    });
    return withStandIns(ownSeries, others);
  });
}

/** What a member counts from, by key, at some times; null = from nothing. */
const zerosOf = (point: ShownPoint, keys: readonly string[], times: Float64Array): (Float64Array | null)[] =>
  keys.map((key) => {
    const zero = cumulativeOf(times, new Float64Array(times.length), key, point.corrections, initialOf(point, key));
    return zero?.map((value) => -value) ?? null;
  });

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
  let nearest: number | null = null;
  for (const { times } of measured) {
    const place = nearestPlace(times, atMs);
    const at = place === null ? null : (times[place] as number);
    if (at === null || Math.abs(at - atMs) > toleranceMs) continue;
    if (nearest === null || Math.abs(at - atMs) < Math.abs(nearest - atMs)) nearest = at;
  }
  return nearest;
}

/** How far around a time readings are looked for: the tolerance, and half an interval beyond it for the others of the collection. */
export function reachOf(master: Made, toleranceSeconds: number | undefined): { toleranceMs: number; reachMs: number } {
  const halfMs = Math.max(...master.members.map(({ shown }) => shown.facts.intervalSeconds * 500));
  const toleranceMs = toleranceSeconds === undefined ? halfMs : toleranceSeconds * 1000;
  return { toleranceMs, reachMs: toleranceMs + halfMs };
}

/** The members of a collection for which a backup node stands in. */
export const standInsOf = (master: Made, measured: readonly Measured[], collection: Collection): StandIn[] =>
  master.members.flatMap(({ point, backups }, m) => {
    const place = collection[m] ?? null;
    const backupId = place === null ? null : (elementAt(measured, m).standIns?.[place] ?? null);
    const backup = backups.find((each) => each.shown.id === backupId);
    return backup ? [{ pointId: point.id, backupId: backup.shown.id, backupName: backup.name }] : [];
  });

/** Members that a collection has no whole reading of. */
export const silentOf = (master: Made, measured: readonly Measured[], collection: Collection): number[] =>
  master.members.flatMap(({ point }, m) => {
    const place = collection[m] ?? null;
    const { now } = elementAt(measured, m);
    return place === null || now.some((column) => Number.isNaN(column[place])) ? [point.id] : [];
  });
