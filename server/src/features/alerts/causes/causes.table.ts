import { type AlertCause, alertCauseLimits } from '@plumbline/contract/alerts/causes';
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows } from '../../../kernel/rows.ts';

const rowColumns = {
  id: 'number',
  name: 'text',
  byName: 'text',
  createdAt: 'instant',
  alerts: 'number',
} as const satisfies Columns;
type Row = SqlRow<typeof rowColumns>;

const fromRow = ({ createdAt, ...row }: Row): AlertCause => ({ ...row, createdAt: createdAt.toISOString() });

async function rows(db: Db, corporationId: number, id: number | null): Promise<AlertCause[]> {
  const { rows: found } = await sqlRows(rowColumns)`
    SELECT c.id, c.name, c.by_name AS "byName", c.created_at AS "createdAt",
      (SELECT count(*)::int FROM alert a WHERE a.cause_id = c.id) AS alerts
    FROM alert_cause c WHERE c.corporation_id = ${corporationId} AND c.removed_at IS NULL
      AND (${id}::int IS NULL OR c.id = ${id}::int)
    ORDER BY c.name, c.id LIMIT ${alertCauseLimits.causes}`.execute(db);
  return found.map(fromRow);
}

/** The causes on the list of a corporation by name. */
export const ofCorporation = (db: Db, corporationId: number): Promise<AlertCause[]> => rows(db, corporationId, null);

export const one = async (db: Db, corporationId: number, id: number): Promise<AlertCause | undefined> =>
  (await rows(db, corporationId, id))[0];

/** Returns the causes that may be chosen in a project. */
export async function ofProject(db: Db, projectId: number): Promise<{ id: number; name: string }[]> {
  const { rows: found } = await sqlRows({ id: 'number', name: 'text' })`
    SELECT c.id, c.name FROM alert_cause c JOIN project j ON j.corporation_id = c.corporation_id
    WHERE j.id = ${projectId} AND c.removed_at IS NULL ORDER BY c.name, c.id LIMIT ${alertCauseLimits.causes}`.execute(
    db,
  );
  return found;
}

/** Returns how many are on the list, and locks the corporation so that none is added until the transaction ends. */
export async function count(db: Db, corporationId: number): Promise<number> {
  await db.selectFrom('corporation').select('id').where('id', '=', corporationId).forUpdate().execute();
  const { rows: counted } = await sqlRows({ count: 'number' })`
    SELECT count(*)::int AS count FROM alert_cause WHERE corporation_id = ${corporationId} AND removed_at IS NULL`.execute(
    db,
  );
  return elementAt(counted, 0).count;
}

export async function insert(
  db: Db,
  cause: { corporation_id: number; name: string; by_name: string; created_at: Date },
): Promise<number> {
  const { id } = await db.insertInto('alert_cause').values(cause).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Changes one that is on the list; false = there is none. */
export async function update(
  db: Db,
  corporationId: number,
  id: number,
  change: { name?: string; removed_at?: Date },
): Promise<boolean> {
  const changed = await db
    .updateTable('alert_cause')
    .set(change)
    .where('id', '=', id)
    .where('corporation_id', '=', corporationId)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}
