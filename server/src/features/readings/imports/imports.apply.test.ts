import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { tasks } from '@plumbline/contract/platform/tasks';
import { history } from '@plumbline/contract/readings/history';
import { imports } from '@plumbline/contract/readings/imports';
import { readings } from '@plumbline/contract/readings/readings';
import { makeWorld, startServer, type TestServer, type World } from '../../../../test/harness.ts';
import { makePoint } from '../../../../test/series.ts';
import { startWork } from '../../../kernel/work.ts';
import { openManualWriter } from '../../../pipeline/manual-writes.ts';
import type { ManualWriter } from './imports.manual.api.ts';
import { importTasks } from './imports.tasks.ts';

let server: TestServer;
let world: World;
let token: string;
let manualWriter: ManualWriter;
const manual = { type: 2, mode: 0, family: 'waterLevel' as const };
const startMs = Date.parse('2025-01-01T00:00:00Z');
const rows = 10_000;

before(async () => {
  // No worker: the tests run the tasks, and break them.
  server = await startServer({ ROLES: 'web,gateway' });
  world = await makeWorld(server, 'Apply');
  token = world.admin.token;
  const { database, clock, log, db } = server;
  manualWriter = openManualWriter({ pool: database.pool, db, clock, log, onStored: () => undefined });
});
after(() => server.close());

const run = (writer: ManualWriter) => {
  const { db, database, clock, log, listener, context } = server;
  return startWork({
    soon: { db },
    long: database,
    clock,
    log,
    listener,
    context: { ...context, services: { ...context.services, manualWriter: writer } },
    tasks: importTasks,
  });
};
async function settle(writer: ManualWriter = manualWriter) {
  const work = await run(writer);
  await work.settle();
  await work.stop();
}
const local = (i: number) => new Date(startMs + i * 60_000).toISOString().slice(0, 19).replace('T', ' ');

