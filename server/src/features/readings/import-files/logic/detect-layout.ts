import { Failure } from '@plumbline/contract/kernel/errors';
import { importEndings } from '@plumbline/contract/readings/imports';
import type { FileReading } from '@plumbline/contract/readings/imports.mapping';
import { isAgs3, isAgs4 } from '@plumbline/science/files/ags4';
import { csvReader, type Row } from '@plumbline/science/files/csv';
import { detectCsv, readNumber } from '@plumbline/science/files/csv-layout';
import { detectEncoding } from '@plumbline/science/files/encoding';
import { isBinary, isPacked, wholeLines } from '@plumbline/science/files/kind-of-file';
import { preambleOf, withUnits } from '@plumbline/science/files/preamble';
import { presetColumns, presetOf, presetPattern, presetPlace } from '@plumbline/science/files/presets';
import { isToa5, toa5Reader } from '@plumbline/science/files/toa5';
import { fileFormat } from '../../../../kernel/file-refusals.ts';
import { bytesOf, type SheetLimits, sheetNames, sheetRows } from '../../../../kernel/sheets.ts';
import { timeText } from './detect-columns.ts';
import { isDiggs } from './diggs.ts';
import { cellsAs, type DetectedLayout, describe, previewLines, sampleLines } from './row-layout.ts';
import { layoutOfAgs, layoutOfDiggs } from './series-layout.ts';
import { type Bytes, cellText, decoded, decodedText, type FileLine, isClosing, sheetLimits } from './source-file.ts';

/** How much of a text file is looked at. */
const headBytes = 512 * 1024;
/** And of one whose lines are so long that they may be none. */
const lineBytes = 1_200_000;
const lineFeed = 10;
/** Enough to tell how it is laid out. */
const layoutText = 128 * 1024;
/** Cover pages are empty now and then; a workbook of nothing but those is not searched to its end. */
const sheetsTried = 10;

/** Examines a file; `told` has precedence over what is detected. Throws fileFormat, fileDamaged, encodingWrong, sheetEmpty, ... */
export async function detectLayout(bytes: Bytes, options: FileReading, accountId: number): Promise<DetectedLayout> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const source = bytes[Symbol.asyncIterator]();
  let whole = false;
  for (let lines = 0; size < headBytes || (lines < 3 && size < lineBytes); ) {
    const next = await source.next();
    whole = next.done === true;
    if (next.done) break;
    parts.push(next.value);
    size += next.value.length;
    for (const byte of next.value) if (byte === lineFeed) lines++;
  }
  const head = Buffer.concat(parts);
  if (head.length === 0) throw new Failure('sheetEmpty');
  if (isPacked(head)) return layoutOfSheet(chain(parts, source), options, { ...sheetLimits, accountId });
  if (isDiggs(head.subarray(0, 8192).toString('utf8'))) return layoutOfDiggs(chain(parts, source), options);
  await source.return?.();
  const encoding = options.encoding ?? detectEncoding(head);
  if (!encoding.startsWith('utf-16') && isBinary(head)) throw fileFormat(importEndings);
  const found = decoded(() => new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true }), encoding);
  const text = whole ? found : wholeLines(found);
  if (text.trim() === '') throw new Failure('sheetEmpty');
  if (isToa5(text)) return layoutOfToa5(text, encoding, options);
  if (isAgs4(text)) return layoutOfAgs(text, encoding, options);
  if (isAgs3(text)) throw new Failure('fileDamaged', { fault: 'ags3', line: 1 });
  return layoutOfCsv(text, encoding, options);
}

