/**
 * The project that the console bench opens: 10,000 points on 2,000 measuring devices, which send by way of 200 collectors
 * and 20 DTUs; most points have spoken, half have limits, a third are without an initial value. The same at every run.
 */
import type pg from 'pg';
import { hashPassword } from '../server/src/kernel/secrets.ts';
import { type Fleet, makeFleet } from '../server/test/crash/fleet.ts';

export const password = 'Bench-password-7';
const plan = { devices: 2000, channels: 5, structures: 100, collectors: 200, dtus: 20 } as const;
export const points = plan.devices * plan.channels;

export async function makeConsoleFixture(client: pg.Client): Promise<Fleet> {
  const fleet = await makeFleet(client, {
    name: 'console',
    devices: plan.devices,
    channels: plan.channels,
    family: 'waterLevel',
    mode: 1,
    parameters: { K: 0.0123, f0: 2900 },
    structures: plan.structures,
    rulesOf: (device) =>
      device % 2 === 0 ? [{ field: 'level', rule: { kind: 'value', method: 'upper', levels: [10, 11, 12, 13] } }] : [],
  });
  const { corporationId, projectId } = fleet;
  for (const [type, count, up] of [
    ['DTU', plan.dtus, null],
    ['collector', plan.collectors, 'DTU'],
  ] as const)
    await client.query(
      `INSERT INTO device (corporation_id, type, name, model, sncode, secret_hash, created_at, dtu_id)
       SELECT $1, $2, $2 || ' ' || n, 'HUB', 'console-' || $2 || '-' || n, '', now(),
         (SELECT id FROM device WHERE sncode = 'console-' || $4::text || '-' || (1 + n % $5::int))
       FROM generate_series(1, $3::int) AS n`,
      [corporationId, type, count, up, plan.dtus],
    );
  await client.query(
    `UPDATE device d SET collector_id = c.id FROM device c
     WHERE d.corporation_id = $1 AND d.type = 'measuring' AND c.sncode = 'console-collector-' || (1 + d.id % $2::int)`,
    [corporationId, plan.collectors],
  );
  await client.query(
    `INSERT INTO device_state (device_id, connected, last_seen_at)
     SELECT id, id % 9 <> 0, now() FROM device WHERE corporation_id = $1`,
    [corporationId],
  );
  await client.query(
    `INSERT INTO point_state (point_id, at, received_at, values, level)
     SELECT id, now(), now(), ARRAY[100 + id % 7 + 0.123, 8.5, 83.4, 12.1], CASE WHEN id % 50 = 0 THEN 1 + id % 4 ELSE 0 END
     FROM point WHERE project_id = $1 AND id % 10 <> 0`,
    [projectId],
  );
  await client.query(
    `UPDATE point SET initial_values = CASE WHEN id % 3 = 0 THEN '{}' ELSE '{"level": 100.5}' END::jsonb,
       longitude = 114 + id % 100 * 0.0001, latitude = 30 + id % 97 * 0.0001 WHERE project_id = $1`,
    [projectId],
  );
  await client.query('UPDATE account SET password_hash = $1 WHERE id = $2', [
    await hashPassword(password),
    fleet.audience[0],
  ]);
  await client.query('VACUUM ANALYZE');
  return fleet;
}
