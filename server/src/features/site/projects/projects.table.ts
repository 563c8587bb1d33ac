import { elementAt } from '@plumbline/contract/kernel/elements';
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { Project } from '@plumbline/contract/site/projects';
import { type Selectable, sql } from 'kysely';
import type { Caller, Db } from '../../../kernel/context.ts';
import { containing } from '../../../kernel/matching.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';
import {
  conditionColumns,
  conditionKinds,
  conditionsFrom,
  nextStaleColumn,
  noPoints,
  visibleTo,
  wholeColumns,
  wholeKinds,
  wholeOfRow,
} from './projects.api.ts';

type Row = Selectable<Tables['project']>;

/** Projects that the caller may see, by name, with their summary at `now`; `retired` = those deleted with their data kept. */
export async function visible(
  db: Db,
  caller: Caller,
  now: Date,
  keyword?: string,
  retired = false,
): Promise<Project[]> {
  const { rows } = await sql<Selectable<Tables['project']>>`
    SELECT j.* FROM project j
    WHERE ${visibleTo(caller)} AND (j.retired_at IS NOT NULL) = ${retired}
      ${keyword ? sql`AND (j.name ILIKE ${containing(keyword)} OR j.address ILIKE ${containing(keyword)})` : sql``}
    ORDER BY j.name COLLATE natural_order, j.id`.execute(db);
  return withStatus(db, rows, now);
}

/** One project with its summary; undefined if there is none. */
export async function one(db: Db, id: number, now: Date): Promise<Project | undefined> {
  const rows = await db.selectFrom('project').selectAll().where('id', '=', id).execute();
  return (await withStatus(db, rows, now))[0];
}

const projectStatusColumns = {
  ...wholeKinds,
  id: 'number',
  latest_at: 'instant?',
  next_stale_at: 'number?',
} as const satisfies Columns;
type ProjectStatus = SqlRow<typeof projectStatusColumns>;

async function withStatus(db: Db, rows: readonly Row[], now: Date): Promise<Project[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const statuses = await sqlRows(projectStatusColumns)`
    SELECT p.project_id AS id, ${wholeColumns(now)}, max(s.at) AS latest_at, ${nextStaleColumn(now)}
    FROM point p LEFT JOIN point_state s ON s.point_id = p.id
    WHERE p.project_id = ANY(${ids}::int[]) AND p.archived_at IS NULL AND p.deprecated_at IS NULL
    GROUP BY p.project_id`.execute(db);
  const alerts = await sqlRows({ id: 'number', level: 'number', count: 'number' })`
    SELECT project_id AS id, level, count(*) AS count FROM alert
    WHERE project_id = ANY(${ids}::int[]) AND status IN ('Pending', 'Notice')
    GROUP BY project_id, level`.execute(db);
  const conditions = await sqlRows({ ...conditionKinds, id: 'number' })`
    SELECT c.project_id AS id, ${conditionColumns} ${conditionsFrom} WHERE c.project_id = ANY(${ids}::int[])
    GROUP BY c.project_id`.execute(db);
  const status = new Map(statuses.rows.map((row) => [row.id, row]));
  for (const row of conditions.rows)
    status.set(row.id, { ...(status.get(row.id) ?? { ...noPoints, latest_at: null, next_stale_at: null }), ...row });
  const open = new Map<number, number[]>();
  for (const { id, level, count } of alerts.rows) {
    const levels = open.get(id) ?? [0, 0, 0, 0, 0];
    levels[level] = count;
    open.set(id, levels);
  }
  return rows.map((row) => fromRow(row, status.get(row.id), open.get(row.id)));
}

const fromRow = (row: Row, status: ProjectStatus | undefined, open = [0, 0, 0, 0, 0]): Project => ({
  id: row.id,
  corporationId: row.corporation_id,
  name: row.name,
  address: row.address,
  coordinates:
    row.longitude !== null && row.latitude !== null ? { longitude: row.longitude, latitude: row.latitude } : null,
  picture: row.picture,
  logo: row.logo,
  purpose: row.purpose,
  isHouseOnly: row.purpose === 1,
  isVehicleOnly: row.purpose === 2,
  timeZone: row.time_zone,
  archivedAt: row.archived_at?.toISOString() ?? null,
  retiredAt: row.retired_at?.toISOString() ?? null,
  creatorId: row.creator_id,
  createdAt: row.created_at.toISOString(),
  summary: {
    status: wholeOfRow(status),
    openAlerts: open,
    latestAt: status?.latest_at?.toISOString() ?? null,
    nextStaleAt: status?.next_stale_at ?? null,
  },
});

