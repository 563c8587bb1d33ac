/** Which datastreams a part of the answer is about, as conditions on `e`. */
import { sql } from 'kysely';
import type { StreamKey } from './logic/ids.ts';
import type { Step } from './logic/path.ts';
import { scopeOf } from './sensorthings.entities.table.ts';
import type { Fragment, Views } from './sensorthings.sets.table.ts';

/** The datastreams of these points and fields, pair by pair. */
export const ofStreams = (pointIds: readonly number[], fields: readonly string[]): Fragment =>
  sql`(e.point_id, e.field) IN (SELECT * FROM unnest(${pointIds}::int[], ${fields}::text[]))`;

/** All datastreams of these points. */
export const ofFeatures = (pointIds: readonly number[]): Fragment => sql`e.point_id = ANY(${pointIds}::int[])`;

/** The datastreams behind the observations that a path ends in; of no step before them, all. */
export function ofPath(views: Views, before: readonly Step[]): Fragment {
  const last = before.at(-1);
  if (!last) return sql`true`;
  if (last.set === 'Datastreams') return scopeOf(views, before);
  return sql`EXISTS (SELECT 1 FROM ${views.FeaturesOfInterest} AS f
    WHERE f.id = e.point_id AND ${scopeOf(views, before, 'f')})`;
}

/** The one datastream of an observation, where the path before it leads there. */
export const ofObservation = (views: Views, before: readonly Step[], { pointId, field }: StreamKey): Fragment =>
  sql`e.point_id = ${pointId} AND e.field = ${field} AND ${ofPath(views, before)}`;
