/** Files that were made of readings, and what they hold. */
import type { DataExport, ExportRequest } from '@plumbline/contract/exports';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../kernel/context.ts';
import type { Tables } from '../../kernel/tables.ts';

type Row = Selectable<Tables['data_export']>;
const shown = 100;

export async function insert(
  db: Db,
  row: { request: ExportRequest; fileName: string; byId: number; byName: string; at: Date; expiresAt: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('data_export')
    .values({
      project_id: row.request.projectId,
      by_id: row.byId,
      by_name: row.byName,
      request: JSON.stringify(row.request),
      file_name: row.fileName,
      created_at: row.at,
      expires_at: row.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An export of the project, or of any where none is named. */
export function one(db: Db, id: number, projectId: number | null): Promise<Row | undefined> {
  const query = db.selectFrom('data_export').selectAll().where('id', '=', id);
  return (projectId === null ? query : query.where('project_id', '=', projectId)).executeTakeFirst();
}

export const ofProject = (db: Db, projectId: number, now: Date): Promise<Row[]> =>
  db
    .selectFrom('data_export')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(shown)
    .execute();

export const expired = (db: Db, now: Date): Promise<Pick<Row, 'id' | 'file_id'>[]> =>
  db.selectFrom('data_export').select(['id', 'file_id']).where('expires_at', '<=', now).limit(1000).execute();

/** Gives the export as it then is. */
export const setTask = (db: Db, id: number, taskId: number): Promise<Row> =>
  db.updateTable('data_export').set({ task_id: taskId }).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export async function setFile(db: Db, id: number, fileId: string, bytes: number): Promise<void> {
  await db.updateTable('data_export').set({ file_id: fileId, bytes }).where('id', '=', id).execute();
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('data_export').where('id', '=', id).execute();
}

export function shapeOf(row: Row): z.output<typeof DataExport> {
  const request = row.request as ExportRequest;
  return {
    id: row.id,
    fileName: row.file_name,
    byName: row.by_name,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    points: request.pointIds.length,
    from: request.from,
    to: request.to,
    ready: row.file_id !== null,
    bytes: row.bytes,
    taskId: row.task_id,
  };
}
