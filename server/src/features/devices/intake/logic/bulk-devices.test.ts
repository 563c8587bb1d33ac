import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { intake } from '@plumbline/contract/devices/intake';
import { warehouse } from '@plumbline/contract/devices/warehouse';
import { fileOf, limits, openIntake } from '../../../../../test/intake.fixtures.ts';
import { statementsOf } from '../../../../../test/statements.ts';
import { readSheet } from '../../../../kernel/sheets.ts';
import { hashOf } from '../../../people/sessions/sessions.api.ts';

const { server, north, south, upload, download } = await openIntake();

const bulk = (rows: Record<string, unknown>[], dryRun = false, world = north) =>
  server.call(intake.bulkCreate, { corporationId: world.corporationId, devices: rows, dryRun }, world.admin.token);
const count = async (keyword: string) =>
  (await server.call(warehouse.list, { corporationId: north.corporationId, keyword }, north.admin.token)).body.total;

test('a thousand devices in one transaction, each with a secret that works', async () => {
  const rows = Array.from({ length: 1000 }, (_, i) => ({
    sncode: `B-${i}`,
    model: i < 10 ? 'DTU' : i < 200 ? 'DCT20S' : 'TLT-2',
    ...(i >= 10 && { dtu: `B-${i % 10}` }),
    ...(i >= 200 && { collectorType: 'IDC' }),
  }));
  const dry = await bulk(rows, true);
  assert.deepEqual([dry.status, dry.body], [200, { problems: [], secrets: [] }]);
  assert.equal(await count('B-'), 0);
  let made: Awaited<ReturnType<typeof bulk>>;
  const statements = await statementsOf(async () => {
    made = await bulk(rows);
  });
  const { status, body } = made!;
  assert.equal(status, 200);
  assert.ok(statements < 50, `${statements} statements`);
  assert.deepEqual(
    body.secrets.map(({ sncode }) => sncode),
    rows.map(({ sncode }) => sncode),
  );
  assert.equal(new Set(body.secrets.map(({ secret }) => secret)).size, 1000);
  const { deviceId, secret } = body.secrets[250]!;
  const row = await server.db.selectFrom('device').selectAll().where('id', '=', deviceId).executeTakeFirstOrThrow();
  assert.deepEqual(
    [row.sncode, row.name, row.type, row.dtu_id],
    ['B-250', 'B-250', 'measuring', body.secrets[0]!.deviceId],
  );
  assert.deepEqual(row.secret_hash, hashOf(secret));
  const collector = (await server.call(devices.get, { deviceId: body.secrets[20]!.deviceId }, north.admin.token)).body;
  assert.deepEqual([collector.device.register, collector.device.channels.length], ['B-20', 20]);
  assert.equal(
    (await bulk(Array.from({ length: 1001 }, (_, i) => ({ sncode: `C-${i}`, model: 'x' })))).body.error,
    'badInput',
  );
});

test('a bulk that is more than the corporation may have is refused whole', async () => {
  const { devices: had } = await server.db
    .selectFrom('device')
    .select(({ fn }) => fn.countAll<number>().as('devices'))
    .where('corporation_id', '=', south.corporationId)
    .executeTakeFirstOrThrow();
  const limit = (most: number | null) =>
    server.db.updateTable('corporation').set({ max_devices: most }).where('id', '=', south.corporationId).execute();
  const rows = ['F-1', 'F-2'].map((sncode) => ({ sncode, model: 'DTU' }));
  await limit(Number(had) + 1);
  assert.equal((await bulk(rows, false, south)).body.error, 'limitReached');
  await limit(Number(had) + 2);
  assert.equal((await bulk(rows, false, south)).status, 200);
  await limit(null);
});

