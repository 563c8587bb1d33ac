import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Template } from '@plumbline/contract/points/inspections.plans';
import type { Question } from '@plumbline/contract/points/inspections.questions';
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, sqlRows, typed } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';

const templateRowColumns = {
  id: 'number',
  name: 'text',
  version: 'number',
  questions: typed<Question[]>(),
  plans: 'number',
  by_name: 'text',
  created_at: 'instant',
} as const satisfies Columns;

/** The templates of a project in their present version, by name. */
export async function templates(db: Db, projectId: number): Promise<Template[]> {
  const { rows } = await sqlRows(templateRowColumns)`
    SELECT t.id, t.name, t.version, v.questions, v.by_name, v.created_at,
      (SELECT count(*)::int FROM inspection_plan p WHERE p.template_id = t.id) AS plans
    FROM inspection_template t JOIN inspection_template_version v ON v.template_id = t.id AND v.version = t.version
    WHERE t.project_id = ${projectId} ORDER BY t.name, t.id`.execute(db);
  return rows.map(({ by_name: byName, created_at: at, ...rest }) => ({ ...rest, byName, changedAt: at.toISOString() }));
}

/** Returns how many rows of a table a project has, and locks the project so that none is added until the transaction ends. */
export async function countOf(
  db: Db,
  projectId: number,
  table: 'inspection_template' | 'inspection_plan' | 'inspection_defect',
): Promise<number> {
  await db.selectFrom('project').select('id').where('id', '=', projectId).forUpdate().execute();
  const { rows } = await sqlRows({ count: 'number' })`
    SELECT count(*)::int AS count FROM ${sql.table(table)} WHERE project_id = ${projectId}`.execute(db);
  return elementAt(rows, 0).count;
}

