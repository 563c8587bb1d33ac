import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import { type RawBuilder, sql } from 'kysely';
import type { Context, Db } from '../../../kernel/context.ts';
import type { CountIn } from '../../../kernel/lifecycle.ts';
import { containing } from '../../../kernel/matching.ts';
import { type Columns, sqlRows, type TableRow, tableRows, typed } from '../../../kernel/rows.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import type { RowOf } from '../../../kernel/tables.ts';
import { removeIdleSamples } from '../../devices/devices/devices.channels.api.ts';
import { requireCapacity } from '../../people/corporations/corporations.api.ts';
import { changesShown, keepShown, shownValues } from '../../platform/store/store.shown.api.ts';
import { columnsOf, type NewPoint, newRow, type PointPatch, setupOf } from './logic/point-columns.ts';
import { countsFrom, statusColumns, statusKinds, statusOf } from './points.api.ts';

export type { PointPatch } from './logic/point-columns.ts';

const shownColumns = {
  ...statusKinds,
  sncode: 'text?',
  device_name: 'text?',
  collector_id: 'number?',
  dtu_id: 'number?',
  since: 'instant?',
  migration: typed<RowOf<'device_group'>['migration'] | null>(),
  at: 'instant?',
  received_at: 'instant?',
  values: typed<(number | null)[] | null>(),
  counts_from: typed<Record<string, number>>(),
} as const satisfies Columns;
type Row = TableRow<'point', typeof shownColumns>;

/** Points in the order of lists: by structure, then by their own place or name. */
async function select(db: Db, now: Date, where: RawBuilder<unknown>, page = sql``): Promise<Point[]> {
  const { rows } = await tableRows('point', shownColumns)`
    SELECT p.*, d.sncode, d.name AS device_name, g.collector_id, g.dtu_id, g.from_at AS since, g.migration,
      s.at, s.received_at, ${shownValues} AS values, ${countsFrom(now)} AS counts_from, ${statusColumns(now)}
    FROM point p JOIN structure t ON t.id = p.structure_id
      LEFT JOIN device d ON d.id = p.device_id
      LEFT JOIN device_group g ON g.point_id = p.id AND g.to_at IS NULL
      LEFT JOIN point_state s ON s.point_id = p.id
    WHERE ${where}
    ORDER BY t.name COLLATE natural_order, t.id, p.only_sort NULLS LAST, p.name COLLATE natural_order, p.id ${page}`.execute(
    db,
  );
  return rows.map((row) => fromRow(row, now));
}

export interface Filter {
  readonly structureId?: number | undefined;
  readonly keyword?: string | undefined;
  readonly deprecated: boolean;
  readonly page: number;
  readonly pageSize: number;
}

/** A page of the points of a project, by structure and name. A structure brings the points of its items. */
export async function ofProject(
  db: Db,
  now: Date,
  projectId: number,
  { structureId, keyword, deprecated, page, pageSize }: Filter,
): Promise<{ measuringPoints: Point[]; total: number }> {
  const where = sql`p.project_id = ${projectId}
    ${structureId ? sql`AND p.structure_id IN (SELECT id FROM structure WHERE id = ${structureId} OR parent_id = ${structureId})` : sql``}
    ${deprecated ? sql`` : sql`AND p.deprecated_at IS NULL`}
    ${keyword ? sql`AND p.name ILIKE ${containing(keyword)}` : sql``}`;
  const [measuringPoints, counted] = await Promise.all([
    select(db, now, where, sql`LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`),
    sqlRows({ total: 'number' })`SELECT count(*) AS total FROM point p WHERE ${where}`.execute(db),
  ]);
  return { measuringPoints, total: elementAt(counted.rows, 0).total };
}

export const one = async (db: Db, now: Date, id: number): Promise<Point | undefined> =>
  (await select(db, now, sql`p.id = ${id}`))[0];

export const some = (db: Db, now: Date, ids: readonly number[]): Promise<Point[]> =>
  select(db, now, sql`p.id = ANY(${ids}::int[])`);

