/** How the release of a report ends: killed and begun again, cancelled, failed. Its worker starts when the tests say so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tasks } from '@plumbline/contract/platform/tasks';
import { periodReports } from '@plumbline/contract/reports/period-reports';
import { reportReleases } from '@plumbline/contract/reports/releases';
import { startServer } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { addWork } from '../../../kernel/work.rows.ts';

const start = '2025-04-15T06:00:00Z';
const [server, world] = await openWorlds(['Release ends'], { ROLES: 'web' }, start);
const { token } = world.admin;
const { projectId } = world;
const { db } = server;
await server.call(reportReleases.setApproval, { projectId, makerMayApprove: true }, token);

/** Works through what waits, as another process would, and ends. */
async function work(): Promise<void> {
  const worker = await startServer({ DATABASE_URL: server.config.databaseUrl, DATA_DIR: server.config.dataDir }, start);
  await worker.work!.settle();
  await worker.close();
}
const step = (name: 'submit' | 'approve' | 'release', reportId: number) =>
  server.call(reportReleases[name], { projectId, reportId }, token);
const review = async (reportId: number) =>
  (await server.call(reportReleases.get, { projectId, reportId }, token)).body.review;
const taskOf = async (reportId: number): Promise<number> => {
  const row = await db
    .selectFrom('report_review')
    .select('task_id')
    .where('report_id', '=', reportId)
    .executeTakeFirstOrThrow();
  return row.task_id ?? assert.fail('no task writes its files');
};
const seals = () => db.selectFrom('report_seal').select(['number', 'report_id']).execute();
const files = (reportId: number) =>
  db
    .selectFrom('report_file')
    .select(['format', 'file_id'])
    .where('report_id', '=', reportId)
    .orderBy('format')
    .execute();

async function approved(): Promise<number> {
  const { body } = await server.call(
    periodReports.make,
    { projectId, type: 'day', day: '2025-04-10', formats: ['csv'], language: 'en' },
    token,
  );
  await work();
  const { id } = body.report;
  await step('submit', id);
  await work();
  assert.equal((await step('approve', id)).body.review.state, 'approved');
  return id;
}

test('killed while it is released, a report is released once; killed after that, it is not released again', async () => {
  const reportId = await approved();
  await step('release', reportId);
  assert.equal((await step('release', reportId)).body.error, 'reportWriting', 'one at a time');
  const taskId = await taskOf(reportId);
  // As a process leaves it that died in the middle.
  await db
    .updateTable('task')
    .set({ state: 'running', started_at: server.clock.now() })
    .where('id', '=', taskId)
    .execute();
  await work();
  const { state, code } = await review(reportId);
  assert.equal(state, 'released');
  const before = await files(reportId);
  assert.deepEqual(
    before.map(({ format }) => format),
    ['csv', 'digests', 'source'],
  );
  // As one leaves it that died between the seal and the end of its task.
  await db.updateTable('task').set({ state: 'running', finished_at: null }).where('id', '=', taskId).execute();
  await addWork(sqlOver(db), server.clock.now(), 'task', 'writeReport', [{ taskId }]);
  await work();
  assert.deepEqual([await seals(), await files(reportId)], [[{ number: 1, report_id: reportId }], before]);
  assert.equal((await review(reportId)).code, code);
  const messages = await db.selectFrom('work').select('id').where('name', '=', 'reportReleased').execute();
  assert.deepEqual(messages, [], 'it was told of, once');
});

test('cancelled or without what it was made of, a report stays approved with the files that it had', async () => {
  const reportId = await approved();
  const before = await files(reportId);
  await step('release', reportId);
  await server.call(tasks.cancel, { taskId: await taskOf(reportId) }, token);
  await work();
  const cancelled = await review(reportId);
  assert.deepEqual([cancelled.state, cancelled.writing, await files(reportId)], ['approved', false, before]);
  await db.deleteFrom('report_file').where('report_id', '=', reportId).where('format', '=', 'source').execute();
  await step('release', reportId);
  const taskId = await taskOf(reportId);
  await work();
  const { task } = (await server.call(tasks.get, { taskId }, token)).body;
  assert.deepEqual([task.state, task.error], ['failed', 'reportSourceGone']);
  const failed = await review(reportId);
  assert.deepEqual([failed.state, failed.writing, (await seals()).length], ['approved', false, 1]);
});
