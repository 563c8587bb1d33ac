import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import { corrections } from '@plumbline/contract/readings/corrections';
import { history } from '@plumbline/contract/readings/history';
import { entries } from '@plumbline/contract/readings/imports.entries';
import { readings } from '@plumbline/contract/readings/readings';
import { tracks } from '@plumbline/contract/views/tracks';
import { judge, type State } from '@plumbline/science/limits/judge';
import fc from 'fast-check';
import { makeWorld, type World } from '../../test/harness.ts';
import * as ground from '../../test/judging.fixtures.ts';
import { rule } from '../../test/judging.fixtures.ts';
import { openWorlds } from '../../test/worlds.ts';

/** Magnitudes, extremes and directions of every family: what view, table, file, judge and back-test make of their changes. */
const [server] = await openWorlds([]);
/** Readings of a day's interval that come twice as often: a rate is that of half a day. */
const stepMs = dayMs / 2;
const startMs = Date.parse('2025-06-01T00:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const levels = [10, 20, 40, 80];

interface Kind {
  readonly family: FamilyCode;
  readonly mode: number;
  readonly nodes: number;
  readonly parameters: Readonly<Record<string, number>>;
  /** The components that a sample has, and what it is sent as. */
  readonly components: readonly string[];
  readonly sampleOf: (values: readonly number[]) => object;
  /** What follows, and from which components. */
  readonly follows: Readonly<Record<string, readonly string[]>>;
}
const size = (of: readonly number[]) => Math.hypot(...of);
const extreme = (of: readonly number[]) => of.reduce((far, each) => (Math.abs(each) > Math.abs(far) ? each : far), 0);
const azimuth = ([north = 0, east = 0]: readonly number[]) => ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
const computeOf = (field: string) => (field.startsWith('max') ? extreme : field === 'azimuth' ? azimuth : size);

const kinds: readonly Kind[] = [
  {
    family: 'surfaceDisplacement',
    mode: 4,
    nodes: 0,
    parameters: { e0: 0, n0: 0, h0: 0 },
    components: ['dx', 'dy', 'dh'],
    sampleOf: ([dx, dy, dh]) => ({ dx, dy, dh }),
    follows: { horizontal: ['dx', 'dy'], total: ['dx', 'dy', 'dh'], azimuth: ['dx', 'dy'] },
  },
  {
    family: 'tilt',
    mode: 4,
    nodes: 0,
    parameters: {},
    components: ['x', 'y'],
    sampleOf: ([x, y]) => ({ x, y }),
    follows: { resultant: ['x', 'y'] },
  },
  {
    family: 'deepDisplacement',
    mode: 5,
    nodes: 3,
    parameters: { segmentMm: 1000 },
    components: ['x1', 'x2', 'x3', 'y1', 'y2', 'y3'],
    // Angles of a degree or two are movements of some ten mm.
    sampleOf: (of) => ({ x: of.slice(0, 3).map((each) => each / 20), y: of.slice(3, 6).map((each) => each / 20) }),
    follows: { maxX: ['x1', 'x2', 'x3'], maxY: ['y1', 'y2', 'y3'] },
  },
];

async function openPoint(title: string, kind: Kind, initials: Readonly<Record<string, number>>): Promise<World> {
  const world = await makeWorld(server, title);
  await server.db.deleteFrom('alert').where('project_id', '=', world.projectId).execute();
  await server.db
    .updateTable('point')
    .set({
      family: kind.family,
      mode: kind.mode,
      node_count: kind.nodes,
      interval_seconds: 86_400,
      main_index: 0,
      parameters: JSON.stringify(kind.parameters),
      initial_values: JSON.stringify(initials),
    })
    .where('id', '=', world.pointId)
    .execute();
  const watched = Object.keys(kind.follows).filter((key) => key !== 'azimuth');
  await ground.setRules(
    server,
    world,
    ...watched.map((field) => rule({ field, kind: 'cumulative', method: 'twoSided', levels })),
  );
  return world;
}
const sendAt = (world: World, at: number, sample: object) =>
  ground.sendRecords(server, world, [{ at, channels: { 1: sample } } as never]);

/** The cumulative changes or rates of a file, by field and time. */
async function exported(world: World, fields: readonly string[], quantity: string, toMs: number) {
  const response = await fetch(`${server.url}/api/monitor/download`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ pointIds: [world.pointId], from: iso(startMs), to: iso(toMs), quantity, fields }),
  });
  assert.equal(response.status, 200);
  const lines = (await response.text()).trim().split('\n');
  const [head, ...rows] = lines.map(
    (line) => JSON.parse(line) as { fields?: { key: string }[]; at: string; values: (number | null)[] },
  );
  const keys = head?.fields?.map(({ key }) => key) ?? fields;
  return rows.map(({ at, values }) => ({
    at: Date.parse(at),
    of: new Map(keys.map((key, i) => [key, values[i] ?? null])),
  }));
}

