/** Heights of rows and fonts of a workbook, as any program reads them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { writeWorkbook } from './workbook.ts';

const long = 'The level is the highest that readings reached in the period, regardless of later verdicts. '.repeat(2);

async function partsOf(sheets: Parameters<typeof writeWorkbook>[0]): Promise<(name: string) => string> {
  const parts = unzipSync(await writeWorkbook(sheets));
  return (name) => strFromU8(parts[name] ?? new Uint8Array());
}
/** The heights of the rows of a sheet, by their numbers; null = that of one line. */
const heightsIn = (sheet: string): (number | null)[] =>
  [...sheet.matchAll(/<row r="\d+"([^>]*)>/g)].map(([, attributes = '']) => {
    const height = /ht="([\d.]+)"/.exec(attributes)?.[1];
    return height === undefined ? null : Number(height);
  });

test('rows of several lines are as high as these, on the first sheet and in tables; others have the height of one', async () => {
  const part = await partsOf([
    {
      name: 'Report',
      isCover: true,
      columns: [{ header: 'Fact' }, { header: 'Weekly report' }],
      rows: [
        ['Project', 'Dam'],
        ['Note', long],
        ['Note', '库水位'.repeat(30)],
      ],
    },
    {
      name: 'Water level',
      columns: [{ header: 'Point' }, { header: 'Expected readings' }, { header: 'Note' }],
      rows: [
        ['PZ-1', 167, long],
        ['PZ-2', 167, 'short'],
      ],
    },
  ]);
  const [title, project, note, chinese] = heightsIn(part('xl/worksheets/sheet1.xml'));
  assert.ok(title !== null && title !== undefined && title > 15);
  assert.deepEqual([project, note, chinese], [null, 45, 45]);
  assert.deepEqual(heightsIn(part('xl/worksheets/sheet2.xml')), [30, 75, null]);
});

test('each font has a name and a size', async () => {
  const part = await partsOf([
    { name: 'Report', isCover: true, columns: [{ header: 'Fact' }, { header: 'Weekly report' }], rows: [['a', 'b']] },
    { name: 'Table', columns: [{ header: 'Point' }], rows: [['PZ-1']] },
  ]);
  const fonts = [...part('xl/styles.xml').matchAll(/<font>(.*?)<\/font>/g)].map(([, font = '']) => font);
  assert.ok(fonts.length >= 4);
  for (const font of fonts) assert.match(font, /<sz val="\d+"\/>.*<name val="Calibri"\/>/);
});
