/**
 * What is wrong with some of the demonstration's devices, so that device health and silence are seen at work: one fell
 * silent, one has an empty battery, one sensor is stuck. A stuck one shows itself by its samples (physics: stuckFromMs);
 * what began before the demonstration was made is written here, as the product would have found it then.
 */
import { hourMs } from '@plumbline/contract/kernel/durations';
import { sql } from 'kysely';
import { addWarnings } from '../features/devices/devices/devices.warnings.api.ts';
import type { Db } from '../kernel/context.ts';
import type { DemoDevice } from './demo.make.ts';
import type { Demonstration } from './demo.ts';

const silentHours = 62;
const lowBatteryHours = 40;

/** Below what the corporation's health thresholds ask for, whatever the noise. V. */
export const lowBatteryV = 9.9;

/** Up to when a device delivers, epoch ms. */
export const deliversUntil = ({ fault }: Pick<DemoDevice, 'fault'>, madeMs: number): number =>
  fault === 'silent' ? madeMs - silentHours * hourMs : Number.POSITIVE_INFINITY;

/** Writes the state of the devices of the demonstration at its creation: what they filled in was sent, by some with a fault. */
export async function writeFaults(db: Db, { devices, madeMs, startMs }: Demonstration): Promise<void> {
  const hour = (hoursAgo: number) => new Date(madeMs - hoursAgo * hourMs);
  const lostSince = hour(silentHours - 3);
  for (const { sncode, fault } of devices) {
    if (!fault) {
      await sql`INSERT INTO device_state (device_id, last_seen_at, activated_at)
        SELECT id, ${hour(0)}, ${new Date(startMs)} FROM device WHERE sncode = ${sncode} ON CONFLICT DO NOTHING`.execute(
        db,
      );
      continue;
    }
    const silent = fault === 'silent';
    const health = silent ? 'dataLost' : 'lowVoltage';
    const since = silent ? lostSince : hour(lowBatteryHours);
    await sql`
      INSERT INTO device_state (device_id, health, health_since, low_voltage, voltage_v, last_seen_at, activated_at)
      SELECT id, ${health}, ${since}, ${!silent}, ${silent ? 11.8 : lowBatteryV}, ${hour(silent ? silentHours + 1 : 0)},
        ${new Date(startMs)} FROM device WHERE sncode = ${sncode}`.execute(db);
    await sql`
      INSERT INTO device_health_change (device_id, at, before, status, channels)
      SELECT id, ${since}, 'normal', ${health}, CASE WHEN ${silent} THEN ARRAY(SELECT c->>'number' FROM jsonb_array_elements(channels) c)
        ELSE '{}' END FROM device WHERE sncode = ${sncode}`.execute(db);
    // What the minute's look knows of its channels: it began before this server took readings.
    if (silent)
      await sql`
        INSERT INTO point_health (point_id, device_id, channel, status, since, missed, overdue_at, counted_at, examined_at)
        SELECT p.id, d.id, p.channel, ${health}, ${since}, ${silentHours}, ${hour(silentHours - 6)}, s.at, s.received_at
        FROM device d JOIN point p ON p.device_id = d.id LEFT JOIN point_state s ON s.point_id = p.id
        WHERE d.sncode = ${sncode}`.execute(db);
    await warn(db, sncode, silent, { since, overdueAt: hour(silentHours - 6) });
  }
}

/** What the Warnings list of the device got in the minutes in which its fault was found. */
async function warn(
  db: Db,
  sncode: string,
  silent: boolean,
  { since, overdueAt }: Record<'since' | 'overdueAt', Date>,
) {
  const device = await db
    .selectFrom('device')
    .select(['id', 'channels'])
    .where('sncode', '=', sncode)
    .executeTakeFirstOrThrow();
  const deviceId = device.id;
  if (!silent) return addWarnings(db, since, [{ deviceId, kind: 'lowVoltage', detail: { voltage: lowBatteryV } }]);
  const detail = { channels: device.channels.map(({ number }) => number) };
  await addWarnings(db, since, [{ deviceId, kind: 'dataLost', detail }]);
  await addWarnings(db, overdueAt, [{ deviceId, kind: 'overdue', detail }]);
}
