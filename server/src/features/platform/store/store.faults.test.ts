/** A failure at every database call of what changes history. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, minuteMs } from '@plumbline/contract/kernel/durations';
import type pg from 'pg';
import { makeRewriteFixture, same, simple, startMs } from '../../../../test/rewrite.fixtures.ts';
import { take } from '../../../../test/store.ts';
import { restore } from './store.restore.api.ts';
import { rewrite } from './store.rewrite.api.ts';
import { sealPoint } from './store.seal.table.ts';

const fixture = await makeRewriteFixture();

/** Lets the first k calls through and fails the next. */
function failing(client: pg.PoolClient, k: number) {
  let calls = 0;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const restored = () => {
    client.query = query as pg.PoolClient['query'];
  };
  client.query = ((...args: unknown[]) => {
    if (calls++ === k) throw new Error('planted');
    return query(...args);
  }) as pg.PoolClient['query'];
  return { restored, failed: () => calls > k };
}

test('a failure at any database call leaves what was there before or all of what comes after', async () => {
  const pointId = await fixture.pointOf(3_000, 300);
  const late = Array.from({ length: 60 }, (_, i) => simple(startMs + i * 41 * 30_000, -i));
  let changeId = 0;
  await fixture.store.transact(async (client) => {
    changeId = await fixture.log(client, pointId);
  });
  const acts: [name: string, act: (client: pg.PoolClient) => Promise<unknown>][] = [
    ['late readings', (client) => take(client, pointId, late, startMs + 9 * dayMs)],
    [
      'sealing',
      async (client) => {
        // Its batches are transactions of their own.
        await client.query('COMMIT');
        while ((await sealPoint(client, pointId, startMs + 90 * dayMs)).more);
        await client.query('BEGIN');
      },
    ],
    [
      'rewriting',
      (client) =>
        rewrite(client, changeId, pointId, startMs + 1_000 * minuteMs, startMs + 2_900 * minuteMs, (record) =>
          record.at % (5 * minuteMs) === 0 ? null : { ...record, values: [1, 2] },
        ),
    ],
    ['taking back', (client) => restore(client, changeId, pointId)],
  ];
  for (const [name, act] of acts) {
    const before = await fixture.all(pointId);
    let calls = 0;
    for (let k = 0; ; k++) {
      const client = await fixture.store.pool.connect();
      const fault = failing(client, k);
      try {
        await client.query('BEGIN');
        await act(client);
        await client.query('COMMIT');
      } catch (error) {
        assert.equal((error as Error).message, 'planted');
      }
      fault.restored();
      if (fault.failed()) {
        await client.query('ROLLBACK');
        client.release();
        same(await fixture.all(pointId), before);
        continue;
      }
      client.release();
      calls = k;
      break;
    }
    assert.ok(calls > 5, `${name} took ${calls} calls`);
    if (name === 'sealing') same(await fixture.all(pointId), before);
    else
      assert.notDeepEqual(
        (await fixture.all(pointId)).map((record) => record.values[0]),
        before.map((record) => record.values[0]),
      );
  }
});
