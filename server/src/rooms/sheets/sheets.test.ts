import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { devices } from '@plumbline/contract/devices';
import { points } from '@plumbline/contract/points';
import type { Route } from '@plumbline/contract/route';
import { sheets } from '@plumbline/contract/sheets';
import { makeAccount, makeMember, makeWorld, startServer, type TestServer, type World } from '../../../test/harness.ts';
import { type Cell, readSheet, writeSheet } from '../../kernel/sheets.ts';

let server: TestServer;
let north: World;
before(async () => {
  server = await startServer();
  north = await makeWorld(server, 'North');
});
after(() => server.close());

const limits = { maxBytes: 8e6, maxRows: 20_000 };
const urlOf = (route: Route, ids: Record<string, number>, query: Record<string, string | boolean>) =>
  `${server.url}/api${route.path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]))}?${new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  )}`;

// biome-ignore lint/suspicious/noExplicitAny: the tests read any reply.
type Reply = { status: number; body: any };
async function upload(
  route: Route,
  file: Uint8Array | string,
  query: Record<string, string | boolean> = {},
  token = north.admin.token,
): Promise<Reply> {
  const form = new FormData();
  form.append(
    'file',
    new Blob([typeof file === 'string' ? file : new Uint8Array(file)], { type: 'text/csv' }),
    'x.csv',
  );
  const response = await fetch(
    urlOf(route, { projectId: north.projectId, corporationId: north.corporationId }, query),
    {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    },
  );
  return { status: response.status, body: await response.json() };
}
async function download(route: Route, query: Record<string, string> = {}): Promise<Cell[][]> {
  const response = await fetch(urlOf(route, { projectId: north.projectId }, query), {
    headers: { authorization: `Bearer ${north.admin.token}` },
  });
  assert.equal(response.status, 200);
  const { rows } = await readSheet(new Uint8Array(await response.arrayBuffer()), limits);
  return rows.map(({ cells }) => [...cells]);
}
const fileOf = ([heading, ...rows]: readonly (readonly Cell[])[]) =>
  buffer(
    writeSheet(rows, { format: 'xlsx', name: 'x', columns: heading!.map((cell) => ({ header: String(cell ?? '') })) }),
  );
const table = async () =>
  (await server.call(points.table, { projectId: north.projectId }, north.admin.token)).body.rows;
const column = (rows: Cell[][], name: string) => {
  const at = rows[0]!.indexOf(name);
  assert.ok(at >= 0, `${name} in ${rows[0]!.join(', ')}`);
  return at;
};
const rowOfPoint = (rows: Cell[][], name: string) => rows.find((row) => row[column(rows, 'Name')] === name)!;

const setUp = [
  'Structure *,Item,Name,Measurement,Serial number,Channel,Interval (s),Longitude,Latitude,K,parameters.f0 (Hz),t0,initialValues.level,Threshold kind,Threshold 1,Threshold 2,Threshold 3,Threshold 4,Colour',
  'Dam B,Section 1,PZ-1,water level,SET-1,1,10 min,114.1,30.5,-0.002,2800,18,12.5,cumulative,1,2,3,4,red',
  'Dam B,Section 1,PZ-2,水位,SET-1,2,1h,,,-0.002,2810,,,,,,,,',
  'Dam B,,AIR,temperature,SET-1,3,3600,114.2,30.6,,,,,,30,,40,,',
].join('\n');

