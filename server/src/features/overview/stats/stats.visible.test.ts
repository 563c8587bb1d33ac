/** What statistics leave out: devices that were hidden, snapshots, settled alerts, silent points, and whatever the caller may not see. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { stats } from '@plumbline/contract/overview/stats';
import { projects } from '@plumbline/contract/site/projects';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North']);
const { corporationId, projectId, structureId, pointId, admin } = north;
const member = await makeAccount(server, 'Normal', corporationId, 'visible.member');
await makeMember(server, projectId, member.id, 'Guest');
const now = () => server.clock.now();
const counted = async (token = admin.token) => (await server.call(stats.corporation, { lists: 'false' }, token)).body;

/** Another project of the corporation, which the member is not in. */
async function makeOther(): Promise<number> {
  const input = { corporationId, name: 'Elsewhere', address: '-' };
  return (await server.call(projects.create, input, admin.token)).body.project.id;
}
async function makeDevice(sncode: string): Promise<number> {
  const input = { corporationId, name: `Logger ${sncode}`, model: 'DTU', sncode };
  return (await server.call(devices.create, input, admin.token)).body.device.id;
}
async function makeState(of: number, value: number, at = new Date(now().getTime() - 60_000)) {
  await server.db
    .insertInto('point_state')
    .values({ point_id: of, at, received_at: at, values: [value], level: 0 })
    .execute();
  await server.db
    .insertInto('threshold')
    .values({
      point_id: of,
      field: 'temperature',
      kind: 'value',
      method: 'twoSided',
      levels: [30, 40, 50, 60],
      rate_levels: null,
    })
    .execute();
}

let snapshot = 0;
let silent = 0;
before(async () => {
  await makeState(pointId, 20);
  const at = { projectId, structureId };
  snapshot = await makePoint(server, at, 'T-1 (snapshot)', { archived_at: now() });
  await makeState(snapshot, 29);
  silent = await makePoint(server, at, 'T-9', { interval_seconds: 600 });
  await makeState(silent, 28, new Date(now().getTime() - 30 * dayMs));
});

test('a device that was hidden is neither counted nor silent', async () => {
  const { devices: deviceCount, silentOver24h } = await counted();
  const deviceId = await makeDevice('VISIBLE-1');
  await server.db
    .insertInto('device_state')
    .values({
      device_id: deviceId,
      last_seen_at: new Date(now().getTime() - 2 * dayMs),
      activated_at: null,
      signal_dbm: null,
      voltage_v: null,
      refused_at: null,
      refused_error: null,
      refused_detail: null,
    })
    .execute();
  const withOne = await counted();
  assert.deepEqual([withOne.devices, withOne.silentOver24h], [deviceCount + 1, silentOver24h + 1]);
  await server.call(devices.setHidden, { deviceId, hidden: true }, admin.token);
  const hidden = await counted();
  assert.deepEqual([hidden.devices, hidden.silentOver24h], [deviceCount, silentOver24h]);
});

test('an alert is open until there is a verdict, whichever it is', async () => {
  for (const [status, open] of [
    ['Pending', 1],
    ['Notice', 1],
    ['Confirm', 0],
    ['FalseAlarm', 0],
    ['Restore', 0],
  ] as const) {
    await server.db.updateTable('alert').set({ status }).where('id', '=', north.alertId).execute();
    const { openAlerts, projectsWithOpenAlerts, alertTotal } = await counted();
    assert.deepEqual(
      [openAlerts.reduce((sum, count) => sum + count, 0), projectsWithOpenAlerts, alertTotal],
      [open, open, 1],
      status,
    );
  }
});

test('a snapshot is no point: it is not counted, not watched, and its value is no newest one', async () => {
  assert.equal((await counted()).status.points, 2);
  const { points } = (await server.call(stats.watched, {}, admin.token)).body;
  assert.ok(points.every((point) => point.pointId !== snapshot));
  const { measurementValueList } = (await server.call(stats.measurementValue, {}, admin.token)).body;
  assert.deepEqual(
    measurementValueList.map((value) => value.pointId).toSorted((a, b) => a - b),
    [pointId, silent],
  );
});

test('a point that fell silent is not watched by the value it had then', async () => {
  const { points } = (await server.call(stats.watched, {}, admin.token)).body;
  assert.deepEqual(
    points.map((point) => point.pointId),
    [pointId],
  );
});

test('a member is told of the readings of their own projects alone', async () => {
  const day = now().toISOString().slice(0, 10);
  const rows = [
    { project_id: projectId, stored: 100 },
    { project_id: await makeOther(), stored: 7 },
  ];
  await server.db
    .insertInto('ingest_total')
    .values(rows.map((row) => ({ ...row, corporation_id: corporationId, day })))
    .execute();
  assert.deepEqual([(await counted()).readingsToday, (await counted(member.token)).readingsToday], [107, 100]);
});

test('a search names no device that feeds none of their projects, and no point that was withdrawn', async () => {
  const search = async (keyword: string, token: string) =>
    (await server.call(stats.search, { keyword }, token)).body.found.map(({ kind, id }) => [kind, id]);
  const deviceId = await makeDevice('ELSEWHERE-1');
  assert.deepEqual(await search('elsewhere-1', admin.token), [['device', deviceId]]);
  assert.deepEqual(await search('elsewhere-1', member.token), []);
  assert.deepEqual(await search(north.device.sncode, member.token), [['device', north.device.id]]);
  await makePoint(server, { projectId, structureId }, 'OLD-1', { deprecated_at: now() });
  assert.deepEqual(await search('OLD-1', admin.token), []);
});
