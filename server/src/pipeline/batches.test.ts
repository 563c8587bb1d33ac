import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { bindings } from '@plumbline/contract/points/bindings';
import { points } from '@plumbline/contract/points/points';
import fc from 'fast-check';
import pg from 'pg';
import { makeWorld, type World } from '../../test/harness.ts';
import { waitUntil } from '../../test/wait-until.ts';
import { openWorlds } from '../../test/worlds.ts';
import { openDirectory } from './directory.ts';
import { openPipeline } from './pipeline.ts';

const [server] = await openWorlds([]);
const startMs = Date.parse('2026-03-17T00:00:00Z');
const own = new pg.Pool({ connectionString: server.config.databaseUrl ?? '', max: 4 });
own.on('error', () => undefined);
after(() => own.end());

const open = () =>
  openPipeline({ pool: own, db: server.db, clock: server.clock, log: server.log, onStored: () => undefined });
const deviceOf = async (world: World) => {
  const device = await openDirectory(server.db, server.log).device(world.device.sncode);
  assert.ok(device);
  return device;
};
/** One record: minute and temperature. */
type Entry = readonly [minute: number, temperature: number];
const textOf = (entries: readonly Entry[]) =>
  JSON.stringify(
    entries.map(([minute, temperature]) => ({ at: startMs + minute * 60_000, channels: { 1: { temperature } } })),
  );

/** What is left of what was said: records, the latest state, and what was overwritten, in order. */
async function left(pointId: number) {
  const epoch = (column: string) => `(date_part('epoch', ${column}) * 1000 - ${startMs}) / 60000`;
  const rows = async (text: string) => (await own.query({ text, values: [pointId], rowMode: 'array' })).rows;
  return {
    records: await rows(`SELECT ${epoch('at')}, values FROM reading WHERE point_id = $1 ORDER BY at`),
    state: await rows(`SELECT ${epoch('at')}, values FROM point_state WHERE point_id = $1`),
    history: await rows(`SELECT ${epoch('at')}, values FROM reading_history WHERE point_id = $1 ORDER BY at, ctid`),
  };
}

async function check(title: string, batches: readonly (readonly Entry[])[]) {
  const world = await makeWorld(server, title);
  const pipeline = open();
  const device = await deviceOf(world);
  for (const batch of batches) await pipeline.accept(device, textOf(batch));
  await pipeline.close();
  return left(world.pointId);
}

test('A, B, A of one time ends as A, in one message as in three', async () => {
  const inOne = await check('In one', [
    [
      [0, 3],
      [0, 4],
      [0, 3],
    ],
  ]);
  assert.deepEqual(inOne.records, [[0, [3]]]);
  assert.deepEqual(inOne.state, [[0, [3]]]);
  assert.deepEqual(inOne.history, [
    [0, [3]],
    [0, [4]],
  ]);
});

test('a channel that begins to feed a point feeds it at once, whoever was not told yet', async () => {
  const world = await makeWorld(server, 'Bound meanwhile');
  const bind = async (measuringDeviceId: number | null) => {
    const input = { pointId: world.pointId, measuringDeviceId, channel: '1' };
    assert.equal((await server.call(bindings.bind, input, world.admin.token)).status, 200);
  };
  await bind(null);
  const before = await deviceOf(world);
  await bind(world.device.id);
  const pipeline = open();
  const outcome = await pipeline.accept(
    before,
    textOf([
      [0, 3],
      [1, 4],
    ]),
  );
  assert.deepEqual(outcome.refused, []);
  assert.deepEqual((await left(world.pointId)).records, [
    [0, [3]],
    [1, [4]],
  ]);
  const idle = await own.query('SELECT 1 FROM channel_state WHERE device_id = $1', [world.device.id]);
  assert.equal(idle.rowCount, 0, 'nothing is said to wait for a point');

  // A point that takes no readings leaves the samples what they are.
  await bind(null);
  const again = await deviceOf(world);
  await bind(world.device.id);
  await own.query('UPDATE point SET archived_at = now() WHERE id = $1', [world.pointId]);
  await pipeline.accept(again, textOf([[2, 5]]));
  await pipeline.close();
  assert.equal((await left(world.pointId)).records.length, 2);
});

