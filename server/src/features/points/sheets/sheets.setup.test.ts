import assert from 'node:assert/strict';
import { test } from 'node:test';
import { intake } from '@plumbline/contract/devices/intake';
import { familyCodes } from '@plumbline/contract/points/families';
import { points } from '@plumbline/contract/points/points';
import { sheets } from '@plumbline/contract/points/sheets';
import { fileOf, makeSheetsFixture, setUp } from '../../../../test/sheets.fixtures.ts';
import { statementsOf } from '../../../../test/statements.ts';
import type { Cell } from '../../../kernel/sheets.ts';

const { server, north, upload, download, table, makeLogger } = await makeSheetsFixture();

test('points are set up from a sheet: the dry run says it, the import does it', async () => {
  await makeLogger();
  const before = (await table()).length;
  const dry = await upload(sheets.setUpPoints, setUp, { dryRun: true });
  assert.equal(dry.status, 200, JSON.stringify(dry.body));
  assert.deepEqual(dry.body.problems, []);
  assert.deepEqual(dry.body.counts, { add: 3, refuse: 0, thresholds: 2 });
  assert.deepEqual(dry.body.structures, ['Dam B', 'Dam B / Section 1']);
  assert.deepEqual(dry.body.columns.unknown, ['Colour']);
  assert.deepEqual(dry.body.lines[0], {
    line: 2,
    row: 0,
    name: 'PZ-1',
    place: 'Dam B / Section 1',
    sncode: 'SET-1',
    channel: '1',
    action: 'add',
    family: 'waterLevel',
    mode: 1,
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
      [2, 'channel', 'channelOccupied'],
      [3, 'name', 'nameTaken'],
      [3, 'channel', 'channelOccupied'],
      [4, 'name', 'nameTaken'],
      [4, 'channel', 'channelOccupied'],
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
    '坝C,近似,温渡,,,,,,,,',
    '坝C,无通道,温度,SET-1,99,,,,,,',
    '坝C,一,温度,SET-1,4,,,,,,',
    '坝C,二,温度,SET-1,4,,,,,,',
  ].join('\n');
  const { status, body } = await upload(sheets.setUpPoints, sheet, { dryRun: true });
  assert.equal(status, 200, JSON.stringify(body));
  const found = body.problems.map(({ row, path, error, message }: Record<string, unknown>) =>
    [row, path, error, message].filter((each) => each !== undefined).join(' '),
  ) as string[];
  for (const expected of [
    '1 structurePath badInput required',
    '2 family badInput choose',
    '3 thresholds.0.levels.1 badInput thresholdsNotAscending',
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
  assert.equal(body.counts.refuse, 11, found.join('\n'));
  // What would be right, and which line stands in the way.
  const detail = (row: number) => body.problems.find((problem: { row: number }) => problem.row === row).detail;
  assert.equal(body.problems.find((problem: { row: number }) => problem.row === 3).cell, 'G5');
  assert.equal(detail(2).near.length, familyCodes.length, 'nothing is near a banana');
  assert.equal(detail(9).near[0], '温度');
  assert.equal(detail(8).line, 2);
  assert.ok(detail(10).channels.includes('1') && !detail(10).channels.includes('99'), JSON.stringify(detail(10)));
  assert.deepEqual([detail(12).pointName, detail(12).line], ['一', 13]);
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

test('a thousand points on two hundred devices from two sheets', async () => {
  const deviceSheet = [
    'Serial number,Model,Name,Channels',
    ...Array.from({ length: 200 }, (_, i) => `BIG-${i},DCT-8,Logger ${i},5`),
  ].join('\n');
  const logged = await upload(intake.importSheet, deviceSheet);
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
  let made: Awaited<ReturnType<typeof upload>>;
  const statements = await statementsOf(async () => {
    made = await upload(sheets.setUpPoints, pointSheet);
  });
  assert.ok(statements < 150, `${statements} statements`);
  const { status, body } = made!;
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
});

test('a wrong serial number or channel is reported, and not what only follows from it', async () => {
  const heading = 'Structure,Name,Measurement,Serial number,Channel,Sensor mode,parameters.K,parameters.f0';
  const check = async (...rows: string[]) => {
    const { body } = await upload(sheets.setUpPoints, [heading, ...rows].join('\n'), { dryRun: true });
    return body.problems.map(({ row, path, error, message }: Record<string, unknown>) =>
      [row, path, message ?? error].join(' '),
    );
  };
  assert.deepEqual(
    await check(
      'Dam D,NEW-1,water level,RT-9999,1,,-0.002,2800',
      'Dam D,NEW-2,water level,SET-1,99,,-0.002,2800',
      // With the mode given, the other faults are reported too.
      'Dam D,NEW-3,water level,RT-9999,1,4,-0.002,2800',
    ),
    [
      '0 sncode deviceUnknown',
      '1 channel channelUnknown',
      '2 sncode deviceUnknown',
      '2 parameters.f0 parameterUnknown',
    ],
  );
});
