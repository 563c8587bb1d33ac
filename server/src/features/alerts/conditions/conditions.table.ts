/** Conditions as people set them, and the history of their changes. */
import { conditionLimits } from '@plumbline/contract/alerts/conditions';
import type { ConditionRules } from '@plumbline/contract/alerts/conditions.terms';
import type { ConditionState } from '@plumbline/science/limits/condition';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { termsOf } from './logic/rule-of.ts';

const rowColumns = {
  id: 'number',
  projectId: 'number',
  structureId: 'number',
  structureName: 'text',
  rules: typed<ConditionRules>(),
  revision: 'number',
  updatedAt: 'instant',
  updatedBy: 'text',
  enabled: 'flag',
  state: typed<ConditionState | null>(),
  truth: typed<'waiting' | 'true' | 'false' | 'unknown'>(),
  raised: 'flag',
  evaluatedAt: 'instant?',
  alertId: 'number?',
} as const satisfies Columns;
export type Row = SqlRow<typeof rowColumns>;

/** The conditions of a project, or one of them, or those of a structure and its items, by name. */
export async function ofProject(
  db: Db,
  projectId: number,
  { id, structureId }: { readonly id?: number; readonly structureId?: number | undefined } = {},
): Promise<Row[]> {
  const { rows } = await sqlRows(rowColumns)`
    SELECT c.id, c.project_id AS "projectId", c.structure_id AS "structureId",
      concat_ws(' / ', up.name, t.name) AS "structureName", c.rules, c.revision, c.updated_at AS "updatedAt",
      c.updated_by AS "updatedBy", c.enabled, s.state, s.truth, s.raised, s.evaluated_at AS "evaluatedAt", s.alert_id AS "alertId"
    FROM condition c JOIN structure t ON t.id = c.structure_id LEFT JOIN structure up ON up.id = t.parent_id
      JOIN condition_state s ON s.condition_id = c.id
    WHERE c.project_id = ${projectId}
      ${id === undefined ? sql`` : sql`AND c.id = ${id}`}
      ${structureId === undefined ? sql`` : sql`AND (t.id = ${structureId} OR t.parent_id = ${structureId})`}
    ORDER BY c.rules->>'name' COLLATE natural_order, c.id LIMIT ${conditionLimits.conditions}`.execute(db);
  return rows;
}

/** How many a project has; the project is locked so that none is added until the transaction ends. */
export async function count(db: Db, projectId: number): Promise<number> {
  await db.selectFrom('project').select('id').where('id', '=', projectId).forUpdate().execute();
  const { rows } = await sqlRows({ count: 'number' })`
    SELECT count(*)::int AS count FROM condition WHERE project_id = ${projectId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface Author {
  readonly byName: string;
  readonly at: Date;
}

export async function insert(
  db: Db,
  projectId: number,
  rules: ConditionRules,
  { byName, at }: Author,
): Promise<number> {
  const { id } = await db
    .insertInto('condition')
    .values({
      project_id: projectId,
      structure_id: rules.structureId,
      rules: JSON.stringify(rules),
      enabled: rules.enabled,
      level: rules.level,
      since_at: at,
      updated_at: at,
      updated_by: byName,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await namePoints(db, id, rules);
  return id;
}

/** `anew` = it looks at what is measured from now on. */
export async function update(
  db: Db,
  id: number,
  rules: ConditionRules,
  { byName, at }: Author,
  anew: boolean,
): Promise<void> {
  await db
    .updateTable('condition')
    .set((each) => ({
      structure_id: rules.structureId,
      rules: JSON.stringify(rules),
      enabled: rules.enabled,
      level: rules.level,
      revision: each('revision', '+', 1),
      updated_at: at,
      updated_by: byName,
      ...(anew && { since_at: at }),
    }))
    .where('id', '=', id)
    .execute();
  await sql`DELETE FROM condition_point WHERE condition_id = ${id}`.execute(db);
  await namePoints(db, id, rules);
}

async function namePoints(db: Db, id: number, rules: ConditionRules): Promise<void> {
  const named = termsOf(rules).flatMap(({ pointId, otherPointId }) =>
    otherPointId ? [pointId, otherPointId] : [pointId],
  );
  await sql`
    INSERT INTO condition_point (condition_id, point_id) SELECT ${id}, p.id FROM point p WHERE p.id = ANY(${[...new Set(named)]}::int[])`.execute(
    db,
  );
}

export const lock = (db: Db, projectId: number, id: number) =>
  db
    .selectFrom('condition')
    .innerJoin('condition_state', 'condition_state.condition_id', 'condition.id')
    .select(['condition.id', 'condition.rules', 'condition_state.alert_id'])
    .where('condition.project_id', '=', projectId)
    .where('condition.id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const remove = (db: Db, id: number) => db.deleteFrom('condition').where('id', '=', id).execute();

export async function noteChange(
  db: Db,
  change: {
    readonly conditionId: number;
    readonly projectId: number;
    readonly before: ConditionRules | null;
    readonly after: ConditionRules | null;
  },
  { byName, at }: Author,
): Promise<void> {
  await db
    .insertInto('condition_change')
    .values({
      condition_id: change.conditionId,
      project_id: change.projectId,
      at,
      by_name: byName,
      before: change.before && JSON.stringify(change.before),
      after: change.after && JSON.stringify(change.after),
    })
    .execute();
}

/** Newest first. */
export const changes = (db: Db, projectId: number, conditionId: number) =>
  db
    .selectFrom('condition_change')
    .select(['id', 'at', 'by_name', 'before', 'after'])
    .where('project_id', '=', projectId)
    .where('condition_id', '=', conditionId)
    .orderBy('id', 'desc')
    .limit(conditionLimits.changes)
    .execute();
