/** A workbook of several tables, each a sheet with its heading. No text in it becomes a formula. */
import { strokeOf } from '@plumbline/science/display/svg-parts';
import { type CellStyle, type SheetChart, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { pictureSizeIn } from './picture-size.ts';
import type { Cell, SheetColumn } from './sheets.ts';
import {
  columnStyle,
  factStyle,
  factTextStyle,
  headStyle,
  heightsOf,
  isWrapped,
  type NamedRange,
  printedNames,
  printOf,
  titleHeight,
  titleStyle,
  widthsOf,
} from './workbook-format.ts';

interface SheetPart {
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** Of the measured numbers of each row; null = as they are. */
  readonly decimals?: readonly (number | null)[];
  /** Drawn by the spreadsheet itself of the rows, beside them. */
  readonly charts?: readonly WorkbookChart[];
}
export interface WorkbookSheet extends SheetPart {
  readonly name: string;
  /** Only its charts are printed: its rows are what they are drawn of. */
  readonly isDrawing?: boolean;
  /** Facts with their titles: the first sheet, which is no table. */
  readonly isCover?: boolean;
  /** Beside the title of a cover: a JPEG, and what it shows in words. */
  readonly logo?: { readonly jpeg: Uint8Array; readonly words: string };
  /** What is drawn below the table: its numbers stand to the right, and are not printed. */
  readonly drawn?: SheetPart;
}
/** Columns and rows are counted from 0, without the heading. */
export interface WorkbookChart {
  readonly title: string;
  readonly x: { readonly title: string; readonly isTime?: boolean };
  /** `isDown` = larger values lie lower. */
  readonly y: { readonly title: string; readonly isDown?: boolean };
  readonly series: readonly {
    readonly name: string;
    readonly xColumn: number;
    readonly yColumn: number;
    readonly fromRow: number;
    readonly rows: number;
  }[];
}

/** What a spreadsheet takes as text of a cell. */
const maxText = 32_767;
/** What XML has no sign for, not even escaped. */
const unwritable = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

const cellOf = (cell: Cell): Cell =>
  typeof cell === 'string' ? cell.toWellFormed().replace(unwritable, ' ').slice(0, maxText) : cell;

/** Of one sheet; more are slow to open. */
const maxCharts = 100;
const chartSize = { rows: 16, columns: 8 };
const chartsApart = 18;
/** Of a column that has no width of its own. */
const lettersOfColumn = 9;

/** `A`, `Z`, `AA`. */
function letters(column: number): string {
  const rest = Math.floor(column / 26) - 1;
  return (rest < 0 ? '' : letters(rest)) + String.fromCharCode(65 + (column % 26));
}

const rangeOf = (column: number, fromRow: number, rows: number): string =>
  `${letters(column)}${fromRow + 2}:${letters(column)}${fromRow + rows + 1}`;
const areaOf = (columns: number, rows: number, from = 0): string =>
  `$${letters(from)}$1:$${letters(from + columns - 1)}$${rows}`;

/** Where the corners of a chart are, in rows and columns counted from 0. */
interface Place {
  readonly row: number;
  readonly col: number;
  readonly columns: number;
}

/** `shift` = the column in which its numbers begin. */
function chartOf({ title, x, y, series }: WorkbookChart, { row, col, columns }: Place, shift = 0): SheetChart {
  return {
    type: 'scatter',
    title: String(cellOf(title)),
    scatterStyle: 'lineMarker',
    series: series.map(({ name, xColumn, yColumn, fromRow, rows }, i) => ({
      name: String(cellOf(name)),
      categories: rangeOf(xColumn + shift, fromRow, rows),
      values: rangeOf(yColumn + shift, fromRow, rows),
      color: strokeOf(i).slice(1),
      stroke: { width: 1.25 },
      marker: { symbol: 'none' },
    })),
    axes: {
      x: { title: x.title, ...(x.isTime && { numberFormat: { formatCode: 'mm-dd' } }) },
      y: { title: y.title, ...(y.isDown && { reverse: true }) },
    },
    legend: 'bottom',
    dispBlanksAs: 'gap',
    anchor: { from: { row, col }, to: { row: row + chartSize.rows, col: col + columns } },
  };
}

/** Two charts below a table are beside each other where it is wide enough, in letters. */
const wideTable = 90;

/** The charts of a sheet, and how many columns and rows are printed with them. */
function chartsOfSheet(sheet: WorkbookSheet, width: number): { charts: SheetChart[]; columns: number; rows: number } {
  const { columns, rows, charts = [], drawn } = sheet;
  const below = (drawn?.charts ?? []).slice(0, maxCharts);
  const beside = charts.slice(0, maxCharts);
  const across = below.length > 1 && width > wideTable ? 2 : 1;
  const share = Math.floor(columns.length / across);
  const first = rows.length + 2;
  const placed = below.map((chart, i) =>
    chartOf(
      chart,
      { row: first + Math.floor(i / across) * chartsApart, col: (i % across) * share, columns: share },
      columns.length + 1,
    ),
  );
  return {
    charts: [
      ...beside.map((chart, place) =>
        chartOf(chart, { row: 1 + place * chartsApart, col: columns.length + 1, columns: chartSize.columns }),
      ),
      ...placed,
    ],
    columns: columns.length + (beside.length > 0 ? chartSize.columns + 1 : 0),
    rows: Math.max(
      rows.length + 1,
      beside.length * chartsApart + 1,
      placed.length > 0 ? first + Math.ceil(below.length / across) * chartsApart : 0,
    ),
  };
}

/** The cells of parts beside each other, a blank column between them. */
function besideEachOther({ columns, rows }: SheetPart, drawn: SheetPart | undefined): Cell[][] {
  const count = Math.max(rows.length, drawn?.rows.length ?? 0);
  return Array.from({ length: count }, (_, i) => {
    const left = (rows[i] ?? []).map(cellOf);
    const right = drawn?.rows[i];
    return right ? [...left, ...Array(columns.length + 1 - left.length).fill(null), ...right.map(cellOf)] : left;
  });
}

type StyledCell = [string, { style: CellStyle }];

/**
 * The headings, and cells with a style of their own; `from` = the first column. A table above charts has no style of columns, which
 * would be that of the empty cells around the charts too.
 */
function cellsOfPart({ columns, rows, decimals = [] }: SheetPart, from: number, isAlone: boolean): StyledCell[] {
  const widths = widthsOf({ columns, rows, decimals });
  const ofColumns = decimals[0] ?? null;
  return [
    ...columns.map((_, i): StyledCell => [`0,${from + i}`, { style: headStyle }]),
    ...rows.flatMap((row, i) =>
      isAlone && (decimals[i] ?? null) === ofColumns
        ? []
        : columns.flatMap((column, k): StyledCell[] =>
            isAlone && !column.isMeasured
              ? []
              : row.length <= k
                ? []
                : [[`${i + 1},${from + k}`, { style: columnStyle(column, widths[k] ?? 0, decimals[i] ?? null) }]],
          ),
    ),
  ];
}

interface Written {
  readonly sheet: WriteSheet;
  readonly names: readonly NamedRange[];
}

function tableSheet(sheet: WorkbookSheet): Written {
  const { columns, drawn } = sheet;
  const widths = widthsOf(sheet);
  const width = widths.reduce((sum, each) => sum + each, 0);
  const { charts, ...printed } = chartsOfSheet(sheet, width);
  const beside = Math.min(sheet.charts?.length ?? 0, maxCharts);
  const isDrawn = sheet.isDrawing === true && beside > 0;
  const heading = (part: SheetPart) => part.columns.map(({ header }) => header);
  const styled = (part: SheetPart, partWidths: readonly number[]) =>
    part.columns.map((column, i) => ({
      width: partWidths[i] ?? 0,
      style: columnStyle(column, partWidths[i] ?? 0, part.decimals?.[0] ?? null),
    }));
  return {
    sheet: {
      name: sheet.name,
      rows: [[...heading(sheet), ...(drawn ? [null, ...heading(drawn)] : [])], ...besideEachOther(sheet, drawn)],
      columns: drawn
        ? [...widths.map((each) => ({ width: each })), { width: 3 }, ...styled(drawn, widthsOf(drawn))]
        : styled(sheet, widths),
      cells: new Map([
        ...cellsOfPart(sheet, 0, !drawn),
        ...(drawn ? cellsOfPart(drawn, columns.length + 1, true) : []),
      ]),
      rowDefs: heightsOf(
        heading(sheet),
        sheet.rows,
        widths,
        widths.map((each) => (isWrapped(each) ? each : null)),
      ),
      freezePane: { rows: 1 },
      pageSetup: printOf((isDrawn ? 0 : width) + (beside > 0 ? chartSize.columns * lettersOfColumn : 0)),
      headerFooter: { oddHeader: '&L&A', oddFooter: '&R&P / &N' },
      ...(charts.length > 0 && { charts }),
    },
    names: isDrawn
      ? printedNames(sheet.name, areaOf(chartSize.columns, beside * chartsApart + 1, columns.length + 1), false)
      : printedNames(sheet.name, areaOf(printed.columns, printed.rows), true),
  };
}

/** In letters: what each fact is, and what is said of it. */
const coverWidths = [26, 66] as const;

type Picture = NonNullable<WriteSheet['images']>[number];
/** Of a logo at most, in pixels of 1/96 inch: the column of facts is a little wider. */
const logoSize = { width: 170, height: 56 };
const ptOfPx = 0.75;

/** The logo in the first cell, as large as it may be; null = there is none, or its size cannot be read. */
function logoOf(logo: WorkbookSheet['logo']): { image: Picture; height: number } | null {
  const size = logo ? pictureSizeIn(logo.jpeg) : null;
  if (!logo || !size) return null;
  const scale = Math.min(logoSize.width / size.width, logoSize.height / size.height);
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
  const anchor = { from: { row: 0, col: 0 } };
  return { image: { data: logo.jpeg, type: 'jpeg', anchor, width, height, altText: logo.words }, height };
}

function coverSheet({ name, columns, rows, logo: bytes }: WorkbookSheet): Written {
  const logo = logoOf(bytes);
  const title = titleHeight(columns[1]?.header ?? '', coverWidths[1]);
  return {
    sheet: {
      name,
      rows: [columns.map(({ header }, i) => (logo && i === 0 ? null : header)), ...rows.map((row) => row.map(cellOf))],
      columns: coverWidths.map((width, i) => ({ width, style: i === 0 ? factStyle : factTextStyle })),
      cells: new Map(columns.map((_, i) => [`0,${i}`, { style: i === 0 ? factStyle : titleStyle }])),
      rowDefs: heightsOf([], rows, coverWidths, [null, coverWidths[1]]).set(0, {
        height: Math.max(title.height, ((logo?.height ?? 0) + 8) * ptOfPx),
      }),
      ...(logo && { images: [logo.image] }),
      pageSetup: printOf(coverWidths[0] + coverWidths[1]),
      headerFooter: { oddFooter: '&R&P / &N' },
      view: { showGridLines: false },
    },
    names: printedNames(name, areaOf(2, rows.length + 1), false),
  };
}

export function writeWorkbook(sheets: readonly WorkbookSheet[]): Promise<Uint8Array> {
  const written = sheets.map((sheet, i) => {
    const name = sheet.name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31) || `Sheet ${i + 1}`;
    return sheet.isCover ? coverSheet({ ...sheet, name }) : tableSheet({ ...sheet, name });
  });
  return writeXlsx({
    sheets: written.map(({ sheet }) => sheet),
    namedRanges: written.flatMap(({ names }) => names),
  });
}
