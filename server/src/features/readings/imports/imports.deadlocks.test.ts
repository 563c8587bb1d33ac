/** People who write by hand at the same time, to the same points: each is answered as if the others had come before or after. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imports } from '@plumbline/contract/readings/imports';
import { readings } from '@plumbline/contract/readings/readings';
import { makePoint } from '../../../../test/series.ts';
import { waitUntil } from '../../../../test/wait-until.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Deadlocks']);
const token = world.admin.token;
const manual = { type: 2, mode: 0, family: 'waterLevel' } as const;
const at = (minute: number) => `2026-03-10T08:${String(minute).padStart(2, '0')}:00Z`;
const rowsOf = async (pointId: number) =>
  (
    await server.call(
      readings.pagination,
      { pointId, from: '2026-03-01T00:00:00Z', to: '2026-04-01T00:00:00Z', order: 'oldest', pageSize: 500 },
      token,
    )
  ).body.rows;

/** The first `times` rows that are written to a table fail with a deadlock. Returns a function that ends this and counts the rows. */
async function failWithDeadlock(table: string, times: number) {
  await server.database.pool.query(`CREATE SEQUENCE tries_${table}`);
  await server.database.pool.query(`CREATE FUNCTION deadlock_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('tries_${table}') <= ${times} THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF;
    RETURN NEW; END $$`);
  await server.database.pool.query(
    `CREATE TRIGGER deadlock BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION deadlock_${table}()`,
  );
  return async () => {
    const { rows } = await server.database.pool.query(`SELECT last_value::int AS n FROM tries_${table}`);
    await server.database.pool.query(`DROP FUNCTION deadlock_${table} CASCADE`);
    await server.database.pool.query(`DROP SEQUENCE tries_${table}`);
    return rows[0].n as number;
  };
}

test('a record whose transaction ended in a deadlock is written once, and answered as any other', async () => {
  const pointId = await makePoint(server, world, 'Deadlock', manual);
  const over = await failWithDeadlock('point_state', 2);
  const { status, body } = await server.call(imports.enter, { pointId, at: at(0), values: { level: 1 } }, token);
  assert.equal(await over(), 3);
  assert.deepEqual([status, body.result], [200, 'added']);
  assert.deepEqual(
    (await rowsOf(pointId)).map(({ values }) => values[0]),
    [1],
  );
  const { rows } = await server.database.pool.query(
    'SELECT count(*)::int AS n FROM series_change WHERE $1 = ANY(point_ids)',
    [pointId],
  );
  assert.equal(rows[0].n, 1);
});

test('one whose tries all end in a deadlock is answered as busy, not as unknown', async () => {
  const pointId = await makePoint(server, world, 'Deadlock always', manual);
  const over = await failWithDeadlock('point_state', 1_000);
  const { status, body } = await server.call(imports.enter, { pointId, at: at(0), values: { level: 1 } }, token);
  await over();
  assert.deepEqual([status, (body as unknown as { error: string }).error], [503, 'busy']);
  assert.deepEqual(await rowsOf(pointId), []);
});

test('of two first records of the same points, given in other orders, one waits until the other is written', async () => {
  const pair = [await makePoint(server, world, 'First A', manual), await makePoint(server, world, 'First B', manual)];
  const { pool } = server.database;
  const connection = await pool.connect();
  await pool.query('CREATE SEQUENCE states_made');
  // Whoever has written the first of its two states waits for the test before it writes the second.
  await pool.query(`CREATE FUNCTION wait_between() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM nextval('states_made');
    IF current_setting('test.states', true) = 'one' THEN PERFORM pg_advisory_xact_lock_shared(4711); END IF;
    PERFORM set_config('test.states', 'one', true);
    RETURN NEW; END $$`);
  await pool.query('CREATE TRIGGER wait BEFORE INSERT ON point_state FOR EACH ROW EXECUTE FUNCTION wait_between()');
  await connection.query('SELECT pg_advisory_lock(4711)');
  const answers = [pair, pair.toReversed()].map((points, i) =>
    server.call(
      imports.enterBatch,
      {
        projectId: world.projectId,
        rows: points.map((pointId, n) => ({ pointId, at: at(2 * i + n), values: { level: i } })),
      },
      token,
    ),
  );
  await waitUntil(async () => {
    const { rows } = await connection.query(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0].n === 2;
  }, 'both wait');
  await connection.query('SELECT pg_advisory_unlock(4711)');
  connection.release();
  assert.deepEqual(
    (await Promise.all(answers)).map(({ status }) => status),
    [200, 200],
  );
  // The second finds the states of the first: it moves them on, and makes none.
  const { rows } = await pool.query('SELECT last_value::int AS n FROM states_made');
  assert.equal(rows[0].n, 2);
  await pool.query('DROP FUNCTION wait_between CASCADE');
  for (const pointId of pair) assert.equal((await rowsOf(pointId)).length, 2);
});

test('a record is moved in time while another one is entered: both are there', async () => {
  const pointId = await makePoint(server, world, 'Moved', manual);
  for (let round = 0; round < 8; round++) {
    const [from, to, other] = [at(3 * round), at(3 * round + 1), at(3 * round + 2)];
    assert.equal((await server.call(imports.enter, { pointId, at: from, values: { level: 1 } }, token)).status, 200);
    const answers = await Promise.all([
      server.call(imports.updateEntry, { pointId, at: from, newAt: to, values: { level: 2 } }, token),
      server.call(imports.enter, { pointId, at: other, values: { level: 3 } }, token),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
  }
  assert.equal((await rowsOf(pointId)).length, 16);
});
