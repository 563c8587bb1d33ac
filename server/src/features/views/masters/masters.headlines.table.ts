/** The masters of a project in use, with the points that they join. */
import { maxHeadlines } from '@plumbline/contract/views/masters';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows, typed } from '../../../kernel/rows.ts';
import { kinds } from '../../points/points/points.config.api.ts';

export interface JoinedPoints {
  readonly masterId: number;
  readonly pointIds: readonly number[];
}

export async function mastersOf(db: Db, projectId: number): Promise<readonly JoinedPoints[]> {
  const { rows } = await sqlRows({ masterId: 'number', pointIds: typed<number[]>() })`
    SELECT p.id AS "masterId",
      ARRAY(SELECT (s->>'pointId')::int FROM jsonb_array_elements(p.slaves) s ORDER BY 1) AS "pointIds"
    FROM point p WHERE p.project_id = ${projectId} AND p.type = ${kinds.master}
      AND p.archived_at IS NULL AND p.deprecated_at IS NULL
    ORDER BY p.id LIMIT ${maxHeadlines}`.execute(db);
  return rows;
}