/** The masters in use of a structure and its items that join any of these points. */
export const mastersOver = (
  db: Db,
  now: Date,
  { structureId, pointIds }: { readonly structureId: number; readonly pointIds: readonly number[] },
): Promise<Point[]> =>
  select(
    db,
    now,
    sql`p.structure_id IN (SELECT id FROM structure WHERE id = ${structureId} OR parent_id = ${structureId})
      AND p.type = 3 AND p.archived_at IS NULL AND p.deprecated_at IS NULL
      AND EXISTS (SELECT 1 FROM jsonb_array_elements(p.slaves) s WHERE (s ->> 'pointId')::int = ANY(${pointIds}::int[]))`,
  );

/** What feeds the point now; a point that has a device has a channel of it (a constraint of the table). */
function deviceGroupOf(row: Row): Point['deviceGroup'] {
  const { device_id: id, device_name: name, sncode, channel } = row;
  if (id === null || name === null || sncode === null || channel === null) return null;
  return {
    measuringDeviceId: id,
    measuringDevice: { id, name, sncode },
    sncode,
    channel,
    collectorId: row.collector_id,
    dtuId: row.dtu_id,
    since: row.since?.toISOString() ?? null,
    migration: row.migration ?? 'none',
  };
}

const fromRow = (row: Row, now: Date): Point => ({
  id: row.id,
  projectId: row.project_id,
  ...setupOf(row),
  countsFrom: row.counts_from,
  image: row.image,
  usedChannel: row.channel,
  deviceGroup: deviceGroupOf(row),
  archivedAt: row.archived_at?.toISOString() ?? null,
  deprecatedAt: row.deprecated_at?.toISOString() ?? null,
  latest:
    row.at && row.received_at && row.values
      ? { at: row.at.toISOString(), receivedAt: row.received_at.toISOString(), values: row.values }
      : null,
  status: statusOf(row, now),
});

export const pointsIn: CountIn = (corporationId) =>
  sql`(SELECT count(*) FROM point p JOIN project j ON j.id = p.project_id WHERE j.corporation_id = ${corporationId})`;

/** Throws limitReached where the corporation may not have so many points more. */
async function requirePoints(db: Db, projectId: number, added: number): Promise<void> {
  const row = await db.selectFrom('project').select('corporation_id').where('id', '=', projectId).executeTakeFirst();
  if (row) await requireCapacity(db, row.corporation_id, { limited: 'points', count: pointsIn }, added);
}

