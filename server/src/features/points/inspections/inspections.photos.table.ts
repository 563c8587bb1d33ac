import { elementAt } from '@plumbline/contract/kernel/elements';
import type { RoundPhoto } from '@plumbline/contract/points/inspections.photos';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';

type Row = Selectable<Tables['inspection_photo']>;

export const fromRow = (row: Row): RoundPhoto => ({
  id: row.id,
  roundId: row.round_id,
  questionKey: row.question_key,
  fileName: row.file_name,
  bytes: Number(row.bytes),
  marks: row.marks,
  byName: row.by_name,
  addedAt: row.added_at.toISOString(),
});

/** The photos of rounds, in the order in which they were added. */
export async function photosOf(db: Db, roundIds: readonly number[]): Promise<RoundPhoto[]> {
  if (roundIds.length === 0) return [];
  const rows = await db
    .selectFrom('inspection_photo')
    .selectAll()
    .where('round_id', 'in', roundIds)
    .orderBy('id')
    .execute();
  return rows.map(fromRow);
}

/** Returns the files of photos. */
export async function fileIdsOf(db: Db, photoIds: readonly number[]): Promise<Map<number, string>> {
  if (photoIds.length === 0) return new Map();
  const rows = await db.selectFrom('inspection_photo').select(['id', 'file_id']).where('id', 'in', photoIds).execute();
  return new Map(rows.map(({ id, file_id }) => [id, file_id]));
}

/** One photo of a round of a project, with the id of its file. */
export async function one(
  db: Db,
  { projectId, roundId, photoId }: Record<'projectId' | 'roundId' | 'photoId', number>,
) {
  const row = await db
    .selectFrom('inspection_photo')
    .innerJoin('inspection_round', 'inspection_round.id', 'inspection_photo.round_id')
    .selectAll('inspection_photo')
    .where('inspection_photo.id', '=', photoId)
    .where('inspection_photo.round_id', '=', roundId)
    .where('inspection_round.project_id', '=', projectId)
    .executeTakeFirst();
  return row && { photo: fromRow(row), fileId: row.file_id };
}

export async function count(db: Db, roundId: number): Promise<number> {
  const { rows } = await sqlRows({ count: 'number' })`
    SELECT count(*)::int AS count FROM inspection_photo WHERE round_id = ${roundId}`.execute(db);
  return elementAt(rows, 0).count;
}

/** The photo of a question whose file has this digest. */
export async function same(
  db: Db,
  roundId: number,
  questionKey: string,
  digest: string,
): Promise<RoundPhoto | undefined> {
  const row = await db
    .selectFrom('inspection_photo')
    .selectAll()
    .where('round_id', '=', roundId)
    .where('question_key', '=', questionKey)
    .where('digest', '=', digest)
    .executeTakeFirst();
  return row && fromRow(row);
}

export const insert = async (db: Db, values: Insertable<Tables['inspection_photo']>): Promise<RoundPhoto> =>
  fromRow(await db.insertInto('inspection_photo').values(values).returningAll().executeTakeFirstOrThrow());

export const mark = (db: Db, id: number, marks: RoundPhoto['marks']) =>
  db
    .updateTable('inspection_photo')
    .set({ marks: JSON.stringify(marks) })
    .where('id', '=', id)
    .execute();

/** Deletes a photo. Says whether no other row shows its file: a correction shows those of what it corrects. */
export async function remove(db: Db, id: number, fileId: string): Promise<boolean> {
  await db.deleteFrom('inspection_photo').where('id', '=', id).execute();
  const other = await db
    .selectFrom('inspection_photo')
    .select('id')
    .where('file_id', '=', fileId)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

/** Lets a correction show the photos of the round that it corrects. */
export const carryOver = (db: Db, from: number, to: number) =>
  sql`INSERT INTO inspection_photo (round_id, question_key, file_id, file_name, bytes, digest, marks, by_name, added_at)
    SELECT ${to}, question_key, file_id, file_name, bytes, digest, marks, by_name, added_at
    FROM inspection_photo WHERE round_id = ${from} ORDER BY id`.execute(db);

export async function filesOfProject(db: Db, projectId: number): Promise<string[]> {
  const { rows } = await sqlRows({ id: 'text' })`
    SELECT DISTINCT f.file_id AS id FROM inspection_photo f JOIN inspection_round r ON r.id = f.round_id
    WHERE r.project_id = ${projectId}`.execute(db);
  return rows.map(({ id }) => id);
}
