/**
 * What a cumulative change counts from, everywhere the same: curves short and long, the table, the trace, limits and
 * back-tests. A node of a chain counts from its initial shape where no initial value is set; any other field counts from
 * nothing until it has one; a new zero takes the place of either.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { stats } from '@plumbline/contract/overview/stats';
import { charts } from '@plumbline/contract/points/charts';
import { points } from '@plumbline/contract/points/points';
import { thresholds } from '@plumbline/contract/points/thresholds';
import { corrections } from '@plumbline/contract/readings/corrections';
import { history } from '@plumbline/contract/readings/history';
import { imports } from '@plumbline/contract/readings/imports';
import { readings } from '@plumbline/contract/readings/readings';
import { rule, settled } from './judging.fixtures.ts';
import { makePoint } from './series.ts';
import { openWorlds } from './worlds.ts';

const [server, world] = await openWorlds(['One change']);
const token = world.admin.token;
const { projectId } = world;
const startMs = server.clock.now().getTime() - 3_600_000;
const at = (minute: number) => new Date(startMs + minute * 60_000).toISOString();
const span = { from: at(-600), to: at(60) };
const reason = 'The survey of spring';

const ok = async <T>(answer: Promise<{ status: number; body: T }>): Promise<T> => {
  const { status, body } = await answer;
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const enter = (pointId: number, minute: number, values: Record<string, number>) =>
  ok(server.call(imports.enter, { pointId, at: at(minute), values, reason }, token));

/** The newest cumulative change of a field as every answer gives it; alerts are those that an upper limit of 3 raised. */
async function answers(pointId: number, field: string, place: number) {
  const query = { pointIds: [pointId], fields: [field], quantity: 'cumulative' as const, ...span };
  const narrow = await ok(server.call(readings.query, query, token));
  const wide = await ok(server.call(readings.query, { ...query, width: 200 }, token));
  const table = await ok(server.call(readings.pagination, { pointId, ...span, order: 'newest', pageSize: 1 }, token));
  const row = elementAt(table.rows, 0);
  const { trace } = await ok(server.call(history.trace, { pointId, field, at: row.at }, token));
  const tested = await ok(
    server.call(alerts.backTest, { pointId, from: span.from, to: span.to, thresholds: [limitOn(field)] }, token),
  );
  const counted = trace.steps.find((step) => step.kind === 'cumulative');
  const listed = await ok(server.call(alerts.ofProject, { projectId, pointId }, token));
  return {
    curve: elementAt(narrow.series, 0).values.at(-1),
    wideCurve: elementAt(wide.series, 0).values.at(-1),
    table: row.cumulative[place],
    trace: counted?.value,
    backTested: elementAt(tested.rules, 0).raised[0] > 0,
    judged: listed.alerts.some((alert) => alert.field === field),
  };
}
const limitOn = (field: string) => rule({ field, kind: 'cumulative', levels: [3, null, null, null] });

test('a node of a chain without an initial value counts from its initial shape, for limits too', async () => {
  const chain = { family: 'deepDisplacement', type: 2, mode: 0, node_count: 2, main_index: 0 } as const;
  const pointId = await makePoint(server, world, 'ADM-1', chain);
  await ok(server.call(thresholds.setThresholds, { pointId, thresholds: [limitOn('x1')] }, token));
  await settled(server);
  await enter(pointId, 0, { maxX: 2, maxY: 1, x1: 2, y1: 1, x2: 1, y2: 1 });
  await enter(pointId, 5, { maxX: 4, maxY: 1, x1: 4, y1: 1, x2: 1, y2: 1 });
  await settled(server);
  const counted = { curve: 4, wideCurve: 4, table: 4, trace: 4, backTested: true, judged: true };
  assert.deepEqual(await answers(pointId, 'x1', 2), counted);
});

test('any other field counts from nothing until it has an initial value, and is near no limit', async () => {
  const pointId = await makePoint(server, world, 'CRACK-1', { family: 'crack', type: 2, mode: 0 });
  await ok(server.call(thresholds.setThresholds, { pointId, thresholds: [limitOn('opening')] }, token));
  await settled(server);
  await enter(pointId, 0, { opening: 4 });
  await settled(server);
  const none = { curve: null, wideCurve: null, table: null, trace: null, backTested: false, judged: false };
  assert.deepEqual(await answers(pointId, 'opening', 0), none);
  const isWatched = async () =>
    (await ok(server.call(stats.watched, { projectId, limit: 20 }, token))).points.some(
      (each) => each.pointId === pointId,
    );
  assert.equal(await isWatched(), false);
  await ok(server.call(points.update, { pointId, initialValues: { opening: 0.5 }, reason }, token));
  await settled(server);
  assert.deepEqual(
    { ...(await answers(pointId, 'opening', 0)), judged: null },
    {
      curve: 3.5,
      wideCurve: 3.5,
      table: 3.5,
      trace: 3.5,
      backTested: true,
      judged: null,
    },
  );
  assert.equal(await isWatched(), true);
});

test('pages are told what counts now: the newest zero in force, else the initial value', async () => {
  const pointId = await makePoint(server, world, 'ZERO-1', { type: 2, mode: 0, initial_values: '{"temperature": 1}' });
  const { customChart } = await ok(
    server.call(
      charts.createCustomChart,
      { projectId, name: 'Zeroes', series: [{ pointId, field: 'temperature' }] } as never,
      token,
    ),
  );
  const counted = async () => {
    const { measuringPoint } = await ok(server.call(points.get, { pointId }, token));
    const drawn = await ok(server.call(charts.customChart, { projectId, customChartId: customChart.id }, token));
    assert.deepEqual(elementAt(drawn.points, 0).countsFrom, measuringPoint.countsFrom);
    assert.deepEqual(measuringPoint.initialValues, { temperature: 1 });
    return measuringPoint.countsFrom;
  };
  assert.deepEqual(await counted(), { temperature: 1 });
  const zero = (startAt: string, endAt: string | null, temperature: number) =>
    ok(server.call(corrections.createInitshift, { pointId, startAt, endAt, initials: { temperature }, reason }, token));
  await zero(at(0), at(10), 5);
  assert.deepEqual(await counted(), { temperature: 1 }, 'one that is over');
  await zero(at(20), null, 7);
  assert.deepEqual(await counted(), { temperature: 7 });
  await zero(at(30), null, 9);
  assert.deepEqual(await counted(), { temperature: 9 }, 'the newest');
});
