/**
 * Campbell Scientific TOA5 logger files: four header lines (environment, names, units, processing), then comma-separated
 * data whose first column is TIMESTAMP, local and without a zone. A file that was appended to may hold its header again.
 * Source: Campbell Scientific, TOA5 file format; domain reference 7.9.
 */
import { csvReader, FileFault, type Reader, type Row } from './csv.ts';

export interface Toa5Header {
  readonly station: string;
  readonly model: string;
  readonly serial: string;
  readonly program: string;
  readonly table: string;
  /** In order, TIMESTAMP first. */
  readonly columns: readonly { readonly name: string; readonly unit: string; readonly process: string }[];
}

export interface Toa5Reader extends Reader<Row> {
  /** Known after the fourth line. */
  readonly header: Toa5Header | null;
  /** Lines with too few or too many cells or a quote left open, which were left out; the first 200 of them. */
  readonly broken: readonly number[];
  readonly brokenCount: number;
}

export function isToa5(sample: string): boolean {
  return /^\uFEFF?"?TOA5"?,/.test(sample);
}

const reported = 200;

/** Data rows; cells as written, for readNumber (NAN is missing) and readTime. Throws FileFault without a full header. */
export function toa5Reader(): Toa5Reader {
  const lines = csvReader({ lineByLine: true, marksDamaged: true });
  let head: Row[] = [];
  let header: Toa5Header | null = null;
  let readingHeader = true;
  const broken: number[] = [];
  let brokenCount = 0;

  function take(rows: readonly Row[]): Row[] {
    const data: Row[] = [];
    for (const row of rows) {
      if (!readingHeader && row.cells[0] === 'TOA5') {
        readingHeader = true;
        head = [];
      }
      if (readingHeader) {
        head.push(row);
        if (head.length < 4) continue;
        const next = headerOf(head);
        if (header !== null && !sameColumns(header, next)) throw new FileFault('headerChanged', row.line - 3);
        header ??= next;
        readingHeader = false;
      } else if (row.cells.length === header?.columns.length && !row.open && !row.damaged) data.push(row);
      else {
        brokenCount++;
        if (broken.length < reported) broken.push(row.line);
      }
    }
    return data;
  }

  return {
    get header() {
      return header;
    },
    broken,
    get brokenCount() {
      return brokenCount;
    },
    push: (text) => take(lines.push(text)),
    end() {
      const data = take(lines.end());
      if (header === null) throw new FileFault('headerMissing', 1);
      return data;
    },
  };
}

function headerOf(head: readonly Row[]): Toa5Header {
  const [environment, names, units, processing] = head.map((row) => row.cells) as [
    string[],
    string[],
    string[],
    string[],
  ];
  const line = head[0]?.line ?? 1;
  if (environment[0] !== 'TOA5' || names[0]?.toUpperCase() !== 'TIMESTAMP') throw new FileFault('headerMissing', line);
  // A unit that has slipped under another name scales a series wrongly: nobody can say which name it belongs to.
  if (units.length !== names.length) throw new FileFault('unitCount', line + 2, `${units.length} / ${names.length}`);
  if (processing.length !== names.length)
    throw new FileFault('processCount', line + 3, `${processing.length} / ${names.length}`);
  const unnamed = names.findIndex((name) => name.trim() === '');
  if (unnamed >= 0) throw new FileFault('nameMissing', line + 1, String(unnamed + 1));
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new FileFault('nameTwice', line + 1, twice.slice(0, 64));
  return {
    station: environment[1] ?? '',
    model: environment[2] ?? '',
    serial: environment[3] ?? '',
    program: environment[5] ?? '',
    table: environment[7] ?? '',
    columns: names.map((name, i) => ({ name, unit: units[i] ?? '', process: processing[i] ?? '' })),
  };
}

function sameColumns(a: Toa5Header, b: Toa5Header): boolean {
  return a.columns.length === b.columns.length && a.columns.every((column, i) => column.name === b.columns[i]?.name);
}
