/**
 * One value of a point everywhere: every answer that gives the newest value of a point gives the same one, corrected,
 * whatever was done to corrections, settings and history since. What is missing here can show another.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { minuteMs } from '@plumbline/contract/kernel/durations';
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { LiveReading } from '@plumbline/contract/kernel/events';
import { stats } from '@plumbline/contract/overview/stats';
import { users } from '@plumbline/contract/people/users';
import { charts } from '@plumbline/contract/points/charts';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import { points } from '@plumbline/contract/points/points';
import { corrections } from '@plumbline/contract/readings/corrections';
import { history } from '@plumbline/contract/readings/history';
import { imports } from '@plumbline/contract/readings/imports';
import { readings } from '@plumbline/contract/readings/readings';
import { exports } from '@plumbline/contract/reports/exports';
import { projects } from '@plumbline/contract/site/projects';
import { io } from 'socket.io-client';
import { rule, setRules, settled } from './judging.fixtures.ts';
import { deliver, makePoint, seal } from './series.ts';
import { openWorlds, setTimeZone } from './worlds.ts';

const [server, world] = await openWorlds(['One value']);
const token = world.admin.token;
const { projectId } = world;
await setTimeZone(server, projectId, 'UTC');
const startMs = server.clock.now().getTime() - 60 * minuteMs;
const at = (minute: number) => new Date(startMs + minute * minuteMs).toISOString();
const span = { from: at(-600), to: at(600) };
const reason = 'The bracket was knocked';
const sensorThings = (await server.call(users.createToken, { name: 'GIS', expiresInDays: 30 }, token)).body.token;

const page = io(`${server.url}/notification`, {
  auth: { token },
  transports: ['websocket'],
  reconnection: false,
  forceNew: true,
});
after(() => page.close());
await new Promise<void>((resolve) => page.once('connect', () => resolve()));

interface Subject {
  readonly pointId: number;
  /** The field that lists show. */
  readonly main: string;
  readonly place: number;
  readonly characteristicId: number;
}

async function subject(name: string, pointId: number, family: FamilyCode, main: string) {
  const made = await server.call(
    charts.createCharacteristic,
    { projectId, name, family, formula: main, unit: 'u' },
    token,
  );
  assert.equal(made.status, 200, JSON.stringify(made.body));
  return {
    pointId,
    main,
    place: fieldsOf(family, 2).findIndex(({ key }) => key === main),
    characteristicId: made.body.characteristic.id,
  } satisfies Subject;
}

