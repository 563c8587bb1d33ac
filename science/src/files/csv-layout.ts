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
 * is the one that splits the most lines into one same number of cells; the header is the line before the first data
 * line, if it has as many cells and no number. A file of one column comes out with ',' and its only column.
 */
export function detectCsv(sample: string): CsvLayout {
  const layouts = separators.map((separator) => layoutBy(separator, sample));
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

function layoutBy(separator: Separator, sample: string) {
  const rows = readSome(separator, sample);
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(row.cells.length, (counts.get(row.cells.length) ?? 0) + 1);
  let [columns, agreeing] = [1, 0];
  for (const [count, lines] of counts)
    if (lines > agreeing || (lines === agreeing && count > columns)) [columns, agreeing] = [count, lines];
  return { separator, rows, columns, agreeing };
}

/** The first rows; a sample that ends inside of a quote gives those before it. */
function readSome(separator: string, sample: string): Row[] {
  const reader = csvReader({ separator });
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

function decimalOf(rows: readonly Row[]): Decimal {
  let [commas, dots] = [0, 0];
  for (const cell of rows.flatMap((row) => row.cells)) {
    if (/^\s*[+-]?\d*,\d+\s*$/.test(cell)) commas++;
    else if (/^\s*[+-]?\d*\.\d+\s*$/.test(cell)) dots++;
  }
  return commas > dots ? ',' : '.';
}

/** A number, or a date or time. */
const isDatum = (cell: string, decimal: Decimal) =>
  typeof readNumber(cell, decimal) === 'number' || /^\s*\d{1,4}[-/.:]\d{1,2}([-/.:]\d{1,4})?/.test(cell);

const missingMarkers = new Set(['', 'nan', 'null', 'na', 'n/a', '#n/a', '-', '--', 'none', 'inf', '+inf', '-inf']);
const number = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/**
 * The number in a cell; null when the cell says that there is none (empty, NAN, INF as loggers write overflow, NULL,
 * N/A, -); undefined when it holds anything else, numbers with thousands separators too: those could be misread.
 */
export function readNumber(cell: string, decimal: Decimal = '.'): number | null | undefined {
  const trimmed = cell.trim();
  if (missingMarkers.has(trimmed.toLowerCase())) return null;
  // Word processors turn the hyphen into a minus sign.
  const plain = (decimal === ',' ? trimmed.replace(',', '.') : trimmed).replace(/^\u2212/, '-');
  if ((decimal === ',' && trimmed.includes('.')) || !number.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}
