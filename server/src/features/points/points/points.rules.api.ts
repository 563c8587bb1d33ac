/** The limits of points as they are stored, for all that show or judge by them. The feature thresholds writes them. */
import type { Threshold } from '@plumbline/contract/points/thresholds';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { RuleTerms } from '../../../kernel/tables.points.ts';
import type { Tables } from '../../../kernel/tables.ts';

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
