/** What stands beside a weather station. */
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';

export interface RainGauge {
  readonly pointId: number;
  readonly name: string;
}

/** The rain gauge of the station's structure or its items; else the only one of the project, where there is but one. */
export async function rainGaugeBeside(db: Db, pointId: number): Promise<RainGauge | null> {
  const { rows } = await sqlRows({ pointId: 'number', name: 'text', isBeside: 'flag' })`
    SELECT g.id AS "pointId", g.name, coalesce(t.parent_id, t.id) = coalesce(u.parent_id, u.id) AS "isBeside"
    FROM point p JOIN structure t ON t.id = p.structure_id
      JOIN point g ON g.project_id = p.project_id AND g.family = 'rainfall' AND g.archived_at IS NULL AND g.deprecated_at IS NULL
      JOIN structure u ON u.id = g.structure_id
    WHERE p.id = ${pointId} ORDER BY "isBeside" DESC, g.name, g.id LIMIT 2`.execute(db);
  const [first, second] = rows;
  if (!first || (!first.isBeside && second)) return null;
  return { pointId: first.pointId, name: first.name };
}
