/** Files that were made of readings and records, and what they hold. */
import type { DataExport, ExportRequest } from '@plumbline/contract/reports/exports';
import type { ExportKind, RecordsRequest } from '@plumbline/contract/reports/exports.records';
import type { Selectable } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';

type Row = Selectable<Tables['data_export']>;

type AnyRequest = ExportRequest | RecordsRequest;

export async function insert(
  db: Db,
  row: {
    kind: ExportKind;
    request: AnyRequest;
    fileName: string;
    byId: number;
    byName: string;
    at: Date;
    expiresAt: Date;
  },
): Promise<number> {
  const { id } = await db
    .insertInto('data_export')
    .values({
      project_id: row.request.projectId,
      by_id: row.byId,
      by_name: row.byName,
      kind: row.kind,
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

/** A page of those of some kinds that have not expired, newest first, and how many there are. */
export async function ofProject(
  db: Db,
  { projectId, kinds, now }: { readonly projectId: number; readonly kinds: readonly ExportKind[]; readonly now: Date },
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ rows: Row[]; total: number }> {
  if (kinds.length === 0) return { rows: [], total: 0 };
  const found = db
    .selectFrom('data_export')
    .where('project_id', '=', projectId)
    .where('kind', 'in', kinds)
    .where('expires_at', '>', now);
  const [rows, { total }] = await Promise.all([
    found
      .selectAll()
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    found.select((each) => each.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

export const expired = (db: Db, now: Date): Promise<Pick<Row, 'id' | 'file_id'>[]> =>
  db.selectFrom('data_export').select(['id', 'file_id']).where('expires_at', '<=', now).limit(1000).execute();

/** Gives the export as it then is. */
export const setTask = (db: Db, id: number, taskId: number): Promise<Row> =>
  db.updateTable('data_export').set({ task_id: taskId }).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export async function setFile(
  db: Db,
  id: number,
  { fileId, bytes, rows }: { readonly fileId: string; readonly bytes: number; readonly rows: number },
): Promise<void> {
  await db.updateTable('data_export').set({ file_id: fileId, bytes, row_count: rows }).where('id', '=', id).execute();
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('data_export').where('id', '=', id).execute();
}

/** `mayRemove` = whether whoever asks may delete it. */
export function shapeOf(row: Row, mayRemove: boolean): DataExport {
  const request = row.request as AnyRequest;
  return {
    id: row.id,
    kind: row.kind,
    format: request.format,
    fileName: row.file_name,
    byName: row.by_name,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    points: 'pointIds' in request ? request.pointIds.length : null,
    from: request.from ?? null,
    to: request.to ?? null,
    ready: row.file_id !== null,
    rows: row.row_count,
    bytes: row.bytes,
    taskId: row.task_id,
    mayRemove,
  };
}

export async function filesOfProject(db: Db, projectId: number): Promise<string[]> {
  const { rows } = await sqlRows({ id: 'text' })`
    SELECT file_id AS id FROM data_export WHERE project_id = ${projectId} AND file_id IS NOT NULL`.execute(db);
  return rows.map(({ id }) => id);
}
