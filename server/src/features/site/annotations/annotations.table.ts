import { elementAt } from '@plumbline/contract/kernel/elements';
import { type Annotation, maxAnnotations, worksKinds } from '@plumbline/contract/site/annotations';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';

type Row = Selectable<Tables['annotation']>;
/** What people say of it. */
type Described = Omit<Annotation, 'id' | 'byName' | 'createdAt'>;

const fromRow = (row: Row): Annotation => ({
  id: row.id,
  structureId: row.structure_id,
  kind: row.kind as Annotation['kind'],
  text: row.text,
  startAt: row.start_at.toISOString(),
  endAt: row.end_at?.toISOString() ?? null,
  elevationM: row.elevation_m,
  byName: row.by_name,
  createdAt: row.created_at.toISOString(),
});

const columnsOf = ({ structureId, kind, text, startAt, endAt, elevationM }: Described) => ({
  structure_id: structureId,
  kind,
  text,
  start_at: new Date(startAt),
  end_at: endAt === null ? null : new Date(endAt),
  elevation_m: elevationM,
});

interface Filter {
  readonly structureId?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly works?: boolean | undefined;
  readonly limit?: number | undefined;
}

/** The annotations of a project, newest first; of a structure with those of its items, of what it is an item of, and of the whole project. */
export async function ofProject(
  db: Db,
  projectId: number,
  { structureId, from, to, works, limit }: Filter,
): Promise<Annotation[]> {
  const { rows } = await sql<Selectable<Tables['annotation']>>`
    SELECT a.* FROM annotation a LEFT JOIN structure own ON own.id = a.structure_id
    WHERE a.project_id = ${projectId}
      ${
        structureId === undefined
          ? sql``
          : sql`AND (a.structure_id IS NULL OR ${structureId} IN (own.id, own.parent_id)
              OR own.id = (SELECT parent_id FROM structure WHERE id = ${structureId}))`
      }
      ${from === undefined ? sql`` : sql`AND coalesce(a.end_at, a.start_at) >= ${from}::timestamptz`}
      ${to === undefined ? sql`` : sql`AND a.start_at < ${to}::timestamptz`}
      ${works ? sql`AND a.kind = ANY(${[...worksKinds]})` : sql``}
    ORDER BY a.start_at DESC, a.id DESC LIMIT ${limit ?? maxAnnotations}`.execute(db);
  return rows.map(fromRow);
}

/** Returns how many a project has, and locks the project so that none is added until the transaction ends. */
export async function count(db: Db, projectId: number): Promise<number> {
  await db.selectFrom('project').select('id').where('id', '=', projectId).forUpdate().execute();
  const { rows } = await sqlRows({ count: 'number' })`
    SELECT count(*)::int AS count FROM annotation WHERE project_id = ${projectId}`.execute(db);
  return elementAt(rows, 0).count;
}

export const insert = async (
  db: Db,
  projectId: number,
  described: Described,
  { byName, createdAt }: { readonly byName: string; readonly createdAt: Date },
): Promise<Annotation> =>
  fromRow(
    await db
      .insertInto('annotation')
      .values({ project_id: projectId, ...columnsOf(described), by_name: byName, created_at: createdAt })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

/** Returns it as it is then; undefined where the project has none of that id. */
export async function update(
  db: Db,
  projectId: number,
  id: number,
  described: Described,
): Promise<Annotation | undefined> {
  const row = await db
    .updateTable('annotation')
    .set(columnsOf(described))
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returningAll()
    .executeTakeFirst();
  return row && fromRow(row);
}

export const remove = async (db: Db, projectId: number, id: number): Promise<boolean> =>
  (await db
    .deleteFrom('annotation')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returning('id')
    .executeTakeFirst()) !== undefined;
