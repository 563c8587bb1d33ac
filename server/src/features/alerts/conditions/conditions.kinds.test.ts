/** What a term may watch beyond a value: each kind over real readings, and that a failed reading never raises. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { conditions } from '@plumbline/contract/alerts/conditions';
import { dayMs, hourMs } from '@plumbline/contract/kernel/durations';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { flagOf, quality } from '@plumbline/science/quality/flags';
import { settled } from '../../../../test/judging.fixtures.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { scanHealth } from '../../telemetry/health/health.jobs.ts';

const [server, world] = await openWorlds(['Kinds']);
const token = () => server.tokenFor(world.admin.id);
const startMs = Date.parse('2026-03-01T00:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
type Given = InputOf<typeof conditions.create.input>;
type Term = Given['groups'][number]['terms'][number];
type Row = { at: number; values: (number | null)[]; flags?: number[] };

const given = (...terms: Term[]): Given => ({
  projectId: world.projectId,
  structureId: world.structureId,
  name: 'Watched',
  level: 3,
  groups: [{ terms }],
});
async function tried(term: Term, fromMs: number, toMs: number) {
  const input = { ...given(term), from: iso(fromMs), to: iso(toMs) };
  const { status, body } = await server.call(conditions.backTest, input, await token());
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
const hourOf = (at: string | null) => (at === null ? null : (Date.parse(at) - startMs) / hourMs);
const episodesOf = async (term: Term, hours: number) =>
  (await tried(term, startMs, startMs + hours * hourMs)).episodes.map(({ from, to, terms }) => ({
    from: hourOf(from),
    to: hourOf(to),
    term: terms[0],
  }));
const refused = async (term: Term) => {
  const { status, body } = await server.call(conditions.create, given(term), await token());
  return [status, (body as { error?: string }).error];
};
const hourly = (hours: number, valuesAt: (hour: number) => (number | null)[]): Row[] =>
  Array.from({ length: hours }, (_, hour) => ({ at: startMs + hour * hourMs, values: valuesAt(hour) }));

const casing = () =>
  makePoint(server, world, 'IN-1', {
    family: 'deepDisplacement',
    node_count: 3,
    interval_seconds: 3600,
    depth_m: 0.5,
    parameters: JSON.stringify({ segmentMm: 500 }),
  });
const profile = (pointId: number, more: Partial<Term> = {}): Term => ({
  pointId,
  field: 'maxX',
  kind: 'profile',
  side: 'outside',
  low: -20,
  high: 20,
  axis: 'x',
  maxAgeSeconds: 7200,
  ...more,
});
/** maxX, maxY, then x1, y1, x2, y2, x3, y3. */
const nodes = (x: (number | null)[]): (number | null)[] => [null, null, ...x.flatMap((each) => [each, 0])];

test('displacement anywhere along a casing, and the slope of its segments, name the depth', async () => {
  const pointId = await casing();
  await seal(
    server,
    pointId,
    hourly(9, (hour) => nodes([5 + hour, hour === 5 ? -25 : 4, hour === 7 ? null : 2])),
  );
  const [raised, ...more] = await episodesOf(profile(pointId), 8);
  assert.deepEqual([raised?.from, raised?.to, more.length], [5, 6, 0]);
  assert.deepEqual([raised?.term?.value, raised?.term?.found?.place], [-25, 1], 'joint 2 lies at 1 m');
  // Segment 1 leans by (5 + h - 4) mm over 0.5 m.
  const slope = await episodesOf(profile(pointId, { kind: 'slope', side: 'above', low: null, high: 8 }), 4);
  assert.deepEqual([slope[0]?.from, slope[0]?.term?.value, slope[0]?.term?.found?.place], [3, 8, 0.5]);
  const missing = await tried(profile(pointId), startMs + 7 * hourMs, startMs + 8 * hourMs - 1000);
  assert.ok(missing.secondsUnknown > 3500, 'a joint that is missing may be the farthest');
  const temperature = profile(world.pointId, { field: 'temperature' });
  assert.deepEqual(await refused(temperature), [400, 'conditionFamily']);
});

test('data completeness counts what is missing of the readings that were due', async () => {
  const pointId = await makePoint(server, world, 'T-9', { interval_seconds: 3600 });
  const rows = hourly(72, () => [20]).filter(({ at }) => at < startMs + 30 * hourMs || at > startMs + 40 * hourMs);
  await seal(server, pointId, rows);
  const term: Term = {
    pointId,
    field: 'temperature',
    kind: 'completeness',
    side: 'below',
    low: 80,
    spanSeconds: 86_400,
    intervalSeconds: 3600,
  };
  const [raised, ...more] = await episodesOf({ ...term }, 72);
  // Before the first reading all is missing: it is 80 % at hour 19.5. Then 11 are missing from 30 to 40.
  assert.equal(raised?.from, 0);
  const [second] = more;
  assert.ok(second?.from && second.from > 34 && second.from < 36, `${second?.from}`);
  assert.ok(second.to && second.to > 57 && second.to < 61, `${second.to}`);
  assert.deepEqual(await refused({ ...term, side: 'above', high: 80 }), [400, 'badInput']);
});

