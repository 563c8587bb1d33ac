import type { Round, RoundRow } from '@plumbline/contract/points/inspections';
import type { Question, RoundAnswers } from '@plumbline/contract/points/inspections.questions';
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';
import { photosOf } from './inspections.photos.table.ts';

const rowColumns = {
  id: 'number',
  plan_id: 'number',
  plan_name: 'text',
  location: 'text',
  template_id: 'number',
  template_name: 'text',
  template_version: 'number',
  revision: 'number',
  reason: 'text',
  is_replaced: 'flag',
  due_at: 'instant',
  started_by: 'text',
  started_at: 'instant',
  finished_by: 'text?',
  finished_at: 'instant?',
  faults: 'number?',
  out_of_limits: 'number?',
} as const satisfies Columns;
type Row = SqlRow<typeof rowColumns>;

/** A finished correction stands for the round r. */
const isReplaced = sql<boolean>`EXISTS (SELECT FROM inspection_round later WHERE later.plan_id = r.plan_id
  AND later.due_at = r.due_at AND later.revision > r.revision AND later.finished_at IS NOT NULL)`;
const columns = sql`r.id, r.plan_id, p.name AS plan_name, r.location, r.template_id, t.name AS template_name,
  r.template_version, r.revision, r.reason, ${isReplaced} AS is_replaced, r.due_at, r.started_by, r.started_at,
  r.finished_by, r.finished_at, r.faults, r.out_of_limits`;
const joined = sql`inspection_round r JOIN inspection_plan p ON p.id = r.plan_id
  JOIN inspection_template t ON t.id = r.template_id`;

const fromRow = (row: Row): RoundRow => ({
  id: row.id,
  planId: row.plan_id,
  planName: row.plan_name,
  where: row.location,
  templateName: row.template_name,
  templateVersion: row.template_version,
  revision: row.revision,
  reason: row.reason,
  isReplaced: row.is_replaced,
  state: row.finished_at === null ? 'open' : 'finished',
  dueAt: row.due_at.toISOString(),
  startedBy: row.started_by,
  startedAt: row.started_at.toISOString(),
  finishedBy: row.finished_by,
  finishedAt: row.finished_at?.toISOString() ?? null,
  faults: row.faults,
  outOfLimits: row.out_of_limits,
});

interface Filter {
  readonly planId?: number | undefined;
  readonly state?: 'open' | 'finished' | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/** A page of the rounds of a project, those that were due last first, with how many there are. */
export async function rounds(db: Db, projectId: number, { planId, state, page, pageSize }: Filter) {
  const condition = sql`r.project_id = ${projectId} ${planId === undefined ? sql`` : sql`AND r.plan_id = ${planId}`}
    ${state === undefined ? sql`` : state === 'open' ? sql`AND r.finished_at IS NULL` : sql`AND r.finished_at IS NOT NULL`}`;
  const [{ rows }, counted] = await Promise.all([
    sqlRows(rowColumns)`SELECT ${columns} FROM ${joined} WHERE ${condition} ORDER BY r.due_at DESC, r.id DESC
      LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`.execute(db),
    sqlRows({ total: 'number' })`SELECT count(*)::int AS total FROM inspection_round r WHERE ${condition}`.execute(db),
  ]);
  return { rounds: rows.map(fromRow), total: counted.rows[0]?.total ?? 0 };
}

/** Whole rounds, in order of what was finished first. */
async function whole(db: Db, condition: RawBuilder<unknown>, limit: number): Promise<Round[]> {
  const { rows } = await sqlRows({
    ...rowColumns,
    questions: typed<Question[]>(),
    answers: typed<RoundAnswers>(),
    copied_from: 'number?',
    open_correction: 'number?',
  })`
    SELECT ${columns}, v.questions, r.answers, r.copied_from, (SELECT c.id FROM inspection_round c
      WHERE c.plan_id = r.plan_id AND c.due_at = r.due_at AND c.revision > r.revision AND c.finished_at IS NULL) AS open_correction
    FROM ${joined} JOIN inspection_template_version v ON v.template_id = r.template_id AND v.version = r.template_version
    WHERE ${condition} ORDER BY r.finished_at, r.id LIMIT ${limit}`.execute(db);
  const photos = await photosOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...fromRow(row),
    questions: row.questions,
    answers: { ...row.answers },
    photos: photos.filter(({ roundId }) => roundId === row.id),
    isCopied: row.copied_from !== null,
    openCorrectionId: row.open_correction,
  }));
}

/** One round of a project, whole. */
export const round = async (db: Db, projectId: number, id: number): Promise<Round | undefined> =>
  (await whole(db, sql`r.id = ${id} AND r.project_id = ${projectId}`, 1))[0];

/** The rounds that were finished in [from, to) and are in force, the first `limit` of them, and how many there are. */
export async function finishedIn(db: Db, projectId: number, { from, to }: { from: Date; to: Date }, limit: number) {
  const condition = sql`r.project_id = ${projectId} AND r.finished_at >= ${from} AND r.finished_at < ${to} AND NOT ${isReplaced}`;
  const [found, counted] = await Promise.all([
    whole(db, condition, limit),
    sqlRows({ total: 'number' })`SELECT count(*)::int AS total FROM inspection_round r WHERE ${condition}`.execute(db),
  ]);
  return { rounds: found, total: counted.rows[0]?.total ?? 0 };
}

/** Returns a round, locked until the transaction ends: nobody finishes it meanwhile. */
export const locked = (db: Db, projectId: number, id: number) =>
  db
    .selectFrom('inspection_round')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirst();

/** The newest round of a plan that was due at a time: the id of the open one, else of the last that is finished. */
export const roundAt = (db: Db, planId: number, dueAt: Date) =>
  db
    .selectFrom('inspection_round')
    .select(['id', 'finished_at'])
    .where('plan_id', '=', planId)
    .where('due_at', '=', dueAt)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Where a round lies, by its row; null where there is none of that id. */
export async function placeOfRound(db: Db, id: number) {
  const row = await db.selectFrom('inspection_round').select('project_id').where('id', '=', id).executeTakeFirst();
  return row ? { projectId: row.project_id } : null;
}

/** The round of a plan that has begun and is not finished; a correction is none, it stands beside the round that it corrects. */
export const openOf = (db: Db, planId: number) =>
  db
    .selectFrom('inspection_round')
    .select(['id', 'due_at'])
    .where('plan_id', '=', planId)
    .where('revision', '=', 1)
    .where('finished_at', 'is', null)
    .orderBy('due_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The last finished round of a plan that was due before a time, as it is in force. */
export const lastBefore = (db: Db, planId: number, dueAt: Date) =>
  db
    .selectFrom('inspection_round')
    .select(['id', 'template_id', 'template_version', 'answers'])
    .where('plan_id', '=', planId)
    .where('due_at', '<', dueAt)
    .where('finished_at', 'is not', null)
    .orderBy('due_at', 'desc')
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function insert(db: Db, values: Insertable<Tables['inspection_round']>): Promise<number> {
  const { id } = await db.insertInto('inspection_round').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export const update = (db: Db, id: number, values: Updateable<Tables['inspection_round']>) =>
  db.updateTable('inspection_round').set(values).where('id', '=', id).execute();