async function charted(
  world: World,
  fields: readonly string[],
  quantity: 'cumulative' | 'rate',
  toMs: number,
  width?: number,
) {
  const input = { pointIds: [world.pointId], fields: [...fields], from: iso(startMs), to: iso(toMs), quantity };
  const { status, body } = await server.call(readings.query, { ...input, ...(width && { width }) }, world.admin.token);
  assert.equal(status, 200, JSON.stringify(body));
  return new Map(
    body.series.map(({ field, times, values }) => [field, new Map(times.map((at, i) => [at, values[i] ?? null]))]),
  );
}

function near(found: number | null | undefined, wanted: number, words: string): void {
  const turned = Math.abs((found ?? Number.NaN) - wanted) % 360;
  const off = words.includes('azimuth') ? Math.min(turned, 360 - turned) : turned;
  assert.ok(off < 1e-4, `${words}: ${found}, not ${wanted}`);
}

interface Drawn {
  readonly kind: Kind;
  readonly initial: readonly number[];
  readonly own: number | null;
  readonly values: readonly (readonly number[])[];
  readonly renewal: { readonly place: number; readonly values: readonly number[] } | null;
  readonly shift: { readonly place: number; readonly component: number; readonly fix: number } | null;
}
const amount = fc.integer({ min: -100, max: 100 });
const six = fc.array(amount, { minLength: 6, maxLength: 6 });
const place = fc.integer({ min: 1, max: 8 });
const drawn: fc.Arbitrary<Drawn> = fc.record({
  kind: fc.constantFrom(...kinds),
  initial: fc.oneof({ weight: 3, arbitrary: six }, { weight: 1, arbitrary: fc.constant([0, 0, 0, 0, 0, 0]) }),
  own: fc.option(amount),
  values: fc.array(six, { minLength: 4, maxLength: 10 }),
  renewal: fc.option(fc.record({ place, values: six })),
  shift: fc.option(fc.record({ place, component: fc.nat({ max: 5 }), fix: fc.integer({ min: 1, max: 50 }) })),
});
let runs = 0;

test('property: view and alarm never disagree on the change of what is computed from components', async () => {
  await fc.assert(fc.asyncProperty(drawn, agree), { numRuns: 14, interruptAfterTimeLimit: 100_000 });
});