test('the inverse velocity foretells a failure, and no failure of a slope that creeps', async () => {
  const pointId = await makePoint(server, world, 'CR-1', { family: 'crack', interval_seconds: 3600 });
  await seal(
    server,
    pointId,
    hourly(99, (hour) => [-10 * Math.log(1 - hour / 100), 15]),
  );
  const term: Term = {
    pointId,
    field: 'opening',
    kind: 'failure',
    side: 'below',
    low: 48,
    spanSeconds: 86_400,
    minR2: 0.9,
    maxAgeSeconds: 7200,
  };
  const [raised] = await episodesOf(term, 98);
  assert.ok(raised?.from && Math.abs(raised.from - 52) <= 2 && raised.to === null, JSON.stringify(raised));
  assert.ok((raised.term?.value ?? 0) <= 48 && (raised.term?.value ?? 0) > 44);
  const steady = await makePoint(server, world, 'CR-2', { family: 'crack', interval_seconds: 3600 });
  await seal(
    server,
    steady,
    hourly(99, (hour) => [hour / 10, 15]),
  );
  const still = await tried({ ...term, pointId: steady }, startMs + 30 * hourMs, startMs + 98 * hourMs);
  assert.deepEqual([still.episodesTotal, still.secondsUnknown, still.secondsTrue], [0, 0, 0]);
});

