/** Files that people attached to alerts. */
import { type AlertFile, handlingLimits } from '@plumbline/contract/alerts/alerts.handling';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';
import { mediaTypeOf } from '../../site/documents/documents.api.ts';

const fromRow = (row: Selectable<Tables['alert_file']>): AlertFile => {
  const type = row.type as AlertFile['type'];
  return {
    id: row.id,
    fileName: row.file_name,
    type,
    isPicture: mediaTypeOf(type).startsWith('image/'),
    bytes: Number(row.bytes),
    byName: row.by_name,
    createdAt: row.created_at.toISOString(),
  };
};

/** The files of an alert, in the order in which they were attached. */
export async function ofAlert(db: Db, alertId: number): Promise<AlertFile[]> {
  const rows = await db
    .selectFrom('alert_file')
    .selectAll()
    .where('alert_id', '=', alertId)
    .orderBy('id')
    .limit(handlingLimits.files)
    .execute();
  return rows.map(fromRow);
}

/** One file of an alert, with the id of what is stored. */
export async function one(db: Db, alertId: number, id: number) {
  const row = await db
    .selectFrom('alert_file')
    .selectAll()
    .where('id', '=', id)
    .where('alert_id', '=', alertId)
    .executeTakeFirst();
  return row && { file: fromRow(row), storedId: row.file_id };
}

export async function insert(db: Db, row: Insertable<Tables['alert_file']>): Promise<AlertFile> {
  return fromRow(await db.insertInto('alert_file').values(row).returningAll().executeTakeFirstOrThrow());
}

/** The file of an alert with this digest. */
export async function same(db: Db, alertId: number, digest: string): Promise<AlertFile | undefined> {
  const row = await db
    .selectFrom('alert_file')
    .selectAll()
    .where('alert_id', '=', alertId)
    .where('digest', '=', digest)
    .executeTakeFirst();
  return row && fromRow(row);
}

export async function count(db: Db, alertId: number): Promise<number> {
  const row = await db
    .selectFrom('alert_file')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('alert_id', '=', alertId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export const remove = (db: Db, id: number) => db.deleteFrom('alert_file').where('id', '=', id).execute();

/** Takes the files of the alerts of points away. Gives what is stored of them. */
export async function removeOfPoints(db: Db, pointIds: readonly number[]): Promise<string[]> {
  const { rows } = await sqlRows({ file_id: 'text' })`
    DELETE FROM alert_file f USING alert a WHERE a.id = f.alert_id AND a.point_id = ANY(${pointIds}::int[])
    RETURNING f.file_id`.execute(db);
  return rows.map(({ file_id }) => file_id);
}