async function agree({ kind, initial, own, values, renewal, shift }: Drawn): Promise<void> {
  const { components, follows } = kind;
  const named = (of: readonly number[]) => Object.fromEntries(components.map((key, i) => [key, of[i] ?? 0]));
  const fields = Object.keys(follows);
  // What an installation of before may have stored of a magnitude counts for nothing.
  const stored = own === null ? {} : Object.fromEntries(fields.map((key) => [key, own]));
  const world = await openPoint(`Vectors ${++runs}`, kind, { ...stored, ...named(initial) });
  const { token } = world.admin;
  const timeOf = (i: number) => startMs + i * stepMs;
  const toMs = timeOf(values.length);
  if (renewal) {
    const body = {
      pointId: world.pointId,
      startAt: iso(timeOf(renewal.place)),
      initials: named(renewal.values),
      reason: 'new zero',
    };
    assert.equal((await server.call(corrections.createInitshift, body, token)).status, 200);
  }
  if (shift) {
    const fixes = { [components[shift.component % components.length]!]: shift.fix };
    const body = { pointId: world.pointId, startAt: iso(timeOf(shift.place)), fixes, reason: 'knocked' };
    assert.equal((await server.call(corrections.createShift, body as never, token)).status, 200);
  }
  await ground.settled(server);
  for (const [i, each] of values.entries()) await sendAt(world, timeOf(i), kind.sampleOf(each));

  const page = {
    pointId: world.pointId,
    from: iso(startMs),
    to: iso(toMs),
    page: 1,
    pageSize: 100,
    order: 'oldest' as const,
  };
  const { rows } = (await server.call(readings.pagination, page, token)).body;
  assert.equal(rows.length, values.length);
  const keys = fieldsOf(kind.family, kind.nodes).map(({ key }) => key);
  const [chart, narrow, rates] = [
    await charted(world, fields, 'cumulative', toMs),
    await charted(world, fields, 'cumulative', toMs, 2000),
    await charted(world, fields, 'rate', toMs),
  ];
  const file = await exported(world, fields, 'cumulative', toMs);
  const live = (await server.call(alerts.ofProject, { projectId: world.projectId, pageSize: 200 }, token)).body.alerts;

  for (const [field, sources] of Object.entries(follows)) {
    const placeOf = (key: string) => keys.indexOf(key);
    const at = (row: number, key: string) => rows[row]?.values[placeOf(key)] ?? Number.NaN;
    const from = (row: number, key: string) =>
      named(renewal && row >= renewal.place ? renewal.values : initial)[key] ?? Number.NaN;
    const wanted = rows.map((_, row) => computeOf(field)(sources.map((key) => at(row, key) - from(row, key))));
    let state: State | null = null;
    const raised: { at: number; level: number }[] = [];
    for (const [row, cumulative] of wanted.entries()) {
      const words = `${kind.family}.${field} of reading ${row}`;
      const time = timeOf(row);
      // A direction of no movement is none.
      if (field === 'azimuth' && sources.every((key) => Math.abs(at(row, key) - from(row, key)) < 1e-6)) continue;
      if (Number.isNaN(at(row, field))) continue;
      near(rows[row]?.cumulative[placeOf(field)], cumulative, `${words} in the table`);
      near(chart.get(field)?.get(time), cumulative, `${words} in the chart`);
      near(narrow.get(field)?.get(time), cumulative, `${words} in the chart by pixels`);
      near(file.find((line) => line.at === time)?.of.get(field), cumulative, `${words} in the file`);
      if (field === 'azimuth') {
        assert.equal(rates.get(field)?.get(time), null, 'a direction has no rate');
        continue;
      }
      if (row > 0) {
        const moved = computeOf(field)(
          sources.map((key) => at(row, key) - from(row, key) - (at(row - 1, key) - from(row - 1, key))),
        );
        near(rates.get(field)?.get(time), moved * 2, `rate of ${words}`);
      }
      const watched = { ...rule({ field, method: 'twoSided', levels }), kind: 'cumulative' as const };
      const judged = judge(watched, state, { value: at(row, field), cumulative, rate: null });
      state = judged.state;
      if (judged.raised) raised.push({ at: time, level: judged.raised.level });
    }
    if (field === 'azimuth') continue;
    const mine = live.filter((each) => each.field === field).sort((a, b) => a.readingAt.localeCompare(b.readingAt));
    assert.deepEqual(
      mine.map(({ readingAt, level }) => [readingAt, level]),
      raised.map(({ at: time, level }) => [iso(time), level]),
      `${kind.family}.${field} is judged by what the chart shows`,
    );
    const thresholds = [rule({ field, kind: 'cumulative', method: 'twoSided', levels })];
    const test = await server.call(
      alerts.backTest,
      { pointId: world.pointId, thresholds, from: iso(startMs), to: iso(toMs) },
      token,
    );
    assert.deepEqual(
      test.body.rules[0]?.raised,
      [1, 2, 3, 4].map((level) => raised.filter((each) => each.level === level).length),
    );
    const [first, last] = [0, rows.length - 1];
    const span = { pointId: world.pointId, field, from: iso(startMs), to: iso(toMs) };
    const { statistics } = (await server.call(readings.statistics, span, token)).body;
    near(
      statistics.change,
      computeOf(field)(sources.map((key) => at(last, key) - at(first, key))),
      `change of ${field}`,
    );
  }
  if (kind.family !== 'surfaceDisplacement') return;
  const { structureId } = await server.db
    .selectFrom('point')
    .select('structure_id as structureId')
    .where('id', '=', world.pointId)
    .executeTakeFirstOrThrow();
  const span = { structureId, from: iso(startMs), to: iso(timeOf(rows.length - 1)) };
  const { body } = await server.call(tracks.vectors, span as never, token);
  const [point] = body.points;
  const { statistics } = (
    await server.call(
      readings.statistics,
      { pointId: world.pointId, field: 'horizontal', from: iso(startMs), to: iso(toMs) },
      token,
    )
  ).body;
  near(point?.moved?.horizontal, statistics.change ?? Number.NaN, 'the movement on the plan');
}

