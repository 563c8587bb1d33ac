import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modbusServer, modbusServerLimits } from '@plumbline/contract/telemetry/modbus-server';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);

test('one corporation does not take the unit addresses of all: its share, and all of them where it is alone', async () => {
  const { pool } = server.database;
  const own = north.corporationId;
  const clear = () => pool.query('DELETE FROM modbus_map');
  await clear();
  const projects = await pool.query(
    `INSERT INTO project (corporation_id, name, longitude, latitude, creator_id, created_at)
     SELECT $1, 'P' || n, 114, 30, $2, now() FROM generate_series(1, $3::int) n RETURNING id`,
    [own, north.admin.id, modbusServerLimits.units],
  );
  const take = (count: number) =>
    pool.query(
      `INSERT INTO modbus_map (project_id, unit, enabled, networks, keeps_stale, rows, by_name, changed_at)
       SELECT id, n, false, '[]', false, '[]', '', now() FROM unnest($1::int[]) WITH ORDINALITY AS t(id, n)`,
      [projects.rows.slice(0, count).map(({ id }) => id)],
    );
  const set = (world: typeof north, id = world.projectId) =>
    server.call(
      modbusServer.set,
      { projectId: id, map: { enabled: true, networks: [], keepsStale: false, rows: [] } },
      world.admin.token,
    );
  await take(modbusServerLimits.unitsOfCorporation);
  const refused = await set(north);
  assert.deepEqual([refused.status, refused.body.error, refused.body.detail], [409, 'modbusShareFull', { most: 64 }]);
  // What has an address keeps it, and others find theirs.
  assert.equal((await set(north, projects.rows[0].id)).body.unit, 1);
  assert.equal((await set(south)).body.unit, 65);
  await clear();
  await take(modbusServerLimits.units);
  assert.equal((await set(south)).body.error, 'modbusUnitsFull');
  // The same installation as if nobody else had ever been there.
  const alone = await pool.connect();
  await alone.query('SET session_replication_role = replica');
  await alone.query('DELETE FROM corporation WHERE id <> $1', [own]);
  await alone.query('RESET session_replication_role');
  alone.release();
  await clear();
  await take(modbusServerLimits.unitsOfCorporation);
  assert.equal((await set(north)).body.unit, 65);
});
