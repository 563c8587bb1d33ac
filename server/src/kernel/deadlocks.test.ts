import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { freshDatabase } from '../../test/database.ts';
import { openDatabase } from './db.ts';
import { beginOnce, retryDeadlocks } from './deadlocks.ts';
import { asFailure } from './failures.ts';
import { transact } from './transact.ts';

const database = await freshDatabase();
const { db, pool, close } = openDatabase(database.url, 4, pino({ level: 'silent' }));
after(async () => {
  await close();
  await database.drop();
});
await pool.query('CREATE TABLE counted (id int PRIMARY KEY, n int NOT NULL)');

/** Resolves for all once so many wait. */
function barrierOf(count: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    if (++come === count) resolve();
    return promise;
  };
}
const begun = async () => {
  await pool.query('DELETE FROM counted');
  await pool.query('INSERT INTO counted VALUES (1, 0), (2, 0)');
};
const counts = async () => (await pool.query('SELECT n FROM counted ORDER BY id')).rows.map(({ n }) => n as number);

type Add = (id: number) => Promise<unknown>;
/** Each locks its row, waits until the other has its own too, and wants that: the database ends one of the two. */
async function deadlock(transactions: (act: (add: Add) => Promise<unknown>) => Promise<unknown>) {
  await begun();
  const bothHold = barrierOf(2);
  const tries = [0, 0];
  const one = (mine: number, other: number) =>
    transactions(async (add) => {
      tries[mine - 1]!++;
      await add(mine);
      await bothHold();
      await add(other);
    });
  const ends = await Promise.allSettled([one(1, 2), one(2, 1)]);
  return { ends: ends.map(({ status }) => status), tries: tries[0]! + tries[1]!, counts: await counts() };
}

test('of two transactions that wait for each other the one that the database ends is run again, on every way to begin one', async () => {
  const through = { ends: ['fulfilled', 'fulfilled'], tries: 3, counts: [2, 2] };
  const byPool = await deadlock((act) =>
    transact(pool, (client) => act((id) => client.query('UPDATE counted SET n = n + 1 WHERE id = $1', [id]))),
  );
  assert.deepEqual(byPool, through);
  const byKysely = await deadlock((act) =>
    db.transaction().execute((on) => act((id) => sql`UPDATE counted SET n = n + 1 WHERE id = ${id}`.execute(on))),
  );
  assert.deepEqual(byKysely, through);
});

test('what uses up a stream is run once', async () => {
  const once = await deadlock((act) =>
    beginOnce(db).execute((on) => act((id) => sql`UPDATE counted SET n = n + 1 WHERE id = ${id}`.execute(on))),
  );
  assert.deepEqual([once.tries, once.ends.toSorted(), once.counts], [2, ['fulfilled', 'rejected'], [1, 1]]);
});

test('a deadlock at each of five tries ends as busy, and no other failure is tried again', async () => {
  let tries = 0;
  const always = (code: string) => async () => {
    tries++;
    throw Object.assign(new Error('refused'), { code });
  };
  for (const code of ['40P01', '40001']) {
    tries = 0;
    const error = await retryDeadlocks(always(code)).catch((thrown: unknown) => thrown);
    assert.deepEqual([tries, asFailure(error)?.name], [5, 'busy']);
  }
  tries = 0;
  await assert.rejects(retryDeadlocks(always('23505')), { code: '23505' });
  assert.equal(tries, 1);
});
