/** What features above may ask about measuring points. */
import { parametersInForce } from '@plumbline/contract/devices/devices.parameters';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { FamilyCode } from '@plumbline/contract/points/families';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Place } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';

/** How a point stands: the rule itself is in the lowest feature that needs it. */
export {
  lacking,
  lackingText,
  type StatusRow,
  silent,
  statusColumns,
  statusKinds,
  statusOf,
  type WholeRow,
  wholeColumns,
  wholeKinds,
  wholeOfRow,
} from '../../site/projects/projects.api.ts';

export async function places(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await db
    .selectFrom('point')
    .innerJoin('project', 'project.id', 'point.project_id')
    .select([
      'point.id',
      'project.id as projectId',
      'project.corporation_id',
      'project.archived_at',
      'point.archived_at as pointArchivedAt',
    ])
    .where('point.id', 'in', ids)
    .where('project.deleting_at', 'is', null)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        corporationId: row.corporation_id,
        projectIds: [row.projectId],
        archived: row.archived_at !== null || row.pointArchivedAt !== null,
      },
    ]),
  );
}

/**
 * Returns the values that the cumulative changes of point p count from at a time, by field: initial values, over them
 * the newest zeroes in force.
 */
export const countsFrom = (
  at: Date | RawBuilder<Date>,
): RawBuilder<Record<string, number>> => sql`p.initial_values || coalesce((
  SELECT jsonb_object_agg(renewed.key, renewed.value ORDER BY c.start_at)
  FROM correction c, jsonb_each(c.amounts) AS renewed
  WHERE c.point_id = p.id AND c.kind = 'initshift' AND c.start_at <= ${at} AND (c.end_at IS NULL OR c.end_at > ${at})),
  '{}')`;

/** Returns the owner of a point. Throws notFound. */
export async function ownerOf(db: Db, pointId: number): Promise<{ corporationId: number; projectId: number }> {
  const place = (await places(db, [pointId])).get(pointId);
  const projectId = place?.projectIds[0];
  if (place === undefined || projectId === undefined) throw new Failure('notFound', { pointId });
  return { corporationId: place.corporationId, projectId };
}

/** A point by the names that people know it by. */
const namedPointColumns = {
  id: 'number',
  projectId: 'number',
  name: 'text',
  /** Structure, or structure / item. */
  structure: 'text',
  /** 0 automated, 1 composite, 2 manual, 3 master. */
  type: 'number',
  family: typed<FamilyCode>(),
  mode: 'number',
  nodeCount: 'number',
  mainIndex: 'number',
  /** Metres below the reference level of its location; null = not known. */
  depthM: 'number?',
  /** In force: its own before those of its device. */
  parameters: typed<Readonly<Record<string, number>>>(),
  deviceParameters: typed<Readonly<Record<string, number>>>(),
  /** Archived or deprecated: it takes no readings. */
  closed: typed<'archived' | 'deprecated' | null>(),
} as const satisfies Columns;
export type NamedPoint = SqlRow<typeof namedPointColumns>;

/** The points in use of a project, or of one structure and its items, with their coordinates; null = they have none. */
export async function placedPoints(
  db: Db,
  { projectId, structureId }: { readonly projectId: number; readonly structureId: number | null },
): Promise<{ readonly id: number; readonly coordinates: { longitude: number; latitude: number } | null }[]> {
  const within =
    structureId === null
      ? sql``
      : sql`AND p.structure_id IN (SELECT id FROM structure WHERE id = ${structureId} OR parent_id = ${structureId})`;
  const { rows } = await sqlRows({ id: 'number', longitude: 'number?', latitude: 'number?' })`
    SELECT p.id, p.longitude, p.latitude FROM point p
    WHERE p.project_id = ${projectId} AND p.archived_at IS NULL AND p.deprecated_at IS NULL ${within}
    ORDER BY p.id`.execute(db);
  return rows.map(({ id, longitude, latitude }) => ({
    id,
    coordinates: longitude === null || latitude === null ? null : { longitude, latitude },
  }));
}

/** Points of a project by structure and name: those with the ids, or all that are not deprecated. Ids of elsewhere are absent. */
export async function namedPoints(db: Db, projectId: number, ids: readonly number[] | 'all'): Promise<NamedPoint[]> {
  const chosen = ids === 'all' ? sql`p.deprecated_at IS NULL` : sql`p.id = ANY(${ids}::int[])`;
  const { rows } = await sqlRows(namedPointColumns)`
    SELECT p.id, p.project_id AS "projectId", p.name, p.type, p.family, p.mode, p.node_count AS "nodeCount",
      p.main_index AS "mainIndex", p.depth_m AS "depthM", p.parameters, p.device_parameters AS "deviceParameters",
      CASE WHEN above.name IS NULL THEN s.name ELSE above.name || ' / ' || s.name END AS structure,
      CASE WHEN p.deprecated_at IS NOT NULL THEN 'deprecated' WHEN p.archived_at IS NOT NULL THEN 'archived' END AS closed
    FROM point p JOIN structure s ON s.id = p.structure_id LEFT JOIN structure above ON above.id = s.parent_id
    WHERE p.project_id = ${projectId} AND ${chosen}
    ORDER BY structure, p.name, p.id`.execute(db);
  return rows.map((row) => ({ ...row, parameters: parametersInForce(row) }));
}
