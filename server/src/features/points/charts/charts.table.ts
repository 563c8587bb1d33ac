import type { Characteristic, ChartPoint, CustomChart } from '@plumbline/contract/points/charts';
import type { FamilyCode } from '@plumbline/contract/points/families';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';
import { shownValues } from '../../platform/store/store.shown.api.ts';
import { countsFrom } from '../points/points.api.ts';

type ChartInput = Omit<CustomChart, 'id' | 'createdBy' | 'updatedAt'>;

/** The custom charts of a project by name, or one of them. Series of points that are gone are left out. */
export async function charts(db: Db, projectId: number, id?: number): Promise<CustomChart[]> {
  const { rows } = await sql<Selectable<Tables['custom_chart']>>`
    SELECT c.*, coalesce((SELECT jsonb_agg(s ORDER BY place) FROM jsonb_array_elements(c.series) WITH ORDINALITY AS e(s, place)
        WHERE EXISTS (SELECT 1 FROM point p WHERE p.id = (s->>'pointId')::int)), '[]') AS series
    FROM custom_chart c WHERE c.project_id = ${projectId} ${id === undefined ? sql`` : sql`AND c.id = ${id}`}
    ORDER BY c.name COLLATE natural_order`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    series: row.series,
    left: row.axes.left,
    right: row.axes.right,
    spanSeconds: row.span_seconds,
    createdBy: row.created_by,
    updatedAt: row.updated_at.toISOString(),
  }));
}

/** Where a custom chart lies, by its row; null where there is none of that id. */
export async function placeOfChart(db: Db, id: number) {
  const row = await db.selectFrom('custom_chart').select('project_id').where('id', '=', id).executeTakeFirst();
  return row ? { projectId: row.project_id } : null;
}

/** Points of the project that charts draw, by id. Deprecated ones too: their history stays worth drawing. */
export async function chartPoints(
  db: Db,
  now: Date,
  projectId: number,
  ids: readonly number[],
): Promise<Map<number, ChartPoint>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('point as p')
    .select(['id', 'structure_id', 'name', 'family', 'node_count', 'interval_seconds', 'deprecated_at'])
    .select(countsFrom(now).as('counts_from'))
    .where('project_id', '=', projectId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        structureId: row.structure_id,
        name: row.name,
        family: row.family,
        nodeCount: row.node_count,
        intervalSeconds: row.interval_seconds,
        countsFrom: row.counts_from,
        deprecated: row.deprecated_at !== null,
      },
    ]),
  );
}

const toRow = ({ name, series, left, right, spanSeconds }: ChartInput, now: Date) => ({
  name,
  series: JSON.stringify(series),
  axes: JSON.stringify({ left, right }),
  span_seconds: spanSeconds,
  updated_at: now,
});

export async function insertChart(
  db: Db,
  projectId: number,
  input: ChartInput & Pick<CustomChart, 'createdBy'>,
  now: Date,
): Promise<number> {
  const row = { ...toRow(input, now), project_id: projectId, created_by: input.createdBy };
  return (await db.insertInto('custom_chart').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** False where the project has no such chart. */
export const updateChart = async (
  db: Db,
  projectId: number,
  id: number,
  input: ChartInput,
  now: Date,
): Promise<boolean> =>
  (await db
    .updateTable('custom_chart')
    .set(toRow(input, now))
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returning('id')
    .executeTakeFirst()) !== undefined;

export const removeChart = async (db: Db, projectId: number, id: number): Promise<boolean> =>
  (await db
    .deleteFrom('custom_chart')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returning('id')
    .executeTakeFirst()) !== undefined;

type CharacteristicInput = Omit<Characteristic, 'id'>;

export async function characteristics(db: Db, projectId: number): Promise<Characteristic[]> {
  const { rows } = await sql<Selectable<Tables['characteristic']>>`
    SELECT * FROM characteristic WHERE project_id = ${projectId} ORDER BY name COLLATE natural_order`.execute(db);
  return rows.map(({ project_id: _, ...row }) => ({ ...row, family: row.family }));
}

export const insertCharacteristic = async (db: Db, projectId: number, input: CharacteristicInput): Promise<number> =>
  (
    await db
      .insertInto('characteristic')
      .values({ project_id: projectId, ...input })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

export const updateCharacteristic = async (
  db: Db,
  projectId: number,
  id: number,
  input: CharacteristicInput,
): Promise<boolean> =>
  (await db
    .updateTable('characteristic')
    .set(input)
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returning('id')
    .executeTakeFirst()) !== undefined;

export const removeCharacteristic = async (db: Db, projectId: number, id: number): Promise<boolean> =>
  (await db
    .deleteFrom('characteristic')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returning('id')
    .executeTakeFirst()) !== undefined;

const latestColumns = {
  id: 'number',
  name: 'text',
  at: 'instant?',
  values: typed<(number | null)[] | null>(),
} as const satisfies Columns;
type Latest = SqlRow<typeof latestColumns>;
/** The points of a family in a project with their latest values, by name. */
export async function latest(db: Db, projectId: number, family: FamilyCode): Promise<Latest[]> {
  const { rows } = await sqlRows(latestColumns)`
    SELECT p.id, p.name, s.at, ${shownValues} AS values FROM point p LEFT JOIN point_state s ON s.point_id = p.id
    WHERE p.project_id = ${projectId} AND p.family = ${family} AND p.deprecated_at IS NULL
    ORDER BY p.name COLLATE natural_order, p.id`.execute(db);
  return rows;
}
