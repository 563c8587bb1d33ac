/** Addresses that name one record alone, as the specification does: its row says where it lies, and who may is judged there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeIds } from './route-inputs.ts';
import { openWorlds } from './worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const ids = await makeIds(server, north);
const foreign = await makeIds(server, south);
const { token } = north.admin;

async function call(method: string, path: string, body?: object, by = token) {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${by}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as { readonly [key: string]: unknown } };
}
const issuesOf = ({ body }: { body: { readonly [key: string]: unknown } }) =>
  (body['detail'] as { path: string; message: string }[]).map(({ path, message }) => [path, message]);

test('one record is read by its path alone, and may be asked for with its project beside it', async () => {
  for (const path of [
    `/alert-rules/${ids.alertRuleId}`,
    `/custom-charts/${ids.customChartId}`,
    `/attachments/analysis/${ids.attachmentId}`,
    `/apidata-configs/${ids.feedId}`,
    `/apidata-configs/${ids.feedId}/history`,
    `/inspections/${ids.roundId}`,
  ])
    assert.equal((await call('GET', path)).status, 200, path);
  const one = `/alert-rules/${ids.alertRuleId}`;
  assert.equal((await call('GET', `${one}?projectId=${north.projectId}`)).status, 200);
  assert.equal((await call('GET', `${one}?projectId=${south.projectId}`)).status, 404);
});

test('a foreign record is answered like one that is not there, and says nothing of where it lies', async () => {
  for (const [path, field, foreignId] of [
    ['/alert-rules/', 'alertRuleId', foreign.alertRuleId],
    ['/custom-charts/', 'customChartId', foreign.customChartId],
    ['/report-templates/', 'templateId', foreign.templateId],
    ['/attachments/analysis/', 'attachmentId', foreign.attachmentId],
    ['/apidata-configs/', 'feedId', foreign.feedId],
    ['/inspections/', 'roundId', foreign.roundId],
  ] as const)
    for (const id of [foreignId, 2_147_483_647, 9_999_999_999]) {
      const { status, body } = await call('GET', `${path}${id}`);
      if (id > 2_147_483_647) assert.equal(status, 400, path);
      else assert.deepEqual([status, body['detail']], [404, { [field]: id }], path);
    }
});

test('a record is changed by its path, and deleted with or without a body', async () => {
  const path = `/alert-rules/${ids.alertRuleId}`;
  const changed = await call('PATCH', path, { level: 4, members: true });
  assert.deepEqual([changed.status, (changed.body['alertRule'] as { level: number }).level], [200, 4]);
  assert.equal((await call('DELETE', path, undefined, south.admin.token)).status, 404);
  assert.equal((await call('DELETE', `${path}?projectId=${south.projectId}`)).status, 404);
  assert.equal((await call('DELETE', `${path}?projectId=${north.projectId}`)).status, 200);
  assert.equal((await call('GET', path)).status, 404);
  assert.equal(
    (await call('DELETE', `/custom-charts/${ids.customChartId}`, { projectId: north.projectId })).status,
    200,
  );
});

test('fields of a DELETE are taken from the query, but for secrets, and not twice', async () => {
  const warnings = `/devices/${north.device.id}/warnings`;
  // There are no such warnings: the list was read.
  assert.equal((await call('DELETE', `${warnings}?ids=1`)).status, 404);
  assert.equal((await call('DELETE', `${warnings}?ids=1&ids=2`)).status, 404);
  assert.deepEqual(issuesOf(await call('DELETE', `${warnings}?ids=1&other=2`)), [['other', 'fieldUnknown']]);
  assert.deepEqual(issuesOf(await call('DELETE', `${warnings}?ids=one`)), [['ids.0', 'invalid']]);
  const project = `/projects/${north.projectId}`;
  assert.deepEqual(issuesOf(await call('DELETE', `${project}?password=Secret`)), [['password', 'onlyInBody']]);
  assert.deepEqual(issuesOf(await call('DELETE', `${project}?data=keep`, { data: 'clear' })), [
    ['data', 'fieldUnknown'],
  ]);
});

test('what is missing is told once, as missing', async () => {
  const corporations = await call('GET', `/corporations/x/feeds`);
  assert.deepEqual(issuesOf(corporations), [['corporationId', 'invalid']]);
  assert.deepEqual(issuesOf(await call('GET', '/alert-rules')), [['projectId', 'required']]);
  assert.deepEqual(issuesOf(await call('POST', `/alert-rules?projectId=${north.projectId}`, { name: 'Duty' })), [
    ['projectId', 'onlyInBody'],
  ]);
  const body = { projectId: north.projectId, series: [{}] };
  const chart = issuesOf(await call('POST', '/custom-charts', body));
  assert.deepEqual(
    chart.filter(([path]) => path === 'name' || path === 'series.0.pointId'),
    [
      ['name', 'required'],
      ['series.0.pointId', 'required'],
    ],
  );
});

test('the lists of the specification stand at its addresses, and hold what they are named for', async () => {
  const [project, structure] = [`projectId=${north.projectId}`, `structureId=${north.structureId}`];
  for (const path of [
    `/inspections?${project}`,
    `/inspections/logs?${project}`,
    `/reports?${project}`,
    `/stats/project?${project}`,
    `/stats/structure?${project}&${structure}`,
    `/stats/measurement-value?${project}&${structure}`,
  ])
    assert.equal((await call('GET', path)).status, 200, path);
  const span = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };
  for (const name of ['artificial', 'pam', 'rdm', 'gdm-angle', 'deal'])
    assert.equal((await call('POST', `/monitor/${name}`, { pointIds: [north.pointId], ...span })).status, 200, name);
  assert.equal((await call('POST', '/monitor/master', { pointId: foreign.pointId, times: [span.from] })).status, 404);
  assert.equal((await call('DELETE', `/reports/${foreign.reportId}`)).status, 404);
  assert.equal((await call('DELETE', `/reports/${ids.reportId}`)).status, 200);

  const hook = { kind: 'webhook', name: 'Desk', url: 'https://example.com/in', secret: 'a long secret' };
  const madeHook = await call('POST', `/corporations/${north.corporationId}/channels`, hook);
  const hookId = (madeHook.body['channel'] as { id: number }).id;
  const sms = (await call('GET', '/sms-config')).body['channels'] as { id: number; kind: string }[];
  assert.deepEqual(
    sms.map(({ id, kind }) => [id, kind]),
    [[ids.channelId, 'aliyun']],
  );
  assert.deepEqual(issuesOf(await call('POST', '/sms-config', { ...hook, name: 'Other' })), [['kind', 'kind']]);
  assert.equal((await call('PATCH', `/sms-config/${hookId}`, { enabled: false })).status, 404);
  assert.equal((await call('DELETE', `/sms-config/${ids.channelId}`)).status, 200);
});

test('measurement values are those of points whose data one may read', async () => {
  const listed = async (by: string, query = '') =>
    (await call('GET', `/stats/measurement-value${query}`, undefined, by)).body['measurementValueList'];
  const records = [{ at: '2026-03-18T05:00:00Z', channels: { 1: { temperature: 21.5 } } }];
  await fetch(`${server.url}/api/devices/${north.device.sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${north.device.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(records),
  });
  const [value] = (await listed(token)) as Record<string, unknown>[];
  const { pointId, projectId, structureId } = north;
  assert.deepEqual(value, {
    projectId,
    structureId,
    pointId,
    name: 'T-1',
    family: 'temperature',
    field: 'temperature',
    unit: '°C',
    precision: 2,
    value: 21.5,
    at: '2026-03-18T05:00:00.000Z',
  });
  assert.deepEqual(await listed(south.admin.token), []);
  assert.equal((await call('GET', '/stats/measurement-value', undefined, north.normal.token)).status, 403);
  const foreignProject = await call('GET', `/stats/measurement-value?projectId=${south.projectId}`);
  assert.equal(foreignProject.status, 404);
});

test('each list of third parties holds its own kind, of the own corporation unless another is named', async () => {
  const namesAt = async (path: string) => {
    const { status, body } = await call('GET', path);
    assert.equal(status, 200, path);
    return (body['feeds'] as { name: string; config: string }[]).map(({ name }) => name);
  };
  const webhook = { kind: 'webhook', name: 'LoRaWAN' };
  const corporation = `/corporations/${north.corporationId}/feeds`;
  assert.equal((await call('POST', corporation, webhook)).status, 200);
  assert.deepEqual(await namesAt('/apidata-configs'), ['apidata']);
  assert.deepEqual(await namesAt('/huasi-measure-sync-config'), ['huasiMeasureSync']);
  assert.deepEqual(await namesAt(`/station-config?corporationId=${north.corporationId}`), ['station']);
  assert.equal((await namesAt(corporation)).length, 4);

  const aStation = { kind: 'http', name: 'Stations', pullUrl: 'https://stations.example/?from={from}&to={to}' };
  const madeStation = await call('POST', '/station-config', aStation);
  const { id, config } = madeStation.body['feed'] as { id: number; config: string };
  assert.deepEqual([madeStation.status, config], [200, 'station']);
  assert.deepEqual(await namesAt('/station-config'), ['Stations', 'station']);
  assert.deepEqual(issuesOf(await call('POST', '/station-config', { ...webhook, name: 'Hook' })), [
    ['kind', 'feedAsksNobody'],
  ]);
  assert.equal((await call('POST', '/station-config', { ...aStation, config: 'apidata' })).status, 400);

  for (const [method, suffix, input] of [
    ['GET', '', undefined],
    ['PATCH', '', { enabled: false }],
    ['GET', '/history', undefined],
    ['POST', '/history', { from: '2026-01-01T00:00:00Z' }],
    ['POST', '/quick-create-points', undefined],
    ['DELETE', '', undefined],
  ] as const) {
    const other = await call(method, `/apidata-configs/${id}${suffix}`, input);
    const missing = suffix === '/quick-create-points' ? 400 : 404;
    assert.equal(other.status, missing, `${method} of another kind${suffix}`);
    const answer = await call(method, `/station-config/${id}${suffix}`, input);
    assert.equal(answer.status, suffix === '/quick-create-points' ? 400 : 200, `${method}${suffix}`);
  }
});