let runs = 0;
test('property: what is left does not depend on how records fall into messages and commits', async () => {
  const entry = fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 1, max: 3 }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { minLength: 1, maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }),
      async (all, sizes) => {
        const batches: Entry[][] = [];
        for (let done = 0, i = 0; done < all.length; i++) {
          const size = sizes[i % sizes.length] ?? 1;
          batches.push(all.slice(done, done + size));
          done += size;
        }
        const expected = await check(
          `One by one ${++runs}`,
          all.map((each) => [each]),
        );
        assert.deepEqual(await check(`Batches ${runs}`, batches), expected);
        const last = new Map(all);
        assert.deepEqual(
          expected.records,
          [...last].sort(([a], [b]) => a - b).map(([minute, value]) => [minute, [value]]),
        );
        const newest = Math.max(...last.keys());
        assert.deepEqual(expected.state, [[newest, [last.get(newest)]]], 'trees and maps show what stands');
      },
    ),
    { numRuns: 25 },
  );
});

test('however often a time is repeated in one message, the last is kept', async () => {
  const all = Array.from({ length: 300 }, (_, i): Entry => [0, i]);
  const { records, state, history } = await check('Three hundred versions', [all]);
  assert.deepEqual([records, state], [[[0, [299]]], [[0, [299]]]]);
  assert.ok(history.length < 20, 'rounds are bounded');
});