/** Fields of a project that people may change; what is undefined stays as it is. */
export interface ProjectPatch {
  readonly name?: string | undefined;
  readonly address?: string | undefined;
  readonly coordinates?: { longitude: number; latitude: number } | null | undefined;
  readonly timeZone?: string | undefined;
  readonly purpose?: number | undefined;
}
const columns = ({ name, address, coordinates, timeZone, purpose }: ProjectPatch) => ({
  ...(name !== undefined && { name }),
  ...(address !== undefined && { address }),
  ...(coordinates !== undefined && {
    longitude: coordinates?.longitude ?? null,
    latitude: coordinates?.latitude ?? null,
  }),
  ...(timeZone !== undefined && { time_zone: timeZone }),
  ...(purpose !== undefined && { purpose }),
});

export async function insert(
  db: Db,
  input: ProjectPatch & { name: string; corporationId: number; creatorId: number; createdAt: Date },
): Promise<number> {
  const row = await db
    .insertInto('project')
    .values({
      longitude: null,
      latitude: null,
      ...columns(input),
      name: input.name,
      corporation_id: input.corporationId,
      picture: null,
      creator_id: input.creatorId,
      archived_at: null,
      created_at: input.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function update(db: Db, id: number, patch: ProjectPatch): Promise<void> {
  const change = columns(patch);
  if (Object.keys(change).length > 0) await db.updateTable('project').set(change).where('id', '=', id).execute();
}

/** Archives (keeping the time of the first archiving) or opens again, retired or not. */
export async function archive(db: Db, id: number, at: Date | null): Promise<void> {
  await sql`UPDATE project SET archived_at = ${at ? sql`coalesce(archived_at, ${at})` : null},
    retired_at = ${at ? sql`retired_at` : null} WHERE id = ${id}`.execute(db);
}

/** Writes what is given of the settings beside what people say of a project. */
export const set = (
  db: Db,
  id: number,
  change: {
    picture?: string | null;
    logo?: string | null;
    gradings?: string;
    archived_at?: Date;
    retired_at?: Date;
    deleting_at?: Date | null;
  },
) => db.updateTable('project').set(change).where('id', '=', id).execute();

/** The row of a project, locked until the transaction ends. */
export const lock = (db: Db, id: number): Promise<Row | undefined> =>
  db.selectFrom('project').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** The ids of all points of a project, in order. */
export async function pointIds(db: Db, id: number): Promise<number[]> {
  const rows = await db.selectFrom('point').select('id').where('project_id', '=', id).orderBy('id').execute();
  return rows.map((row) => row.id);
}

/** How much a project holds: its readings, sealed or not, its points, the devices that feed them now. */
export async function contentsOf(db: Db, id: number) {
  const { rows } = await sqlRows({ readings: 'number', waveforms: 'number', points: 'number', devices: 'number' })`
    WITH own AS (SELECT id FROM point WHERE project_id = ${id})
    SELECT (SELECT count(*) FROM reading WHERE point_id IN (SELECT id FROM own))
        + (SELECT coalesce(sum(n), 0) FROM segment WHERE point_id IN (SELECT id FROM own)) AS readings,
      (SELECT count(*) FROM waveform WHERE point_id IN (SELECT id FROM own)) AS waveforms,
      (SELECT count(*) FROM own) AS points,
      (SELECT count(DISTINCT device_id) FROM device_group WHERE to_at IS NULL AND point_id IN (SELECT id FROM own)) AS devices`.execute(
    db,
  );
  return elementAt(rows, 0);
}

/** Returns what the levels of a project mean; null = as the contract begins. */
export const settings = (db: Db, id: number) =>
  db.selectFrom('project').select('gradings').where('id', '=', id).executeTakeFirst();

/** Families by kind of point, with how many points measure each. */
export async function measurements(db: Db, id: number, pointType: number | undefined) {
  const { rows } = await sqlRows({ family: typed<FamilyCode>(), type: 'number', points: 'number' })`
    SELECT family, type, count(*)::int AS points FROM point
    WHERE project_id = ${id} AND deprecated_at IS NULL ${pointType === undefined ? sql`` : sql`AND type = ${pointType}`}
    GROUP BY family, type ORDER BY family, type`.execute(db);
  return rows;
}