export async function insertTemplate(db: Db, projectId: number, name: string): Promise<number> {
  const { id } = await db
    .insertInto('inspection_template')
    .values({ project_id: projectId, name, version: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Makes these questions the present version of a template. */
export async function insertVersion(
  db: Db,
  templateId: number,
  questions: readonly Question[],
  by: { readonly name: string; readonly at: Date },
): Promise<void> {
  const { version } = await db
    .updateTable('inspection_template')
    .set((each) => ({ version: each('version', '+', 1) }))
    .where('id', '=', templateId)
    .returning('version')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('inspection_template_version')
    .values({
      template_id: templateId,
      version,
      questions: JSON.stringify(questions),
      by_name: by.name,
      created_at: by.at,
    })
    .execute();
}

export const renameTemplate = (db: Db, id: number, name: string) =>
  db.updateTable('inspection_template').set({ name }).where('id', '=', id).execute();

/** How many plans and rounds use a template, locked. Undefined where the project has none of that id. */
export async function templateUse(db: Db, projectId: number, id: number) {
  const found = await db
    .selectFrom('inspection_template')
    .select(['id', 'version'])
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirst();
  if (!found) return undefined;
  const { rows } = await sqlRows({ plans: 'number', rounds: 'number' })`
    SELECT (SELECT count(*)::int FROM inspection_plan WHERE template_id = ${id}) AS plans,
      (SELECT count(*)::int FROM inspection_round WHERE template_id = ${id}) AS rounds`.execute(db);
  return { ...elementAt(rows, 0), version: found.version };
}

export const removeTemplate = (db: Db, id: number) =>
  db.deleteFrom('inspection_template').where('id', '=', id).execute();

export interface PlanRow {
  readonly id: number;
  readonly project_id: number;
  readonly name: string;
  readonly template_id: number;
  readonly structure_id: number | null;
  readonly point_id: number | null;
  readonly location: string;
  readonly unit: 'day' | 'week' | 'month';
  readonly every: number;
  readonly first_on: string;
  readonly at: string;
  readonly grace_hours: number;
  readonly assignee_ids: number[];
  readonly enabled: boolean;
  readonly counts_from: Date;
  readonly template_name: string;
  readonly template_version: number;
  readonly structure_name: string | null;
  readonly parent_name: string | null;
  readonly point_name: string | null;
  readonly time_zone: string;
  readonly last_finished_at: Date | null;
  readonly assignees: string[];
}

const selectPlans = (condition: RawBuilder<unknown>) => sql<PlanRow>`
  SELECT p.*, t.name AS template_name, t.version AS template_version, s.name AS structure_name,
    above.name AS parent_name, m.name AS point_name, j.time_zone,
    (SELECT max(r.finished_at) FROM inspection_round r WHERE r.plan_id = p.id) AS last_finished_at,
    ARRAY(SELECT a.display_name FROM account a WHERE a.id = ANY(p.assignee_ids) ORDER BY a.display_name) AS assignees
  FROM inspection_plan p JOIN project j ON j.id = p.project_id JOIN inspection_template t ON t.id = p.template_id
    LEFT JOIN structure s ON s.id = p.structure_id LEFT JOIN structure above ON above.id = s.parent_id
    LEFT JOIN point m ON m.id = p.point_id
  WHERE ${condition} ORDER BY p.name, p.id`;

export const plansOf = async (db: Db, projectId: number): Promise<PlanRow[]> =>
  (await selectPlans(sql`p.project_id = ${projectId}`).execute(db)).rows;

/** Every plan that is on, of projects that are neither archived nor about to be deleted. */
export const plansInForce = async (db: Db): Promise<PlanRow[]> =>
  (await selectPlans(sql`p.enabled AND j.archived_at IS NULL AND j.deleting_at IS NULL`).execute(db)).rows;

/** One plan of a project; locked, so that of two people who begin its round one comes second. */
export async function plan(db: Db, projectId: number, id: number, lock = false): Promise<PlanRow | undefined> {
  if (lock) await db.selectFrom('inspection_plan').select('id').where('id', '=', id).forUpdate().execute();
  return (await selectPlans(sql`p.id = ${id} AND p.project_id = ${projectId}`).execute(db)).rows[0];
}

export async function insertPlan(db: Db, values: Insertable<Tables['inspection_plan']>): Promise<number> {
  const { id } = await db.insertInto('inspection_plan').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export const updatePlan = (db: Db, id: number, values: Updateable<Tables['inspection_plan']>) =>
  db.updateTable('inspection_plan').set(values).where('id', '=', id).execute();

export const removePlan = (db: Db, id: number) => db.deleteFrom('inspection_plan').where('id', '=', id).execute();

export async function roundsOfPlan(db: Db, planId: number): Promise<number> {
  const row = await db
    .selectFrom('inspection_round')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('plan_id', '=', planId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Returns the accounts among these that are active members of a project. */
export async function membersAmong(db: Db, projectId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sqlRows({ account_id: 'number' })`
    SELECT DISTINCT account_id FROM project_grant WHERE project_id = ${projectId} AND account_id = ANY(${ids}::int[])`.execute(
    db,
  );
  return new Set(rows.map(({ account_id }) => account_id));
}

/** The rounds of plans at given times, by plan: the newest that is finished, else the one that is open. */
export async function roundsAt(
  db: Db,
  wanted: readonly { readonly planId: number; readonly dueAt: number }[],
): Promise<ReadonlyMap<number, { readonly id: number; readonly isFinished: boolean }>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await sqlRows({ id: 'number', plan_id: 'number', finished: 'flag' })`
    SELECT DISTINCT ON (r.plan_id) r.id, r.plan_id, r.finished_at IS NOT NULL AS finished
    FROM jsonb_to_recordset(${JSON.stringify(wanted.map(({ planId, dueAt }) => ({ plan: planId, due: new Date(dueAt).toISOString() })))}::jsonb)
      AS w(plan int, due timestamptz) JOIN inspection_round r ON r.plan_id = w.plan AND r.due_at = w.due
    ORDER BY r.plan_id, r.finished_at IS NULL, r.revision DESC`.execute(db);
  return new Map(rows.map(({ id, plan_id, finished }) => [plan_id, { id, isFinished: finished }]));
}

/** Deletes what the log has of a plan that goes: that it was overdue. */
export const clearLog = (db: Db, planId: number) =>
  db.deleteFrom('inspection_log').where('plan_id', '=', planId).execute();
