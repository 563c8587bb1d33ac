/** Reports that are made by themselves: once for each period, over changes of clocks, days of downtime and switching off. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { periodReports } from '@plumbline/contract/reports/period-reports';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';

const [server, world, other] = await openWorlds(['Schedules', 'Other'], {}, '2025-03-28T12:00:00Z');
const { projectId } = world;
await setTimeZone(server, projectId, 'Europe/Berlin');

// A new session each time: the clock moves on by weeks.
const token = () => server.tokenFor(world.admin.id);
type CreateInput = InputOf<typeof periodReports.createSchedule.input>;
const create = async (input: Partial<CreateInput> = {}, as?: string) =>
  (
    await server.call(
      periodReports.createSchedule,
      { projectId, type: 'day', formats: ['csv'], language: 'en', ...input },
      as ?? (await token()),
    )
  ).body;
const list = async () =>
  (await server.call(periodReports.list, { projectId, pageSize: 200 }, await token())).body.reports;
const schedules = async () => (await server.call(periodReports.schedules, { projectId }, await token())).body.schedules;
const goTo = (iso: string) => server.clock.advance(Date.parse(iso) - server.clock.now().getTime());
/** Both processes of a cluster come at the same time. */
async function tick(): Promise<void> {
  await Promise.all([server.tick('make-due-reports'), server.tick('make-due-reports')]);
  await server.work!.settle();
}
const days = async () => (await list()).map(({ type, firstDay }) => `${type} ${firstDay}`).sort();

test('a schedule begins with the present period, once for each kind', async () => {
  const { schedule } = await create();
  assert.deepEqual(
    [schedule.nextFirstDay, schedule.nextLastDay, schedule.nextAt, schedule.enabled],
    ['2025-03-28', '2025-03-28', '2025-03-28T23:30:00.000Z', true],
  );
  assert.equal((await create()).error, 'nameTaken');
  const { schedule: monthly } = await create({ type: 'month' });
  assert.deepEqual([monthly.nextFirstDay, monthly.nextLastDay], ['2025-03-01', '2025-03-31']);
  const guest = await makeAccount(server, 'Normal', world.corporationId, 'schedules.guest');
  await makeMember(server, projectId, guest.id, 'Guest');
  assert.equal((await create({ type: 'year' }, guest.token)).error, 'notAllowed');
  const elsewhere = await server.call(
    periodReports.removeSchedule,
    { projectId: other.projectId, scheduleId: schedule.id },
    other.admin.token,
  );
  assert.equal(elsewhere.body.error, 'notFound');
});

test('a report is made half an hour after its period is over, and once', async () => {
  goTo('2025-03-28T23:29:00Z');
  await tick();
  assert.deepEqual(await days(), []);
  goTo('2025-03-28T23:30:00Z');
  await tick();
  await tick();
  const [report] = await list();
  assert.deepEqual(await days(), ['day 2025-03-28']);
  assert.deepEqual(
    [report!.status, report!.scheduled, report!.byName, report!.files.map(({ format }) => format)],
    ['Done', true, 'Schedules.admin', ['csv']],
  );
  await server.call(periodReports.remove, { projectId, reportId: report!.id }, await token());
  await tick();
  assert.deepEqual(await days(), [], 'deleted, it is not made again');
});

test('days of downtime over a change of clocks and the end of a month are made up for, each once', async () => {
  goTo('2025-04-02T08:00:00Z');
  await tick();
  await tick();
  assert.deepEqual(await days(), [
    'day 2025-03-29',
    'day 2025-03-30',
    'day 2025-03-31',
    'day 2025-04-01',
    'month 2025-03-01',
  ]);
  const short = (await list()).find(({ firstDay }) => firstDay === '2025-03-30')!;
  assert.deepEqual([short.from, short.to], ['2025-03-29T23:00:00.000Z', '2025-03-30T22:00:00.000Z']);
  const [daily, monthly] = await schedules();
  assert.deepEqual([daily!.nextFirstDay, monthly!.nextFirstDay], ['2025-04-02', '2025-04-01']);
});

