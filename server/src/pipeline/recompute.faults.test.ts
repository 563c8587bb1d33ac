/**
 * A recomputation, its undo and a re-evaluation of alerts, killed between any two statements: what comes of it is what an
 * undisturbed run leaves, nothing is half done and nothing is said twice.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { batches } from '@plumbline/contract/points/batches';
import { history } from '@plumbline/contract/readings/history';
import { runOnce } from '../../test/faults.ts';
import { makeWorld, startServer, type TestServer, type World } from '../../test/harness.ts';
import { rule, sendRecords, setRules, startMs } from '../../test/judging.fixtures.ts';
import { setChannels } from '../../test/points.fixtures.ts';
import { makeComposite, makePoint, seal } from '../../test/series.ts';
import { readingTasks } from '../features/readings/history/history.tasks.ts';
import { mergeHandlers } from '../kernel/events.ts';
import { queueTask } from '../kernel/tasks.queue.ts';
import { startWork } from '../kernel/work.ts';
import { recomputeEvents } from './recompute.acts.ts';
import { recomputing } from './recompute.ts';
import { reviseEvents, revising } from './revise.ts';

/** At full length each takes minutes, and more beside other work than the runner allows a test. */
const timeLimit = { timeout: 1_800_000 };
/** Every so many statements; 1 = all of them, the long form. */
const stride = Number(process.env['FAULT_STRIDE'] ?? 11);

let server: TestServer;
let world: World;
let second: number;
let sum: number;
const undoing = readingTasks.find(({ kind }) => kind === 'undoChange')!;

before(async () => {
  // No worker: the tests hand events on and run the tasks, and kill them.
  server = await startServer({ ROLES: 'web,gateway' });
  world = await makeWorld(server, 'Faults');
  const { db } = server;
  await db.deleteFrom('alert').execute();
  await setChannels(server, world.device.id, ['1', '2']);
  const feeds = { device_id: world.device.id, channel: '2', interval_seconds: 60 };
  second = await makePoint(server, world, 'T-2', feeds);
  const slaves = [['a', world.pointId] as const, ['b', second] as const];
  sum = await makeComposite(server, world, 'Sum', slaves, 'a + b');
  await setRules(server, world, rule(), rule({ kind: 'rate', levels: [500, null, null, null] }));
  await setRules(server, { ...world, pointId: sum }, rule({ levels: [25, null, null, null] }));
  await seal(
    server,
    world.pointId,
    Array.from({ length: 50 }, (_, i) => ({ at: startMs - (50 - i) * 60_000, values: [i % 7] })),
  );
  const values = [1, 12, 3, 25, 26, 2, 2, 8, 41, 1, 1, 1];
  await sendRecords(
    server,
    world,
    values.map((temperature, i) => ({
      at: startMs + i * 60_000,
      channels: { 1: { temperature }, 2: { temperature: 20 - i } },
    })),
  );
  await handleEvents();
});
after(() => server.close());

/** Lets the events that wait be handled. */
async function handleEvents() {
  const { database, clock, log, listener, context } = server;
  const events = mergeHandlers(recomputeEvents, reviseEvents);
  const work = await startWork({ context, soon: database, long: database, clock, log, listener, events });
  await work.settle();
  await work.stop();
}
const waiting = (kind: string) =>
  server.db
    .selectFrom('task')
    .select('id')
    .where('kind', '=', kind)
    .where('state', '=', 'queued')
    .orderBy('id')
    .execute();
/** Everything that is to be done, undisturbed. */
async function settle() {
  for (;;) {
    await handleEvents();
    const [next] = await server.db
      .selectFrom('task')
      .select(['id', 'kind'])
      .where('kind', '<>', 'none')
      .where('state', '=', 'queued')
      .orderBy('id')
      .execute();
    if (!next) return;
    const handler = [recomputing, revising, undoing].find(({ kind }) => kind === next.kind)!;
    assert.ok(await runOnce(server, handler, next.id, 0));
  }
}
async function changeBoth(): Promise<void> {
  const set = { formulaType: 'CUSTOM_FORMULA', customFormula: { temperature: 'temperature * 2 - 15' } };
  const rows = [world.pointId, second].map((pointId) => ({ pointId, set }));
  const { status, body } = await server.call(
    batches.batchEdit,
    { projectId: world.projectId, rows, reason: 'Scale' },
    world.admin.token,
  );
  assert.equal(status, 200, JSON.stringify(body));
  await handleEvents();
}
const lastChange = () =>
  server.db
    .selectFrom('series_change')
    .selectAll()
    .where('kind', '=', 'recompute')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

/** What people see: records, where rules stand, and alerts with what is true of them. */
async function snapshot() {
  const { rows: readings } = await server.database.pool.query(
    `SELECT point_id, date_part('epoch', at) AS at, values FROM reading WHERE point_id = ANY($1) ORDER BY 1, 2`,
    [[world.pointId, second, sum]],
  );
  const segments = await server.db
    .selectFrom('segment' as never)
    .select(['point_id', 'n'] as never)
    .orderBy('point_id' as never)
    .execute();
  const alerts = await server.db
    .selectFrom('alert')
    .select(['point_id', 'level', 'reading_at', 'released_at', 'upheld', 'by_change_id'])
    .orderBy('reading_at')
    .orderBy('point_id')
    .orderBy('level')
    .orderBy('kind')
    .execute();
  const ruleStates = await server.db
    .selectFrom('alert_state')
    .select(['point_id', 'level', 'state'])
    .orderBy('point_id')
    .orderBy('threshold_id')
    .execute();
  const { rows: points } = await server.database.pool.query('SELECT id, custom_formula FROM point ORDER BY id');
  return {
    readings,
    segments,
    points,
    ruleStates,
    alerts: alerts
      .filter(({ upheld, by_change_id }) => by_change_id === null || upheld !== false)
      .map(({ upheld, by_change_id, ...each }) => ({
        ...each,
        upheld: upheld !== false,
        found: by_change_id !== null,
      })),
    count: alerts.length,
  };
}
/** Nothing is said twice: of one alert no re-evaluation says what the last one of the same change said. */
async function noEchoes() {
  const { rows } = await server.database.pool.query(
    `SELECT 1 FROM (SELECT alert_id, change_id, upheld, level, value, lag((change_id, upheld, level, value)) OVER w AS before
      FROM alert_revision WINDOW w AS (PARTITION BY alert_id ORDER BY id)) r WHERE before = (change_id, upheld, level, value)`,
  );
  assert.equal(rows.length, 0, 'said twice');
  const { rows: open } = await server.database.pool.query(
    `SELECT point_id, threshold_id, level, reading_at, count(*) FROM alert WHERE threshold_id IS NOT NULL GROUP BY 1, 2, 3, 4 HAVING count(*) > 1`,
  );
  assert.deepEqual(open, [], 'raised twice');
}

