/** What features above may ask about drawings. */
import { sql } from 'kysely';
import type { Db } from '../../kernel/context.ts';

export { content as drawingFile, withPlaces as placedDrawing } from './drawings.service.ts';

/** The first drawing on which a point lies, and where; null where it lies on none. */
export async function placeOnDrawing(db: Db, pointId: number) {
  const { rows } = await sql<{ structureId: number; drawingId: number; x: number; y: number }>`
    SELECT d.structure_id AS "structureId", d.id AS "drawingId", l.x, l.y
    FROM drawing_place l JOIN drawing d ON d.id = l.drawing_id WHERE l.point_id = ${pointId}
    ORDER BY d.sort, d.id LIMIT 1`.execute(db);
  return rows[0] ?? null;
}