test('off, nothing is made; on again, it goes on with the present period', async () => {
  const [daily, monthly] = await schedules();
  const set = async (enabled: boolean) =>
    (await server.call(periodReports.updateSchedule, { projectId, scheduleId: daily!.id, enabled }, await token())).body
      .schedule;
  assert.equal((await set(false)).enabled, false);
  goTo('2025-04-06T08:00:00Z');
  await tick();
  assert.equal((await list()).length, 5);
  assert.equal((await set(true)).nextFirstDay, '2025-04-06');
  goTo('2025-04-07T08:00:00Z');
  await tick();
  assert.deepEqual((await days()).slice(4), ['day 2025-04-06', 'month 2025-03-01']);

  const removed = await server.call(
    periodReports.removeSchedule,
    { projectId, scheduleId: monthly!.id },
    await token(),
  );
  assert.equal(removed.status, 200);
  const monthlyReport = (await list()).find(({ type }) => type === 'month')!;
  assert.deepEqual([monthlyReport.status, monthlyReport.scheduled], ['Done', false], 'its reports stay');
});

test('a schedule that fails keeps none of the others from being made', async () => {
  const [first] = await schedules();
  const { schedule: later } = await create({ type: 'day', language: 'zh-CN' });
  assert.ok(first!.id < later.id, 'the one that fails comes first');
  const setNextDay = (next_day: string) =>
    server.db.updateTable('report_schedule').set({ next_day }).where('id', '=', first!.id).execute();
  await setNextDay('no day');
  goTo('2025-04-08T08:00:00Z');
  const before = (await list()).length;
  await assert.rejects(server.tick('make-due-reports'), 'that one fails is not passed over in silence');
  await server.work!.settle();
  assert.equal((await list()).length, before + 1);
  await setNextDay('2025-04-08');
  await server.call(periodReports.removeSchedule, { projectId, scheduleId: later.id }, await token());
});

test('after months, only what would not have expired yet is made; an archived project makes none', async () => {
  goTo('2025-07-01T08:00:00Z');
  await tick();
  const made = (await days()).filter((each) => each > 'day 2025-05');
  assert.deepEqual([made.length, made[0], made.at(-1)], [30, 'day 2025-06-01', 'day 2025-06-30']);
  const archive = (at: Date | null) =>
    server.db.updateTable('project').set({ archived_at: at }).where('id', '=', projectId).execute();
  await archive(server.clock.now());
  goTo('2025-07-03T08:00:00Z');
  await tick();
  assert.equal((await days()).filter((each) => each > 'day 2025-05').length, 30);
});

test('a week of downtime over the long night of autumn is made up for, each day once, and weeks are whole', async () => {
  goTo('2025-10-22T08:00:00Z');
  const elsewhere = other.projectId;
  await setTimeZone(server, elsewhere, 'Europe/Berlin');
  await server.db.deleteFrom('report_schedule').execute();
  for (const type of ['day', 'week'] as const) {
    const { status } = await server.call(
      periodReports.createSchedule,
      { projectId: elsewhere, type, formats: ['csv'], language: 'en' },
      await server.tokenFor(other.admin.id),
    );
    assert.equal(status, 200);
  }
  // Nothing ran from the twenty-second to the second of November: a clock was put back on the twenty-sixth.
  goTo('2025-11-02T08:00:00Z');
  await tick();
  await tick();
  const input = { projectId: elsewhere, pageSize: 200 };
  const { reports } = (await server.call(periodReports.list, input, await server.tokenFor(other.admin.id))).body;
  const firstDays = (type: string) =>
    reports
      .filter((each) => each.type === type)
      .map(({ firstDay }) => firstDay)
      .sort();
  const made = firstDays('day');
  assert.deepEqual([made.length, new Set(made).size, made[0], made.at(-1)], [11, 11, '2025-10-22', '2025-11-01']);
  assert.deepEqual(firstDays('week'), ['2025-10-20']);
  const long = reports.find(({ type, firstDay }) => type === 'day' && firstDay === '2025-10-26')!;
  assert.equal(Date.parse(long.to) - Date.parse(long.from), 25 * 3_600_000);
});
