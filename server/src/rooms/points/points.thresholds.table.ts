import type { Threshold } from '@plumbline/contract/points';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../kernel/context.ts';
import type { Tables } from '../../kernel/tables.ts';

export interface Rule {
  readonly id: number;
  readonly threshold: Threshold;
}

/** The rules of a point, in the order in which they were set. */
export async function ofPoint(db: Db, pointId: number): Promise<Rule[]> {
  const rows = await db.selectFrom('threshold').selectAll().where('point_id', '=', pointId).orderBy('id').execute();
  return rows.map((row) => ({ id: row.id, threshold: fromRow(row) }));
}

const fromRow = (row: Selectable<Tables['threshold']>): Threshold => ({
  field: row.field,
  kind: row.kind,
  method: row.method,
  levels: row.levels,
  base: row.base,
  combine: row.combine,
  rateLevels: row.rate_levels,
  releaseRatio: row.release_ratio,
  releaseCount: row.release_count,
  consecutive: row.consecutive,
  enabled: row.enabled,
});

export async function insert(db: Db, pointId: number, thresholds: readonly Threshold[]): Promise<void> {
  if (thresholds.length === 0) return;
  await db
    .insertInto('threshold')
    .values(
      thresholds.map((each) => ({
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
      })),
    )
    .execute();
}

/** Removes rules with where they stood; the point's level is from then on the worst of the rules that are left. */
export async function remove(db: Db, pointId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('threshold').where('point_id', '=', pointId).where('id', 'in', ids).execute();
  await db.deleteFrom('alert_state').where('point_id', '=', pointId).where('threshold_id', 'in', ids).execute();
  await sql`
    UPDATE point_state SET level = coalesce((SELECT max(level) FROM alert_state WHERE point_id = ${pointId}), 0)
    WHERE point_id = ${pointId}`.execute(db);
}
