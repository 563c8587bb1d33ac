import { type Defect, defectLimits } from '@plumbline/contract/points/inspections.defects';
import type { RoundPhoto } from '@plumbline/contract/points/inspections.photos';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { containing } from '../../../kernel/matching.ts';
import type { Tables } from '../../../kernel/tables.ts';
import { fromRow as photoOf } from './inspections.photos.table.ts';

type Row = Selectable<Tables['inspection_defect']> & {
  readonly plan_name: string;
  readonly location: string;
  readonly structure_id: number | null;
};

const fromRow = (row: Row): Defect => ({
  id: row.id,
  planId: row.plan_id,
  planName: row.plan_name,
  roundId: row.round_id,
  questionKey: row.question_key,
  question: row.question,
  location: row.location,
  structureId: row.structure_id,
  title: row.title,
  severity: row.severity as Defect['severity'],
  state: row.state as Defect['state'],
  note: row.note,
  raisedBy: row.raised_by,
  raisedAt: row.raised_at.toISOString(),
  changedBy: row.changed_by,
  changedAt: row.changed_at.toISOString(),
});

const select = (condition: RawBuilder<unknown>) => sql<Row>`
  SELECT d.*, p.name AS plan_name, p.structure_id, r.location FROM inspection_defect d
    JOIN inspection_plan p ON p.id = d.plan_id JOIN inspection_round r ON r.id = d.round_id
  WHERE ${condition} ORDER BY d.changed_at DESC, d.id DESC LIMIT ${defectLimits.defects}`;

interface Filter {
  readonly state?: string | undefined;
  readonly severity?: string | undefined;
  readonly keyword?: string | undefined;
}

/** The defects of a project, those that changed last first. */
export async function defects(db: Db, projectId: number, { state, severity, keyword }: Filter): Promise<Defect[]> {
  const { rows } = await select(sql`d.project_id = ${projectId} ${state ? sql`AND d.state = ${state}` : sql``}
    ${severity ? sql`AND d.severity = ${severity}` : sql``}
    ${keyword ? sql`AND (d.title ILIKE ${containing(keyword)} OR r.location ILIKE ${containing(keyword)})` : sql``}`).execute(
    db,
  );
  return rows.map(fromRow);
}

/** The defects of a project that were raised or changed in [from, to). */
export async function changedIn(db: Db, projectId: number, { from, to }: { from: Date; to: Date }): Promise<Defect[]> {
  const { rows } = await select(sql`d.project_id = ${projectId} AND EXISTS (SELECT FROM inspection_defect_change c
    WHERE c.defect_id = d.id AND c.at >= ${from} AND c.at < ${to})`).execute(db);
  return rows.map(fromRow);
}

export async function one(db: Db, projectId: number, id: number): Promise<Defect | undefined> {
  const [row] = (await select(sql`d.id = ${id} AND d.project_id = ${projectId}`).execute(db)).rows;
  return row && fromRow(row);
}

/** The defect of a question of a round that has this title already. */
export const same = (db: Db, { roundId, questionKey, title }: Pick<Defect, 'roundId' | 'questionKey' | 'title'>) =>
  db
    .selectFrom('inspection_defect')
    .select('id')
    .where('round_id', '=', roundId)
    .where('question_key', '=', questionKey)
    .where('title', '=', title)
    .executeTakeFirst();

export async function insert(db: Db, values: Insertable<Tables['inspection_defect']>): Promise<number> {
  const { id } = await db.insertInto('inspection_defect').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

interface Change {
  readonly at: Date;
  readonly byName: string;
  readonly severity: Defect['severity'];
  readonly state: Defect['state'];
  readonly note: string;
}

/** Adds to the history of a defect, and makes that its present state. */
export async function change(db: Db, id: number, { at, byName, severity, state, note }: Change): Promise<void> {
  await db
    .updateTable('inspection_defect')
    .set({ severity, state, note, changed_by: byName, changed_at: at })
    .where('id', '=', id)
    .execute();
  await db
    .insertInto('inspection_defect_change')
    .values({ defect_id: id, at, by_name: byName, severity, state, note })
    .execute();
}

/** The history of a defect, oldest first. */
export async function changes(db: Db, id: number) {
  const rows = await db
    .selectFrom('inspection_defect_change')
    .selectAll()
    .where('defect_id', '=', id)
    .orderBy('id')
    .limit(defectLimits.changes)
    .execute();
  return rows.map((row) => ({
    at: row.at.toISOString(),
    byName: row.by_name,
    severity: row.severity as Defect['severity'],
    state: row.state as Defect['state'],
    note: row.note,
  }));
}

/** The photos of a defect's question since the round that raised it, each file once, oldest first. */
export async function photos(db: Db, { planId, roundId, questionKey }: Defect): Promise<RoundPhoto[]> {
  const { rows } = await sql<Selectable<Tables['inspection_photo']>>`
    SELECT * FROM (
      SELECT DISTINCT ON (f.file_id) f.* FROM inspection_photo f JOIN inspection_round r ON r.id = f.round_id
      WHERE r.plan_id = ${planId} AND f.question_key = ${questionKey}
        AND r.due_at >= (SELECT due_at FROM inspection_round WHERE id = ${roundId})
      ORDER BY f.file_id, r.revision DESC) AS each
    ORDER BY each.added_at, each.id LIMIT 200`.execute(db);
  return rows.map(photoOf);
}
