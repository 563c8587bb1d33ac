/** How a separated text file is laid out, from its first lines; and its numbers. */
import { csvReader, FileFault, type Row } from './csv.ts';

export type Separator = ',' | ';' | '\t' | '|';
export type Decimal = '.' | ',';

export interface CsvLayout {
  readonly separator: Separator;
  readonly decimal: Decimal;
  /** The line of the column names, from 1; null when the data have none. */
  readonly headerLine: number | null;
  /** The first line of data. */
  readonly firstDataLine: number;
  /** The number of columns of most lines. */
  readonly columns: number;
}

/** In the order in which ties are decided: a decimal comma makes the comma look like a separator. */
const separators: readonly Separator[] = ['\t', ';', '|', ','];
const maxLines = 200;

/**
 * Separator, decimal mark and header of a file that begins with `sample` (its last line may be cut off). The separator
 * is the one that splits the most lines into one same number of cells, lines with a cell that is a date before all: a
 * preamble may be longer than the data. The header is the line before the first data line, if it has as many cells and
 * no number. A file of one column comes out with ',' and its only column.
 */
export function detectCsv(sample: string): CsvLayout {
  const byDates = separators.map((separator) => layoutBy(separator, sample, isDated));
  const hasDates = byDates.some(({ columns, agreeing }) => columns > 1 && agreeing > 1);
  const layouts = hasDates ? byDates : separators.map((separator) => layoutBy(separator, sample));
  const split = layouts.filter((layout) => layout.columns > 1);
  const max = Math.max(...split.map((layout) => layout.agreeing));
  const best = split.find((layout) => layout.agreeing === max) ?? layoutBy(',', sample);
  const { separator, columns, rows } = best;
  const full = rows.filter((row) => row.cells.length === columns);
  const decimal = separator === ',' ? '.' : decimalOf(full);
  const isData = (row: Row) =>
    row.cells.some((cell) => /\d/.test(cell)) && row.cells.some((cell) => isDatum(cell, decimal));
  const first = full.find(isData) ?? full[0];
  const before = rows[rows.indexOf(first as Row) - 1];
  const headerLine = before && before.cells.length === columns && !isData(before) ? before.line : null;
  return { separator, decimal, headerLine, firstDataLine: first?.line ?? 1, columns };
}

/** A cell that is a date, with a clock time or without, and nothing else. */
const dateCell = /^\s*\d{1,4}[-/.年]\d{1,2}[-/.月]\d{1,4}日?[\s\d:.,TZ+\-时時点分秒上下午AaPpMm]*$/;
const isDated = (row: Row) => row.cells.some((cell) => cell.length <= 40 && dateCell.test(cell));

/** How a separator lays the sample out, by the lines that count. */
function layoutBy(separator: Separator, sample: string, isCounted: (row: Row) => boolean = () => true) {
  const rows = readSome(separator, sample);
  const counts = new Map<number, number>();
  for (const row of rows.filter(isCounted)) counts.set(row.cells.length, (counts.get(row.cells.length) ?? 0) + 1);
  let [columns, agreeing] = [1, 0];
  for (const [count, lines] of counts)
    if (lines > agreeing || (lines === agreeing && count > columns)) [columns, agreeing] = [count, lines];
  return { separator, rows, columns, agreeing };
}

/** The first rows; a sample that ends inside of a quote gives those before it. */
function readSome(separator: string, sample: string): Row[] {
  const reader = csvReader({ separator, marksDamaged: true });
  const rows: Row[] = [];
  try {
    rows.push(...reader.push(sample));
    // A last line that is cut off counts only when it is all there is.
    if (rows.length === 0) rows.push(...reader.end());
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
  }
  return rows.slice(0, maxLines);
}

/** By the cells that cannot be thousands in groups, such as `8,5`; only where there are none by those of three digits. */
function decimalOf(rows: readonly Row[]): Decimal {
  const cells = rows.flatMap((row) => row.cells);
  const certain = cells.filter((cell) => !/^\s*[+-]?\d{1,3}[.,]\d{3}\s*$/.test(cell));
  return decimalAmong(certain) ?? decimalAmong(cells) ?? '.';
}

