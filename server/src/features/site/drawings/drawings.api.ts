/** What features above may ask about drawings. */
import type { Db } from '../../../kernel/context.ts';
import { sqlRows, typed } from '../../../kernel/rows.ts';

export { content as drawingFile, withPlaces as placedDrawing } from './drawings.service.ts';

/** The first drawing on which a point lies, and where; null where it lies on none. */
export async function placeOnDrawing(db: Db, pointId: number) {
  const { rows } = await sqlRows({ structureId: 'number', drawingId: 'number', x: 'number', y: 'number' })`
    SELECT d.structure_id AS "structureId", d.id AS "drawingId", l.x, l.y
    FROM drawing_place l JOIN drawing d ON d.id = l.drawing_id WHERE l.point_id = ${pointId}
    ORDER BY d.sort, d.id LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** The drawings of a project that points lie on, with the file of the version that is shown: the first `limit` by structure and order. */
export async function drawingsWithPoints(db: Db, projectId: number, limit: number) {
  const { rows } = await sqlRows({
    id: 'number',
    structureId: 'number',
    structure: 'text',
    name: 'text',
    fileId: 'text',
    format: 'text',
    width: 'number',
    height: 'number',
    places: typed<{ pointId: number; x: number; y: number }[] | null>(),
  })`
    SELECT d.id, d.structure_id AS "structureId", concat_ws(' / ', above.name, s.name) AS structure, d.name,
      v.file_id AS "fileId", v.format, v.width, v.height,
      (SELECT jsonb_agg(jsonb_build_object('pointId', l.point_id, 'x', l.x, 'y', l.y) ORDER BY l.point_id)
        FROM drawing_place l JOIN point p ON p.id = l.point_id JOIN structure t ON t.id = p.structure_id
        WHERE l.drawing_id = d.id AND (t.id = s.id OR t.parent_id = s.id)) AS places
    FROM drawing d JOIN structure s ON s.id = d.structure_id LEFT JOIN structure above ON above.id = s.parent_id
      JOIN drawing_version v ON v.id = d.version_id
    WHERE s.project_id = ${projectId} AND EXISTS (SELECT FROM drawing_place l WHERE l.drawing_id = d.id)
    ORDER BY structure, d.sort, d.id LIMIT ${limit}`.execute(db);
  return rows;
}
