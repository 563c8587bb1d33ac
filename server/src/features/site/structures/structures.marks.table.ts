/** Where items and points lie on the picture of a structure. A point's place belongs to the picture of its structure, not of its item. */
import type { FamilyCode } from '@plumbline/contract/points/families';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows, typed } from '../../../kernel/rows.ts';
import { statusColumns, statusKinds, statusOf } from '../projects/projects.api.ts';

interface Place {
  readonly x: number;
  readonly y: number;
}
const placeOf = (x: number | null, y: number | null): Place | null => (x !== null && y !== null ? { x, y } : null);

export async function items(db: Db, structureId: number) {
  const { rows } = await sqlRows({ id: 'number', name: 'text', image_x: 'number?', image_y: 'number?' })`
    SELECT id, name, image_x, image_y FROM structure WHERE parent_id = ${structureId}
    ORDER BY sort NULLS LAST, name COLLATE natural_order, id`.execute(db);
  return rows.map((row) => ({ itemId: row.id, name: row.name, place: placeOf(row.image_x, row.image_y) }));
}

/** The points of a structure and of its items, without deprecated ones. */
export async function points(db: Db, structureId: number, now: Date) {
  const { rows } = await sqlRows({
    ...statusKinds,
    id: 'number',
    structure_id: 'number',
    name: 'text',
    family: typed<FamilyCode>(),
    locked: 'flag',
    image_x: 'number?',
    image_y: 'number?',
  })`
    SELECT p.id, p.structure_id, p.name, p.family, p.lock_location OR p.archived_at IS NOT NULL AS locked,
      ${statusColumns(now)}, p.image_x, p.image_y
    FROM point p JOIN structure t ON t.id = p.structure_id LEFT JOIN point_state s ON s.point_id = p.id
    WHERE (t.id = ${structureId} OR t.parent_id = ${structureId}) AND p.deprecated_at IS NULL
    ORDER BY p.name COLLATE natural_order, p.id`.execute(db);
  return rows.map((row) => ({
    pointId: row.id,
    structureId: row.structure_id,
    name: row.name,
    family: row.family,
    locked: row.locked,
    status: statusOf(row, now),
    place: placeOf(row.image_x, row.image_y),
  }));
}

/** Locks the points among these that belong to the structure or its items until the transaction ends. */
export async function lockPoints(db: Db, structureId: number, ids: readonly number[]) {
  const { rows } = await sqlRows({
    id: 'number',
    name: 'text',
    locked: 'flag',
    archived: 'flag',
    image_x: 'number?',
    image_y: 'number?',
  })`
    SELECT p.id, p.name, p.lock_location AS locked, p.archived_at IS NOT NULL AS archived, p.image_x, p.image_y
    FROM point p JOIN structure t ON t.id = p.structure_id
    WHERE p.id = ANY(${ids}::int[]) AND (t.id = ${structureId} OR t.parent_id = ${structureId}) AND p.deprecated_at IS NULL
    ORDER BY p.id FOR UPDATE OF p`.execute(db);
  return rows;
}

export async function place(
  db: Db,
  what: 'structure' | 'point',
  marks: readonly { readonly id: number; readonly place: Place | null }[],
): Promise<void> {
  if (marks.length === 0) return;
  await sql`
    UPDATE ${sql.table(what)} m SET image_x = (e.place->>'x')::float8, image_y = (e.place->>'y')::float8
    FROM jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) AS e(id int, place jsonb) WHERE m.id = e.id`.execute(db);
}
