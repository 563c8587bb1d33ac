/** The sheet that devices are taken in by: its template, and what is none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileOf, limits, openIntake } from '../../../../../test/intake.fixtures.ts';
import { readSheet, sheetRows } from '../../../../kernel/sheets.ts';

const { upload, download } = await openIntake();

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