test('a vibration is judged by its frequency, and names velocity, frequency and limit', async () => {
  const pointId = await makePoint(server, world, 'VB-1', { family: 'vibration', interval_seconds: 3600 });
  await seal(
    server,
    pointId,
    hourly(12, () => [1, 1, 1, 1, 1, 20]),
  );
  const rateHz = 400;
  const bring = async (hour: number, hz: number, mmS: number) => {
    const samples = Array.from({ length: 2000 }, (_, i) => mmS * Math.sin((2 * Math.PI * hz * i) / rateHz));
    const text = [`start,${iso(startMs + hour * hourMs)}`, `rate,${rateHz}`, 'unit,mm/s', 'x', ...samples].join('\n');
    const form = new FormData();
    form.set('file', new File([text], 'blast.csv', { type: 'text/csv' }));
    const answer = await fetch(`${server.url}/api/measuring-points/${pointId}/waveforms`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await token()}` },
      body: form,
    });
    assert.equal(answer.status, 200, await answer.text());
  };
  // DIN 4150-3, dwellings: 5 mm/s up to 10 Hz, 10 mm/s at 30 Hz.
  const corners = [
    { hz: 10, limit: 5 },
    { hz: 50, limit: 15 },
    { hz: 100, limit: 20 },
  ];
  await bring(2, 30, 9);
  await bring(5, 8, 6);
  const term: Term = {
    pointId,
    field: 'peak',
    kind: 'vibration',
    side: 'above',
    high: 100,
    spanSeconds: 3600,
    maxAgeSeconds: 7200,
    curve: { shape: 'line', corners },
  };
  const [raised, ...more] = await episodesOf(term, 12);
  assert.deepEqual([raised?.from, raised?.to, more.length], [5, 6, 0], '9 mm/s at 30 Hz is under 10');
  const { place, value, limit } = raised?.term?.found ?? {};
  assert.ok(Math.abs((place ?? 0) - 8) < 0.1 && Math.abs((value ?? 0) - 6) < 0.2 && limit === 5);
  assert.ok(Math.abs((raised?.term?.value ?? 0) - 120) < 3);
  const falling = { ...term, curve: { shape: 'line' as const, corners: [...corners].reverse() } };
  assert.deepEqual(await refused(falling), [400, 'badInput']);
});

test('a departure from the season is told after its training alone, and too short a history is refused', async () => {
  const pointId = await makePoint(server, world, 'CR-3', { family: 'crack', interval_seconds: 86_400 });
  const wave = (day: number) => 2 + Math.sin((2 * Math.PI * day) / 365.2422) + ((day * 7919) % 13) / 130;
  const days = (from: number, to: number, jump: number): Row[] =>
    Array.from({ length: to - from }, (_, i) => ({
      at: startMs + (from + i) * dayMs,
      values: [wave(from + i) + (from + i >= jump ? 2 : 0), 15],
    }));
  await seal(server, pointId, days(-400, 40, 20));
  const season = { trainFrom: iso(startMs - 400 * dayMs), trainTo: iso(startMs - 20 * dayMs) };
  const term: Term = {
    pointId,
    field: 'opening',
    kind: 'season',
    side: 'outside',
    low: -6,
    high: 6,
    season,
    maxAgeSeconds: 2 * 86_400,
  };
  const all = await tried(term, startMs - 100 * dayMs, startMs + 40 * dayMs);
  assert.equal(all.episodesTotal, 1);
  assert.equal(all.episodes[0]?.from, iso(startMs + 20 * dayMs));
  assert.ok(all.secondsUnknown >= 79 * 86_400, 'nothing is said of what the model was learned from');
  const short = { ...season, trainFrom: iso(startMs - 1200 * dayMs), trainTo: iso(startMs - 300 * dayMs) };
  assert.deepEqual(await refused({ ...term, season: short }), [400, 'conditionHistoryShort']);
  // What is learned is kept, and given back as it was read begins nothing anew.
  const { body } = await server.call(conditions.create, given(term), await token());
  const saved = body.condition.groups[0]?.terms[0];
  assert.ok(saved?.season?.model && saved.season.model.deviation < 0.1 && saved.season.model.r2 > 0.9);
  const again = { ...given(saved), name: 'Renamed', conditionId: body.condition.id };
  const updated = await server.call(conditions.update, again, await token());
  assert.deepEqual(updated.body.condition.groups[0]?.terms[0]?.season, saved.season);
  const log = await server.call(
    conditions.changes,
    { projectId: world.projectId, conditionId: body.condition.id },
    await token(),
  );
  assert.deepEqual(log.body.changes[0]?.after?.groups, log.body.changes[1]?.after?.groups);
  await server.call(conditions.remove, { projectId: world.projectId, conditionId: body.condition.id }, await token());
});

test('the health of the device that feeds a point raises, live and tried on the past', async () => {
  const term: Term = {
    pointId: world.pointId,
    field: 'temperature',
    kind: 'health',
    statuses: ['dataLost', 'lowVoltage'],
  };
  const begun = server.clock.now().getTime();
  const send = async (voltage: number) => {
    const response = await fetch(`${server.url}/api/devices/${world.device.sncode}/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.device.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        at: server.clock.now().toISOString(),
        device: { voltage },
        channels: { 1: { temperature: 10 + (server.clock.now().getTime() % 7) } },
      }),
    });
    assert.equal(response.status, 200);
    await settled(server);
  };
  await send(12.5);
  await scanHealth(server.db, server.clock.now());
  const { body } = await server.call(conditions.create, given(term), await token());
  await settled(server);
  const raised = async () => {
    await settled(server);
    const query = { projectId: world.projectId, pageSize: 50 };
    const { body: found } = await server.call(alerts.ofProject, query, await token());
    return found.alerts.filter(({ kind }) => kind === 'condition');
  };
  assert.deepEqual(await raised(), []);
  server.clock.advance(30 * dayMs);
  await scanHealth(server.db, server.clock.now());
  const [alert] = await raised();
  assert.deepEqual([alert?.kind, alert?.condition?.terms[0]?.statuses], ['condition', ['dataLost', 'lowVoltage']]);
  const input = { ...given(term), from: iso(begun), to: iso(server.clock.now().getTime() + 1000) };
  const past = await server.call(conditions.backTest, input, await token());
  assert.deepEqual(
    past.body.episodes.map(({ from, to }) => [from, to]),
    [[alert?.readingAt, null]],
  );
  await server.call(conditions.remove, { projectId: world.projectId, conditionId: body.condition.id }, await token());
});

