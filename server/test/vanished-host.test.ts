/**
 * The host of the database vanishes without a word: connections stay open and nobody answers. What waits must fail in
 * time, and readings, events and changes must flow again by themselves once the database is back.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeWorld, startServer } from './harness.ts';
import { openSilentProxy, type SilentProxy } from './silent-proxy.ts';
import { until } from './until.ts';
import { waitUntil } from './wait-until.ts';

const timeoutSeconds = 2;

/** A server whose database can fall silent, with a device that delivers. */
async function openFixture(seconds: number) {
  let proxy: SilentProxy | undefined;
  const server = await startServer({ DATABASE_TIMEOUT_SECONDS: String(seconds) }, undefined, async (url) => {
    proxy = await openSilentProxy(url);
    return proxy.url;
  });
  const world = await makeWorld(server, 'Vanished');
  let minute = 0;
  /** Delivers one reading; the status, or 0 when there was no answer in `patienceMs`. */
  async function deliver(timeoutMs: number): Promise<number> {
    const at = new Date(Date.parse('2026-03-18T04:00:00Z') + minute++ * 60_000).toISOString();
    const response = await fetch(`${server.url}/api/devices/${world.device.sncode}/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.device.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ at, channels: { 1: { temperature: 18 + minute / 100 } } }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => null);
    return response?.status ?? 0;
  }
  const close = async () => {
    proxy!.mend();
    proxy!.cut();
    // Its connections of before are ended, and new ones are made.
    await waitUntil(
      () =>
        server.database.pool.query('SELECT 1').then(
          () => true,
          () => false,
        ),
      'the database answers again',
    );
    // A request that nobody waits for any more may hold its connection for a minute.
    server.app.server.closeAllConnections();
    await server.close();
    await proxy!.close();
  };
  return { server, world, proxy: proxy!, deliver, close };
}

test('readings flow again within the time limit after a host that vanished is back, and what waited was refused', async () => {
  const { server, world, proxy, deliver, close } = await openFixture(timeoutSeconds);
  try {
    assert.equal(await deliver(5_000), 200);
    let notificationCount = 0;
    server.listener.on('plumbline_changed', (payload) => {
      if (payload !== null) notificationCount++;
    });
    proxy.fallSilent();
    const waiting = [deliver(20_000), deliver(20_000)];
    const probe = await fetch(`${server.url}/healthz`);
    assert.equal(probe.status, 503);
    assert.deepEqual(await Promise.all(waiting), [503, 503], 'nothing is acknowledged, and nobody waits for ever');
    proxy.mend();
    // The system itself would give up a connection that is silent after minutes.
    await until(
      () => deliver(20_000),
      (status) => status === 200,
      20_000,
    );
    // Events: a change of settings is heard again by the connection that listens.
    await waitUntil(async () => {
      await server.db
        .insertInto('work')
        .values({
          lane: 'event',
          name: 'taskEnded',
          input: '{"taskId":0,"accountId":0}',
          created_at: server.clock.now(),
          due_at: server.clock.now(),
        })
        .execute()
        .catch(() => undefined);
      await server.database.pool
        .query(`SELECT pg_notify('plumbline_changed', '{"kind":"device","sncode":"${world.device.sncode}"}')`)
        .catch(() => undefined);
      return notificationCount > 0;
    }, 'changes are heard again');
    await waitUntil(
      async () => (await server.db.selectFrom('work').select('id').execute()).length === 0,
      'events are handled again',
    );
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
  } finally {
    await close();
  }
});

test('the rig catches a pool without a limit: the same silence is waited for without end', async () => {
  const { proxy, deliver, close } = await openFixture(3_600);
  try {
    assert.equal(await deliver(5_000), 200);
    proxy.fallSilent();
    const waiting = deliver(8_000);
    await waitUntil(() => proxy.swallowedBytes > 0, 'the database is asked, and does not hear it');
    proxy.mend();
    assert.equal(await waiting, 0);
    assert.equal(await deliver(timeoutSeconds * 1_000 + 1_000), 0);
  } finally {
    await close();
  }
});