test('a recomputation of several points that is killed anywhere ends as if it had not been', timeLimit, async () => {
  const before = await snapshot();
  await changeBoth();
  await settle();
  const wanted = await snapshot();
  assert.notDeepEqual(wanted.readings, before.readings);
  assert.ok(wanted.alerts.some(({ upheld }) => !upheld) && wanted.alerts.some(({ found }) => found));
  await putBack();
  let dieAt = 1;
  for (; ; dieAt += stride) {
    await changeBoth();
    const [task, ...more] = await waiting('recompute');
    assert.equal(more.length, 0, 'one act, one task');
    const whole = await runOnce(server, recomputing, task!.id, dieAt);
    if (!whole) assert.ok(await runOnce(server, recomputing, task!.id, 0));
    const events = await server.db.selectFrom('work').select('id').where('name', '=', 'readingsChanged').execute();
    assert.equal(events.length, 1, `killed at ${dieAt}: told once`);
    await settle();
    assert.deepEqual(await snapshot(), wanted, `killed at ${dieAt}`);
    await noEchoes();
    await putBack();
    if (whole) break;
  }
  assert.ok(dieAt > 30, `${dieAt} calls`);

  async function putBack() {
    const answer = await server.call(
      history.undo,
      { pointId: world.pointId, changeId: (await lastChange()).id },
      world.admin.token,
    );
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    await settle();
    assert.deepEqual((await snapshot()).readings, before.readings);
  }
});

const queueUndo = async (changeId: number) =>
  queueTask(
    { db: server.db, now: () => server.clock.now() },
    {
      kind: 'undoChange',
      corporationId: world.corporationId,
      projectId: world.projectId,
      subject: {},
      input: { pointId: world.pointId, changeId },
    },
  );

test('an undo by task, and a cancel, that are killed anywhere leave what was there before', timeLimit, async () => {
  const { readings, points: settings } = await snapshot();
  for (const [handler, part] of [
    [undoing, 'run'],
    [recomputing, 'undo'],
  ] as const) {
    let dieAt = 1;
    for (; ; dieAt += stride) {
      await changeBoth();
      if (handler === undoing) await settle();
      else {
        // Half of it is done when it is cancelled.
        const [task] = await waiting('recompute');
        await runOnce(server, recomputing, task!.id, 30);
      }
      const change = await lastChange();
      const taskId = handler === undoing ? await queueUndo(change.id) : (await waiting('recompute'))[0]!.id;
      const whole = await runOnce(server, handler, taskId, dieAt, part);
      if (!whole) assert.ok(await runOnce(server, handler, taskId, 0, part));
      const events = await server.db.selectFrom('work').select('id').where('name', '=', 'readingsChanged').execute();
      assert.equal(events.length, 1, `${part} killed at ${dieAt}: told once`);
      await settle();
      const now = await snapshot();
      assert.deepEqual([now.readings, now.points], [readings, settings], `${part} killed at ${dieAt}`);
      await noEchoes();
      const { undone_at } = await lastChange();
      assert.notEqual(undone_at, null);
      if (whole) break;
    }
    assert.ok(dieAt > 15, `${dieAt} calls`);
  }
});

test('a re-evaluation that is killed anywhere says the same, once', timeLimit, async () => {
  const flag = (quality: 'fail' | 'pass') =>
    server.call(
      history.flag,
      {
        pointId: world.pointId,
        fields: ['temperature'],
        from: new Date(startMs).toISOString(),
        to: new Date(startMs + 4 * 60_000).toISOString(),
        quality,
        reason: 'Knocked',
      },
      world.admin.token,
    );
  await settle();
  const wanted: unknown[] = [];
  let dieAt = 0;
  for (; ; dieAt += stride) {
    let whole = true;
    for (const [n, quality] of (['fail', 'pass'] as const).entries()) {
      assert.equal((await flag(quality)).status, 200);
      await handleEvents();
      // First what follows at composites, which are judged again themselves.
      for (const { id } of await waiting('recompute')) await runOnce(server, recomputing, id, 0);
      await handleEvents();
      for (const { id } of await waiting('reviseAlerts')) {
        const done = await runOnce(server, revising, id, dieAt);
        if (!done) assert.ok(await runOnce(server, revising, id, 0));
        whole &&= done;
      }
      await settle();
      const now = await snapshot();
      if (dieAt === 0) wanted[n] = now;
      else assert.deepEqual(now, wanted[n], `killed at ${dieAt}`);
      await noEchoes();
    }
    if (whole && dieAt > 0) break;
  }
  assert.notDeepEqual(wanted[0], wanted[1]);
  assert.ok(dieAt > 10, `${dieAt} calls`);
});
