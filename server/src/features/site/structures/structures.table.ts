import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Structure } from '@plumbline/contract/site/structures';
import type { StructureSettings } from '@plumbline/contract/site/structures.settings';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, sqlRows, type TableRow, tableRows } from '../../../kernel/rows.ts';
import {
  conditionColumns,
  conditionKinds,
  conditionsFrom,
  wholeColumns,
  wholeKinds,
  wholeOfRow,
} from '../projects/projects.api.ts';

const structureStatusColumns = { ...wholeKinds, ...conditionKinds, open: 'number' } as const satisfies Columns;
type Row = TableRow<'structure', typeof structureStatusColumns>;

/** Structures with their items behind them, each with what its own points and its items' points add up to. */
async function select(db: Db, where: ReturnType<typeof sql>, now: Date): Promise<Structure[]> {
  const { rows } = await tableRows('structure', structureStatusColumns)`
    WITH chosen AS MATERIALIZED (SELECT t.* FROM structure t WHERE ${where}),
    -- A structure stands for itself and for its items.
    member AS (
      SELECT id AS head, id FROM chosen
      UNION ALL SELECT c.id, i.id FROM chosen c JOIN structure i ON i.parent_id = c.id
    ),
    standing AS (
      SELECT m.head, ${wholeColumns(now)}
      FROM member m JOIN point p ON p.structure_id = m.id AND p.archived_at IS NULL AND p.deprecated_at IS NULL
        LEFT JOIN point_state s ON s.point_id = p.id
      GROUP BY m.head
    ),
    watched AS (
      SELECT m.head, ${conditionColumns} ${conditionsFrom} JOIN member m ON m.id = c.structure_id GROUP BY m.head
    ),
    alarm AS (
      SELECT m.head, count(*) AS open FROM member m JOIN alert a ON a.structure_id = m.id
      WHERE a.status IN ('Pending', 'Notice') GROUP BY m.head
    )
    SELECT c.*, coalesce(g.levels, '{0,0,0,0,0}') AS levels, coalesce(g.points, 0) AS points, coalesce(g.failed, 0) AS failed,
      coalesce(g.stale, 0) AS stale, coalesce(g.never_read, 0) AS never_read, g.last_level,
      w.condition_level, w.unknown_conditions, coalesce(a.open, 0) AS open
    FROM chosen c LEFT JOIN standing g ON g.head = c.id LEFT JOIN watched w ON w.head = c.id LEFT JOIN alarm a ON a.head = c.id
    ORDER BY c.parent_id IS NOT NULL, c.sort NULLS LAST, c.name COLLATE natural_order, c.id`.execute(db);
  return rows.map(fromRow);
}

export const ofProject = (db: Db, projectId: number, now: Date) => select(db, sql`t.project_id = ${projectId}`, now);

/** Returns the structures with these ids that exist. */
export const some = (db: Db, ids: readonly number[], now: Date) => select(db, sql`t.id = ANY(${ids}::int[])`, now);

export const one = async (db: Db, id: number, now: Date): Promise<Structure | undefined> =>
  (await select(db, sql`t.id = ${id}`, now))[0];

const fromRow = (row: Row): Structure => ({
  id: row.id,
  projectId: row.project_id,
  parentId: row.parent_id,
  isItem: row.parent_id !== null,
  name: row.name,
  address: row.address,
  type: row.type as Structure['type'],
  options: row.type_options ?? {},
  displayType: row.display_type as Structure['displayType'],
  coordinates:
    row.longitude !== null && row.latitude !== null ? { longitude: row.longitude, latitude: row.latitude } : null,
  picture: row.picture,
  imageLocation: row.image_x !== null && row.image_y !== null ? { x: row.image_x, y: row.image_y } : null,
  sort: row.sort,
  status: wholeOfRow(row),
  openAlerts: row.open,
});

/** Fields of a structure that people may change; what is undefined stays as it is. */
export interface StructurePatch {
  readonly name?: string | undefined;
  readonly address?: string | undefined;
  readonly type?: Structure['type'] | undefined;
  readonly options?: Structure['options'] | undefined;
  readonly coordinates?: { longitude: number; latitude: number } | null | undefined;
}
const columns = ({ name, address, type, options, coordinates }: StructurePatch) => ({
  ...(name !== undefined && { name }),
  ...(address !== undefined && { address }),
  ...(type !== undefined && { type }),
  ...(options !== undefined && { type_options: JSON.stringify(options) }),
  ...(coordinates !== undefined && {
    longitude: coordinates?.longitude ?? null,
    latitude: coordinates?.latitude ?? null,
  }),
});

