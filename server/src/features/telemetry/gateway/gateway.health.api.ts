/** The health of devices, as feature health found it, beside what the gateway saw of them. */
import type { HealthStatus } from '@plumbline/science/health/health';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';

/** Writes the health of devices from `now` on. */
export async function saveHealth(
  db: Db,
  now: Date,
  devices: readonly { readonly deviceId: number; readonly status: HealthStatus }[],
): Promise<void> {
  await sql`
    INSERT INTO device_state (device_id, health, health_since)
    SELECT "deviceId", status, ${now}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(devices)}::jsonb) AS t("deviceId" int, status text)
    ORDER BY "deviceId"
    ON CONFLICT (device_id) DO UPDATE SET health = excluded.health, health_since = excluded.health_since`.execute(db);
}

/** Remembers whose voltage counts as low from now on, and whose no more. */
export async function saveLowVoltage(
  db: Db,
  devices: readonly { readonly id: number; readonly low: boolean }[],
): Promise<void> {
  if (devices.length === 0) return;
  await sql`UPDATE device_state e SET low_voltage = t.low
    FROM jsonb_to_recordset(${JSON.stringify(devices)}::jsonb) AS t(id int, low boolean) WHERE e.device_id = t.id`.execute(
    db,
  );
}
