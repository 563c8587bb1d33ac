/** Which surface points a structure and its items hold. */
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows } from '../../../kernel/rows.ts';

const surfacePointColumns = {
  id: 'number',
  name: 'text',
  structure: 'text',
  latitude: 'number?',
  longitude: 'number?',
} as const satisfies Columns;
export type SurfacePoint = SqlRow<typeof surfacePointColumns>;

/** In order of name; an item stands for its structure. Snapshots and deprecated points are left out. At most `max` + 1. */
export async function surfacePoints(db: Db, structureId: number, max: number): Promise<SurfacePoint[]> {
  const { rows } = await sqlRows(surfacePointColumns)`
    SELECT p.id, p.name, t.name AS structure, p.latitude, p.longitude
    FROM point p JOIN structure t ON t.id = p.structure_id
    WHERE coalesce(t.parent_id, t.id) = (SELECT coalesce(parent_id, id) FROM structure WHERE id = ${structureId})
      AND p.family = 'surfaceDisplacement' AND p.type <> 3 AND p.archived_at IS NULL AND p.deprecated_at IS NULL
    ORDER BY p.name, p.id LIMIT ${max + 1}`.execute(db);
  return rows;
}
