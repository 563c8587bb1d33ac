import type { RoleType } from '@plumbline/contract/kernel/permissions';
import type { Panel } from '@plumbline/contract/overview/dashboards.panels';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { Tables } from '../../../kernel/tables.ts';

export type Row = Selectable<Tables['dashboard']>;
export interface DashboardInput {
  readonly name: string;
  readonly roles: readonly RoleType[];
  readonly panels: readonly Panel[];
}

/** Reader of dashboards: its maker, everybody who sees all shared ones, or roles of the project. */
export interface Reader {
  readonly accountId: number;
  readonly seesShared: boolean;
  readonly roles: readonly RoleType[];
}
const readable = ({ accountId, seesShared, roles }: Reader) => sql<boolean>`(account_id = ${accountId}
  OR (cardinality(roles) > 0 AND ${seesShared}) OR roles && ${roles}::text[])`;

export const ofProject = (db: Db, projectId: number, reader: Reader): Promise<Row[]> =>
  db
    .selectFrom('dashboard')
    .selectAll()
    .where('project_id', '=', projectId)
    .where(readable(reader))
    .orderBy(sql`name COLLATE natural_order`)
    .orderBy('id')
    .execute();

export const one = (db: Db, projectId: number, id: number, reader: Reader): Promise<Row | undefined> =>
  db
    .selectFrom('dashboard')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where(readable(reader))
    .executeTakeFirst();

/** How many an account has in a project; the account is locked, so that none is added until the transaction ends. */
export async function count(db: Db, projectId: number, accountId: number): Promise<number> {
  await db.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute();
  const { count: found } = await db
    .selectFrom('dashboard')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(found);
}

const columnsOf = ({ name, roles, panels }: DashboardInput) => ({
  name,
  roles: [...roles],
  panels: JSON.stringify(panels),
});

export async function insert(
  db: Db,
  projectId: number,
  by: { readonly accountId: number; readonly displayName: string; readonly at: Date },
  input: DashboardInput,
): Promise<number> {
  const { id } = await db
    .insertInto('dashboard')
    .values({
      project_id: projectId,
      account_id: by.accountId,
      by_name: by.displayName,
      created_at: by.at,
      updated_at: by.at,
      ...columnsOf(input),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function update(db: Db, id: number, input: DashboardInput, at: Date): Promise<void> {
  await db
    .updateTable('dashboard')
    .set({ ...columnsOf(input), updated_at: at })
    .where('id', '=', id)
    .execute();
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('dashboard').where('id', '=', id).execute();
}
