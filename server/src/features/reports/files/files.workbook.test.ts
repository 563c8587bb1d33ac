/** The workbook of a report as it is opened and printed: looks, number formats, print set-up, charts, and the numbers of the report. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import { defaultContent, TemplateContent } from '@plumbline/contract/reports/templates.blocks';
import { unzipSync } from 'fflate';
import { readXlsx } from 'hucre/xlsx';
import {
  fromMs,
  reportAlert,
  reportContent,
  reportLine,
  templateOf,
  toMs,
} from '../../../../test/report-content.fixtures.ts';
import type { ReportContent, ReportLine } from '../blocks/blocks.api.ts';
import { type ReportFile, writeReport } from './logic/write-report.ts';

const lineOf = (id: number, family: FamilyCode, value: number): ReportLine => ({
  ...reportLine(id, {
    point: { name: `${family}-${id}`, family, structure: 'Pit / North wall, a long name that wraps nowhere' },
    figures: { last: { atMs: toMs - 1, value }, min: -value / 3, max: value * 7 },
    cumulative: value / 7,
    limit: { level: 1, value: 99.5 },
  }),
  field: { ...elementAt(fieldsOf(family), 0), index: 0 },
});
const lines = [
  ...Array.from({ length: 9 }, (_, i) => lineOf(i + 1, 'crack', 0.1 + i / 3)),
  lineOf(20, 'tilt', 0.000123456789),
  lineOf(30, 'rainfall', 12.5),
];
const hours = 168;
const curves: ReportContent['curves'] = lines.map(({ point, field }) => ({
  point,
  field,
  limits: [{ level: 1, value: 99.5 }],
  curve: {
    name: point.name,
    times: Array.from({ length: hours }, (_, i) => fromMs + i * hourMs),
    values: Array.from({ length: hours }, (_, i) => i / 7),
  },
}));
const note = 'The wall was hit by an excavator, and everything was measured anew on the next day. '.repeat(3);
const alerts = [reportAlert({ reason: note, value: 1.23456, threshold: 1, precision: 2 })];
const template = TemplateContent.parse({
  blocks: defaultContent.blocks.map((block) =>
    block.kind === 'statistics' ? { ...block, columns: [...block.columns, 'limit'] } : block,
  ),
});
const content = reportContent({ lines, curves, alerts, alertTotal: 1, template, hasTemplate: false });

async function bytesOf(of: ReportContent): Promise<Uint8Array> {
  const [file] = (await writeReport({ work: 'files', content: of, formats: ['xlsx'] })) as readonly ReportFile[];
  return file?.bytes ?? new Uint8Array();
}
const bookOf = async (change: Partial<ReportContent> = {}) =>
  await readXlsx(await bytesOf({ ...content, ...change }), { readStyles: true });
type Sheet = Awaited<ReturnType<typeof bookOf>>['sheets'][number];
const book = await bookOf();
const sheetOf = (name: string): Sheet => {
  const sheet = book.sheets.find((each) => each.name === name);
  assert.ok(sheet, `${name} is not among ${book.sheets.map((each) => each.name)}`);
  return sheet;
};
const columnOf = ({ rows }: Sheet, header: string): number => rows[0]?.indexOf(header) ?? -1;
const cellAt = (sheet: Sheet, row: number, header: string) => sheet.cells?.get(`${row},${columnOf(sheet, header)}`);

test('there is a sheet for each measurement, by its name, after the report and the summary', () => {
  assert.deepEqual(
    book.sheets.map(({ name }) => name),
    ['Report', 'Summary', 'Tilt', 'Crack', 'Rainfall', 'Alerts', 'Devices'],
  );
});

test('numbers are those of the report to the last digit, and are shown with the decimals of their field', () => {
  const measured = [
    ['Last', (line: ReportLine) => line.figures.last?.value],
    ['Minimum', (line: ReportLine) => line.figures.min],
    ['Maximum', (line: ReportLine) => line.figures.max],
    ['Cumulative', (line: ReportLine) => line.cumulative],
    ['Next limit', () => 99.5],
  ] as const;
  for (const name of ['Crack', 'Tilt', 'Rainfall']) {
    const sheet = sheetOf(name);
    const ofSheet = lines.filter(
      ({ point }) => point.family === { Crack: 'crack', Tilt: 'tilt', Rainfall: 'rainfall' }[name],
    );
    for (const [i, line] of ofSheet.entries()) {
      assert.equal(sheet.rows[i + 1]?.[columnOf(sheet, 'Point')], line.point.name);
      for (const [header, figure] of measured) {
        const cell = cellAt(sheet, i + 1, header);
        const value = figure(line);
        assert.equal(cell?.value, Number(value?.toPrecision(12)), `${line.point.name} ${header}`);
        assert.equal(cell?.style?.numFmt, (0).toFixed(line.field.precision), `${line.point.name} ${header}`);
      }
      assert.equal(cellAt(sheet, i + 1, 'Last at')?.style?.numFmt, 'yyyy-mm-dd hh:mm');
    }
  }
  const value = cellAt(sheetOf('Alerts'), 1, 'Value');
  assert.deepEqual([value?.value, value?.style?.numFmt], [1.23456, '0.00']);
});

test('headings are bold on a fill with borders, wrap, and stay in sight; columns are as wide as what they hold', () => {
  for (const sheet of book.sheets.slice(1)) {
    assert.equal(sheet.freezePane?.rows, 1, sheet.name);
    for (const [i, header] of (sheet.rows[0] ?? []).entries()) {
      if (header === null) continue;
      const style = sheet.cells?.get(`0,${i}`)?.style;
      assert.ok(style?.font?.bold && style.alignment?.wrapText && style.border?.bottom, `${sheet.name}: ${header}`);
      assert.equal(style.fill?.type, 'pattern', `${sheet.name}: ${header}`);
      const width = sheet.columns?.[i]?.width ?? 0;
      for (const row of sheet.rows.slice(1)) {
        const text = typeof row[i] === 'string' ? row[i] : '';
        const wraps = sheet.cells?.get(`1,${i}`)?.style?.alignment?.wrapText === true;
        assert.ok(wraps || text.length <= width, `${sheet.name}: ${header} cuts ${text}`);
      }
    }
  }
  assert.equal(cellAt(sheetOf('Alerts'), 1, 'Reason')?.style?.alignment?.wrapText, true, 'a note has several lines');
});

test('each sheet prints one A4 wide with its heading on every page, and a week of fifteen points in few pages', async () => {
  let pages = 0;
  for (const { name, pageSetup, rows, columns } of book.sheets) {
    const { paperSize, fitToPage, fitToWidth, fitToHeight, printArea, printTitlesRow, orientation } = pageSetup ?? {};
    assert.deepEqual([paperSize, fitToPage, fitToWidth, fitToHeight], ['a4', true, 1, 0], name);
    assert.equal(printTitlesRow, name === 'Report' ? undefined : '$1:$1', name);
    const [, letters = '', last = ''] = /^\$A\$1:\$([A-Z]+)\$(\d+)$/.exec(printArea ?? '') ?? [];
    const printed = [...letters].reduce((sum, each) => sum * 26 + each.charCodeAt(0) - 64, 0);
    const gap = rows[0]?.indexOf(null) ?? -1;
    assert.equal(printed, gap < 0 ? rows[0]?.length : gap, `${name} prints its table, and all of it`);
    const width = (columns ?? []).slice(0, printed).reduce((sum, each) => sum + (each.width ?? 9), 0);
    assert.equal(orientation, width > 95 ? 'landscape' : 'portrait', name);
    const scale = Math.min(1, (orientation === 'landscape' ? 135 : 95) / width);
    pages += Math.ceil((Number(last) * scale) / (orientation === 'landscape' ? 32 : 50));
  }
  assert.ok(pages <= 9, `${pages} pages`);
  const parts = unzipSync(await bytesOf(content));
  const names = [
    ...Buffer.from(parts['xl/workbook.xml'] ?? [])
      .toString('utf8')
      .matchAll(/<definedName [^>]*>([^<]*)/g),
  ];
  assert.ok(names.length > 10);
  for (const [, range = ''] of names)
    assert.match(range, /^(?:'|&apos;|&#39;)/, 'a name without quotes is a damaged file');
});

test('a sheet of measurements has its curves below its table, of numbers that are beside what is printed', () => {
  for (const [name, count, curvesOf] of [
    ['Crack', 2, 9],
    ['Tilt', 1, 1],
  ] as const) {
    const sheet = sheetOf(name);
    assert.equal(sheet.charts?.length, count, name);
    const gap = sheet.rows[0]?.indexOf(null) ?? 0;
    assert.deepEqual(sheet.rows[0]?.slice(gap + 1), ['Structure', 'Point', 'Field', 'Measured', 'Value', 'Unit']);
    assert.equal(sheet.rows.length, 1 + curvesOf * hours, name);
    assert.equal(sheet.rows[hours]?.[gap + 5], (hours - 1) / 7 && Number(((hours - 1) / 7).toPrecision(12)));
    assert.equal(sheet.cells?.get(`${hours},${gap + 5}`)?.style?.numFmt, '0.000');
    // Around the charts no cell has a border.
    assert.equal(sheet.cells?.get(`${curvesOf + 3},0`)?.style?.border, undefined);
  }
});

test('of a sheet of curves only the charts are printed, and its numbers are there', async () => {
  const drawn = await bookOf({ template: templateOf({ kind: 'charts', perChart: 4 }), hasTemplate: true });
  const [, sheet] = drawn.sheets;
  assert.deepEqual([sheet?.name, sheet?.charts?.length, sheet?.rows.length], ['Curves', 5, 1 + lines.length * hours]);
  assert.equal(sheet?.pageSetup?.printArea, '$H$1:$O$91');
  assert.equal(sheet?.pageSetup?.orientation, 'portrait');
});

test('the first sheet is a cover: the title large, no grid', async () => {
  const [cover] = book.sheets;
  assert.equal(cover?.cells?.get('0,1')?.value, 'Weekly monitoring report');
  assert.equal(cover?.cells?.get('0,1')?.style?.font?.size, 16);
  assert.equal(cover?.view?.showGridLines, false);
  const chinese = await bookOf({ language: 'zh-CN' });
  assert.deepEqual(
    chinese.sheets.map(({ name }) => name),
    ['报告', '汇总', '倾斜', '裂缝', '雨量', '告警', '设备'],
  );
});