/** Returns whether a promise has settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open');
  return (await Promise.race([promise.catch(() => null), wait(0, open)])) !== open;
}
const waiting = async () =>
  (await own.query(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`))
    .rowCount;

test('while the disk is full nothing is taken, and the state says why', async () => {
  const world = await makeWorld(server, 'Full');
  let full = true;
  const parts = { pool: own, db: server.db, clock: server.clock, log: server.log, onStored: () => undefined };
  const pipeline = openPipeline({ ...parts, isDiskFull: () => full });
  const device = await deviceOf(world);
  await assert.rejects(pipeline.accept(device, textOf([[0, 1]])), { name: 'storageFull' });
  assert.equal(pipeline.state().failure?.name, 'storageFull');
  full = false;
  assert.equal((await pipeline.accept(device, textOf([[0, 1]]))).stored, 1);
  assert.equal(pipeline.state().failure, null);
  await pipeline.close();
});

test('batches do not overtake each other, and closing waits for what was taken', async () => {
  const [first, second, third] = [
    await makeWorld(server, 'First'),
    await makeWorld(server, 'Second'),
    await makeWorld(server, 'Third'),
  ];
  const pipeline = open();
  const [a, b, c] = [await deviceOf(first), await deviceOf(second), await deviceOf(third)];
  await pipeline.accept(a, textOf([[0, 1]]));
  const blocker = await own.connect();
  try {
    await blocker.query('BEGIN');
    await blocker.query('SELECT 1 FROM point_state WHERE point_id = $1 FOR UPDATE', [first.pointId]);
    const one = pipeline.accept(a, textOf([[1, 2]]));
    await waitUntil(async () => (await waiting()) === 1, 'the first batch waits for the lock of its point');
    const two = pipeline.accept(b, textOf([[1, 3]]));
    const closed = pipeline.close();
    // As many messages go through another pipeline meanwhile as would let the second through this one.
    const beside = open();
    for (let minute = 2; minute < 5; minute++) await beside.accept(c, textOf([[minute, 4]]));
    await beside.close();
    assert.equal(await isSettled(two), false, 'the second is not stored before the first');
    assert.equal(await isSettled(closed), false);
    await blocker.query('COMMIT');
    assert.deepEqual([(await one).stored, (await two).stored], [1, 1]);
    await closed;
    assert.equal((await left(second.pointId)).records.length, 1);
  } finally {
    blocker.release();
  }
});

test('readings converted before and after a change of settings in one batch all have the new conversion', async () => {
  const world = await makeWorld(server, 'Changed on the way');
  const pipeline = open();
  const before = await deviceOf(world);
  await pipeline.accept(before, textOf([[0, 1]]));
  const changed = await server.call(
    points.update,
    {
      pointId: world.pointId,
      formulaType: 'CUSTOM_FORMULA',
      customFormula: { temperature: 'temperature + 100' },
      reason: 'Test',
    },
    world.admin.token,
  );
  assert.equal(changed.status, 200);
  const after = await deviceOf(world);
  await Promise.all([pipeline.accept(before, textOf([[1, 1]])), pipeline.accept(after, textOf([[2, 2]]))]);
  await pipeline.close();
  assert.deepEqual((await left(world.pointId)).records.slice(1), [
    [1, [101]],
    [2, [102]],
  ]);
});

test('two writers of one point take turns', async () => {
  const world = await makeWorld(server, 'Turns');
  const device = await deviceOf(world);
  const [one, two] = [open(), open()];
  await one.accept(device, textOf([[0, 1]]));
  const blocker = await own.connect();
  try {
    await blocker.query('BEGIN');
    // The lock that a batch takes of its points before anything else, by the statement of the batch itself.
    const { lockLatest } = await import('../features/platform/store/store.states.table.ts');
    assert.equal((await lockLatest(blocker, [world.pointId])).size, 1);
    const other = await own.connect();
    try {
      await other.query("BEGIN; SET LOCAL lock_timeout = '150ms'");
      await assert.rejects(lockLatest(other, [world.pointId]), { code: '55P03' });
      await other.query('ROLLBACK');
    } finally {
      other.release();
    }
    const later = two.accept(device, textOf([[1, 2]]));
    await waitUntil(async () => (await waiting()) === 1, 'the other writer waits for the lock');
    assert.equal(await isSettled(later), false);
    await blocker.query('COMMIT');
    assert.equal((await later).stored, 1);
  } finally {
    blocker.release();
  }
  await Promise.all([one.close(), two.close()]);
});

test('what is stored counts for the day of UTC, wherever the server is', async () => {
  const before = process.env['TZ'];
  process.env['TZ'] = 'Pacific/Kiritimati';
  try {
    const world = await makeWorld(server, 'Far east');
    const pipeline = open();
    server.clock.set('2026-03-18T20:00:00Z');
    await pipeline.accept(await deviceOf(world), textOf([[0, 1]]));
    await pipeline.close();
    const { rows } = await own.query('SELECT day::text, stored FROM ingest_total WHERE corporation_id = $1', [
      world.corporationId,
    ]);
    assert.deepEqual(rows, [{ day: '2026-03-18', stored: 1 }]);
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
});

test('a reading that is overwritten is counted for the day once', async () => {
  const world = await makeWorld(server, 'Sent again');
  const pipeline = open();
  const device = await deviceOf(world);
  const sent = [];
  for (const [minute, value] of [
    [0, 1],
    [0, 2],
    [1, 3],
    [1, 3],
  ] as const)
    sent.push(await pipeline.accept(device, textOf([[minute, value]])));
  await pipeline.close();
  assert.deepEqual(
    sent.map(({ stored, overwritten, unchanged }) => [stored, overwritten, unchanged]),
    [
      [1, 0, 0],
      [0, 1, 0],
      [1, 0, 0],
      [0, 0, 1],
    ],
  );
  const { rows } = await own.query('SELECT sum(stored)::int AS stored FROM ingest_total WHERE corporation_id = $1', [
    world.corporationId,
  ]);
  assert.deepEqual(rows, [{ stored: 2 }]);
});
