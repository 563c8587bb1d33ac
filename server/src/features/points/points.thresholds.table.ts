import type { Threshold } from '@plumbline/contract/points';
import { type Selectable, sql } from 'kysely';
import type { Context, Db } from '../../kernel/context.ts';
import type { RuleTerms } from '../../kernel/tables.points.ts';
import type { Tables } from '../../kernel/tables.ts';

export interface Rule {
  readonly id: number;
  readonly pointId: number;
  readonly threshold: Threshold;
}

/** The rules of points, in the order in which they were set. */
export async function ofPoints(db: Db, pointIds: readonly number[]): Promise<Rule[]> {
  const { rows } = await sql<Selectable<Tables['threshold']>>`
    SELECT * FROM threshold WHERE point_id = ANY(${pointIds}::int[]) ORDER BY id`.execute(db);
  return rows.map(ruleOf);
}
export const ofPoint = (db: Db, pointId: number): Promise<Rule[]> => ofPoints(db, [pointId]);

/** The rules of all points of a project, point by point. */
export async function ofProject(db: Db, projectId: number): Promise<Rule[]> {
  const { rows } = await sql<Selectable<Tables['threshold']>>`
    SELECT t.* FROM threshold t JOIN point p ON p.id = t.point_id
    WHERE p.project_id = ${projectId} ORDER BY t.point_id, t.id`.execute(db);
  return rows.map(ruleOf);
}

/** The terms of a rule, or of a template of rules. */
export const termsOf = (row: Selectable<RuleTerms>) => ({
  kind: row.kind,
  method: row.method,
  levels: row.levels,
  base: row.base,
  combine: row.combine,
  rateLevels: row.rate_levels,
  releaseRatio: row.release_ratio,
  releaseCount: row.release_count,
  consecutive: row.consecutive,
});

const ruleOf = (row: Selectable<Tables['threshold']>): Rule => ({
  id: row.id,
  pointId: row.point_id,
  threshold: {
    field: row.field,
    ...termsOf(row),
    enabled: row.enabled,
  },
});

/** PostgreSQL takes 65,535 parameters in a statement. */
const rowsAtOnce = 4000;

export async function insert(db: Db, rules: readonly Omit<Rule, 'id'>[]): Promise<void> {
  for (let from = 0; from < rules.length; from += rowsAtOnce)
    await db
      .insertInto('threshold')
      .values(
        rules.slice(from, from + rowsAtOnce).map(({ pointId, threshold: each }) => ({
          point_id: pointId,
          field: each.field,
          kind: each.kind,
          method: each.method,
          levels: each.levels,
          base: each.base,
          combine: each.combine,
          rate_levels: each.rateLevels,
          release_ratio: each.releaseRatio,
          release_count: each.releaseCount,
          consecutive: each.consecutive,
          enabled: each.enabled,
          // What is measured from now on is judged by it: a re-evaluation keeps to that too.
          since_at: sql<Date | null>`(SELECT at FROM point_state WHERE point_id = ${pointId})`,
        })),
      )
      .execute();
}

/** Deletes rules and, by the hook, their states. */
export async function remove(
  { db, lifecycle }: Pick<Context, 'db' | 'lifecycle'>,
  rules: readonly Pick<Rule, 'id' | 'pointId'>[],
): Promise<void> {
  if (rules.length === 0) return;
  const ids = rules.map(({ id }) => id);
  await sql`DELETE FROM threshold WHERE id = ANY(${ids}::int[])`.execute(db);
  await lifecycle.removeRules(db, rules);
}

export interface Changed {
  readonly pointId: number;
  readonly before: readonly Threshold[];
  readonly after: readonly Threshold[];
}

/** Writes down what an act made of the limits of points. */
export async function noteChanges(
  db: Db,
  changes: readonly Changed[],
  act: { readonly accountId: number; readonly at: Date; readonly reason: string },
): Promise<void> {
  for (let from = 0; from < changes.length; from += rowsAtOnce)
    await db
      .insertInto('threshold_change')
      .values(
        changes.slice(from, from + rowsAtOnce).map(({ pointId, before, after }) => ({
          point_id: pointId,
          account_id: act.accountId,
          changed_at: act.at,
          reason: act.reason,
          before: JSON.stringify(before),
          after: JSON.stringify(after),
        })),
      )
      .execute();
}

/** The acts that changed the limits of a point, the newest first. */
export async function changesOf(db: Db, pointId: number, page: { readonly skip: number; readonly take: number }) {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('threshold_change as c')
      .leftJoin('account as a', 'a.id', 'c.account_id')
      .select(['c.id', 'c.changed_at', 'c.reason', 'c.before', 'c.after', 'a.display_name'])
      .where('c.point_id', '=', pointId)
      .orderBy('c.id', 'desc')
      .offset(page.skip)
      .limit(page.take)
      .execute(),
    db
      .selectFrom('threshold_change')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('point_id', '=', pointId)
      .executeTakeFirstOrThrow(),
  ]);
  return {
    changes: rows.map((row) => ({
      id: Number(row.id),
      at: row.changed_at.toISOString(),
      by: row.display_name,
      reason: row.reason,
      before: row.before,
      after: row.after,
    })),
    total: Number(total),
  };
}
