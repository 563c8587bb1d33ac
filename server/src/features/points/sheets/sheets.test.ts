import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sheets } from '@plumbline/contract/points/sheets';
import { makeAccount, makeMember, makeWorld } from '../../../../test/harness.ts';
import { column, fileOf, makeSheetsFixture, rowOfPoint, setUp } from '../../../../test/sheets.fixtures.ts';
import type { Cell } from '../../../kernel/sheets.ts';

const { server, north, upload, download, table, makeLogger } = await makeSheetsFixture();

await makeLogger();
assert.equal((await upload(sheets.setUpPoints, setUp)).status, 200);

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
  one[column(rows, 'Depth')] = 12.25;
  rowOfPoint(rows, 'AIR')[column(rows, 'Serial number')] = null;
  const file = await fileOf(rows);
  const dry = await upload(sheets.importPoints, file, { dryRun: true });
  assert.equal(dry.status, 200);
  const [changed, unbound] = dry.body.lines;
  assert.deepEqual([changed.name, unbound.name, dry.body.problems], ['PZ-1', 'AIR', []], JSON.stringify(dry.body));
  assert.deepEqual(changed.changes, [
    { field: 'name', before: 'PZ-1', after: 'PZ-1b' },
    { field: 'intervalSeconds', before: 600, after: 1800 },
    { field: 'depthM', before: null, after: 12.25 },
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
  assert.deepEqual([status, body.counts.fields], [200, 7], JSON.stringify(body));
  const after = (await table()).find(({ name }) => name === 'PZ-1b')!;
  assert.deepEqual(
    [after.intervalSeconds, after.parameters, after.initialValues, after.coordinates?.latitude, after.depthM],
    [1800, { K: -0.003, f0: 2800, t0: 18 }, {}, 30.75, 12.25],
  );
  assert.equal((await table()).find(({ name }) => name === 'AIR')?.sncode, null);
});

test('a sheet that a spreadsheet has opened and saved changes nothing: it keeps fifteen digits', async () => {
  const point = (await table())[0]!;
  await server.db
    .updateTable('point')
    .set({ longitude: 114.9197798738556, latitude: 30.12345678901234, parameters: JSON.stringify({ K: 1 / 3 }) })
    .where('id', '=', point.id)
    .execute();
  const cut = (cell: Cell): Cell => (typeof cell === 'number' ? Number(cell.toPrecision(15)) : cell);
  const rows = (await download(sheets.exportPoints, { language: 'en' })).map((row) => row.map(cut));
  const { body } = await upload(sheets.importPoints, await fileOf(rows), { dryRun: true });
  assert.deepEqual([body.lines, body.problems], [[], []], JSON.stringify(body));
  // What differs by a tenth of a millimetre was moved, and a small parameter may change in its last places.
  const row = rows.find((each) => each[column(rows, 'ID')] === point.id)!;
  row[column(rows, 'Longitude')] = 114.919779999;
  row[column(rows, 'parameters.K')] = 1.019e-7;
  const moved = await upload(sheets.importPoints, await fileOf(rows), { dryRun: true });
  assert.deepEqual(
    moved.body.lines[0].changes.map(({ field }: { field: string }) => field),
    ['coordinates', 'parameters.K'],
  );
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
