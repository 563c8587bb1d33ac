/** A released report that anybody verifies by its code: of a project that goes, with a seal or readings that are not those of then. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { periodReports } from '@plumbline/contract/reports/period-reports';
import { reportReleases } from '@plumbline/contract/reports/releases';
import { reportVerification } from '@plumbline/contract/reports/verification';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['North'], {}, '2025-04-15T06:00:00Z');
const { projectId } = world;
const { pool } = server.database;
await setTimeZone(server, projectId, 'UTC');
const approver = await makeAccount(server, 'Normal', world.corporationId, 'approver');
await makeMember(server, projectId, approver.id, 'Manager');
const pointId = await makePoint(server, world, 'R-1', { family: 'crack', type: 2, mode: 0, interval_seconds: 3600 });
const beginsMs = Date.parse('2025-03-02T00:00:00Z');
await seal(
  server,
  pointId,
  Array.from({ length: 24 }, (_, i) => ({ at: beginsMs + i * hourMs, values: [i, 20], raw: {} })),
);

async function released(): Promise<{ reportId: number; code: string }> {
  const choice = {
    projectId,
    type: 'month' as const,
    day: '2025-03-10',
    formats: ['csv' as const],
    language: 'en' as const,
  };
  const { body } = await server.call(periodReports.make, choice, world.admin.token);
  await server.work!.settle();
  const reportId = body.report.id;
  for (const [step, token] of [
    ['submit', world.admin.token],
    ['approve', approver.token],
    ['release', world.admin.token],
  ] as const) {
    const answer = await server.call(reportReleases[step], { projectId, reportId }, token);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    await server.work!.settle();
  }
  const { review } = (await server.call(reportReleases.get, { projectId, reportId }, world.admin.token)).body;
  assert.ok(review.code, JSON.stringify(review));
  return { reportId, code: review.code };
}
const { reportId, code } = await released();
const verify = () => server.call(reportVerification.open, { code });
const compare = () => server.call(reportVerification.readings, { code });
/** Readings are compared once in ten minutes. */
const later = () => server.clock.advance(11 * 60_000);

test('the code of a report says nothing any more once its project is being deleted', async () => {
  const { status, body } = await verify();
  assert.deepEqual([status, body.intact, body.firstDay], [200, true, '2025-03-01']);
  const setDeleting = (at: Date | null) =>
    server.db.updateTable('project').set({ deleting_at: at }).where('id', '=', projectId).execute();
  await setDeleting(server.clock.now());
  assert.deepEqual([(await verify()).status, (await compare()).status], [404, 404]);
  await setDeleting(null);
  assert.equal((await verify()).status, 200);
});

test('a comparison that fails ends: the next one is made, and says what it finds', async () => {
  const { rows } = await pool.query(
    `SELECT file_id AS id FROM report_file WHERE report_id = $1 AND format = 'digests'`,
    [reportId],
  );
  assert.equal(rows.length, 1, 'what was sealed of the readings');
  const rename = async (from: string, to: string) => {
    await pool.query('ALTER TABLE report_file DISABLE TRIGGER USER');
    await pool.query('UPDATE report_file SET format = $3 WHERE report_id = $1 AND format = $2', [reportId, from, to]);
    await pool.query('ALTER TABLE report_file ENABLE TRIGGER USER');
  };
  await rename('digests', 'lost');
  for (let times = 0; times < 2; times++) {
    const { status, body } = await compare();
    assert.deepEqual([status, body.error], [503, 'unavailable'], `${times}`);
  }
  await rename('lost', 'digests');
  const { status, body } = await compare();
  assert.deepEqual([status, body.unchanged, body.fields], [200, true, 1], JSON.stringify(body));
});

test('the first reading after the period is no change of it', async () => {
  later();
  await seal(server, pointId, [{ at: Date.parse('2025-04-01T00:00:00Z'), values: [50, 20], raw: {} }]);
  const { body } = await compare();
  assert.deepEqual([body.unchanged, body.changed], [true, 0]);
});

test('a value that is another one than was sealed is found, and what was compared is said again for ten minutes', async () => {
  later();
  const { at } = (await compare()).body;
  server.clock.advance(5 * 60_000);
  assert.equal((await compare()).body.at, at);
  await server.db.deleteFrom('segment').where('point_id', '=', pointId).execute();
  await seal(server, pointId, [{ at: beginsMs, values: [99, 20], raw: {} }]);
  assert.equal((await compare()).body.unchanged, true, 'compared five minutes ago');
  later();
  const { body } = await compare();
  assert.deepEqual([body.unchanged, body.changed, body.points], [false, 1, null]);
});

test('a seal that was written anew is not intact', async () => {
  const rewrite = async (from: string, to: string) => {
    await pool.query('ALTER TABLE report_seal DISABLE TRIGGER sealed');
    await pool.query('UPDATE report_seal SET body = replace(body, $2, $3) WHERE report_id = $1', [reportId, from, to]);
    await pool.query('ALTER TABLE report_seal ENABLE TRIGGER sealed');
  };
  await rewrite('"firstDay":"2025-03-01"', '"firstDay":"2025-02-01"');
  const { body } = await verify();
  assert.deepEqual([body.firstDay, body.intact], ['2025-02-01', false]);
  await rewrite('"firstDay":"2025-02-01"', '"firstDay":"2025-03-01"');
  assert.equal((await verify()).body.intact, true);
});

test('who released it and which points have changed is shown where the project shows it', async () => {
  const shows = async (setting: object) => {
    const { status } = await server.call(reportReleases.setApproval, { projectId, ...setting }, world.admin.token);
    assert.equal(status, 200);
    return [(await verify()).body.releasedBy, (await compare()).body.points];
  };
  assert.deepEqual(await shows({ showsReleasedBy: true, showsPoints: true }), ['North.admin', ['R-1']]);
  assert.deepEqual(await shows({ showsReleasedBy: false, showsPoints: false }), [null, null]);
});
