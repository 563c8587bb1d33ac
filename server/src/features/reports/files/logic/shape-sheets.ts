/** Sheets of what is drawn: surveys of casings and masters, and the numbers of views of the catalogue, a row for each. */
import type { BlockOf, Narrowing } from '@plumbline/contract/reports/templates.blocks';
import type { Cell, SheetColumn } from '../../../../kernel/sheets.ts';
import type { WorkbookChart } from '../../../../kernel/workbook.ts';
import {
  curveGroups,
  figuresOf,
  isWithin,
  localTimes,
  type ReportContent,
  type ReportLine,
} from '../../blocks/blocks.api.ts';
import {
  type FigureTable,
  type PointFigures,
  viewTitle,
  viewWordsOf,
} from '../../paper-views/paper-views.drawn.api.ts';
import { blockWordsOf, fieldWord, wordsOf } from '../../words/words.api.ts';
import { number, type SheetTable } from './sheet-rows.ts';

const timeFormat = 'yyyy-mm-dd hh:mm:ss';
const text = (header: string, width = 22): SheetColumn => ({ header, width });
const figure = (header: string, format?: string): SheetColumn => ({ header, width: 16, ...(format && { format }) });
const placeFormat = '0.00';
const moveFormat = '0.000';
const time = (header: string): SheetColumn => ({ header, width: 20, format: timeFormat });

/** Places of curves in one sheet, all together. */
const maxCurveRows = 100_000;

/** The curves as they are drawn, every extreme kept, one point below the other; the spreadsheet draws them again. */
export function curveTable(lines: readonly ReportLine[], perChart: number, content: ReportContent): SheetTable {
  const { language, timeZone } = content;
  const [words, blockWords] = [wordsOf(language), blockWordsOf(language)];
  const { cell } = localTimes(timeZone);
  const groups = curveGroups(lines, perChart, content);
  const rows: Cell[][] = [];
  const decimals: number[] = [];
  const charts: WorkbookChart[] = [];
  let drawn = 0;
  for (const group of groups) {
    const series: WorkbookChart['series'][number][] = [];
    for (const { point, field, curve } of group) {
      if (rows.length + curve.times.length > maxCurveRows) break;
      const about = [point.structure, point.name, fieldWord(point.family, field.key, language)];
      series.push({ name: point.name, xColumn: 3, yColumn: 4, fromRow: rows.length, rows: curve.times.length });
      for (const [i, at] of curve.times.entries()) {
        rows.push([...about, cell(at), number(curve.values[i] ?? null), field.unit]);
        decimals.push(field.precision);
      }
      drawn++;
    }
    const [first] = group;
    if (first && series.length > 0)
      charts.push({
        title: `${first.point.structure}: ${fieldWord(first.point.family, first.field.key, language)}`,
        x: { title: words.measuredAt, isTime: true },
        y: { title: first.field.unit },
        series,
      });
  }
  const total = groups.reduce((sum, group) => sum + group.length, 0);
  const columns = [
    ...[text(words.structure), text(words.point), text(words.field), time(words.measuredAt)],
    ...[{ header: words.value, width: 16, isMeasured: true }, text(words.unit, 8)],
  ];
  return {
    name: blockWords.curves,
    columns,
    rows: withLeft(rows, { read: drawn, total }, blockWords),
    decimals,
    charts,
    isDrawing: true,
  };
}

/** A row for each joint of each survey. */
export function profileTable(only: Narrowing, content: ReportContent): SheetTable {
  const [words, blockWords] = [wordsOf(content.language), blockWordsOf(content.language)];
  const { cell, text: times } = localTimes(content.timeZone);
  const rows: Cell[][] = [];
  const charts = content.extras.surveys
    .filter(({ point }) => isWithin(only, point, content.structuresOf))
    .map(({ point, surveys }): WorkbookChart => {
      const series = surveys.map(({ atMs, values, places }) => {
        const fromRow = rows.length;
        for (const [i, value] of values.entries())
          rows.push([point.structure, point.name, cell(atMs), number(places[i] ?? null), number(value)]);
        return { name: times(atMs), xColumn: 4, yColumn: 3, fromRow, rows: values.length };
      });
      return {
        title: point.name,
        x: { title: blockWords.displacement },
        y: { title: blockWords.depth, isDown: true },
        series,
      };
    });
  const columns = [
    ...[text(words.structure), text(words.point), time(words.measuredAt)],
    ...[figure(blockWords.depth, placeFormat), figure(blockWords.displacement, moveFormat)],
  ];
  return { name: blockWords.profiles, columns, rows: withLeft(rows, content.extras.surveysCount, blockWords), charts };
}