test('points are set up from a sheet: the dry run says it, the import does it', async () => {
  const made = await server.call(
    devices.create,
    {
      corporationId: north.corporationId,
      name: 'Logger',
      model: 'DCT-4',
      sncode: 'SET-1',
      channels: [
        { number: '1', mode: 1 },
        { number: '2', mode: 1 },
        { number: '3', mode: 9 },
      ],
    },
    north.admin.token,
  );
  assert.equal(made.status, 200);
  const before = (await table()).length;
  const dry = await upload(sheets.setUpPoints, setUp, { dryRun: true });
  assert.equal(dry.status, 200, JSON.stringify(dry.body));
  assert.deepEqual(dry.body.problems, []);
  assert.deepEqual(dry.body.counts, { add: 3, refuse: 0, thresholds: 2 });
  assert.deepEqual(dry.body.structures, ['Dam B', 'Dam B / Section 1']);
  assert.deepEqual(dry.body.columns.unknown, ['Colour']);
  assert.deepEqual(dry.body.lines[0], {
    ...{ line: 2, row: 0, name: 'PZ-1', place: 'Dam B / Section 1', sncode: 'SET-1', channel: '1', action: 'add' },
  });
  assert.equal((await table()).length, before, 'nothing was made');

  const { status, body } = await upload(sheets.setUpPoints, setUp);
  assert.equal(status, 200, JSON.stringify(body));
  const rows = new Map((await table()).map((row) => [row.id, row]));
  const [first, second, third] = (body.pointIds as number[]).map((id) => rows.get(id)!);
  assert.deepEqual(
    [first?.name, first?.mode, first?.intervalSeconds, first?.parameters, first?.initialValues, first?.coordinates],
    ['PZ-1', 1, 600, { K: -0.002, f0: 2800, t0: 18 }, { level: 12.5 }, { longitude: 114.1, latitude: 30.5 }],
    'the mode of its channel',
  );
  assert.deepEqual([second?.structurePath, second?.channel, second?.coordinates], [['Dam B', 'Section 1'], '2', null]);
  assert.deepEqual([third?.structurePath, third?.mode], [['Dam B'], 9]);
  const rules = await server.call(points.get, { pointId: third!.id }, north.admin.token);
  assert.deepEqual(
    rules.body.thresholds.map(({ field, kind, method, levels }) => [field, kind, method, levels]),
    [['temperature', 'value', 'twoSided', [30, null, 40, null]]],
  );
  const again = await upload(sheets.setUpPoints, setUp);
  assert.deepEqual([again.status, again.body.error], [400, 'rowsRefused']);
  assert.deepEqual(
    again.body.detail.problems.map(({ line, path, error }: Record<string, unknown>) => [line, path, error]),
    [
      [2, 'name', 'nameTaken'],
      [3, 'name', 'nameTaken'],
      [4, 'name', 'nameTaken'],
    ],
  );
});

test('one wrong row of a set-up, and none is made; each cell says what is wrong', async () => {
  const before = (await table()).length;
  const sheet = [
    '结构物,测点名称,监测类型,设备序列号,通道,一级阈值,二级阈值,经度,纬度,参数.K,采集间隔',
    '坝C,好点,温度,,,1,2,,,,',
    ',无结构,温度,,,,,,,,',
    '坝C,错族,香蕉,,,,,,,,',
    '坝C,错阈值,温度,,,2,1,,,,',
    '坝C,半坐标,温度,,,,,114,,,',
    '坝C,无设备,温度,NONE-9,1,,,,,,',
    '坝C,占用,温度,SET-1,1,,,,,,',
    '坝C,非数,温度,,,,,,,x,soon',
    '坝C,好点,温度,,,,,,,,',
  ].join('\n');
  const { status, body } = await upload(sheets.setUpPoints, sheet, { dryRun: true });
  assert.equal(status, 200, JSON.stringify(body));
  const found = body.problems.map(({ row, path, error, message }: Record<string, unknown>) =>
    [row, path, error, message].filter((each) => each !== undefined).join(' '),
  ) as string[];
  for (const expected of [
    '1 structurePath badInput required',
    '2 family badInput choose',
    '3 thresholds.0.levels badInput thresholdsNotAscending',
    '4 coordinates.latitude badInput required',
    '7 parameters.K badInput notNumber',
    '7 intervalSeconds badInput notNumber',
    '8 name nameTaken',
  ])
    assert.ok(found.includes(expected), `${expected} in\n${found.join('\n')}`);
  assert.ok(
    found.some((each) => each.startsWith('5 sncode')) && found.some((each) => each.startsWith('6 ')),
    found.join('\n'),
  );
  assert.equal(body.lines[0].action, 'add');
  assert.equal(body.counts.refuse, 8);
  const refused = await upload(sheets.setUpPoints, sheet);
  assert.deepEqual([refused.status, refused.body.error], [400, 'rowsRefused']);
  assert.equal((await table()).length, before);
  const missing = await upload(sheets.setUpPoints, 'Name\nx\n');
  assert.deepEqual(
    [missing.body.error, missing.body.detail.columns],
    ['sheetColumnsMissing', 'Structure, Measurement'],
  );
});