export async function insert(
  db: Db,
  projectId: number,
  parentId: number | null,
  input: StructurePatch & { name: string },
) {
  const row = await db
    .insertInto('structure')
    .values({
      longitude: null,
      latitude: null,
      ...columns(input),
      name: input.name,
      project_id: projectId,
      parent_id: parentId,
      picture: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function update(db: Db, id: number, patch: StructurePatch): Promise<void> {
  const change = columns(patch);
  if (Object.keys(change).length > 0) await db.updateTable('structure').set(change).where('id', '=', id).execute();
}

/** The structure, locked until the transaction ends, so that nothing is put into it meanwhile. */
export const lock = (db: Db, id: number) =>
  db.selectFrom('structure').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Returns the contents of a structure. */
export async function contents(db: Db, id: number): Promise<{ items: number; points: number; drawings: number }> {
  const { rows } = await sqlRows({ items: 'number', points: 'number', drawings: 'number' })`
    SELECT (SELECT count(*) FROM structure WHERE parent_id = ${id}) AS items,
      (SELECT count(*) FROM point WHERE structure_id = ${id}) AS points,
      (SELECT count(*) FROM drawing WHERE structure_id = ${id}) AS drawings`.execute(db);
  return elementAt(rows, 0);
}

export const remove = (db: Db, id: number) => db.deleteFrom('structure').where('id', '=', id).execute();

/** The structures, or the items of one, that lie side by side: locked, so that none comes or goes while they are put in order. */
export async function beside(db: Db, projectId: number, parentId: number | null): Promise<number[]> {
  await db.selectFrom('project').select('id').where('id', '=', projectId).forUpdate().execute();
  const rows = await db
    .selectFrom('structure')
    .select('id')
    .where('project_id', '=', projectId)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .execute();
  return rows.map(({ id }) => id);
}

export const putInOrder = (db: Db, ids: readonly number[]) =>
  sql`UPDATE structure SET sort = o.n FROM unnest(${ids}::int[]) WITH ORDINALITY AS o(id, n) WHERE structure.id = o.id`.execute(
    db,
  );

/** Writes what is given of what people do not say in one form: picture, display, settings as JSON. */
export const set = (
  db: Db,
  id: number,
  change: {
    picture?: string | null;
    display_type?: string;
    type?: string;
    type_options?: string;
    coordinate_config?: string;
    gnss_config?: string;
    bim_config?: string;
    cesium_config?: string;
    gradings?: string | null;
  },
) => db.updateTable('structure').set(change).where('id', '=', id).execute();

/** Returns the meaning of levels at a structure by itself, by what is above it and by its project; null = nothing was set. */
export const gradings = (db: Db, id: number) =>
  db
    .selectFrom('structure')
    .innerJoin('project', 'project.id', 'structure.project_id')
    .leftJoin('structure as up', 'up.id', 'structure.parent_id')
    .select(['structure.gradings as own', 'up.gradings as above', 'project.gradings as ofProject'])
    .where('structure.id', '=', id)
    .executeTakeFirst();

/** The settings as they are kept; undefined where there is no such structure. */
export async function settings(
  db: Db,
  id: number,
): Promise<
  (Omit<StructureSettings, 'coordinate' | 'typeOptions'> & Pick<Row, 'type_options' | 'coordinate_config'>) | undefined
> {
  const row = await db
    .selectFrom('structure')
    .select(['type_options', 'coordinate_config', 'gnss_config', 'bim_config', 'cesium_config'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { type_options, coordinate_config, gnss_config: gnss, bim_config: bim, cesium_config: cesium } = row;
  return { type_options, coordinate_config, gnss, bim, cesium };
}

/** The structures and items of a project that is deleted. */
export async function removeProject(db: Db, projectId: number): Promise<void> {
  await db.deleteFrom('structure').where('project_id', '=', projectId).where('parent_id', 'is not', null).execute();
  await db.deleteFrom('structure').where('project_id', '=', projectId).execute();
}

/** The pictures of the structures of a project. */
export async function filesOfProject(db: Db, projectId: number): Promise<string[]> {
  const { rows } = await sqlRows({ id: 'text' })`
    SELECT picture AS id FROM structure WHERE project_id = ${projectId} AND picture IS NOT NULL`.execute(db);
  return rows.map(({ id }) => id);
}
