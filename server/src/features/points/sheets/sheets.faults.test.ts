/** What is wrong with a sheet is said by its cell, and a sheet of another purpose is told apart before its rows are read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { points } from '@plumbline/contract/points/points';
import { sheetLimits, sheets } from '@plumbline/contract/points/sheets';
import { makeSheetsFixture } from '../../../../test/sheets.fixtures.ts';
import { cellOfPath } from './logic/cells.ts';
import { columnLetters, pointColumns } from './logic/columns.ts';

const { server, north, upload } = await makeSheetsFixture();
const dry = { dryRun: 'true' };
const cells = (problems: { cell?: string; path: string }[]) => problems.map(({ cell, path }) => `${cell} ${path}`);

test('columns are named as a spreadsheet names them', () => {
  assert.deepEqual([0, 25, 26, 51, 52, 701, 702].map(columnLetters), ['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  const columns = pointColumns({ line: 1, cells: ['ID', 'Name', 'parameters.K', 'Longitude', 'Latitude'] }, [
    { key: 'id', en: 'ID', zh: 'x' },
    { key: 'name', en: 'Name', zh: 'y' },
    { key: 'longitude', en: 'Longitude', zh: 'z' },
    { key: 'latitude', en: 'Latitude', zh: 'w' },
  ]);
  const at = (path: string) => cellOfPath(columns as never, path, 7);
  assert.deepEqual(
    ['pointId', 'name', 'parameters.K', 'coordinates.latitude', 'coordinates', 'parameters', 'mode', ''].map(at),
    ['A7', 'B7', 'C7', 'E7', 'D7', 'C7', undefined, undefined],
  );
});

test('every problem of a set-up names its cell', async () => {
  const { status, body } = await upload(
    sheets.setUpPoints,
    [
      'Structure,Name,Measurement,Channel,Serial number,Longitude,Latitude,K,Threshold 1,Threshold 2',
      'Dam,A-1,temperature,1,NONE-1,10,50,,10,5',
      'Dam,A-2,nothing,,,11,,,,',
      '',
      'Dam,A-1,temperature,,,,,x,,',
    ].join('\n'),
    dry,
  );
  assert.equal(status, 200, JSON.stringify(body));
  const found = cells(body.problems);
  for (const wanted of ['J2 thresholds.0.levels.1', 'C3 family', 'G3 coordinates.latitude', 'H5 parameters.K'])
    assert.ok(found.includes(wanted), `${wanted} in ${found.join(' | ')}`);
  assert.ok(
    found.some((each) => each.startsWith('E2 ')),
    `the device that is not there: ${found.join(' | ')}`,
  );
  assert.deepEqual(
    body.lines.map(({ line }: { line: number }) => line),
    [2, 3, 5],
  );
});

test('a changed sheet names the cells that are refused, in a dry run and in earnest', async () => {
  const rows = (await server.call(points.table, { projectId: north.projectId }, north.admin.token)).body.rows;
  const text = `ID,Interval,Longitude,Latitude\n${rows[0]!.id},-5,400,10\n999999,60,1,1\n`;
  const preview = await upload(sheets.importPoints, text, dry);
  assert.equal(preview.status, 200);
  assert.deepEqual(cells(preview.body.problems), ['B2 intervalSeconds', 'C2 coordinates.longitude', 'A3 pointId']);
  const done = await upload(sheets.importPoints, text);
  assert.equal(done.body.error, 'rowsRefused');
  assert.deepEqual(cells(done.body.detail.problems), cells(preview.body.problems));
});

test('the wrong sheet, and headings of no language, are refused before any row', async () => {
  const setUp = 'Structure,Name,Measurement\nDam,A-1,temperature\n';
  const edit = 'ID,Structure,Name,Measurement\n1,Dam,A-1,temperature\n';
  const wrong = await upload(sheets.importPoints, setUp, dry);
  assert.deepEqual([wrong.status, wrong.body.error, wrong.body.detail.is], [400, 'sheetOther', 'setUp']);
  const other = await upload(sheets.setUpPoints, edit, dry);
  assert.deepEqual([other.status, other.body.error, other.body.detail.is], [400, 'sheetOther', 'points']);
  const german = 'Bauwerk,Bezeichnung,Messgröße\nDamm,A-1,Temperatur\n';
  const english = await upload(sheets.setUpPoints, german, dry);
  assert.deepEqual(
    [english.body.error, english.body.detail.columns],
    ['sheetColumnsMissing', 'Structure, Name, Measurement'],
  );
  const chinese = await upload(sheets.setUpPoints, german, { ...dry, language: 'zh-CN' });
  assert.equal(chinese.body.detail.columns, '结构物, 测点名称, 监测类型');
  assert.equal((await upload(sheets.setUpPoints, 'Structure,Name,Measurement\n', dry)).body.error, 'sheetEmpty');
  assert.equal((await upload(sheets.setUpPoints, '', dry)).body.error, 'sheetEmpty');
  const large = `Structure,Name,Measurement\n${'x'.repeat(sheetLimits.setUpBytes)}`;
  assert.equal((await upload(sheets.setUpPoints, large, dry)).body.error, 'fileTooLarge');
});
