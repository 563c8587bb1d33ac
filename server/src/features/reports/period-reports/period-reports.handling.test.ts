/** What a report says of how alerts were handled: the figures of the analytics page, in words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { alertAnalytics } from '@plumbline/contract/alerts/analytics';
import { periodReports } from '@plumbline/contract/reports/period-reports';
import { formatSpan } from '@plumbline/science/display/span';
import { readXlsx } from 'hucre/xlsx';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Handling'], {}, '2026-03-10T00:00:00Z');
const { projectId } = world;
const token = () => server.tokenFor(world.admin.id);

test('reaction, settling and what waits stand in the report as on the screen', async () => {
  const { id: _, ...like } = await server.db
    .selectFrom('alert')
    .selectAll()
    .where('id', '=', world.alertId)
    .executeTakeFirstOrThrow();
  const past = { raised_at: new Date('2026-01-01') };
  await server.db.updateTable('alert').set(past).where('id', '=', world.alertId).execute();
  const raised = { ...like, status: 'Pending', settled_at: null, raised_at: server.clock.now() };
  const made = await server.db
    .insertInto('alert')
    .values([raised, raised] as never)
    .returning('id')
    .execute();
  server.clock.advance(95 * 60_000);
  await server.call(alerts.setStatus, { alertId: made[0]!.id, status: 'FalseAlarm' }, await token());
  const { body } = await server.call(
    periodReports.make,
    { projectId, type: 'day', day: '2026-03-10', formats: ['xlsx'], language: 'en' },
    await token(),
  );
  await server.work!.settle();
  const response = await fetch(`${server.url}/api/projects/${projectId}/reports/${body.report.id}/files/xlsx`, {
    headers: { authorization: `Bearer ${await token()}` },
  });
  const book = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  const sentences = book.sheets[0]!.rows.flatMap(([name, words]) => (name === 'Alerts' ? [String(words)] : []));
  const span = { from: '2026-03-10T00:00:00Z', to: '2026-03-11T00:00:00Z' };
  const { all } = (await server.call(alertAnalytics.ofProject, { projectId, ...span }, await token())).body;
  assert.deepEqual([all.raised, all.reactionMedianSeconds], [2, 95 * 60]);
  const reaction = formatSpan(all.reactionMedianSeconds ?? 0);
  assert.equal(reaction, '1 hr 35 min');
  assert.deepEqual(sentences.slice(0, 3), [
    'Raised in the period: 2.',
    `Reaction time: ${reaction} (median); nine out of ten within ${reaction}.`,
    `Settled: 1, after ${reaction} (median), including false alarms: 1.`,
  ]);
  assert.match(sentences[3] ?? '', /^Awaiting reaction when this report was made: \d, the oldest raised on 20/);
});
