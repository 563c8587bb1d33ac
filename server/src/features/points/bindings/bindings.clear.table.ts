/**
 * Device groups of many points ended by sets. Invariant: a point that a project's reset has gone over is as if it had been
 * reset by itself (lifecycle.service.ts); a test compares the two.
 */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';

/** The conversion settings of a point `p`, as a device group stores them. */
export const conversion = sql`jsonb_build_object('type', p.type, 'mode', p.mode, 'formulaType', p.formula_type,
  'parameters', p.parameters, 'deviceParameters', p.device_parameters, 'customFormula', p.custom_formula, 'depthM', p.depth_m)`;

/** Ends the groups of points that are taken off their devices. The groups of those with readings are sealed where their conversion is about to change. */
export async function unbindPoints(
  db: Db,
  pointIds: readonly number[],
  at: Date,
  readings: 'keep' | 'seal' | 'remove',
): Promise<void> {
  const seal = readings === 'seal';
  const ids = sql`${pointIds}::int[]`;
  await sql`
    INSERT INTO device_group (point_id, device_id, sncode, channel, from_at)
    SELECT p.id, p.device_id, d.sncode, p.channel, p.created_at FROM point p JOIN device d ON d.id = p.device_id
    WHERE p.id = ANY(${ids}) AND NOT EXISTS (SELECT 1 FROM device_group g WHERE g.point_id = p.id AND g.to_at IS NULL)`.execute(
    db,
  );
  const newest = sql`
    newest AS (
      SELECT DISTINCT ON (point_id) * FROM device_group WHERE point_id = ANY(${ids}) AND migration <> 'cancelled'
      ORDER BY point_id, from_at DESC, id DESC
    ),
    measured AS (
      SELECT id FROM unnest(${ids}) AS m(id) WHERE EXISTS (SELECT 1 FROM reading WHERE point_id = m.id)
        OR EXISTS (SELECT 1 FROM segment WHERE point_id = m.id)
    )`;
  if (seal)
    await sql`
      WITH ${newest}
      INSERT INTO device_group (point_id, conversion, from_at, to_at)
      SELECT p.id, ${conversion}, coalesce(n.to_at, least(p.created_at, ${at}::timestamptz)), ${at}::timestamptz
      FROM point p JOIN measured m ON m.id = p.id LEFT JOIN newest n ON n.point_id = p.id
      WHERE n.id IS NULL OR (n.conversion IS NOT NULL AND n.to_at IS NOT NULL)`.execute(db);
  await sql`
    WITH ${newest}
    UPDATE device_group g SET to_at = least(g.to_at, ${at}::timestamptz),
      conversion = CASE WHEN ${seal} AND m.id IS NOT NULL THEN coalesce(g.conversion, ${conversion}) ELSE g.conversion END
    FROM newest n JOIN point p ON p.id = n.point_id LEFT JOIN measured m ON m.id = p.id
    WHERE g.id = n.id AND (g.to_at IS NULL OR (${seal} AND m.id IS NOT NULL AND g.conversion IS NULL))`.execute(db);
  if (readings === 'remove') await sql`DELETE FROM device_group WHERE point_id = ANY(${ids})`.execute(db);
}