test('the template of the set-up is understood in each language', async () => {
  for (const language of ['en', 'zh-CN']) {
    const [heading] = await download(sheets.pointTemplate, { language });
    const cells = heading!.map((cell): Cell => {
      const text = String(cell);
      if (/^(Structure|结构物)/.test(text)) return 'Dam B';
      if (/^(Name|测点名称)/.test(text)) return `Template ${language}`;
      return /^(Measurement|监测类型)/.test(text) ? 'temperature' : null;
    });
    const { body } = await upload(sheets.setUpPoints, await fileOf([heading!, cells]), { dryRun: true });
    assert.deepEqual([body.counts?.add, body.columns?.unknown], [1, []], JSON.stringify(body));
  }
});

test('points go out as a sheet and come back: only what was changed is changed', async () => {
  const rows = await download(sheets.exportPoints, { language: 'en' });
  assert.equal(rows.length - 1, (await table()).length);
  const same = await upload(sheets.importPoints, await fileOf(rows));
  assert.deepEqual(
    [same.status, same.body.counts],
    [200, { rows: rows.length - 1, changed: 0, fields: 0, refused: 0 }],
    JSON.stringify(same.body),
  );
  const zh = await download(sheets.exportPoints, { language: 'zh-CN', format: 'csv' });
  const unchanged = await upload(sheets.importPoints, await fileOf(zh), { dryRun: true });
  assert.deepEqual(
    [unchanged.body.counts?.changed, unchanged.body.columns?.unknown],
    [0, []],
    JSON.stringify(unchanged.body),
  );

  const one = rowOfPoint(rows, 'PZ-1');
  one[column(rows, 'Name')] = 'PZ-1b';
  one[column(rows, 'Interval')] = '30 min';
  one[column(rows, 'parameters.K')] = -0.003;
  one[column(rows, 'initialValues.level')] = null;
  one[column(rows, 'Latitude')] = 30.75;
  rowOfPoint(rows, 'AIR')[column(rows, 'Serial number')] = null;
  const file = await fileOf(rows);
  const dry = await upload(sheets.importPoints, file, { dryRun: true });
  assert.equal(dry.status, 200);
  const [changed, unbound] = dry.body.lines;
  assert.deepEqual([changed.name, unbound.name, dry.body.problems], ['PZ-1', 'AIR', []], JSON.stringify(dry.body));
  assert.deepEqual(changed.changes, [
    { field: 'name', before: 'PZ-1', after: 'PZ-1b' },
    { field: 'intervalSeconds', before: 600, after: 1800 },
    { field: 'coordinates', before: '114.1 30.5', after: '114.1 30.75' },
    { field: 'parameters.K', before: -0.002, after: -0.003 },
    { field: 'initialValues.level', before: 12.5, after: null },
  ]);
  assert.deepEqual(unbound.changes, [{ field: 'sncode', before: 'SET-1', after: null }]);
  assert.ok(
    (await table()).some(({ name }) => name === 'PZ-1'),
    'a dry run writes nothing',
  );
  const { status, body } = await upload(sheets.importPoints, file, { reason: 'surveyed again' });
  assert.deepEqual([status, body.counts.fields], [200, 6], JSON.stringify(body));
  const after = (await table()).find(({ name }) => name === 'PZ-1b')!;
  assert.deepEqual(
    [after.intervalSeconds, after.parameters, after.initialValues, after.coordinates?.latitude],
    [1800, { K: -0.003, f0: 2800, t0: 18 }, {}, 30.75],
  );
  assert.equal((await table()).find(({ name }) => name === 'AIR')?.sncode, null);
});

