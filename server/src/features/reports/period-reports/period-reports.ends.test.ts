/** How the making of a report ends: cancelled, killed and begun again, failed. Its worker starts when the tests say so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hash } from '@node-rs/argon2';
import { tasks } from '@plumbline/contract/platform/tasks';
import { type PeriodReport, periodReports } from '@plumbline/contract/reports/period-reports';
import { projects } from '@plumbline/contract/site/projects';
import { sql } from 'kysely';
import { startServer } from '../../../../test/harness.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { addWork } from '../../../kernel/work.rows.ts';

const start = '2025-04-15T06:00:00Z';
const [server, world, crowded] = await openWorlds(['Ends', 'Crowded'], { ROLES: 'web' }, start);
const { token } = world.admin;
const { projectId } = world;
const { db } = server;

/** Works through what waits, as another process would, and ends. */
async function work(): Promise<void> {
  const worker = await startServer({ DATABASE_URL: server.config.databaseUrl, DATA_DIR: server.config.dataDir }, start);
  await worker.work!.settle();
  await worker.close();
}

async function make(of = world): Promise<PeriodReport> {
  const { body } = await server.call(
    periodReports.make,
    { projectId: of.projectId, type: 'month', day: '2025-03-10', formats: ['pdf', 'csv'], language: 'en' },
    of.admin.token,
  );
  assert.equal(body.error, undefined, JSON.stringify(body));
  return body.report;
}
const reports = async (of = world) =>
  (await server.call(periodReports.list, { projectId: of.projectId }, of.admin.token)).body.reports;
const taskOf = async ({ taskId }: PeriodReport, as = token) =>
  (await server.call(tasks.get, { taskId: taskId! }, as)).body.task;
const files = () => db.selectFrom('report_file').selectAll().orderBy('file_id').execute();

const pointId = await makePoint(server, world, 'C-1', {
  family: 'crack',
  type: 2,
  mode: 0,
  created_at: new Date('2025-01-01'),
});
await seal(server, pointId, [{ at: Date.parse('2025-03-05T00:00:00Z'), values: [1, 2], raw: {} }]);

test('a report that waits cannot be downloaded or deleted; cancelled, it leaves nothing', async () => {
  const report = await make();
  assert.deepEqual([report.status, report.files, report.points], ['Pending', [], null]);
  const busy = await server.call(periodReports.remove, { projectId, reportId: report.id }, token);
  assert.deepEqual([busy.body.error, busy.body.detail], ['reportBusy', { taskId: report.taskId }]);
  const response = await fetch(`${server.url}/api/projects/${projectId}/reports/${report.id}/files/csv`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(response.status, 404);
  await server.call(tasks.cancel, { taskId: report.taskId! }, token);
  await work();
  assert.equal((await taskOf(report)).state, 'cancelled');
  assert.deepEqual([await reports(), await files()], [[], []]);
});

test('killed while it is made, a report is made once; killed after that, it is not made again', async () => {
  const report = await make();
  // As a process leaves it that died in the middle.
  await db
    .updateTable('task')
    .set({ state: 'running', started_at: server.clock.now() })
    .where('id', '=', report.taskId!)
    .execute();
  await work();
  const [done] = await reports();
  assert.deepEqual([done!.status, done!.files.map(({ format }) => format)], ['Done', ['pdf', 'csv']]);
  const before = await files();
  // Two to be downloaded, and what they were written of.
  assert.equal(before.length, 3);
  // As one leaves it that died between its files and the end of its task.
  await db.updateTable('task').set({ state: 'running', finished_at: null }).where('id', '=', report.taskId!).execute();
  await addWork(sqlOver(db), server.clock.now(), 'task', 'makeReport', [{ taskId: report.taskId }]);
  await work();
  assert.equal((await taskOf(report)).state, 'done');
  assert.deepEqual(await files(), before);
});

test('a report that cannot be made says why, and can be deleted', async () => {
  await sql`INSERT INTO point (project_id, structure_id, name, family, mode, created_at)
    SELECT ${crowded.projectId}, ${crowded.structureId}, 'P-' || n, 'crack', 4, now() FROM generate_series(1, 2000) n`.execute(
    db,
  );
  const report = await make(crowded);
  await work();
  const [failed] = await reports(crowded);
  assert.deepEqual(
    [failed!.status, failed!.error, failed!.errorDetail, failed!.files],
    ['Error', 'reportTooLarge', { fault: 'points', points: 2001, maxPoints: 2000 }, []],
  );
  assert.equal((await taskOf(report, crowded.admin.token)).state, 'failed');
  const removed = await server.call(
    periodReports.remove,
    { projectId: crowded.projectId, reportId: report.id },
    crowded.admin.token,
  );
  assert.equal(removed.status, 200);
  assert.deepEqual(await reports(crowded), []);
  const stored = await db.selectFrom('stored_file').select('id').orderBy('id').execute();
  assert.deepEqual(
    stored.map(({ id }) => id),
    (await files()).map(({ file_id }) => file_id),
    'no file is left over',
  );
});

test('with its project a report and its files are gone', async () => {
  await make();
  await work();
  assert.equal((await files()).length, 6);
  const password_hash = await hash('Right-9-pass', { memoryCost: 1024, timeCost: 1 });
  await db.updateTable('account').set({ password_hash }).where('id', '=', world.admin.id).execute();
  const removed = await server.call(projects.remove, { projectId, password: 'Right-9-pass' }, token);
  assert.equal(removed.status, 200, JSON.stringify(removed.body));
  await work();
  assert.deepEqual(await db.selectFrom('project').select('id').where('id', '=', projectId).execute(), []);
  assert.deepEqual([await files(), await db.selectFrom('stored_file').select('id').execute()], [[], []]);
});
