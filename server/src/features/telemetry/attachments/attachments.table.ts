import {
  type Analysis,
  type Attachment,
  type AttachmentKind,
  attachmentLimits,
} from '@plumbline/contract/telemetry/attachments';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';

type Row = Omit<Selectable<Tables['attachment']>, 'analysis'>;
const shownOf = (row: Row): Attachment => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  size: row.size,
  received: row.received,
  startedAt: row.started_at.toISOString(),
  completedAt: row.completed_at?.toISOString() ?? null,
});
const columns = [
  'id',
  'device_id',
  'kind',
  'name',
  'size',
  'received',
  'started_at',
  'touched_at',
  'completed_at',
] as const;

/** Where a file lies, by its row; null where there is none of that id. */
export async function placeOfAttachment(db: Db, id: number) {
  const row = await db.selectFrom('attachment').select('device_id').where('id', '=', id).executeTakeFirst();
  return row ? { deviceId: row.device_id } : null;
}

/** By kind whole ones, null = those that are under way; the newest first. */
export async function ofDevice(db: Db, deviceId: number, kind: AttachmentKind | null): Promise<Attachment[]> {
  const rows = await db
    .selectFrom('attachment')
    .select(columns)
    .where('device_id', '=', deviceId)
    .where('completed_at', kind === null ? 'is' : 'is not', null)
    .$if(kind !== null, (query) => query.where('kind', '=', kind as AttachmentKind))
    .orderBy('id', 'desc')
    .limit(attachmentLimits.files)
    .execute();
  return rows.map(shownOf);
}

export async function one(
  db: Db,
  deviceId: number,
  id: number,
): Promise<{ readonly attachment: Attachment; readonly analysis: Analysis | null } | null> {
  const row = await db
    .selectFrom('attachment')
    .select([...columns, 'analysis'])
    .where('id', '=', id)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return row ? { attachment: shownOf(row), analysis: row.analysis } : null;
}

const underWayColumns = {
  id: 'number',
  size: 'number',
  received: 'number',
} as const satisfies Columns;
export type UnderWay = SqlRow<typeof underWayColumns>;

/** The upload of a name, locked until the transaction ends; one that has another size, or was given up, begins anew. null = too many are under way. */
export async function underWay(
  db: Db,
  now: Date,
  {
    deviceId,
    kind,
    name,
    size,
  }: { readonly deviceId: number; readonly kind: AttachmentKind; readonly name: string; readonly size: number },
): Promise<UnderWay | null> {
  await db.selectFrom('device').select('id').where('id', '=', deviceId).forUpdate().execute();
  const given = new Date(now.getTime() - attachmentLimits.idleMs);
  await sql`DELETE FROM attachment WHERE device_id = ${deviceId} AND completed_at IS NULL
    AND (touched_at < ${given} OR kind = ${kind} AND name = ${name} AND size <> ${size})`.execute(db);
  const { rows: known } = await sqlRows({ ...underWayColumns, isIt: 'flag' })`
    SELECT id, size, received, kind = ${kind} AND name = ${name} AS "isIt"
    FROM attachment WHERE device_id = ${deviceId} AND completed_at IS NULL`.execute(db);
  const found = known.find(({ isIt }) => isIt);
  if (found) return found;
  if (known.length >= attachmentLimits.underWay) return null;
  const { rows } = await sqlRows(
    underWayColumns,
  )`INSERT INTO attachment (device_id, kind, name, size, started_at, touched_at)
    VALUES (${deviceId}, ${kind}, ${name}, ${size}, ${now}, ${now}) RETURNING id, size, received`.execute(db);
  return rows[0] ?? null;
}

export async function addPiece(db: Db, now: Date, id: number, position: number, content: Buffer): Promise<void> {
  await sql`INSERT INTO attachment_piece (attachment_id, position, content) VALUES (${id}, ${position}, ${content})`.execute(
    db,
  );
  await sql`UPDATE attachment SET received = ${position + content.length}, touched_at = ${now} WHERE id = ${id}`.execute(
    db,
  );
}

/** Marks a file as whole; of its device the newest stay. */
export async function complete(db: Db, now: Date, id: number, deviceId: number, analysis: Analysis): Promise<void> {
  await sql`UPDATE attachment SET completed_at = ${now}, analysis = ${JSON.stringify(analysis)}::jsonb WHERE id = ${id}`.execute(
    db,
  );
  await sql`DELETE FROM attachment WHERE device_id = ${deviceId} AND completed_at IS NOT NULL AND id NOT IN
    (SELECT id FROM attachment WHERE device_id = ${deviceId} AND completed_at IS NOT NULL ORDER BY id DESC LIMIT ${attachmentLimits.files})`.execute(
    db,
  );
}

export async function contentOf(db: Db, id: number): Promise<Buffer> {
  const rows = await db
    .selectFrom('attachment_piece')
    .select('content')
    .where('attachment_id', '=', id)
    .orderBy('position')
    .execute();
  return Buffer.concat(rows.map(({ content }) => content));
}

export async function remove(db: Db, deviceId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('attachment')
    .where('id', '=', id)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