/** A row for each station of a line and each prism of a section: where it is, and how it moved. */
export function masterTable(only: Narrowing, content: ReportContent): SheetTable {
  const [words, blockWords] = [wordsOf(content.language), blockWordsOf(content.language)];
  const drawn = viewWordsOf(content.language);
  const { cell, text: times } = localTimes(content.timeZone);
  const rows: Cell[][] = [];
  const charts: WorkbookChart[] = [];
  for (const { point, line, section } of content.extras.masters ?? []) {
    if (!isWithin(only, point, content.structuresOf)) continue;
    const about = [point.structure, point.name];
    const series = line.map(({ atMs, values, places }) => {
      const fromRow = rows.length;
      for (const [i, up] of values.entries())
        rows.push([...about, cell(atMs), null, number(places[i] ?? null), null, number(up)]);
      return { name: times(atMs), xColumn: 4, yColumn: 6, fromRow, rows: values.length };
    });
    if (series.length > 0)
      charts.push({ title: point.name, x: { title: blockWords.distance }, y: { title: blockWords.movement }, series });
    for (const { atMs, acrossMm, upMm } of section?.surveys ?? [])
      for (const [i, up] of upMm.entries())
        rows.push([...about, cell(atMs), i + 1, null, number(acrossMm[i] ?? null), number(up)]);
  }
  const columns = [
    ...[text(words.structure), text(words.point), time(words.measuredAt), figure(drawn.prism)],
    ...[
      figure(blockWords.distance, placeFormat),
      figure(drawn.across, moveFormat),
      figure(blockWords.movement, moveFormat),
    ],
  ];
  return { name: blockWords.masters, columns, rows: withLeft(rows, content.extras.mastersCount, blockWords), charts };
}

/** What was left out beyond the bounds is the last line. */
const withLeft = (
  rows: readonly (readonly Cell[])[],
  count: { readonly read: number; readonly total: number } | undefined,
  { more }: { readonly more: (shown: number, total: number) => string },
): readonly (readonly Cell[])[] =>
  count && count.read < count.total ? [...rows, [more(count.read, count.total)]] : rows;

/** Returns, for each block, a sheet for every shape of table: points of one view have the same columns. What was not shown says why. */
export function viewTables(block: BlockOf<'views'>, content: ReportContent): SheetTable[] {
  const words = wordsOf(content.language);
  const drawn = viewWordsOf(content.language);
  const { points, total } = figuresOf(block, { content });
  const name = viewTitle(block, drawn);
  const tables = points.flatMap((point) =>
    point.figures.flatMap(({ table, title }) => (table ? [{ point, title, table }] : [])),
  );
  const groups = Map.groupBy(tables, ({ table }) => JSON.stringify(table.columns));
  const notShown = points.filter(({ state }) => state !== 'shown');
  const left = [
    ...notShown.map(({ structure, name: point, state }): Cell[] => [
      structure,
      point,
      state === 'shown' ? null : drawn.states[state],
    ]),
    ...(points.length < total ? [[drawn.more(points.length, total)]] : []),
    ...(points.length === 0 ? [[drawn.noPoints]] : []),
  ];
  const sheets = [...groups.values()].map((group): SheetTable => {
    const columns = group[0]?.table.columns ?? [];
    return {
      name,
      columns: [
        ...[text(words.structure), text(words.point)],
        ...columns.map(({ title, kind, precision }) =>
          kind === 'time'
            ? time(title)
            : kind === 'text'
              ? text(title)
              : figure(title, precision === undefined ? undefined : (0).toFixed(precision)),
        ),
      ],
      ...rowsAndCharts(group, content, block.view === 'time-value'),
    };
  });
  return left.length === 0
    ? sheets
    : [...sheets, { name, columns: [text(words.structure), text(words.point), text(words.note, 60)], rows: left }];
}

/** The rows of all points; of curves over time a chart for each. */
function rowsAndCharts(
  group: readonly { readonly point: PointFigures; readonly title: string; readonly table: FigureTable }[],
  content: ReportContent,
  hasCharts: boolean,
) {
  const { more } = viewWordsOf(content.language);
  const rows: Cell[][] = [];
  const charts: WorkbookChart[] = [];
  for (const { point, title, table } of group) {
    const [at, value] = table.columns;
    if (hasCharts && at && value)
      charts.push({
        title,
        x: { title: at.title, isTime: true },
        y: { title: value.title },
        series: [{ name: point.name, xColumn: 2, yColumn: 3, fromRow: rows.length, rows: table.rows.length }],
      });
    rows.push(...rowsOf(point, table, content, more));
  }
  return { rows, charts };
}

function rowsOf(
  { structure, name }: { readonly structure: string; readonly name: string },
  { columns, rows, total }: FigureTable,
  { timeZone }: ReportContent,
  more: (shown: number, total: number) => string,
): Cell[][] {
  const { cell } = localTimes(timeZone);
  return [
    ...rows.map((row): Cell[] => [
      ...[structure, name],
      ...row.map((value, i) => {
        if (typeof value !== 'number') return value;
        return columns[i]?.kind === 'time' ? cell(value) : number(value);
      }),
    ]),
    ...(rows.length < total ? [[structure, name, more(rows.length, total)]] : []),
  ];
}