function decimalAmong(cells: readonly string[]): Decimal | null {
  let [commas, dots] = [0, 0];
  for (const cell of cells) {
    if (/^\s*[+-]?(\d*|\d{1,3}([.' \u00A0\u202F]\d{3})+),\d+\s*$/.test(cell)) commas++;
    else if (/^\s*[+-]?(\d*|\d{1,3}([,' \u00A0\u202F]\d{3})+)\.\d+\s*$/.test(cell)) dots++;
  }
  if (commas === 0 && dots === 0) return null;
  return commas > dots ? ',' : '.';
}

/** A number, or a date or time. */
const isDatum = (cell: string, decimal: Decimal) =>
  typeof readNumber(cell, decimal) === 'number' || /^\s*\d{1,4}[-/.:]\d{1,2}([-/.:]\d{1,4})?/.test(cell);

const missingMarkers = new Set([
  '',
  'nan',
  'null',
  'na',
  'n/a',
  '#n/a',
  'n.c.',
  '-',
  '--',
  'none',
  'inf',
  '+inf',
  '-inf',
]);
const number = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** Thousands in groups of three, by a blank or an apostrophe, which are no decimal marks. */
const blankGroups = /^([+-]?\d{1,3}(?:[ \u00A0\u202F'’]\d{3})+)(?![\d])/;
/** The same by the other decimal mark. */
const groups = { ',': /^[+-]?\d{1,3}(?:\.\d{3})+(?=,\d|$)/, '.': /^[+-]?\d{1,3}(?:,\d{3})+(?=\.\d|$)/ } as const;

/** Returns whether a cell may be thousands in groups or something else: `2.717` where the decimal mark is a comma; `8 123`. */
export const isDoubtfulGroup = (cell: string, decimal: Decimal): boolean =>
  /^[+-]?\d{1,3}[., ]\d{3}$/.test(cell.trim()) && (groups[decimal].test(cell.trim()) || /\d \d/.test(cell));

/**
 * The number in a cell; null when the cell says that there is none (empty, NAN, INF as loggers write overflow, NULL,
 * N/A, -); undefined when it holds anything else. Thousands in groups are read where the decimal mark behind them makes
 * them certain (`2.717,85`) or a blank parts them; `2.717` with a decimal comma, which could be misread, only if `grouped`.
 */
export function readNumber(cell: string, decimal: Decimal = '.', grouped = false): number | null | undefined {
  const trimmed = cell.trim();
  if (missingMarkers.has(trimmed.toLowerCase())) return null;
  // Word processors turn the hyphen into a minus sign.
  const signed = trimmed.replace(/^\u2212/, '-');
  const digits = blankGroups.exec(signed)?.[0] ?? groups[decimal].exec(signed)?.[0] ?? '';
  if (!grouped && isDoubtfulGroup(signed, decimal)) return undefined;
  const ungrouped = digits.replace(/[^\d+-]/g, '') + signed.slice(digits.length);
  const plain = decimal === ',' ? ungrouped.replace(',', '.') : ungrouped;
  if ((decimal === ',' && ungrouped.includes('.')) || !number.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

/** Numbers that no instrument measures and loggers write where they have no value: -9999, -999.25, -7999, 999999. */
const certainMark = /^(-9{3,}(\.0+|\.9+)?|-999\.25|-[67]999(\.0+)?|[+]?9{5,}(\.0+|\.9+)?)$/;
/** Numbers that may be a value, or the mark of none: what is around them decides. */
const possibleMark = /^(-99(\.0+|\.9+)?|9{3,4}(\.0+|\.9+)?|[67]999(\.0+)?|7777|8888|32767|-32768|65535)$/;

/** Values within a tenth of a mark are beside it: it is one of them. */
const isBeside = (mark: number, value: number): boolean => Math.abs(value - mark) <= Math.abs(mark) / 10;

/**
 * Returns whether a cell is written as loggers mark that there is no value, and is not beside the value before it: a
 * movement that has come to -998 mm may well come to -999. `before` null = there is none.
 */
export const isNoValueMark = (cell: string, decimal: Decimal = '.', before: number | null = null): boolean => {
  const plain = decimal === ',' ? cell.trim().replace(',', '.') : cell.trim();
  return certainMark.test(plain) && (before === null || !isBeside(Number(plain), before));
};

/**
 * The marks of no value among the cells of a column, as they are written, each with how often. One that may be a value
 * counts only where it lies further from all the others than these lie apart from each other.
 */
export function noValueMarks(cells: readonly string[], decimal: Decimal): ReadonlyMap<string, number> {
  const plain = cells.map((cell) => (decimal === ',' ? cell.trim().replace(',', '.') : cell.trim()));
  const isPossible = (cell: string) => certainMark.test(cell) || possibleMark.test(cell);
  const others = plain.filter((cell) => !isPossible(cell)).flatMap((cell) => readNumber(cell) ?? []);
  const [low, high] = [Math.min(...others), Math.max(...others)];
  const isFar = (value: number) =>
    others.length > 0 && Math.max(low - value, value - high) > Math.max(3 * (high - low), 3 * Math.abs(high), 1);
  const counts = new Map<string, number>();
  for (const [i, cell] of plain.entries()) {
    const value = Number(cell);
    const isMark = certainMark.test(cell)
      ? !others.some((other) => isBeside(value, other))
      : isPossible(cell) && isFar(value);
    if (!isMark) continue;
    const written = (cells[i] as string).trim();
    counts.set(written, (counts.get(written) ?? 0) + 1);
  }
  return counts;
}
