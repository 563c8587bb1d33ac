/** Reports of events: which days they are of, what they say of their alert, and that they keep it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { type PeriodReport, periodReports } from '@plumbline/contract/reports/period-reports';
import { readXlsx } from 'hucre/xlsx';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';

const [server, world, other] = await openWorlds(['Events', 'Elsewhere'], {}, '2025-04-15T06:00:00Z');
const token = world.admin.token;
const { projectId } = world;
await setTimeZone(server, projectId, 'Europe/Berlin');
const raisedAt = new Date('2025-03-29T23:30:00Z');
const pointId = await makePoint(server, world, 'C-1', { family: 'crack', type: 2, mode: 0, interval_seconds: 3600 });
await seal(
  server,
  pointId,
  Array.from({ length: 60 }, (_, i) => ({ at: raisedAt.getTime() + (i - 12) * hourMs, values: [i, 20] })),
);

async function alertOf(releasedAt: Date | null, at = raisedAt, of = world): Promise<number> {
  const { id } = await server.db
    .insertInto('alert')
    .values({
      project_id: of.projectId,
      structure_id: of.structureId,
      point_id: of === world ? pointId : of.pointId,
      threshold_id: null,
      field: 'opening',
      kind: 'value',
      measure: 'value',
      unit: 'mm',
      level: 3,
      value: 7.125,
      threshold: 7,
      levels: [5, 6, 7, 8],
      reading_at: at,
      received_at: at,
      raised_at: at,
      last_value: 7.125,
      last_at: at,
      released_at: releasedAt,
      settled_at: null,
      settled_by: null,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
async function make(more: object): Promise<{ report: PeriodReport; error?: string }> {
  const input = { projectId, type: 'event', formats: ['xlsx'], language: 'en', ...more };
  return (await server.call(periodReports.make, input as never, token)).body as never;
}

test('a report of an event is of the days around its alert, and says what it was after the alert is gone', async () => {
  const alertId = await alertOf(new Date('2025-03-31T10:00:00Z'));
  const { report } = await make({ alertId });
  // Raised half an hour before midnight of UTC, which is the 30th in Berlin, where the clock goes forward that night.
  assert.deepEqual([report.firstDay, report.lastDay, report.type], ['2025-03-29', '2025-04-01', 'event']);
  assert.deepEqual(report.event, {
    alertId,
    at: raisedAt.toISOString(),
    over: '2025-03-31T10:00:00.000Z',
    point: 'C-1',
    structure: 'Main dam',
    level: 3,
  });
  await server.work!.settle();
  await server.db.deleteFrom('alert').where('id', '=', alertId).execute();
  const [done] = (await server.call(periodReports.list, { projectId, type: 'event' }, token)).body.reports;
  assert.deepEqual([done?.status, done?.event?.point], ['Done', 'C-1']);
  const response = await fetch(`${server.url}/api/projects/${projectId}/reports/${report.id}/files/xlsx`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const book = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  const facts = new Map(book.sheets[0]!.rows.map(([name, value]) => [name, value]));
  assert.equal(facts.get('Event'), 'Main dam: C-1, Orange, 2025-03-30 00:30');
  assert.equal(facts.get('Below the level since'), '2025-03-31 12:00');
});

test('one that is not over ends today; an alert of elsewhere, none, or one that is too long ago is refused', async () => {
  const open = (await make({ alertId: await alertOf(null) })).report;
  assert.deepEqual([open.firstDay, open.lastDay, open.event?.over], ['2025-03-29', '2025-04-15', null]);
  assert.equal((await make({ alertId: await alertOf(null, raisedAt, other) })).error, 'notFound');
  assert.equal((await make({ alertId: 999_999 })).error, 'notFound');
  assert.equal((await make({ alertId: await alertOf(null, new Date('2023-01-01T00:00:00Z')) })).error, 'spanExceeded');
  assert.equal((await make({})).error, 'badInput');
  assert.equal((await make({ type: 'day', day: '2025-03-30', alertId: 1 })).error, 'badInput');
  assert.equal((await make({ type: 'day' })).error, 'badInput');
  await server.work!.settle();
});
