import type { Threshold } from '@plumbline/contract/points/points';
import { sql } from 'kysely';
import type { Context, Db } from '../../../kernel/context.ts';
import type { Rule } from '../points/points.rules.api.ts';

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

/** Deletes the limits of points without a trace: with the points' whole configuration. */
export async function clearPoints(db: Db, pointIds: readonly number[]): Promise<void> {
  await sql`DELETE FROM threshold WHERE point_id = ANY(${pointIds}::int[])`.execute(db);
}