test('one wrong row, and none is made; every problem is said by its row and field', async () => {
  const rows = [
    { sncode: 'W-1', model: 'DCT20S' },
    { sncode: 'W-1', model: 'DCT20S', register: 'other' },
    { sncode: north.device.sncode, model: 'DTU' },
    { sncode: south.device.sncode, model: 'DTU', register: 'W-3' },
    { sncode: 'a/b', model: '' },
    { model: 'ADM' },
    { sncode: 'W-6', model: 'ADM', config: { segmentLengths: [499] } },
    { sncode: 'W-7', model: 'ADM', config: { K: 1 } },
    { sncode: 'W-8', model: 'DCT-4', channels: [{ number: '5', mode: 1 }] },
    { sncode: 'W-9', model: 'VWP', collector: 'nowhere' },
    { sncode: 'W-10', model: 'VWP', collector: north.device.sncode },
    { sncode: 'W-11', model: 'VWP', dtu: 'W-1' },
    { sncode: 'W-12', model: 'TLT-2', register: 'W-3' },
    { sncode: 'W-13', model: 'ADM', colour: 'red', config: { taste: 1 } },
  ];
  const { status, body } = await bulk(rows, true);
  assert.equal(status, 200);
  const found = body.problems.map(({ row, path, error, message }) => [row, path, error, ...(message ? [message] : [])]);
  assert.deepEqual(found.slice(0, 3), [
    [1, 'sncode', 'sncodeExists'],
    [2, 'sncode', 'sncodeExists'],
    [3, 'sncode', 'sncodeExists'],
  ]);
  assert.deepEqual(body.problems[0]?.detail, { sncode: 'W-1', row: 0 });
  assert.deepEqual([...new Set(found.filter(([row]) => row === 4).map(([, path]) => path))].sort(), [
    'model',
    'sncode',
  ]);
  for (const expected of [
    [6, 'config.segmentLengths.0', 'badInput', 'segmentShort'],
    [7, 'config.K', 'badInput', 'fieldNotOfModel'],
    [8, 'channels', 'channelInvalid'],
    [9, 'collector', 'notFound'],
    [10, 'collector', 'associationInvalid'],
    [11, 'dtu', 'associationInvalid'],
    [12, 'register', 'registerExists'],
    [13, 'colour', 'badInput', 'fieldNotOfModel'],
    [13, 'config.taste', 'badInput', 'fieldNotOfModel'],
  ])
    assert.ok(
      found.some((each) => JSON.stringify(each) === JSON.stringify(expected)),
      `${JSON.stringify(expected)} in ${JSON.stringify(found)}`,
    );
  assert.ok(
    found.some(([row, path]) => row === 5 && path === 'sncode'),
    'a serial number is needed',
  );
  assert.ok(!found.some(([row]) => row === 0));
  const foreign = await bulk([{ sncode: 'W-20', model: 'VWP', collector: south.device.sncode }], true);
  assert.equal(foreign.body.problems[0]?.error, 'notFound', 'a device of another corporation is not there');
  const refused = await bulk(rows);
  assert.deepEqual([refused.status, refused.body.error], [400, 'rowsRefused']);
  assert.equal((refused.body.detail as { problems: unknown[] }).problems.length, body.problems.length);
  assert.equal(await count('W-1'), 0);
});

