/** The level in the latest state of a point, which alerts, a feature above, derives from the point's rules. */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import type { Sql } from '../../../kernel/sql.ts';

/**
 * Locks the states of points, in the order of ids, before anything else that is stored of them. Whoever stores, seals,
 * judges or deletes begins with this lock, so that none waits for another that waits for it.
 */
export const lockStates = (db: Db, pointIds: readonly number[]) =>
  sql`SELECT 1 FROM point_state WHERE point_id = ANY(${pointIds}::int[]) ORDER BY point_id FOR UPDATE`.execute(db);

/** Locks them likewise, and says when each was last read, epoch ms. Points that never were are absent. */
export async function lockTimes(db: Db, pointIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sqlRows({ point_id: 'number', at: 'number' })`
    SELECT point_id, round(date_part('epoch', at) * 1000) AS at FROM point_state
    WHERE point_id = ANY(${pointIds}::int[]) ORDER BY point_id FOR UPDATE`.execute(db);
  return new Map(rows.map((row) => [row.point_id, row.at]));
}

/** Sets each point to the worst level of its rules; without a rule, to 0. */
export const followRules = (db: Db, pointIds: readonly number[]) =>
  sql`
    UPDATE point_state s SET level = coalesce((SELECT max(a.level) FROM alert_state a WHERE a.point_id = s.point_id), 0)
    WHERE s.point_id = ANY(${pointIds}::int[])`.execute(db);

/** Sets points that have no rules any more to level 0. */
export const clearLevels = (db: Db, pointIds: readonly number[]) =>
  sql`UPDATE point_state SET level = 0 WHERE point_id = ANY(${pointIds}::int[]) AND level <> 0`.execute(db);

export async function setLevel(sql: Sql, pointId: number, level: number): Promise<void> {
  await sql.query({
    text: 'UPDATE point_state SET level = $2 WHERE point_id = $1 AND level <> $2',
    values: [pointId, level],
  });
}