/** Numbers that look random and are the same in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

test('whatever failed readings say, whatever a term watches: the same alerts as without them', async () => {
  const roll = dice(5);
  const fail = flagOf(quality.fail);
  const rows = (from: number, to: number, stepMs: number, valuesAt: () => number[]): Row[] =>
    Array.from({ length: Math.floor((to - from) / stepMs) }, (_, i) => ({ at: from + i * stepMs, values: valuesAt() }));
  const failed = (good: readonly Row[]): Row[] =>
    good.flatMap(({ at, values }) =>
      roll() < 0.3
        ? [
            {
              at: at + 1000 + Math.floor(roll() * 60_000),
              values: values.map(() => (roll() - 0.5) * 1e6),
              flags: values.map(() => fail),
            },
          ]
        : [],
    );
  const endMs = startMs + 6 * dayMs;
  const value = () => [roll() * 10, 15];
  const series = {
    opening: rows(startMs - 400 * dayMs, startMs - 3 * dayMs, dayMs, value).concat(
      rows(startMs - 3 * dayMs, endMs, hourMs / 2, value),
    ),
    other: rows(startMs - 3 * dayMs, endMs, hourMs / 2, value),
    creep: rows(startMs - 2 * dayMs, endMs, hourMs / 2, () => [0, 15]).map(({ at }) => ({
      at,
      values: [-10 * Math.log(1 - (at - startMs + 2 * dayMs) / (8.1 * dayMs)), 15],
    })),
    casing: rows(startMs - dayMs, endMs, hourMs, () => [0, 0, roll() * 10, 0, roll() * 10, 0, roll() * 10, 0]),
    vibration: rows(startMs - dayMs, endMs, hourMs, () => [1, 1, 1, 1, 1, 20]).filter(() => roll() < 0.8),
  };
  const make = async (name: string, withFailed: boolean) => {
    const crack = await makePoint(server, world, `${name} C`, { family: 'crack', interval_seconds: 1800 });
    const other = await makePoint(server, world, `${name} O`, { family: 'crack', interval_seconds: 1800 });
    const tube = await makePoint(server, world, `${name} I`, {
      family: 'deepDisplacement',
      node_count: 3,
      interval_seconds: 3600,
      parameters: JSON.stringify({ segmentMm: 500 }),
    });
    const shaken = await makePoint(server, world, `${name} V`, { family: 'vibration', interval_seconds: 3600 });
    const creeping = await makePoint(server, world, `${name} S`, { family: 'crack', interval_seconds: 1800 });
    const all = [
      [creeping, series.creep],
      [crack, series.opening],
      [other, series.other],
      [tube, series.casing],
      [shaken, series.vibration],
    ] as const;
    for (const [id, good] of all)
      await seal(
        server,
        id,
        [...good, ...(withFailed ? failed(good) : [])].sort((a, b) => a.at - b.at),
      );
    return { crack, other, tube, shaken, creeping };
  };
  const termsOf = ({
    crack,
    other,
    tube,
    shaken,
    creeping,
  }: Awaited<ReturnType<typeof make>>): Record<string, Term> => {
    const own = { pointId: crack, field: 'opening', maxAgeSeconds: 3600 };
    const span = { spanSeconds: 4 * 3600 };
    return {
      value: { ...own, kind: 'value', high: 9 },
      change: { ...own, kind: 'change', side: 'outside', low: -4, high: 4, sinceAt: iso(startMs - dayMs) },
      rate: { ...own, kind: 'rate', high: 40, ...span },
      difference: { ...own, kind: 'difference', high: 7, otherPointId: other, otherField: 'opening' },
      sum: { ...own, kind: 'sum', high: 55, ...span },
      tangent: { ...own, kind: 'tangent', high: 60, uniformRate: 20, ...span },
      failure: { ...own, pointId: creeping, kind: 'failure', side: 'below', low: 48, minR2: 0.9, spanSeconds: 86_400 },
      season: {
        ...own,
        kind: 'season',
        side: 'outside',
        low: -1.5,
        high: 1.5,
        season: { trainFrom: iso(startMs - 400 * dayMs), trainTo: iso(startMs - dayMs) },
      },
      profile: profile(tube, { low: -1, high: 9 }),
      slope: profile(tube, { kind: 'slope', low: -15, high: 15 }),
      vibration: {
        pointId: shaken,
        field: 'peak',
        kind: 'vibration',
        high: 100,
        maxAgeSeconds: 4000,
        ...span,
        curve: { shape: 'steps', corners: [{ hz: 100, limit: 5 }] },
      },
      silence: { ...own, pointId: shaken, field: 'peak', kind: 'silence', spanSeconds: 5400 },
      completeness: {
        ...own,
        pointId: shaken,
        field: 'peak',
        kind: 'completeness',
        side: 'below',
        low: 80,
        spanSeconds: 10 * 3600,
        intervalSeconds: 3600,
      },
      health: { ...own, pointId: world.pointId, field: 'temperature', kind: 'health', statuses: ['dataLost'] },
    };
  };
  const [clean, soiled] = [termsOf(await make('Clean', false)), termsOf(await make('Soiled', true))];
  // Of these no readings raise: nothing was recorded, and the device is fine.
  const quietKinds = new Set(['vibration', 'health']);
  let raised = 0;
  for (const kind of Object.keys(clean)) {
    const [one, other] = [clean[kind], soiled[kind]];
    assert.ok(one && other);
    const expected = await tried(one, startMs, endMs);
    assert.deepEqual(await tried(other, startMs, endMs), expected, kind);
    assert.ok(expected.episodesTotal > 0 || quietKinds.has(kind), `${kind} raises sometimes`);
    raised += expected.episodesTotal;
  }
  assert.ok(raised > 100, `${raised}`);
});
