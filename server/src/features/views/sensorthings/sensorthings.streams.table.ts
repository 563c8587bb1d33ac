/** The datastreams whose observations are asked for: which, in what order, and what SQL knows of each. */
import type { Value } from '@plumbline/science/odata/functions';
import { sql } from 'kysely';
import { type Columns, sqlRows, type Typed, typed } from '../../../kernel/rows.ts';
import type { Bound, Step } from './logic/model.ts';
import type { StreamKey } from './logic/observation.ts';
import { scopeOf, type VisibleScope } from './sensorthings.entities.table.ts';
import { Compiler } from './sensorthings.filter.table.ts';
import type { Fragment, Views } from './sensorthings.sets.table.ts';

export interface Stream extends StreamKey {
  /** Its place in the stored values. */
  readonly place: number;
  /** True when the caller may know the device. */
  readonly deviceVisible: boolean;
  readonly slots: readonly Value[];
}

export interface StreamQuery {
  /** A condition on `e`, the datastream. */
  readonly scope: Fragment;
  readonly where: Bound | null;
  readonly slots: readonly Bound[];
}

/** The datastreams of these points and fields, pair by pair. */
export const ofStreams = (pointIds: readonly number[], fields: readonly string[]): Fragment =>
  sql`(e.point_id, e.field) IN (SELECT * FROM unnest(${pointIds}::int[], ${fields}::text[]))`;

/** All datastreams of these points. */
export const ofFeatures = (pointIds: readonly number[]): Fragment => sql`e.point_id = ANY(${pointIds}::int[])`;

/** The datastreams behind the observations that a step leads to; of no step, all. */
export function ofStep(views: Views, step: Step | null): Fragment {
  if (!step) return sql`true`;
  if (step.set === 'Datastreams') return scopeOf(views, step);
  return sql`EXISTS (SELECT 1 FROM ${views.FeaturesOfInterest} AS f
    WHERE f.id = e.point_id AND ${scopeOf(views, step, 'f')})`;
}

/** The one datastream of an observation, where the step above it leads there. */
export const ofObservation = (views: Views, above: Step | null, { pointId, field }: StreamKey): Fragment =>
  sql`e.point_id = ${pointId} AND e.field = ${field} AND ${ofStep(views, above)}`;

const streamColumns = {
  point_id: 'number',
  field: 'text',
  place: 'number',
  device_visible: 'flag',
} as const satisfies Columns;

/** Datastreams in the order of their points and fields, behind `after`, at most `limit`. */
export async function streams(
  { db, views, nowMs }: VisibleScope,
  { scope, where, slots }: StreamQuery,
  after: { pointId: number; place: number } | null,
  limit: number,
): Promise<Stream[]> {
  const compiler = new Compiler(views, 'Observations', nowMs);
  const condition = where ? compiler.condition(where) : sql`true`;
  const values = slots.map((slot) => compiler.slot(slot));
  const behind = after
    ? sql`(e.point_id, e.place) > (${after.pointId}::int, ${after.place}::int) AND e.point_id >= ${after.pointId}::int`
    : sql`true`;
  const slotColumns: Record<`slot${number}`, Typed<Value>> = Object.fromEntries(
    slots.map((_, i) => [`slot${i}`, typed<Value>()]),
  );
  const columns = Object.assign(slotColumns, streamColumns);
  const { rows } = await sqlRows(columns)`
    SELECT e.point_id, e.field, e.place, e.device_seen AS device_visible
      ${sql.join(
        values.map((value, i) => sql`, ${value} AS ${sql.id(`slot${i}`)}`),
        sql``,
      )}
    FROM ${views.Datastreams} AS e ${sql.join(compiler.joins, sql` `)}
    WHERE ${behind} AND ${scope} AND ${condition} ORDER BY e.point_id, e.place LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({
    pointId: row.point_id,
    field: row.field,
    place: row.place,
    deviceVisible: row.device_visible,
    slots: slots.map((_, i) => row[`slot${i}`] ?? null),
  }));
}

/** How many of them each point has. */
export async function streamsByPoint(
  { db, views, nowMs }: VisibleScope,
  { scope, where }: StreamQuery,
): Promise<{ pointId: number; streams: number }[]> {
  const compiler = new Compiler(views, 'Observations', nowMs);
  const condition = where ? compiler.condition(where) : sql`true`;
  const { rows } = await sqlRows({ pointId: 'number', streams: 'number' })`
    SELECT e.point_id AS "pointId", count(*) AS streams FROM ${views.Datastreams} AS e
    ${sql.join(compiler.joins, sql` `)} WHERE ${scope} AND ${condition} GROUP BY e.point_id`.execute(db);
  return rows;
}

/** The place of a field of a point; null where the caller sees no such datastream. */
export async function placeOf({ db, views }: VisibleScope, { pointId, field }: StreamKey): Promise<number | null> {
  const { rows } = await sqlRows({ place: 'number' })`SELECT e.place FROM ${views.Datastreams} AS e
    WHERE e.point_id = ${pointId} AND e.field = ${field}`.execute(db);
  return rows[0]?.place ?? null;
}

/** The sncodes of devices, by id. */
export async function sncodesOf(
  { db }: VisibleScope,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (deviceIds.length === 0) return new Map();
  const rows = await db.selectFrom('device').select(['id', 'sncode']).where('id', 'in', deviceIds).execute();
  return new Map(rows.map(({ id, sncode }) => [id, sncode]));
}
