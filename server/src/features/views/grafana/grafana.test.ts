/** The requests of Grafana's JSON data source, as its protocol has them, and what a dashboard draws of the answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs, minuteMs } from '@plumbline/contract/kernel/durations';
import { readings } from '@plumbline/contract/readings/readings';
import { programToken } from '../../../../test/mcp-client.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const startMs = server.clock.now().getTime() - 48 * hourMs;
const iso = (ms: number) => new Date(ms).toISOString();
const level = await makePoint(server, { projectId: north.projectId, structureId: north.itemId }, 'W-1', {
  family: 'waterLevel',
});
const records = Array.from({ length: 2_880 }, (_, i) => ({
  at: startMs + i * minuteMs,
  values: [Math.sin(i / 90) * 5, i % 7, i % 3, 12],
}));
await seal(server, level, records);
await seal(server, north.pointId, [{ at: startMs + hourMs, values: [20] }]);
const permissions = ['Retrieve:Project', 'Retrieve:Structure', 'Retrieve:MeasuringPoint', 'Retrieve:Data'] as const;
const { token } = await programToken(server, north.admin.token, permissions);

// biome-ignore lint/suspicious/noExplicitAny: what Grafana sees is a JSON value
type Answer = { status: number; body: any };
async function send(path: string, body: object | null, bearer = token): Promise<Answer> {
  const response = await fetch(`${server.url}/api/grafana${path}`, {
    method: body === null ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const metric = `project-${north.projectId}`;
/** A panel as Grafana sends it, with fields that are of no concern here. */
const panel = (targets: object[], more: object = {}) => ({
  app: 'dashboard',
  requestId: 'Q100',
  timezone: 'browser',
  panelId: 2,
  dashboardId: 7,
  range: { from: iso(startMs), to: iso(startMs + 48 * hourMs), raw: { from: 'now-2d', to: 'now' } },
  interval: '1m',
  intervalMs: 60_000,
  maxDataPoints: 1_000,
  scopedVars: { __interval: { text: '1m', value: '1m' } },
  startTime: startMs,
  targets,
  ...more,
});
const target = (point: (number | string)[], more: object = {}) => ({
  refId: 'A',
  target: metric,
  datasource: { type: 'simpod-json-datasource', uid: 'x' },
  payload: { point, ...more },
});

test('the data source is there for who holds a token, and for nobody else', async () => {
  assert.equal((await send('', null)).status, 200);
  assert.equal((await send('', null, 'pla_nonsense')).status, 401);
  const { token: blind } = await programToken(server, north.admin.token, ['Retrieve:Alert']);
  assert.equal((await send('', null, blind)).status, 403);
  assert.equal((await send('/metrics', {}, blind)).status, 403);
});

test('an editor finds project, structure, point and field, one after the other', async () => {
  const metrics = (await send('/metrics', { metric: '', payload: {} })).body;
  assert.deepEqual(
    metrics.map(({ value }: { value: string }) => value),
    [metric],
  );
  assert.deepEqual(
    metrics[0].payloads.map(({ name }: { name: string }) => name),
    ['structure', 'point', 'field', 'quantity'],
  );
  const options = async (name: string, payload: object) =>
    (await send('/metric-payload-options', { metric, name, payload })).body as { label: string; value: string }[];
  assert.deepEqual((await options('structure', {})).map(({ value }) => Number(value)).sort(), [
    north.structureId,
    north.itemId,
  ]);
  assert.deepEqual(
    (await options('point', { structure: String(north.itemId), point: '' })).map(({ value }) => value),
    [String(level)],
  );
  assert.equal((await options('point', { structure: String(north.structureId) })).length, 2);
  assert.ok((await options('field', { point: [String(level)] })).some(({ value }) => value === 'level'));
});

test('a series is the curve of the chart, value by value', async () => {
  for (const [pointId, field, quantity, maxDataPoints] of [
    [level, 'level', 'value', 500],
    [level, 'depth', 'cumulative', 1_500],
    [north.pointId, undefined, 'value', 300],
  ] as const) {
    const drawn = target([String(pointId)], { ...(field && { field }), quantity });
    const { status, body } = await send('/query', panel([drawn], { maxDataPoints }));
    assert.equal(status, 200, JSON.stringify(body));
    const input = {
      pointIds: [pointId],
      ...(field && { fields: [field] }),
      quantity,
      from: iso(startMs),
      to: iso(startMs + 48 * hourMs),
      width: Math.floor(maxDataPoints / 5),
    };
    const [series] = (await server.call(readings.query, input, north.admin.token)).body.series;
    assert.ok(series && series.times.length > 0);
    assert.deepEqual(
      body[0].datapoints,
      series.times.map((at, i) => [series.values[i], at]),
    );
    assert.ok(body[0].datapoints.length <= maxDataPoints);
    assert.equal(body[0].refId, 'A');
  }
});

test('several targets, hidden ones, filters, and one that is still being put together', async () => {
  const both = (
    await send('/query', panel([target([level, north.pointId]), { ...target([level]), refId: 'B', hide: true }]))
  ).body;
  assert.deepEqual(
    both.map(({ target: title }: { target: string }) => title),
    ['Section 1 / W-1, Water level (m)', 'Main dam / T-1, Temperature (°C)'],
  );
  const filtered = async (operator: string) =>
    (
      await send(
        '/query',
        panel([target([level, north.pointId])], { adhocFilters: [{ key: 'family', operator, value: 'waterLevel' }] }),
      )
    ).body.map(({ target: title }: { target: string }) => title);
  assert.deepEqual(await filtered('='), ['Section 1 / W-1, Water level (m)']);
  assert.deepEqual(await filtered('!='), ['Main dam / T-1, Temperature (°C)']);
  assert.deepEqual((await send('/query', panel([{ refId: 'A', target: metric, payload: { point: '' } }]))).body, []);
  assert.deepEqual(
    (await send('/tag-keys', {})).body.map(({ text }: { text: string }) => text),
    ['structure', 'family'],
  );
  assert.ok(
    (await send('/tag-values', { key: 'structure' })).body.some(({ text }: { text: string }) => text === 'Section 1'),
  );
});

test('what is foreign, gone or too much is refused', async () => {
  const foreign = { ...target([south.pointId]), target: `project-${south.projectId}` };
  for (const [body, status, error] of [
    [panel([foreign]), 404, 'notFound'],
    [panel([target([south.pointId])]), 404, 'notFound'],
    [panel([target([2_000_000_000])]), 404, 'notFound'],
    [panel([{ ...target([level]), target: 'DROP TABLE point' }]), 400, 'badInput'],
    [panel(Array.from({ length: 21 }, () => target([level]))), 400, 'badInput'],
    [panel([target(Array.from({ length: 51 }, (_, i) => i + 1))]), 400, 'badInput'],
    [panel([target([level])], { range: { from: 'now-6h', to: 'now' } }), 400, 'badInput'],
    [panel([target([level])], { range: { from: iso(startMs), to: iso(startMs - 1) } }), 400, 'startAfterEnd'],
    [panel([target([level])], { range: { from: '1900-01-01T00:00:00Z', to: iso(startMs) } }), 400, 'spanExceeded'],
  ] as const) {
    const answer = await send('/query', body);
    assert.deepEqual([answer.status, answer.body.error], [status, error], JSON.stringify(body).slice(-300));
  }
  const { token: elsewhere } = await programToken(server, south.admin.token, permissions);
  assert.equal((await send('/query', panel([target([level])]), elsewhere)).status, 404);
  assert.equal((await send('/metric-payload-options', { metric, name: 'point' }, elsewhere)).status, 404);
});