async function* chain(parts: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* parts;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

function layoutOfCsv(
  text: string,
  encoding: DetectedLayout['reading']['encoding'],
  options: FileReading,
): DetectedLayout {
  const found = detectCsv(text.slice(0, layoutText));
  const { separator = found.separator } = options;
  const reader = csvReader({ separator, lineByLine: true, marksDamaged: true });
  const rows = decodedText(() => {
    const whole = reader.push(text);
    return (whole.length > 0 ? whole : reader.end()).map(asLine);
  });
  // With another separator given, the header is where that one finds it.
  const again = options.separator && options.separator !== found.separator ? layoutOf(rows) : found;
  const headerLine = options.headerLine === undefined ? again.headerLine : options.headerLine;
  const firstDataLine = options.firstDataLine ?? (options.headerLine ? options.headerLine + 1 : again.firstDataLine);
  const decimal = options.decimal ?? (separator === ',' ? '.' : found.decimal);
  const reading = { encoding, separator, decimal, headerLine, firstDataLine, sheet: null };
  const described = describe('csv', rows, { ...reading, ...cellsAs(options) }, options);
  const before = rows.filter(({ line }) => line < (headerLine ?? firstDataLine));
  const preamble = preambleOf(
    before.map(({ cells }) => cells),
    rows.find(({ line }) => line === headerLine)?.cells ?? [],
    separator,
  );
  return recognised(
    { ...described, columns: withUnits(described.columns, preamble), about: preamble.about },
    before.map(({ cells }) => cells.join(separator)),
    rows,
  );
}

/** A layout with what its preset adds: the kind, names and units of columns, the place, the pattern of times. */
function recognised(layout: DetectedLayout, before: readonly string[], rows: readonly FileLine[]): DetectedLayout {
  const { format, reading, timeColumns, timePattern, about } = layout;
  const data = rows.filter(({ line, fault }) => line >= reading.firstDataLine && !fault).slice(0, sampleLines);
  const headings = rows.find(({ line }) => line === reading.headerLine)?.cells ?? [];
  const { encoding, separator, decimal } = reading;
  const preset = presetOf({
    format,
    encoding,
    separator,
    decimal,
    headings,
    before: [...before.slice(0, 100), headings.join(separator)].join('\n').slice(0, 20_000),
    rows: data.map(({ cells }) => cells.slice(0, 100)).filter((cells) => !isClosing(cells)),
  });
  const columns = presetColumns(preset, layout.columns, timeColumns);
  const times = data.filter(({ cells }) => !isClosing(cells)).map(({ cells }) => timeText(timeColumns, cells));
  const presumed = timePattern === null && timeColumns.length > 0 ? presetPattern(preset, times) : null;
  return {
    ...layout,
    preset,
    columns,
    place: presetPlace(preset, about, columns),
    timePattern: timePattern ?? presumed,
    patternPresumed: presumed !== null,
  };
}

/** A row as it is shown: NUL characters, which are no text, by the sign for them. */
const asLine = ({ line, cells, damaged }: Row): FileLine =>
  damaged ? { line, cells: cells.map((cell) => cell.replaceAll('\0', '\u2400')), fault: 'notText' } : { line, cells };

/** Header and first data line among lines that were split by a separator that was given. */
function layoutOf(rows: readonly FileLine[]): { headerLine: number | null; firstDataLine: number } {
  const at = rows.findIndex(({ cells }) => cells.some((cell) => typeof readNumber(cell) === 'number'));
  const first = rows[Math.max(0, at)];
  return { headerLine: rows[at - 1]?.line ?? null, firstDataLine: first?.line ?? 1 };
}

/** The sheet that was named, or the first that holds anything. Throws sheetEmpty, and sheetUnknown for one that is not there. */
async function layoutOfSheet(source: Bytes, options: FileReading, limits: SheetLimits): Promise<DetectedLayout> {
  const bytes = await bytesOf(source, limits.maxBytes);
  const sheets = [...(await sheetNames(bytes, limits))];
  if (options.sheet !== undefined && !sheets.includes(options.sheet))
    throw new Failure('badInput', [{ path: 'reading.sheet', message: 'sheetUnknown' }]);
  for (const sheet of options.sheet === undefined ? sheets.slice(0, sheetsTried) : [options.sheet]) {
    const rows = await beginningOf(bytes, sheet, limits);
    if (rows.length === 0) continue;
    const again = layoutOf(rows);
    const headerLine = options.headerLine === undefined ? again.headerLine : options.headerLine;
    const firstDataLine = options.firstDataLine ?? (options.headerLine ? options.headerLine + 1 : again.firstDataLine);
    const reading = {
      encoding: 'utf-8',
      separator: ',',
      decimal: options.decimal ?? '.',
      headerLine,
      firstDataLine,
    } as const;
    const described = describe('xlsx', rows, { ...reading, ...cellsAs(options), sheet }, options);
    return { ...recognised(described, beforeData(rows, described), rows), sheets };
  }
  throw new Failure('sheetEmpty');
}

const beforeData = (rows: readonly FileLine[], { reading }: DetectedLayout): string[] =>
  rows.filter(({ line }) => line < (reading.headerLine ?? reading.firstDataLine)).map(({ cells }) => cells.join(','));

async function beginningOf(bytes: Uint8Array, sheet: string, limits: SheetLimits): Promise<FileLine[]> {
  const rows: FileLine[] = [];
  for await (const { line, cells } of sheetRows(bytes, limits, sheet)) {
    rows.push({ line, cells: cells.map(cellText) });
    if (rows.length >= previewLines + sampleLines) break;
  }
  return rows;
}

function layoutOfToa5(
  text: string,
  encoding: DetectedLayout['reading']['encoding'],
  options: FileReading,
): DetectedLayout {
  const reader = toa5Reader();
  const data = decodedText(() => reader.push(text));
  const rest = reader.header ? data : [...data, ...decodedText(() => reader.end())];
  if (!reader.header) throw new Failure('sheetEmpty');
  const { columns, station, model, serial, program, table } = reader.header;
  const reading = {
    encoding,
    separator: ',' as const,
    decimal: '.' as const,
    headerLine: 2,
    firstDataLine: 5,
    sheet: null,
    ...cellsAs(options),
  };
  // Rows there are, and each has a cell too many or too few: the columns are not those of the header.
  if (rest.length === 0 && reader.brokenCount > 0)
    throw new Failure('fileDamaged', { fault: 'cellCount', line: reader.broken[0], columns: columns.length });
  const all = csvReader({ lineByLine: true, marksDamaged: true }).push(text);
  const found = describe('toa5', [...all.slice(0, 4), ...rest], reading, options);
  return {
    ...found,
    columns: columns.map(({ name, unit }, column) => ({
      ...(found.columns[column] ?? { samples: [], holds: 'nothing' as const }),
      column,
      name,
      unit,
      ...(column === 0 && { holds: 'time' as const }),
    })),
    timeColumns: [0],
    timePattern: 'ymd',
    about: { station, model, serial, program, table },
    preset: 'campbell',
    place: station.trim() || null,
  };
}