test('unknown ids, repeated rows and what a sheet cannot change are refused, and nothing is written', async () => {
  const rows = await download(sheets.exportPoints);
  const [heading, ...data] = rows;
  const named = (name: string) => [...rowOfPoint(rows, name)];
  const with_ = (row: Cell[], changes: Record<string, Cell>) => {
    for (const [name, value] of Object.entries(changes)) row[column(rows, name)] = value;
    return row;
  };
  const sheet = [
    heading!,
    with_(named('PZ-1b'), { Name: 'Renamed' }),
    with_(named('PZ-2'), { ID: 999_999 }),
    with_(named('PZ-2'), { ID: null }),
    named('PZ-1b'),
    with_(named('AIR'), { Measurement: 'tilt' }),
    with_(named('PZ-2'), { Name: 'Renamed', Interval: 0 }),
    with_(named('T-1'), { ID: 'x' }),
  ];
  const { body } = await upload(sheets.importPoints, await fileOf(sheet), { dryRun: true });
  const found = body.problems.map(({ row, path, error, message }: Record<string, unknown>) =>
    [row, path, error, message].filter((each) => each !== undefined && !/Too small/.test(String(each))).join(' '),
  ) as string[];
  for (const expected of [
    '1 pointId notFound',
    '2 pointId badInput required',
    '3 pointId badInput rowsRepeat',
    '4 family badInput notEditable',
    '5 intervalSeconds badInput',
    '6 pointId badInput notNumber',
  ])
    assert.ok(found.includes(expected), `${expected} in\n${found.join('\n')}`);
  const refused = await upload(sheets.importPoints, await fileOf(sheet));
  assert.deepEqual([refused.status, refused.body.error], [400, 'rowsRefused']);
  assert.ok(!(await table()).some(({ name }) => name === 'Renamed'));
  assert.equal(data.length, (await table()).length);
  const foreign = await makeWorld(server, 'South');
  const theirs = with_(named('PZ-2'), { ID: foreign.pointId, Name: 'Stolen' });
  const stolen = await upload(sheets.importPoints, await fileOf([heading!, theirs]));
  assert.deepEqual([stolen.body.error, stolen.body.detail.problems[0].error], ['rowsRefused', 'notFound']);
});

test('whoever may only look sends no sheet back', async () => {
  const guest = await makeAccount(server, 'Normal', north.corporationId, 'sheet.guest');
  await makeMember(server, north.projectId, guest.id, 'Guest');
  for (const route of [sheets.importPoints, sheets.setUpPoints])
    assert.equal((await upload(route, setUp, {}, guest.token)).status, 403);
});

test('a thousand points on two hundred devices from two sheets', async () => {
  const started = performance.now();
  const deviceSheet = [
    'Serial number,Model,Name,Channels',
    ...Array.from({ length: 200 }, (_, i) => `BIG-${i},DCT-8,Logger ${i},5`),
  ].join('\n');
  const logged = await upload(devices.importSheet, deviceSheet);
  assert.equal(logged.status, 200, JSON.stringify(logged.body).slice(0, 500));
  const pointSheet = [
    'Structure,Item,Name,Measurement,Serial number,Channel,K,f0,t0,initialValues.level,Longitude,Latitude,Threshold 1,Threshold 2,Threshold 3,Threshold 4',
    ...Array.from(
      { length: 1000 },
      (_, i) =>
        `Big dam,Section ${i % 40},BP-${i},waterLevel,BIG-${i % 200},${Math.floor(i / 200) + 1},-0.002,2800,18,12,114.${i},30.${i},1,2,3,4`,
    ),
  ].join('\n');
  const dry = await upload(sheets.setUpPoints, pointSheet, { dryRun: true });
  assert.deepEqual([dry.body.counts, dry.body.problems], [{ add: 1000, refuse: 0, thresholds: 1000 }, []]);
  const { status, body } = await upload(sheets.setUpPoints, pointSheet);
  assert.deepEqual(
    [status, body.pointIds?.length, body.structures?.length],
    [200, 1000, 41],
    JSON.stringify(body).slice(0, 500),
  );
  const rules = await server.db
    .selectFrom('threshold')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('point_id', 'in', body.pointIds)
    .executeTakeFirstOrThrow();
  assert.equal(rules.n, 1000);
  const took = performance.now() - started;
  assert.ok(took < 20_000, `${Math.round(took)} ms`);
});
