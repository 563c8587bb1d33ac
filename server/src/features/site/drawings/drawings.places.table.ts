/** Where points lie on drawings. Of a drawing's points those count that still belong to its structure or to an item of that. */
import type { PlacedPoint } from '@plumbline/contract/site/drawings';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';

/** The points on a drawing, without deprecated ones, in the order of their ids. */
export async function ofDrawing(db: Db, drawingId: number): Promise<PlacedPoint[]> {
  const { rows } = await sqlRows({
    point_id: 'number',
    x: 'number',
    y: 'number',
    by_name: 'text',
    placed_at: 'instant',
  })`
    SELECT l.point_id, l.x, l.y, l.by_name, l.placed_at
    FROM drawing_place l JOIN drawing d ON d.id = l.drawing_id JOIN point p ON p.id = l.point_id
      JOIN structure t ON t.id = p.structure_id
    WHERE d.id = ${drawingId} AND (t.id = d.structure_id OR t.parent_id = d.structure_id) AND p.deprecated_at IS NULL
    ORDER BY l.point_id`.execute(db);
  return rows.map((row) => ({
    pointId: row.point_id,
    x: row.x,
    y: row.y,
    byName: row.by_name,
    placedAt: row.placed_at.toISOString(),
  }));
}

/** Locks the points among these that belong to the structure or its items until the transaction ends. */
export async function lockPoints(db: Db, structureId: number, ids: readonly number[]) {
  const { rows } = await sqlRows({ id: 'number', name: 'text', locked: 'flag', archived: 'flag' })`
    SELECT p.id, p.name, p.lock_location AS locked, p.archived_at IS NOT NULL AS archived
    FROM point p JOIN structure t ON t.id = p.structure_id
    WHERE p.id = ANY(${ids}::int[]) AND (t.id = ${structureId} OR t.parent_id = ${structureId})
      AND p.deprecated_at IS NULL
    ORDER BY p.id FOR UPDATE OF p`.execute(db);
  return rows;
}

export interface Placing {
  readonly pointId: number;
  readonly place: { readonly x: number; readonly y: number } | null;
}

/** Places points, or takes them off; all of them must be locked. */
export async function place(
  db: Db,
  drawingId: number,
  places: readonly Placing[],
  { byName, at }: { readonly byName: string; readonly at: Date },
): Promise<void> {
  const off = places.filter((each) => each.place === null).map(({ pointId }) => pointId);
  if (off.length > 0)
    await db.deleteFrom('drawing_place').where('drawing_id', '=', drawingId).where('point_id', 'in', off).execute();
  const set = places.flatMap(({ pointId, place }) =>
    place ? [{ drawing_id: drawingId, point_id: pointId, ...place, by_name: byName, placed_at: at }] : [],
  );
  if (set.length === 0) return;
  await db
    .insertInto('drawing_place')
    .values(set)
    .onConflict((conflict) =>
      conflict.columns(['drawing_id', 'point_id']).doUpdateSet(({ ref }) => ({
        x: ref('excluded.x'),
        y: ref('excluded.y'),
        by_name: ref('excluded.by_name'),
        placed_at: ref('excluded.placed_at'),
      })),
    )
    .execute();
}

/** Takes points off every drawing. */
export const takeOff = (db: Db, pointIds: readonly number[]) =>
  sql`DELETE FROM drawing_place WHERE point_id = ANY(${pointIds}::int[])`.execute(db);
