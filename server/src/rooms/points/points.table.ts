import { type FamilyCode, fieldAt, fieldsOf } from '@plumbline/contract/families';
import type { Point } from '@plumbline/contract/points';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Caller, Db } from '../../kernel/context.ts';
import { containing } from '../../kernel/matching.ts';
import type { Tables } from '../../kernel/tables.ts';
import { seenBy } from '../projects/projects.reads.ts';
import { stale } from './points.reads.ts';

type Row = Selectable<Tables['point']> & {
  sncode: string | null;
  at: Date | null;
  received_at: Date | null;
  values: (number | null)[] | null;
  level: number | null;
  stale: boolean;
};

async function select(db: Db, now: Date, where: RawBuilder<unknown>, page = sql``): Promise<Point[]> {
  const { rows } = await sql<Row>`
    SELECT p.*, d.sncode, s.at, s.received_at, s.values, s.level, ${stale(now)} AS stale
    FROM point p JOIN structure t ON t.id = p.structure_id
      LEFT JOIN device d ON d.id = p.device_id LEFT JOIN point_state s ON s.point_id = p.id
    WHERE ${where} ORDER BY t.name COLLATE natural_order, t.id, p.name COLLATE natural_order, p.id ${page}`.execute(db);
  return rows.map(fromRow);
}