test('a CSV in Chinese: the dry run says line by line what would happen, the import does it', async () => {
  const csv = [
    '序列号*,名称,型号,类型,监测类型,通道,经度,纬度,采集器,标定系数K,初始频率f0（Hz）,备注,已安装',
    'Z-01,采集仪一,dct20s,采集器,,2,114.1,30.5,,,,x,是',
    '',
    'Z-02,渗压计1,VWP,测量设备,水位,1:1,,,Z-01,1.25,"2712,4",,否',
    `${north.device.sncode},旧设备,VWP,,,,,,,,,,`,
    'Z-03,x,VWP,机器人,水位,,114,,,abc,,,',
    'Z-02,双,VWP,,,,,,,,,,',
  ].join('\r\n');
  const dry = await upload(csv, { dryRun: true });
  assert.equal(dry.status, 200, JSON.stringify(dry.body));
  assert.deepEqual(
    dry.body.lines.map(({ line, sncode, action }) => [line, sncode, action]),
    [
      [2, 'Z-01', 'add'],
      [4, 'Z-02', 'add'],
      [5, north.device.sncode, 'refuse'],
      [6, 'Z-03', 'refuse'],
      [7, 'Z-02', 'refuse'],
    ],
  );
  assert.deepEqual([dry.body.counts, dry.body.columns.unknown], [{ add: 2, skip: 0, refuse: 3 }, ['备注']]);
  const of = (row: number) => dry.body.problems.filter((problem) => problem.row === row);
  assert.deepEqual(
    of(2).map(({ error, detail }) => [error, detail]),
    [['sncodeExists', { sncode: north.device.sncode, own: true }]],
  );
  const third = of(3).map(({ path, error, message }) => [path, error, message ?? null]);
  for (const each of [
    ['type', 'deviceTypeUnknown', null],
    ['latitude', 'badInput', 'required'],
    ['config.K', 'badInput', 'notNumber'],
  ])
    assert.ok(
      third.some((found) => JSON.stringify(found) === JSON.stringify(each)),
      JSON.stringify(third),
    );
  assert.equal(of(4)[0]?.error, 'sncodeExists');
  const { line: twin } = of(4)[0]!.detail as { line?: number };
  assert.equal(dry.body.lines[4]?.sncode, dry.body.lines.find(({ line }) => line === twin)?.sncode, 'the line before');
  const refused = await upload(csv);
  assert.deepEqual([refused.status, refused.body.error], [400, 'rowsRefused']);
  assert.equal((refused.body.detail as { problems: { line: number }[] }).problems[0]?.line, 5);
  assert.equal(await count('Z-0'), 0);

  const good = csv.split('\r\n').slice(0, 5).join('\r\n');
  const done = await upload(good, { existing: 'skip' });
  assert.deepEqual([done.status, done.body.counts], [200, { add: 2, skip: 1, refuse: 0 }], JSON.stringify(done.body));
  assert.deepEqual(
    done.body.secrets.map(({ sncode }) => sncode),
    ['Z-01', 'Z-02'],
  );
  const made = (await server.call(devices.get, { deviceId: done.body.secrets[1]!.deviceId }, north.admin.token)).body
    .device;
  assert.deepEqual(
    [made.name, made.model, made.measurement, made.config, made.channels.length, made.collectorId, made.mounted],
    ['渗压计1', 'VWP', 'waterLevel', { K: 1.25, f0: 2712.4 }, 1, done.body.secrets[0]!.deviceId, false],
  );
  const first = (await server.call(devices.get, { deviceId: done.body.secrets[0]!.deviceId }, north.admin.token)).body
    .device;
  assert.deepEqual(
    [
      first.model,
      first.type,
      first.channels.map(({ number, mode }) => [number, mode]),
      first.coordinates,
      first.mounted,
    ],
    [
      'DCT20S',
      'collector',
      [
        ['1', 1],
        ['2', 1],
      ],
      { longitude: 114.1, latitude: 30.5 },
      true,
    ],
  );
});

test('a model one letter off is named with the one that was meant, and a serial number twice is said once', async () => {
  const csv = ['序列号*,型号', 'L-01,DTC20S', 'L-02,Zz', 'L-03,DCT20S', 'L-03,DCT20S'].join('\r\n');
  const { body } = await upload(csv, { dryRun: true });
  const [slip, strange] = body.lines;
  assert.deepEqual([slip?.modelKnown, slip?.modelsLike[0], slip?.action], [false, 'DCT20S', 'add']);
  assert.deepEqual([strange?.modelKnown, strange?.modelsLike], [false, []]);
  assert.deepEqual(
    body.problems.map(({ row, path, error }) => [row, path, error]),
    [[3, 'sncode', 'sncodeExists']],
    'the sheet has no column of register ids',
  );
});

test('an export is imported again as it is', async () => {
  const file = await download('export', 'format=xlsx');
  const { rows } = await readSheet(file, limits);
  assert.equal(rows.length - 1, await count(''));
  const again = await upload(await fileOf([rows[0]!.cells, ...rows.slice(1, 900).map(({ cells }) => cells)]), {
    dryRun: true,
    existing: 'skip',
  });
  assert.deepEqual([again.status, again.body.counts], [200, { add: 0, skip: 899, refuse: 0 }]);
  const at = rows[0]!.cells.indexOf('Serial number');
  const shown = rows.find(({ cells }) => cells[at] === 'Z-02')?.cells ?? [];
  assert.ok(
    ['Z-02', 'VWP', 'waterLevel', 'Z-01', '1:1', 1.25].every((value) => shown.includes(value)),
    JSON.stringify(shown),
  );
});

test('two imports at once: a serial number is taken once', async () => {
  const csv = `sncode,model\n${Array.from({ length: 50 }, (_, i) => `RACE-${i},ADM`).join('\n')}`;
  const answers = await Promise.all([upload(csv), upload(csv)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [
    200,
    answers.find(({ status }) => status !== 200)?.status,
  ]);
  const lost = answers.find(({ status }) => status !== 200)!;
  assert.ok(['sncodeExists', 'rowsRefused'].includes(lost.body.error ?? ''), JSON.stringify(lost.body));
  assert.equal(await count('RACE-'), 50);
});
