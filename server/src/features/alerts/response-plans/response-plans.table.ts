import { type PlanScope, type ResponsePlan, responsePlanLimits } from '@plumbline/contract/alerts/response-plans';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows, typed } from '../../../kernel/rows.ts';

async function rows(db: Db, projectId: number, condition: RawBuilder<unknown>): Promise<ResponsePlan[]> {
  const { rows: found } = await sqlRows({
    id: 'number',
    projectId: 'number',
    scope: typed<PlanScope>(),
    level: 'number',
    structureId: 'number?',
    pointId: 'number?',
    conditionId: 'number?',
    name: 'text',
    text: 'text',
    steps: typed<ResponsePlan['steps']>(),
    byName: 'text',
    updatedAt: 'instant',
  })`
    SELECT r.id, r.project_id AS "projectId", r.scope, r.level, r.structure_id AS "structureId", r.point_id AS "pointId",
      r.condition_id AS "conditionId", coalesce(p.name, c.rules->>'name', concat_ws(' / ', up.name, s.name), '') AS name, r.text, r.steps,
      r.by_name AS "byName", r.updated_at AS "updatedAt"
    FROM response_plan r LEFT JOIN structure s ON s.id = r.structure_id LEFT JOIN structure up ON up.id = s.parent_id
      LEFT JOIN point p ON p.id = r.point_id LEFT JOIN condition c ON c.id = r.condition_id
    WHERE r.project_id = ${projectId} AND ${condition}
    ORDER BY r.scope <> 'project', r.scope DESC, name, coalesce(r.structure_id, r.point_id, r.condition_id), r.level
    LIMIT ${responsePlanLimits.plans}`.execute(db);
  return found.map(({ updatedAt, ...row }) => ({ ...row, updatedAt: updatedAt.toISOString() }));
}

export const ofProject = (db: Db, projectId: number): Promise<ResponsePlan[]> => rows(db, projectId, sql`true`);

export const one = async (db: Db, projectId: number, id: number): Promise<ResponsePlan | undefined> =>
  (await rows(db, projectId, sql`r.id = ${id}`))[0];

/** Returns how many a project has, and locks the project so that none is added until the transaction ends. */
export async function count(db: Db, projectId: number): Promise<number> {
  await db.selectFrom('project').select('id').where('id', '=', projectId).forUpdate().execute();
  const { rows: counted } = await sqlRows({ count: 'number' })`
    SELECT count(*)::int AS count FROM response_plan WHERE project_id = ${projectId}`.execute(db);
  return elementAt(counted, 0).count;
}

/** Returns whether what a plan is to be for belongs to the project. */
export async function belongs(
  db: Db,
  projectId: number,
  table: 'structure' | 'point' | 'condition',
  id: number,
): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row !== undefined;
}

export interface NewPlan {
  readonly project_id: number;
  readonly scope: PlanScope;
  readonly level: number;
  readonly structure_id: number | null;
  readonly point_id: number | null;
  readonly condition_id: number | null;
}
interface Content {
  readonly text: string;
  readonly steps: readonly string[];
  readonly by_name: string;
  readonly updated_at: Date;
}

export async function insert(db: Db, plan: NewPlan, { steps, ...content }: Content): Promise<number> {
  const { id } = await db
    .insertInto('response_plan')
    .values({ ...plan, ...content, steps: JSON.stringify(steps) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a plan; false = the project has none of that id. */
export async function update(db: Db, projectId: number, id: number, { steps, ...content }: Content): Promise<boolean> {
  const changed = await db
    .updateTable('response_plan')
    .set({ ...content, steps: JSON.stringify(steps) })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

export async function remove(db: Db, projectId: number, id: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('response_plan')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** Points that go back to what a new one begins with have no plans. */
export async function clearPoints(db: Db, pointIds: readonly number[]): Promise<void> {
  await sql`DELETE FROM response_plan WHERE point_id = ANY(${pointIds}::int[])`.execute(db);
}

export async function clearProject(db: Db, projectId: number): Promise<void> {
  await db.deleteFrom('response_plan').where('project_id', '=', projectId).execute();
}
