/** What features above may ask about health. */
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows } from '../../../kernel/rows.ts';

export { devicesOf, list as deviceHealth, type ProjectDevice, unhealthyByProject } from './health.table.ts';

/** The health of a device from a time on, until the next of it. */
const healthStepColumns = {
  deviceId: 'number',
  atMs: 'number',
  status: 'text',
} as const satisfies Columns;
export type HealthStep = SqlRow<typeof healthStepColumns>;

/**
 * How the health of devices went up to `toMs`, in order: of each the last step at or before its time, and those after it.
 * A device whose health never changed has the step since when it is known; one of which nothing is known has none.
 */
export async function healthSteps(db: Db, since: ReadonlyMap<number, number>, toMs: number): Promise<HealthStep[]> {
  if (since.size === 0) return [];
  const { rows } = await sqlRows(healthStepColumns)`
    WITH t AS (
      SELECT * FROM unnest(${[...since.keys()]}::int[], ${[...since.values()]}::float8[]) AS t(device_id, from_ms)),
    step AS (
      SELECT t.device_id, t.from_ms, c.at, c.id, c.status FROM t JOIN device_health_change c ON c.device_id = t.device_id
        AND c.at <= to_timestamp(${toMs}::float8 / 1000)
      UNION ALL
      -- What was before the first change of all: known since the device was examined, or since it was made.
      SELECT t.device_id, t.from_ms, d.created_at, 0,
        CASE WHEN e.last_seen_at IS NULL THEN 'neverReported' ELSE
          coalesce((SELECT c.before FROM device_health_change c WHERE c.device_id = d.id ORDER BY c.at, c.id LIMIT 1), e.health) END
      FROM t JOIN device d ON d.id = t.device_id LEFT JOIN device_state e ON e.device_id = d.id
      WHERE d.created_at <= to_timestamp(${toMs}::float8 / 1000)),
    dated AS (SELECT *, lead(at) OVER (PARTITION BY device_id ORDER BY at, id) AS next_at FROM step WHERE status IS NOT NULL)
    SELECT device_id AS "deviceId", round(date_part('epoch', at) * 1000) AS "atMs", status FROM dated
    WHERE next_at IS NULL OR next_at > to_timestamp(from_ms / 1000) ORDER BY device_id, at, id`.execute(db);
  return rows;
}
