/** Exports that come in again, those that are made in the background and kept, and those of an archived project. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tasks } from '@plumbline/contract/platform/tasks';
import { imports } from '@plumbline/contract/readings/imports';
import { directExportRecords, exports } from '@plumbline/contract/reports/exports';
import { sql } from 'kysely';
import { crack, linesOf, makeExportsFixture, span, startMs } from '../../../../test/exports.fixtures.ts';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { tidyImports } from '../../readings/imports/imports.jobs.ts';
import { tidyExports } from './exports.jobs.ts';

const { server, world, token, withSpan, send, download, refusal, series } = await makeExportsFixture();

test('raw samples go out, and what went out comes in again', async () => {
  const pointId = await series('S-1', 5);
  const text = await download({ pointIds: [pointId] });
  const form = new FormData();
  form.append('file', new Blob([text.replaceAll(',S-1,', ',S-2,')], { type: 'text/csv' }), 'export.csv');
  const copy = await makePoint(server, world, 'S-2', crack);
  const response = await fetch(`${server.url}/api/projects/${world.projectId}/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { import: sent } = (await response.json()) as { import: { id: number; layout: { suggested: never } } };
  const place = { projectId: world.projectId, importId: sent.id };
  await server.call(imports.check, { ...place, mapping: sent.layout.suggested }, token);
  await server.work!.settle();
  await server.call(imports.apply, place, token);
  await server.work!.settle();
  assert.equal((await download({ pointIds: [copy] })).replaceAll(',S-2,', ',S-1,'), text);

  const logger = await makePoint(server, world, 'S-3', { family: 'crack', mode: 9 } as object);
  await seal(server, logger, [{ at: startMs, values: [1, 20], raw: { ratio: 0.5, temperature: 20, odd: 7 } }]);
  const [heading, row] = linesOf(await download({ pointIds: [logger], content: 'samples' }));
  assert.ok(heading!.includes('ratio') && heading!.endsWith('sample'), heading);
  assert.ok(row!.includes('0.5') && row!.endsWith('"{""odd"":7}"'), row);
});

test('a large export is made in the background, kept for thirty days, and had by whoever may read the data', async () => {
  const n = 5_000;
  const pointId = await series('L-1', n);
  const request = { pointIds: [pointId], from: '2025-03-29T00:00:00Z', to: '2026-03-01T00:00:00Z' };
  const addRecords = (records: number) =>
    sql`UPDATE segment SET n = n + ${records} WHERE point_id = ${pointId}`.execute(server.db);
  // As if there were more than are sent at once.
  await addRecords(directExportRecords);
  assert.equal((await refusal(request)).error, 'exportTooLarge');
  await addRecords(-directExportRecords);
  const made = (await (await send(exports.make, withSpan(request))).json()) as {
    export: { id: number; taskId: number; ready: boolean };
  };
  assert.equal(made.export.ready, false, JSON.stringify(made));
  await server.work!.settle();
  const { task } = (await server.call(tasks.get, { taskId: made.export.taskId }, token)).body;
  assert.deepEqual([task.state, task.done >= task.total], ['done', true]);
  const guest = await makeAccount(server, 'Normal', world.corporationId, 'exports.guest');
  await makeMember(server, world.projectId, guest.id, 'Guest');
  const listed = (await server.call(exports.list, { projectId: world.projectId }, guest.token)).body.exports;
  assert.deepEqual(
    listed.map(({ id, ready }) => [id, ready]),
    [[made.export.id, true]],
  );
  const file = await fetch(`${server.url}/api/projects/${world.projectId}/exports/${made.export.id}/file`, {
    headers: { authorization: `Bearer ${guest.token}` },
  });
  const bytes = Buffer.from(await file.arrayBuffer());
  assert.equal(linesOf(bytes.toString()).length, n + 1);
  assert.equal(bytes.length, listed[0]!.bytes);
  const gone = await server.call(exports.remove, { projectId: world.projectId, exportId: made.export.id }, guest.token);
  assert.equal(gone.body.error, 'notAllowed');
  server.clock.advance(31 * 86_400_000);
  const fresh = await server.tokenFor(world.admin.id);
  const late = await server.call(exports.list, { projectId: world.projectId }, fresh);
  assert.deepEqual(late.body.exports, []);
  const { db, database, log, clock } = server;
  for (const tidy of [tidyImports, tidyExports])
    await tidy.run({
      ...server.context,
      db,
      pool: database.pool,
      log,
      now: () => clock.now(),
      signal: new AbortController().signal,
    });
  assert.deepEqual(await server.db.selectFrom('data_export').select('id').execute(), []);
  // What was brought a month ago and imported stays on the list, without its file.
  const left = await server.db.selectFrom('data_import').select(['state', 'file_id']).execute();
  assert.deepEqual(left, [{ state: 'applied', file_id: null }]);
  assert.deepEqual(await server.db.selectFrom('stored_file').select('id').execute(), []);
});

test('an archived project can be exported, and nothing is entered there', async () => {
  const pointId = await series('Z-1', 3);
  await server.db
    .updateTable('project')
    .set({ archived_at: server.clock.now() })
    .where('id', '=', world.projectId)
    .execute();
  const made = await send(exports.make, withSpan({ pointIds: [pointId] }));
  assert.equal(made.status, 200, await made.clone().text());
  const fresh = await server.tokenFor(world.admin.id);
  const entered = await server.call(imports.enter, { pointId, at: span.from, values: { opening: 1 } }, fresh);
  assert.equal(entered.body.error, 'archived');
});
