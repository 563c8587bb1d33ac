/** Vibration events against the limits of their points: from devices and files, deleted, imported later, and in back-tests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { notifications } from '@plumbline/contract/alerts/notifications';
import type { Threshold } from '@plumbline/contract/points/points';
import { thresholds as thresholdRoutes } from '@plumbline/contract/points/thresholds';
import { history } from '@plumbline/contract/readings/history';
import { waveforms } from '@plumbline/contract/views/waveforms';
import * as ground from '../../test/judging.fixtures.ts';
import { makePoint } from '../../test/series.ts';
import { openWorlds } from '../../test/worlds.ts';

const [server, world] = await openWorlds(['Events']);
const { token } = world.admin;
await server.db.deleteFrom('alert').execute();
const rateHz = 100;
const startMs = Date.parse('2026-03-10T00:00:00Z');
const iso = (minute: number) => new Date(startMs + minute * 60_000).toISOString();
/** One second that swings to an amplitude and back, without a mean. */
const swing = (amplitude: number): number[] =>
  Array.from({ length: rateHz }, (_, i) => Number((amplitude * Math.sin((2 * Math.PI * 5 * i) / rateHz)).toFixed(3)));
const limit = (field: string, more: Partial<Threshold> = {}) => ground.rule({ field, levels: [1, 2, 3, 4], ...more });