async function exported({ pointId, main }: Subject): Promise<number> {
  const response = await fetch(`${server.url}/api${exports.download.path.replace('{projectId}', String(projectId))}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ projectId, format: 'csv', pointIds: [pointId], fields: [main], ...span }),
  });
  const lines = (await response.text()).trimEnd().split('\r\n');
  return Number(elementAt(elementAt(lines, -1).split(','), -1));
}

async function observed({ pointId, main }: Subject): Promise<number> {
  const newest = `Datastreams('${pointId}-${main}')/Observations?$orderby=phenomenonTime desc&$top=1`;
  const headers = { authorization: `Bearer ${sensorThings}` };
  const response = await fetch(`${server.url}/api/sensorthings/v1.1/${newest}`, { headers });
  return elementAt(((await response.json()) as { value: { result: number }[] }).value, 0).result;
}

/** The newest value of the main field as every answer gives it. */
async function answers(of: Subject): Promise<Record<string, unknown>> {
  const { pointId, main, place } = of;
  const last = <T>(list: readonly T[]) => elementAt(list, -1);
  const tree = await ok(server.call(projects.tree, { projectId }, token));
  const rows = await ok(server.call(points.rows, { projectId }, token));
  const list = await ok(server.call(points.list, { projectId, pageSize: 100 }, token));
  const point = await ok(server.call(points.get, { pointId }, token));
  const latest = await ok(server.call(readings.latest, { pointIds: [pointId] }, token));
  const query = { pointIds: [pointId], fields: [main], ...span };
  const narrow = await ok(server.call(readings.query, query, token));
  const wide = await ok(server.call(readings.query, { ...query, width: 200 }, token));
  const table = await ok(server.call(readings.pagination, { pointId, ...span, order: 'newest', pageSize: 1 }, token));
  const statistics = await ok(server.call(readings.statistics, { pointId, field: main, ...span }, token));
  const computed = await ok(
    server.call(charts.characteristicValues, { projectId, characteristicId: of.characteristicId }, token),
  );
  const watched = await ok(server.call(stats.watched, { projectId, limit: 20 }, token));
  const eyed = watched.points.find((each) => each.pointId === pointId);
  assert.ok(eyed, 'the point is among those that are watched');
  return {
    tree: tree.nodes.find(({ id }) => id === `p${pointId}`)?.value,
    rows: rows.rows.find(({ id }) => id === pointId)?.value,
    list: list.measuringPoints.find(({ id }) => id === pointId)?.latest?.values[place],
    point: point.measuringPoint.latest?.values[place],
    latest: elementAt(latest.latest, 0).values[place],
    curve: last(elementAt(narrow.series, 0).values),
    wideCurve: last(elementAt(wide.series, 0).values),
    table: elementAt(table.rows, 0).values[place],
    statistics: statistics.statistics.last,
    characteristic: computed.values.find((each) => each.pointId === pointId)?.value,
    export: await exported(of),
    sensorThings: await observed(of),
    watched: eyed.value,
    watchedCurve: last(eyed.values),
  };
}

async function everywhere(of: Subject, expected: number, when: string) {
  const found = await answers(of);
  assert.deepEqual(found, Object.fromEntries(Object.keys(found).map((key) => [key, expected])), when);
}

/** Gives the point an upper rule, which puts it among those that are watched. */
const watch = (point_id: number, field: string, levels: (number | null)[], kind: 'value' | 'cumulative' = 'value') =>
  server.db
    .insertInto('threshold')
    .values({ point_id, field, kind, method: 'upper', levels, rate_levels: null })
    .execute();

/** Pages hear of the values when `act` stores a reading, and soon of the state; that of an act before may come in between. */
async function hears(pointId: number, values: readonly number[], value: number, act: () => Promise<unknown>) {
  const granted = await page.emitWithAck('SUBSCRIBE', { projectId, pointIds: [pointId] });
  assert.deepEqual(granted, { projectId, pointIds: [pointId] });
  const readings = new Promise<LiveReading[]>((resolve) => page.once('READINGS', resolve));
  const state = new Promise<void>((resolve) => {
    const listen = ({ points }: { points: { pointId: number; value: number }[] }) => {
      if (!points.some((each) => each.pointId === pointId && each.value === value)) return;
      page.off('POINT_STATES', listen);
      resolve();
    };
    page.on('POINT_STATES', listen);
  });
  await act();
  assert.deepEqual(elementAt(await readings, -1).values, values);
  await state;
}
const ok = async <T>(answer: Promise<{ status: number; body: T }>): Promise<T> => {
  const { status, body } = await answer;
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

test('a shift: added, changed, ended, undone, removed; after later, late and deleted readings; a formula changed', async () => {
  const { pointId } = world;
  await setRules(server, world, rule({ levels: [100, null, null, null] }));
  const of = await subject('Warmth', pointId, 'temperature', 'temperature');
  const send = (minute: number, temperature: number) =>
    deliver(server, world, [{ at: startMs + minute * minuteMs, temperature }]);
  await send(0, 10);
  await everywhere(of, 10, 'before any correction');
  const { correction } = await ok(
    server.call(
      corrections.createShift,
      { pointId, startAt: at(0), endAt: null, fixes: { temperature: 2.5 }, reason },
      token,
    ),
  );
  await everywhere(of, 7.5, 'added');
  const correctionId = correction.id;
  const change = (more: object) =>
    server.call(corrections.updateShift, { pointId, correctionId, reason, ...more }, token);
  await ok(change({ fixes: { temperature: 4 } }));
  await everywhere(of, 6, 'changed');
  await hears(pointId, [7], 7, () => send(5, 11));
  await everywhere(of, 7, 'after a later reading');
  await send(3, 50);
  await everywhere(of, 7, 'after a late reading');
  const ended = await ok(change({ endAt: at(5) }));
  await everywhere(of, 11, 'ended before the newest reading');
  await ok(server.call(history.undo, { pointId, changeId: ended.changeId }, token));
  await everywhere(of, 7, 'the end undone');
  const gone = await ok(server.call(history.delete, { pointIds: [pointId], times: [at(5)], reason }, token));
  await everywhere(of, 46, 'the newest reading deleted');
  await ok(server.call(history.undo, { pointId, changeId: gone.changeId as number }, token));
  await everywhere(of, 7, 'the deletion undone');
  const formula = { formulaType: 'CUSTOM_FORMULA' as const, customFormula: { temperature: 'temperature * 2' } };
  await ok(server.call(points.update, { pointId, ...formula, reason }, token));
  await settled(server);
  await everywhere(of, 18, 'computed again by another formula');
  await ok(server.call(corrections.removeShift, { pointId, correctionId, reason }, token));
  await everywhere(of, 22, 'removed');
});

test('the top of a chain: its largest movement follows the nodes; a base node follows its initial value', async () => {
  const chain = { family: 'deepDisplacement', type: 2, mode: 0, node_count: 2, main_index: 0 } as const;
  const pointId = await makePoint(server, world, 'ADM-1', chain);
  await watch(pointId, 'maxX', [100, null, null, null]);
  const of = await subject('Shape', pointId, 'deepDisplacement', 'maxX');
  const enter = (minute: number, x1: number, x2: number) =>
    ok(
      server.call(
        imports.enter,
        { pointId, at: at(minute), values: { maxX: x1, maxY: 1, x1, y1: 1, x2, y2: 1 }, reason },
        token,
      ),
    );
  await enter(0, 4, 2);
  await everywhere(of, 4, 'before any correction');
  const topshift = { pointId, startAt: at(0), endAt: null, fixes: { x: 10 }, reason };
  const top = (await ok(server.call(corrections.createTopshift, topshift, token))).correction;
  await everywhere(of, 14, 'a top added');
  await hears(pointId, [15, 1, 15, 1, 12, 1], 15, () => enter(5, 5, 2));
  await everywhere(of, 15, 'after a later reading');
  await ok(server.call(corrections.updateTopshift, { pointId, correctionId: top.id, fixes: { x: 20 }, reason }, token));
  await everywhere(of, 25, 'the top changed');
  await ok(server.call(corrections.removeTopshift, { pointId, correctionId: top.id, reason }, token));
  await everywhere(of, 5, 'the top removed');
  const base = { pointId, startAt: at(0), endAt: null, node: 2, surveyed: { x: 0 }, reason };
  await ok(server.call(corrections.createBasenode, base, token));
  await everywhere(of, 3, 'a base node added');
  await ok(server.call(points.update, { pointId, initialValues: { x2: -4 }, reason }, token));
  await settled(server);
  await everywhere(of, -4, 'the initial value of the base node changed');
});

test('a temperature compensation: set, changed, after a shift and a later reading, removed', async () => {
  const pointId = await makePoint(server, world, 'CRACK-1', { family: 'crack', type: 2, mode: 0 });
  await watch(pointId, 'opening', [100, null, null, null]);
  const of = await subject('Width', pointId, 'crack', 'opening');
  const enter = (minute: number, opening: number, temp: number) =>
    ok(server.call(imports.enter, { pointId, at: at(minute), values: { opening, temp }, reason }, token));
  const tc = { field: 'opening', temperatureField: 'temp', coefficient: 0.1, reference: 20, enabled: true };
  await enter(0, 5, 30);
  await everywhere(of, 5, 'before any');
  await ok(server.call(points.setTc, { pointId, tc, reason }, token));
  await everywhere(of, 4, 'set');
  const shift = { pointId, startAt: at(0), endAt: null, fixes: { opening: 1 }, reason };
  await ok(server.call(corrections.createShift, shift, token));
  await everywhere(of, 3, 'with a shift before it');
  await hears(pointId, [6, 10], 6, () => enter(5, 6, 10));
  await everywhere(of, 6, 'after a later reading: 6 - 1 - 0.1 (10 - 20)');
  await ok(server.call(points.setTc, { pointId, tc: { ...tc, coefficient: 0.2 }, reason }, token));
  await everywhere(of, 7, 'changed');
  await ok(server.call(points.setTc, { pointId, tc: null, reason }, token));
  await everywhere(of, 5, 'removed');
});

test('a new zero counts for watched points as it does for the judge', async () => {
  const pointId = await makePoint(server, world, 'ZERO-1', { type: 2, mode: 0, initial_values: '{"temperature": 0}' });
  await watch(pointId, 'temperature', [5, 15, null, null], 'cumulative');
  const next = async () =>
    (await ok(server.call(stats.watched, { projectId, limit: 20 }, token))).points.find(
      (each) => each.pointId === pointId,
    )?.figures.next;
  await ok(server.call(imports.enter, { pointId, at: at(1), values: { temperature: 12 }, reason }, token));
  assert.deepEqual(await next(), { level: 2, distance: 3, quantity: 'cumulative' }, '12 from 0');
  const zero = { pointId, startAt: at(0), endAt: null, initials: { temperature: 10 }, reason };
  await ok(server.call(corrections.createInitshift, zero, token));
  assert.deepEqual(await next(), { level: 1, distance: 3, quantity: 'cumulative' }, '2 from 10');
});

test('what was corrected before the column was there is found out by the first minute of the sealing job', async () => {
  const pointId = await makePoint(server, world, 'OLD-1');
  await seal(server, pointId, [{ at: startMs, values: [10] }]);
  const shift = { pointId, startAt: at(0), endAt: null, fixes: { temperature: 2.5 }, reason };
  await ok(server.call(corrections.createShift, shift, token));
  // As migration 0042 leaves it.
  await server.db.updateTable('point_state').set({ shown: [] }).where('point_id', '=', pointId).execute();
  const latest = async () =>
    elementAt((await ok(server.call(readings.latest, { pointIds: [pointId] }, token))).latest, 0);
  assert.deepEqual((await latest()).values, [], 'no value rather than one that is not corrected');
  await server.tick('seal-readings');
  assert.deepEqual((await latest()).values, [7.5]);
});

test('points that are not corrected pay nothing: the column is null', async () => {
  const rows = await server.db
    .selectFrom('point_state')
    .select(['values', 'shown'])
    .where('point_id', '=', world.pointId)
    .execute();
  assert.deepEqual(rows, [{ values: [22], shown: null }]);
});