/** Throws limitReached. */
export async function insert(db: Db, projectId: number, input: NewPoint, createdAt: Date): Promise<number> {
  await requirePoints(db, projectId, 1);
  const row = newRow(projectId, input, createdAt);
  return (await db.insertInto('point').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** Most rows of one INSERT: PostgreSQL takes 65,535 parameters. */
const rowsAtOnce = 1000;

/** Inserts many; gives their ids in the order given. Throws limitReached. */
export async function insertAll(
  db: Db,
  projectId: number,
  points: readonly NewPoint[],
  createdAt: Date,
): Promise<number[]> {
  await requirePoints(db, projectId, points.length);
  const ids = new Map<string, number>();
  const keyOf = (structureId: number, name: string) => `${structureId} ${name}`;
  for (let from = 0; from < points.length; from += rowsAtOnce) {
    const rows = points.slice(from, from + rowsAtOnce).map((each) => newRow(projectId, each, createdAt));
    const made = await db.insertInto('point').values(rows).returning(['id', 'structure_id', 'name']).execute();
    for (const row of made) ids.set(keyOf(row.structure_id, row.name), row.id);
  }
  return points.map((each) => getOrThrow(ids, keyOf(each.structureId, each.name)));
}

/** The point, locked until the transaction ends. */
export const lock = async (db: Db, id: number, now: Date): Promise<Point | undefined> => {
  const row = await db.selectFrom('point').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return row && (await one(db, now, id));
};

/** Points of a project, locked in the order of their ids; those that are not of it are absent. */
export async function lockSome(db: Db, projectId: number, ids: readonly number[], now: Date): Promise<Point[]> {
  const { rows } = await sqlRows({ id: 'number' })`
    SELECT id FROM point WHERE id = ANY(${ids}::int[]) AND project_id = ${projectId} ORDER BY id FOR UPDATE`.execute(
    db,
  );
  return await some(
    db,
    now,
    rows.map(({ id }) => id),
  );
}

export async function update(
  { db, lifecycle }: Pick<Context, 'db' | 'lifecycle'>,
  point: Point,
  patch: PointPatch,
): Promise<void> {
  const { id } = point;
  const change = columnsOf(patch, point);
  if (Object.keys(change).length > 0) await db.updateTable('point').set(change).where('id', '=', id).execute();
  if (changesShown(Object.keys(change))) await keepShown(sqlOver(db), [id]);
  if (patch.structureId !== undefined) await lifecycle.movePoints(db, [id]);
}

/** Returns whether a structure or item is one of the project; it then stays until the transaction ends. */
export async function lockStructure(db: Db, projectId: number, structureId: number): Promise<boolean> {
  const row = await db
    .selectFrom('structure')
    .select('id')
    .where('id', '=', structureId)
    .where('project_id', '=', projectId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** The points of a project that are not deprecated, as others refer to them. */
export const named = (db: Db, projectId: number) =>
  db
    .selectFrom('point')
    .select(['id', 'structure_id', 'name', 'type', 'family', 'node_count', 'main_index', 'slaves'])
    .where('project_id', '=', projectId)
    .where('deprecated_at', 'is', null)
    .execute();
export type Named = Awaited<ReturnType<typeof named>>[number];

/** Returns the points in use of the project among these ids, with their families. */
export async function familiesOf(db: Db, projectId: number, ids: readonly number[]): Promise<Map<number, FamilyCode>> {
  const rows = await db
    .selectFrom('point')
    .select(['id', 'family'])
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .where('deprecated_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, family }) => [id, family]));
}

/** Names of the points of a project that are made of this one, at most ten. */
export async function madeOf(db: Db, { id, projectId }: Pick<Point, 'id' | 'projectId'>): Promise<string[]> {
  const { rows } = await sqlRows({ name: 'text' })`
    SELECT name FROM point WHERE project_id = ${projectId}
      AND slaves @> ${JSON.stringify([{ pointId: id }])}::jsonb AND deprecated_at IS NULL
    ORDER BY name COLLATE natural_order LIMIT 10`.execute(db);
  return rows.map(({ name }) => name);
}

/** Sets columns that no form names. */
export const set = (
  db: Db,
  id: number,
  change: { archived_at?: Date | null; deprecated_at?: Date | null; image?: string | null },
) => db.updateTable('point').set(change).where('id', '=', id).execute();

/** Forgets a point that stands in for others. */
export const leaveBackups = (db: Db, { id, projectId }: Pick<Point, 'id' | 'projectId'>) =>
  sql`UPDATE point SET backup_nodes = array_remove(backup_nodes, ${id})
    WHERE project_id = ${projectId} AND backup_nodes @> ARRAY[${id}]::int[]`.execute(db);

/** Returns the points among these whose collect plan says when a device reads them. */
export async function planned(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sqlRows({ id: 'number' })`
    SELECT c.point_id AS id FROM collect_plan c JOIN point p ON p.id = c.point_id
    WHERE c.point_id = ANY(${ids}::int[]) AND p.device_id IS NOT NULL`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export interface Feed {
  readonly pointId: number;
  readonly deviceId: number | null;
  readonly channel: string | null;
  /** Parameters that the config of the device says; null = those of before stay with the readings of before. */
  readonly deviceParameters: Readonly<Record<string, number>> | null;
}
/** Writes which channel feeds which point, and what its device says. Channels may be swapped: all are let go first. */
export async function feed(db: Db, feeds: readonly Feed[]): Promise<void> {
  if (feeds.length === 0) return;
  const rows = JSON.stringify(feeds);
  const ids = feeds.map(({ pointId }) => pointId);
  await sql`UPDATE point SET device_id = NULL, channel = NULL
    WHERE id = ANY(${ids}::int[]) AND device_id IS NOT NULL`.execute(db);
  await sql`
    UPDATE point p SET device_id = f."deviceId", channel = f.channel,
      device_parameters = coalesce(f."deviceParameters", p.device_parameters)
    FROM jsonb_to_recordset(${rows}::jsonb) AS f("pointId" int, "deviceId" int, channel text, "deviceParameters" jsonb)
    WHERE p.id = f."pointId" AND f."deviceId" IS NOT NULL`.execute(db);
  await removeIdleSamples(db, feeds);
}