test('a prism that goes round its base position has moved, and raises', async () => {
  const [prism] = kinds;
  const world = await openPoint('Round the base', prism!, { horizontal: 100, dx: 100, dy: 0 });
  await server.db.deleteFrom('threshold').where('point_id', '=', world.pointId).execute();
  await ground.setRules(
    server,
    world,
    rule({ field: 'horizontal', kind: 'cumulative', method: 'twoSided', levels: [10, 20, 30, 40] }),
  );
  for (const [i, [north, east]] of [
    [100, 0],
    [100, 30],
    [0, 100],
    [-100, 0],
  ].entries())
    await sendAt(world, startMs + i * dayMs, { dx: north, dy: east, dh: 0 });
  const curve = (await charted(world, ['horizontal'], 'cumulative', startMs + 4 * dayMs)).get('horizontal');
  assert.deepEqual(
    [...(curve?.values() ?? [])].map((each) => each && Math.round(each * 10) / 10),
    [0, 30, 141.4, 200],
  );
  const { body } = await server.call(alerts.ofProject, { projectId: world.projectId }, world.admin.token);
  assert.deepEqual(body.alerts.map(({ level }) => level).sort(), [3, 4]);
});

test('a casing whose nodes start away from zero: the node that moved is judged, not the one that leans most', async () => {
  const casing = kinds[2]!;
  const initials = { x1: 20, x2: 15, x3: 10, x4: -5, x5: 0, maxX: 20 };
  const world = await openPoint('Leaning casing', { ...casing, nodes: 5 }, initials);
  await server.db
    .updateTable('point')
    .set({ type: 2, mode: 0, device_id: null, channel: null })
    .where('id', '=', world.pointId)
    .execute();
  await server.db.deleteFrom('threshold').where('point_id', '=', world.pointId).execute();
  await ground.setRules(
    server,
    world,
    rule({ field: 'maxX', kind: 'cumulative', method: 'twoSided', levels: [10, 15, 18, 40] }),
  );
  const surveys = [
    [20, 15, 10, -5, 0],
    [20, 15, 10, 14, 0],
    [20, 15, -21, 14, 0],
  ];
  for (const [i, nodes] of surveys.entries()) {
    const values = { ...Object.fromEntries(nodes.map((x, n) => [`x${n + 1}`, x])), maxX: extreme(nodes) };
    const input = { pointId: world.pointId, at: iso(startMs + i * dayMs), values };
    assert.equal((await server.call(entries.enter, input, world.admin.token)).status, 200);
  }
  const curve = (await charted(world, ['maxX'], 'cumulative', startMs + 4 * dayMs)).get('maxX');
  assert.deepEqual([...(curve?.values() ?? [])], [0, 19, -31], 'the node that moved most, with its sign');
  const { body } = await server.call(alerts.ofProject, { projectId: world.projectId }, world.admin.token);
  assert.deepEqual(
    body.alerts.map(({ level, value }) => [level, value]),
    [[3, 19]],
    'Orange as the profile marks the node, and still Orange at 31',
  );
});

test('a tilt that turns about its vertical has tilted anew', async () => {
  const tilt = kinds[1]!;
  const world = await openPoint('Turned tilt', tilt, { x: 5, y: 0, resultant: 5 });
  await server.db.deleteFrom('threshold').where('point_id', '=', world.pointId).execute();
  await ground.setRules(server, world, rule({ field: 'resultant', kind: 'cumulative', levels: [2, 4, 6, 8] }));
  await sendAt(world, startMs, { x: 0, y: 5 });
  const { body } = await server.call(alerts.ofProject, { projectId: world.projectId }, world.admin.token);
  assert.deepEqual(
    body.alerts.map(({ level, value }) => [level, Math.round(value * 1000) / 1000]),
    [[3, 7.071]],
  );
});

test('a new zero is proposed of components, and of no magnitude, direction or state', async () => {
  const world = await openPoint('Zeroed', kinds[0]!, { horizontal: 5, dx: 3, dy: 4, dh: 0, azimuth: 53, solution: 4 });
  for (const [i, [dx, dy]] of [
    [3, 4],
    [30, 40],
  ].entries())
    await sendAt(world, startMs + i * dayMs, { dx, dy, dh: 0, solution: 4 });
  const { body } = await server.call(
    history.estimateInitshift,
    { pointId: world.pointId, startAt: iso(startMs + dayMs) },
    world.admin.token,
  );
  assert.deepEqual(body.initials, { dx: 30, dy: 40, dh: 0 });
});