async function openPoint(name: string, ...rules: Threshold[]): Promise<number> {
  const pointId = await makePoint(server, world, name, { family: 'vibration', node_count: 0 });
  await setRules(pointId, ...rules);
  return pointId;
}
async function setRules(pointId: number, ...rules: Threshold[]) {
  const { status, body } = await server.call(thresholdRoutes.setThresholds, { pointId, thresholds: rules }, token);
  assert.equal(status, 200, JSON.stringify(body));
}
async function bring(pointId: number, minute: number, axes: Readonly<Record<string, number>>, unit = 'mm/s') {
  const names = Object.keys(axes);
  const columns = names.map((name) => swing(axes[name] ?? 0));
  const rows = Array.from({ length: rateHz }, (_, i) => columns.map((column) => column[i]).join(','));
  const text = [`start,${iso(minute)}`, `rate,${rateHz}`, `unit,${unit}`, names.join(','), ...rows, ''].join('\n');
  const form = new FormData();
  form.set('file', new File([text], 'event.csv', { type: 'text/csv' }));
  const answer = await fetch(`${server.url}/api/measuring-points/${pointId}/waveforms`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const body = (await answer.json()) as { waveform: { id: number } | null };
  assert.equal(answer.status, 200, JSON.stringify(body));
  await ground.settled(server);
  return body.waveform?.id ?? assert.fail();
}
const ofPoint = async (pointId: number) =>
  (await server.call(alerts.ofProject, { projectId: world.projectId, pointId }, token)).body.alerts.sort(
    (a, b) => a.id - b.id,
  );
const shown = async (pointId: number) =>
  (await ofPoint(pointId)).map(({ field, level, value, threshold, event, late, revised }) => [
    ...[field, level, value, threshold, event?.axis, late, revised],
  ]);
const levelOf = async (pointId: number) =>
  (await server.db.selectFrom('point_state').select('level').where('point_id', '=', pointId).executeTakeFirst())?.level;

test('the largest component of an event is judged by the limits of the peak, with its axis and time, and people are told', async () => {
  const pointId = await openPoint('VB-1', limit('peak'));
  const waveformId = await bring(pointId, 0, { x: 1.5, y: 0.4, z: 3.41 });
  const [alert] = await ofPoint(pointId);
  assert.deepEqual(await shown(pointId), [['peak', 3, 3.41, 3, 'z', false, null]]);
  assert.deepEqual(alert?.event, { waveformId, axis: 'z', frequencyHz: 5 });
  assert.deepEqual(
    [alert?.readingAt, alert?.releasedAt, alert?.unit, alert?.status],
    [iso(0), iso(1 / 60), 'mm/s', 'Pending'],
    'over with its recording, and open until somebody has looked',
  );
  const { body } = await server.call(notifications.latest, {}, token);
  assert.equal(body.notifications.filter(({ type }) => type === 'MeasuringAlert').length, 1);
  await bring(pointId, 0, { x: 1.5, y: 0.4, z: 3.41 });
  assert.equal((await ofPoint(pointId)).length, 1, 'sent again, nothing is raised again');
});

test('limits of an axis watch that axis; accelerations, rates and changes are not compared', async () => {
  const pointId = await openPoint(
    'VB-2',
    limit('peakX'),
    limit('peakZ', { method: 'twoSided', consecutive: 3 }),
    limit('peak', { kind: 'rate' }),
    limit('rms'),
  );
  await bring(pointId, 0, { x: 2, z: 4.5 });
  assert.deepEqual(await shown(pointId), [
    ['peakX', 2, 2, 2, 'x', false, null],
    ['peakZ', 4, 4.5, 4, 'z', false, null],
  ]);
  await bring(pointId, 1, { x: 0.99, y: 9 });
  await bring(pointId, 2, { x: 9000, z: 9000 }, 'mm/s2');
  assert.equal((await ofPoint(pointId)).length, 2);
});

test('an event that is brought later is late; a deleted one upholds no alert, brought again it raises one', async () => {
  const pointId = await openPoint('VB-3', limit('peak'));
  await bring(pointId, 60, { x: 0.2 });
  const waveformId = await bring(pointId, 0, { x: 1.2 });
  assert.deepEqual(await shown(pointId), [['peak', 1, 1.2, 1, 'x', true, null]]);
  assert.equal((await server.call(waveforms.remove, { pointId, waveformId }, token)).status, 200);
  await ground.settled(server);
  assert.deepEqual(await shown(pointId), [['peak', 1, 1.2, 1, 'x', true, 'noLonger']]);
  await bring(pointId, 0, { x: 2.2 });
  assert.deepEqual(await shown(pointId), [
    ['peak', 1, 1.2, 1, 'x', true, 'noLonger'],
    ['peak', 2, 2.2, 2, 'x', true, null],
  ]);
});

test('an event moves no rule, and limits that are set later judge what comes after them', async () => {
  const pointId = await openPoint('VB-4', limit('peak'));
  await bring(pointId, 0, { y: 3.5 });
  const before = await ofPoint(pointId);
  await setRules(pointId, limit('peak', { levels: [0.5, 1, 2, 3] }));
  await ground.settled(server);
  assert.deepEqual(await ofPoint(pointId), before);
  assert.equal(await levelOf(pointId), undefined, 'no record says where the point stands');
  await bring(pointId, 1, { y: 0.6 });
  assert.deepEqual(
    (await ofPoint(pointId)).map(({ level, revised }) => [level, revised]),
    [
      [3, null],
      [1, null],
    ],
  );
});

test('history that is judged again leaves the alerts of events as they are', async () => {
  const { pointId } = world;
  await setRules(pointId, ground.rule());
  await ground.send(server, world, [12, 1, 1], 0);
  await ground.settled(server);
  // As if the point of the world measured vibration: its rule has an alert of an event in the same span.
  const [alert] = await ofPoint(pointId);
  const { rows } = await server.database.pool.query<{ id: number }>(
    `INSERT INTO alert (project_id, structure_id, point_id, threshold_id, field, kind, measure, unit, level, value, threshold, levels,
       reading_at, received_at, raised_at, last_value, last_at, released_at, event)
     SELECT project_id, structure_id, point_id, threshold_id, field, kind, measure, unit, 4, 45, 40, levels,
       reading_at, received_at, raised_at, 45, last_at, reading_at, '{"waveformId": 1, "axis": "x", "frequencyHz": null}'
     FROM alert WHERE id = $1 RETURNING id`,
    [alert?.id],
  );
  await server.call(
    history.flag,
    { pointId, fields: ['temperature'], times: [ground.at(0)], quality: 'fail', reason: 'Knocked' },
    token,
  );
  await ground.settled(server);
  assert.deepEqual(
    (await ofPoint(pointId)).map(({ id, revised }) => [id === rows[0]?.id, revised]),
    [
      [false, 'noLonger'],
      [true, null],
    ],
  );
});

test('a back-test counts the events that live judging raised alerts for', async () => {
  const rule = limit('peak');
  const pointId = await openPoint('VB-5', rule);
  for (const [minute, peak] of [
    [0, 0.5],
    [10, 1.1],
    [5, 4.2],
    [20, 2.5],
  ] as const)
    await bring(pointId, minute, { x: peak, y: 0.1 });
  const live = (await ofPoint(pointId)).map(({ level, readingAt }) => [level, readingAt]);
  const span = { from: iso(-60), to: iso(60) };
  const { body } = await server.call(alerts.backTest, { pointId, thresholds: [rule], ...span }, token);
  assert.deepEqual(body.rules[0]?.raised, [1, 1, 0, 1]);
  assert.deepEqual(
    body.rules[0]?.episodes.map(({ level, from }) => [level, from]),
    live.toSorted(([, a], [, b]) => String(a).localeCompare(String(b))),
  );
  const many = { projectId: world.projectId, rows: [{ pointId, thresholds: [rule] }], ...span };
  const { points } = (await server.call(alerts.backTestMany, many, token)).body;
  assert.deepEqual(points[0]?.raised, [1, 1, 0, 1]);
});
