import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices';
import { intake } from '@plumbline/contract/intake';
import type { OutputOf } from '@plumbline/contract/route';
import { warehouse } from '@plumbline/contract/warehouse';
import { statementsOf } from '../../../../test/statements.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { type Cell, readSheet, sheetRows, writeSheet } from '../../../kernel/sheets.ts';
import { hashOf } from '../../sessions/sessions.api.ts';

const [server, north, south] = await openWorlds(['North', 'South']);

const bulk = (rows: Record<string, unknown>[], dryRun = false, world = north) =>
  server.call(intake.bulkCreate, { corporationId: world.corporationId, devices: rows, dryRun }, world.admin.token);
const count = async (keyword: string) =>
  (await server.call(warehouse.list, { corporationId: north.corporationId, keyword }, north.admin.token)).body.total;

type Imported = OutputOf<typeof intake.importSheet.reply> & { error?: string; detail?: unknown };
async function upload(file: Uint8Array | string, query: Record<string, string | boolean> = {}, type = 'text/csv') {
  const form = new FormData();
  form.append('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)], { type }), 'devices.csv');
  const parameters = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  );
  const response = await fetch(`${server.url}/api/corporations/${north.corporationId}/devices/import?${parameters}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${north.admin.token}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as Imported };
}
async function download(path: 'import-template' | 'export', query: string) {
  const response = await fetch(`${server.url}/api/corporations/${north.corporationId}/devices/${path}?${query}`, {
    headers: { authorization: `Bearer ${north.admin.token}` },
  });
  assert.equal(response.status, 200);
  return new Uint8Array(await response.arrayBuffer());
}
const limits = { maxBytes: 3e6, maxRows: 2000 };

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

test('the template is a sheet that the import understands, in each language and format', async () => {
  for (const language of ['en', 'zh-CN'])
    for (const format of ['xlsx', 'csv']) {
      const { rows } = await readSheet(
        await download('import-template', `language=${language}&format=${format}`),
        limits,
      );
      const [heading] = rows;
      assert.deepEqual(heading?.cells[0], language === 'en' ? 'Serial number *' : '序列号 *');
      const empty = await upload(await fileOf(rows.map(({ cells }) => cells)), { dryRun: true });
      assert.equal(empty.body.error, 'sheetEmpty');
      const filled = [
        heading!.cells,
        heading!.cells.map((_, i) => (i === 0 ? `T-${language}` : i === 2 ? 'ADM' : null)),
      ];
      const { body } = await upload(await fileOf(filled), { dryRun: true });
      assert.deepEqual([body.counts, body.columns.unknown], [{ add: 1, skip: 0, refuse: 0 }, []], JSON.stringify(body));
    }
});
test('the template lists the models behind its sheet; a model that nobody knows is said before it is taken in', async () => {
  const template = await download('import-template', 'language=en&format=xlsx');
  const listed: unknown[] = [];
  for await (const { cells } of sheetRows(template, limits, 'Models')) listed.push(cells[0]);
  assert.ok(listed.includes('DCT20S'), listed.join());
  const { body } = await upload('Serial number,Model,Channels\nU-1,TL-5,4\nU-2,DCT20S,\nU-3,VWP,2\n', { dryRun: true });
  assert.deepEqual(
    body.lines.map(({ sncode, modelKnown, channels }) => [sncode, modelKnown, channels]),
    [
      ['U-1', false, [{ mode: 4, count: 4 }]],
      ['U-2', true, [{ mode: 1, count: 20 }]],
      ['U-3', null, null],
    ],
    JSON.stringify(body),
  );
});
const fileOf = ([heading, ...rows]: (readonly Cell[])[]) =>
  buffer(
    writeSheet(rows, { format: 'xlsx', name: 'x', columns: heading!.map((cell) => ({ header: String(cell ?? '') })) }),
  );

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

test('what cannot be a device sheet is said by name', async () => {
  const size = await upload(Buffer.alloc(3 * 1024 * 1024 + 10, 0x61));
  assert.deepEqual([size.status, size.body.error, size.body.detail], [413, 'fileTooLarge', { size: 3, unit: 'MB' }]);
  const picture = await upload(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0, 1]), {}, 'application/octet-stream');
  assert.deepEqual(
    [picture.status, picture.body.error, picture.body.detail],
    [415, 'fileFormat', { type: 'xlsx, csv' }],
  );
  const type = await upload('sncode,model\nA,B\n', {}, 'image/png');
  assert.equal(type.body.error, 'fileFormat');
  const locked = Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
    Buffer.alloc(600),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ]);
  assert.equal((await upload(locked)).body.error, 'fileEncrypted');
  const columns = await upload('name,colour\nA,B\n');
  assert.deepEqual(
    [columns.body.error, columns.body.detail],
    ['sheetColumnsMissing', { columns: 'Serial number, Model' }],
  );
  const long = `sncode,model\n${'S,M\n'.repeat(1001)}`;
  assert.deepEqual((await upload(long)).body.error, 'sheetTooLong');
  assert.equal((await upload('sncode,model\n')).body.error, 'sheetEmpty');
  const rounded = await fileOf([
    ['sncode', 'model', 'iccid'],
    ['R-1', 'DTU', 8.986e19],
  ]);
  const { body } = await upload(rounded, { dryRun: true });
  assert.deepEqual(body.problems.map(({ path, message }) => [path, message])[0], ['iccid', 'digitsLost']);
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
