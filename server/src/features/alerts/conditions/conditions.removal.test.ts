/** A point is deleted while a condition about it is being evaluated: no alert is left of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditions } from '@plumbline/contract/alerts/conditions';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { waitUntil } from '../../../../test/wait-until.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['North']);
const { db, database, clock } = server;
const { projectId, structureId, pointId, admin } = world;

test('a point is deleted while a condition raises its alert: the alert goes with the point', async () => {
  const term = { pointId, field: 'temperature', kind: 'silence', spanSeconds: 1800 } as const;
  const silent = { projectId, structureId, name: 'Silent', level: 3, groups: [{ terms: [term] }] } as const;
  assert.equal((await server.call(conditions.create, silent as never, admin.token)).status, 200);
  await server.work!.settle();
  clock.advance(hourMs);
  const connection = await database.pool.connect();
  await connection.query(`CREATE FUNCTION wait_here() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_advisory_xact_lock_shared(4711); RETURN NEW; END $$`);
  await connection.query('CREATE TRIGGER wait BEFORE INSERT ON alert FOR EACH ROW EXECUTE FUNCTION wait_here()');
  await connection.query('SELECT pg_advisory_lock(4711)');
  const waiting = (event: string) => async () => {
    const { rows } = await connection.query(
      `SELECT count(*)::int AS n FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND (wait_event = 'advisory') = $1`,
      [event === 'advisory'],
    );
    return rows[0].n === 1;
  };
  const watched = server.tick('watch-conditions');
  await waitUntil(waiting('advisory'), 'the condition is about to raise its alert');
  const removed = server.call(lifecycle.remove, { pointId, data: 'clear' }, admin.token);
  await waitUntil(waiting('other'), 'the deletion waits for the condition');
  await connection.query('SELECT pg_advisory_unlock(4711)');
  connection.release();
  await watched;
  assert.equal((await removed).status, 200);
  await server.work!.settle();
  const left = await db.selectFrom('alert').select('id').where('point_id', '=', pointId).execute();
  assert.deepEqual(left, []);
});