/** An import that has been checked: two points, ten thousand minutes, newest first. */
async function checked(name: string) {
  const ids = [
    await makePoint(server, world, `${name}-1`, manual),
    await makePoint(server, world, `${name}-2`, manual),
  ];
  const lines = Array.from({ length: rows }, (_, i) => `${local(rows - 1 - i)},${rows - i},${i}`);
  const form = new FormData();
  form.append('file', new Blob([`Time,A,B\n${lines.join('\n')}\n`], { type: 'text/csv' }), `${name}.csv`);
  const response = await fetch(`${server.url}/api/projects/${world.projectId}/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { import: sent } = (await response.json()) as { import: { id: number } };
  const place = { projectId: world.projectId, importId: sent.id };
  const columns = ids.map((pointId, i) => ({ column: i + 1, pointId, kind: 'field' as const, name: 'level' }));
  const time = { columns: [0], pattern: 'ymd' as const, timeZone: 'UTC' };
  const answer = await server.call(
    imports.check,
    { ...place, mapping: { values: { layout: 'wide', time, columns } } },
    token,
  );
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  await settle();
  return { ids, place };
}
const get = async (place: { projectId: number; importId: number }) =>
  (await server.call(imports.get, place, token)).body.import;
const stored = async (pointId: number) =>
  (
    await server.call(
      readings.pagination,
      { pointId, from: '2024-12-01T00:00:00Z', to: '2025-06-01T00:00:00Z', pageSize: 1, order: 'oldest' },
      token,
    )
  ).body;

/** Stops after so many batches, as when the process is killed before the commit of the next. */
const failing = (batches: number, error: () => Error): ManualWriter => {
  let left = batches;
  return {
    ...manualWriter,
    transact: (work) =>
      manualWriter.transact(async (transaction) =>
        work({
          ...transaction,
          async put(...args) {
            const result = await put(transaction)(...args);
            if (--left < 0) throw error();
            return result;
          },
        }),
      ),
  };
  function put(transaction: Parameters<Parameters<ManualWriter['transact']>[0]>[0]) {
    return transaction.put.bind(transaction);
  }
};

test('an import that was interrupted goes on from its place: nothing twice, nothing left out', async () => {
  const { ids, place } = await checked('Resume');
  const { taskId } = (await server.call(imports.apply, place, token)).body;
  const reached = Promise.withResolvers<void>();
  const killed = Promise.withResolvers<never>();
  // The third batch never commits and never ends: the server stops while it hangs.
  const hanging: ManualWriter = {
    ...manualWriter,
    transact: (() => {
      let batches = 0;
      return (work) =>
        manualWriter.transact(async (transaction) => {
          const result = await work(transaction);
          if (++batches < 4) return result;
          reached.resolve();
          return await killed.promise;
        });
    })(),
  };
  const work = await run(hanging);
  await reached.promise;
  const stopped = work.stop();
  killed.reject(new Error('killed'));
  await stopped;
  const halfway = await server.db.selectFrom('task').selectAll().where('id', '=', taskId).executeTakeFirstOrThrow();
  assert.equal(halfway.state, 'running');
  assert.notEqual(halfway.cursor, null);
  await settle();
  const done = await get(place);
  assert.equal(done.state, 'applied');
  assert.deepEqual([done.counts!.added, done.counts!.overwritten, done.counts!.unchanged], [rows * 2, 0, 0]);
  for (const [i, pointId] of ids.entries()) {
    const { total, rows: first } = await stored(pointId);
    assert.equal(total, rows);
    assert.equal(first[0]!.values[0], i === 0 ? 1 : rows - 1);
    assert.equal(first[0]!.changeId, done.changeId);
    const { body } = await server.call(history.trace, { pointId, at: new Date(startMs).toISOString() }, token);
    const [step] = body.trace.steps;
    // The newest is first in the file, under its heading.
    assert.deepEqual(step?.kind === 'raw' && step.line && [step.line.from, step.line.to], [rows + 1, rows + 1]);
  }
  const { changes } = (await server.call(history.changes, { pointId: ids[0]! }, token)).body;
  assert.deepEqual(
    changes.map(({ kind, counts }) => [kind, counts]),
    [['import', { added: rows * 2, overwritten: 0 }]],
  );
  assert.deepEqual(
    await server.db.selectFrom('import_row').select('line').where('import_id', '=', place.importId).execute(),
    [],
  );
});

test('an imported value leads back to its line and factor; one from before lines were kept says that it does not', async () => {
  const form = new FormData();
  const lines = [
    'Time,Name,What,Value',
    `${local(0)},W,level,1500`,
    `${local(1)},W,level,1600`,
    `${local(0)},W,temp,12`,
  ];
  form.append('file', new Blob([`${lines.join('\n')}\n`], { type: 'text/csv' }), 'traced.csv');
  const response = await fetch(`${server.url}/api/projects/${world.projectId}/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { import: sent } = (await response.json()) as { import: { id: number } };
  const place = { projectId: world.projectId, importId: sent.id };
  const pointId = await makePoint(server, world, 'Traced', manual);
  const time = { columns: [0], pattern: 'ymd' as const, timeZone: 'UTC' };
  const target = { pointId, kind: 'field' as const, point: 'W' };
  const names = [
    { ...target, field: 'level', name: 'level', factor: 0.001, offset: -0.5 },
    { ...target, field: 'temp', name: 'temp' },
  ];
  const values = { layout: 'long' as const, time, pointColumn: 1, fieldColumn: 2, valueColumn: 3, names };
  const checking = await server.call(imports.check, { ...place, mapping: { values } } as never, token);
  assert.equal(checking.status, 200, JSON.stringify(checking.body));
  await settle();
  await server.call(imports.apply, place, token);
  await settle();
  const rawOf = async (minute: number) => {
    const at = new Date(startMs + minute * 60_000).toISOString();
    const { body } = await server.call(history.trace, { pointId, at, field: 'level' }, token);
    const [step] = body.trace.steps;
    return step?.kind === 'raw' ? step : assert.fail(JSON.stringify(step));
  };
  const factors = [
    { name: 'level', factor: 0.001, offset: -0.5, sine: false },
    { name: 'temp', factor: 1, offset: 0, sine: false },
  ];
  assert.deepEqual((await rawOf(0)).line, { fileName: 'traced.csv', from: 2, to: 4, factors });
  assert.deepEqual((await rawOf(1)).line, { fileName: 'traced.csv', from: 3, to: 3, factors });
  await server.db.deleteFrom('imported_line').where('point_id', '=', pointId).execute();
  assert.deepEqual((await rawOf(1)).line, { fileName: 'traced.csv', from: null, to: null, factors: [] });
});