export interface Filter {
  readonly structureId?: number | undefined;
  readonly keyword?: string | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/** A page of the points of a project, by structure and name. A structure brings the points of its items. */
export async function ofProject(
  db: Db,
  now: Date,
  projectId: number,
  { structureId, keyword, page, pageSize }: Filter,
): Promise<{ measuringPoints: Point[]; total: number }> {
  const where = sql`p.project_id = ${projectId}
    ${structureId ? sql`AND p.structure_id IN (SELECT id FROM structure WHERE id = ${structureId} OR parent_id = ${structureId})` : sql``}
    ${keyword ? sql`AND p.name ILIKE ${containing(keyword)}` : sql``}`;
  const [measuringPoints, counted] = await Promise.all([
    select(db, now, where, sql`LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`),
    sql<{ total: number }>`SELECT count(*) AS total FROM point p WHERE ${where}`.execute(db),
  ]);
  return { measuringPoints, total: counted.rows[0]!.total };
}

export const one = async (db: Db, now: Date, id: number): Promise<Point | undefined> =>
  (await select(db, now, sql`p.id = ${id}`))[0];

const fromRow = (row: Row): Point => ({
  id: row.id,
  projectId: row.project_id,
  structureId: row.structure_id,
  name: row.name,
  type: row.type,
  family: row.family as FamilyCode,
  mode: row.mode,
  nodeCount: row.node_count,
  mainField: fieldAt(row.family as FamilyCode, row.main_index)?.key ?? '',
  formulaType: row.formula_type as Point['formulaType'],
  parameters: row.parameters,
  customFormula: row.custom_formula,
  initialValues: row.initial_values,
  intervalSeconds: row.interval_seconds,
  coordinates:
    row.longitude !== null && row.latitude !== null ? { longitude: row.longitude, latitude: row.latitude } : null,
  deviceGroup:
    row.device_id === null ? null : { measuringDeviceId: row.device_id, sncode: row.sncode!, channel: row.channel! },
  archivedAt: row.archived_at?.toISOString() ?? null,
  level: row.level ?? 0,
  latest:
    row.at && row.received_at && row.values
      ? { at: row.at.toISOString(), receivedAt: row.received_at.toISOString(), values: row.values }
      : null,
  stale: row.stale,
});

/** What may be said of a point by people; what is undefined stays as it is. */
export type Said = {
  readonly [K in
    | 'name'
    | 'structureId'
    | 'mode'
    | 'mainField'
    | 'formulaType'
    | 'parameters'
    | 'customFormula'
    | 'initialValues'
    | 'intervalSeconds'
    | 'coordinates']?: Point[K] | undefined;
};
const columns = (said: Said, family: FamilyCode, nodeCount: number) => ({
  ...(said.mainField !== undefined && {
    main_index: fieldsOf(family, nodeCount).findIndex((field) => field.key === said.mainField),
  }),
  ...(said.name !== undefined && { name: said.name }),
  ...(said.structureId !== undefined && { structure_id: said.structureId }),
  ...(said.mode !== undefined && { mode: said.mode }),
  ...(said.formulaType !== undefined && { formula_type: said.formulaType }),
  ...(said.parameters !== undefined && { parameters: JSON.stringify(said.parameters) }),
  ...(said.customFormula !== undefined && { custom_formula: JSON.stringify(said.customFormula) }),
  ...(said.initialValues !== undefined && { initial_values: JSON.stringify(said.initialValues) }),
  ...(said.intervalSeconds !== undefined && { interval_seconds: said.intervalSeconds }),
  ...(said.coordinates !== undefined && {
    longitude: said.coordinates?.longitude ?? null,
    latitude: said.coordinates?.latitude ?? null,
  }),
});

export async function insert(
  db: Db,
  said: Said & Pick<Point, 'projectId' | 'structureId' | 'name' | 'family' | 'mode' | 'nodeCount'>,
  createdAt: Date,
): Promise<number> {
  const row = await db
    .insertInto('point')
    .values({
      longitude: null,
      latitude: null,
      ...columns(said, said.family, said.nodeCount),
      project_id: said.projectId,
      structure_id: said.structureId,
      name: said.name,
      family: said.family,
      mode: said.mode,
      node_count: said.nodeCount,
      device_id: null,
      channel: null,
      archived_at: null,
      created_at: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The point, locked until the transaction ends. */
export const lock = async (db: Db, id: number, now: Date): Promise<Point | undefined> => {
  const row = await db.selectFrom('point').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return row && (await one(db, now, id));
};

export async function update(db: Db, { id, family, nodeCount }: Point, said: Said): Promise<void> {
  const change = columns(said, family, nodeCount);
  if (Object.keys(change).length > 0) await db.updateTable('point').set(change).where('id', '=', id).execute();
  // Its alerts move with it: a structure counts the alerts of the points that it has now.
  if (said.structureId !== undefined)
    await db.updateTable('alert').set({ structure_id: said.structureId }).where('point_id', '=', id).execute();
}

/** Whether a structure or item is one of the project; it then stays until the transaction ends. */
export async function holdStructure(db: Db, projectId: number, structureId: number): Promise<boolean> {
  const row = await db
    .selectFrom('structure')
    .select('id')
    .where('id', '=', structureId)
    .where('project_id', '=', projectId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** A device of the corporation that owns the project, locked: one at a time binds to it. */
export const lockDevice = (db: Db, projectId: number, deviceId: number) =>
  db
    .selectFrom('device')
    .select(['device.id', 'device.sncode', 'device.channels'])
    .where('device.id', '=', deviceId)
    .where('device.corporation_id', '=', (query) =>
      query.selectFrom('project').select('corporation_id').where('project.id', '=', projectId),
    )
    .forUpdate()
    .executeTakeFirst();

/** The point that a channel feeds; its name is null where the caller may not see it. */
export async function fedBy(db: Db, caller: Caller, deviceId: number, channel: string) {
  const { rows } = await sql<{ id: number; name: string | null }>`
    SELECT p.id, CASE WHEN ${seenBy(caller)} THEN p.name END AS name
    FROM point p JOIN project j ON j.id = p.project_id
    WHERE p.device_id = ${deviceId} AND p.channel = ${channel}`.execute(db);
  return rows[0];
}

export async function bind(db: Db, id: number, to: { deviceId: number; channel: string } | null): Promise<void> {
  const set = { device_id: to?.deviceId ?? null, channel: to?.channel ?? null };
  await db.updateTable('point').set(set).where('id', '=', id).execute();
  // The last sample of an idle channel is of no more use once the channel feeds a point.
  if (to)
    await db
      .deleteFrom('channel_state')
      .where('device_id', '=', to.deviceId)
      .where('channel', '=', to.channel)
      .execute();
}

export const remove = (db: Db, id: number) => db.deleteFrom('point').where('id', '=', id).execute();