test('a cancelled import and a failed one leave everything as it was, and can be imported again', async () => {
  const { ids, place } = await checked('Cancel');
  const before = await server.call(
    imports.enter,
    { pointId: ids[0]!, at: new Date(startMs).toISOString(), values: { level: -5 } },
    token,
  );
  assert.equal(before.status, 200);
  const { taskId } = (await server.call(imports.apply, place, token)).body;
  let batches = 0;
  const cancelling: ManualWriter = {
    ...manualWriter,
    transact: async (work) => {
      const result = await manualWriter.transact(work);
      if (++batches === 3) await server.call(tasks.cancel, { taskId }, token);
      return result;
    },
  };
  await settle(cancelling);
  const task = (await server.call(tasks.get, { taskId }, token)).body.task;
  assert.equal(task.state, 'cancelled');
  assert.deepEqual([(await stored(ids[0]!)).total, (await stored(ids[1]!)).total], [1, 0]);
  assert.deepEqual((await stored(ids[0]!)).rows[0]!.values[0], -5);
  assert.deepEqual([(await get(place)).state, (await get(place)).changeId], ['checked', null]);

  await server.call(imports.apply, place, token);
  await settle(failing(2, () => new Error('disk full')));
  assert.deepEqual([(await stored(ids[0]!)).total, (await stored(ids[0]!)).rows[0]!.values[0]], [1, -5]);
  assert.equal((await get(place)).state, 'checked');

  await server.call(imports.apply, place, token);
  await settle();
  const done = await get(place);
  assert.deepEqual([done.state, done.counts!.added, done.counts!.overwritten], ['applied', rows * 2 - 1, 1]);
  assert.equal((await stored(ids[0]!)).rows[0]!.values[0], 1);
  const undone = await server.call(history.undo, { pointId: ids[1]!, changeId: done.changeId! }, token);
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assert.deepEqual([(await stored(ids[0]!)).total, (await stored(ids[1]!)).total], [1, 0]);
  assert.equal((await stored(ids[0]!)).rows[0]!.values[0], -5);
});

test('while it is worked on nobody else begins, and a point that is archived meanwhile stops it', async () => {
  const { ids, place } = await checked('Busy');
  await server.call(imports.apply, place, token);
  const columns = [{ column: 1, pointId: ids[0]!, kind: 'field' as const, name: 'level' }];
  const time = { columns: [0], pattern: 'ymd' as const, timeZone: 'UTC' };
  const busy = [
    await server.call(imports.check, { ...place, mapping: { values: { layout: 'wide', time, columns } } }, token),
    await server.call(imports.apply, place, token),
    await server.call(imports.discard, place, token),
  ];
  assert.deepEqual(
    busy.map(({ body }) => body.error),
    ['importBusy', 'importBusy', 'importBusy'],
  );
  await server.db.updateTable('point').set({ archived_at: server.clock.now() }).where('id', '=', ids[1]!).execute();
  await settle();
  assert.equal((await get(place)).state, 'checked');
  assert.equal((await stored(ids[0]!)).total, 0);
});
