/** A layout of the rows of a file: its columns with what is in them, its times, its first lines. Pure. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type {
  FileReading,
  FoundColumn,
  ImportFormat,
  ImportLayout,
} from '@plumbline/contract/readings/imports.mapping';
import { statedZone } from '@plumbline/science/series/stated-zone';
import { cellShown, columnOf, marksOf, patternOf, timesAmong, timeText } from './detect-columns.ts';
import { type FileLine, isClosing } from './source-file.ts';

export type DetectedLayout = Omit<ImportLayout, 'suggested' | 'near'>;

export const previewLines = 20;
export const sampleLines = 100;

export const nothingFound: Pick<
  DetectedLayout,
  'about' | 'series' | 'problems' | 'sheets' | 'stated' | 'preset' | 'place' | 'patternPresumed'
> = {
  stated: null,
  preset: null,
  place: null,
  patternPresumed: false,
  about: {},
  series: [],
  problems: [],
  sheets: [],
};

/** How cells are taken where nothing is told. */
export const cellsAs = ({ noValue = [], otherMarks = 'refuse', grouped = false }: FileReading) => ({
  noValue,
  otherMarks,
  grouped,
});

/** The zone that a text states, with the words that state it; null where it states none. */
export function statedIn(text: string, words: string): DetectedLayout['stated'] {
  const timeZone = statedZone(text);
  return timeZone !== null ? { timeZone, text: words.slice(0, 200) } : null;
}

export function describe(
  format: ImportFormat,
  rows: readonly FileLine[],
  reading: DetectedLayout['reading'],
  options: FileReading,
): DetectedLayout {
  const header = rows.find(({ line }) => line === reading.headerLine);
  const data = rows
    .filter(({ line, cells, fault }) => line >= reading.firstDataLine && !fault && !isClosing(cells))
    .slice(0, sampleLines);
  if (data.length === 0) throw new Failure('sheetEmpty');
  const width = Math.min(2000, Math.max(header?.cells.length ?? 0, ...data.map(({ cells }) => cells.length)));
  const columns = Array.from({ length: width }, (_, column) => columnOf(column, header, data, reading.decimal));
  const timeColumns = timesAmong(columns, data);
  const texts = data.map(({ cells }) => timeText(timeColumns, cells));
  const marks = marksOf(columns, data, reading.decimal);
  return {
    format,
    reading: { ...reading, noValue: options.noValue ?? marks.map(({ text }) => text) },
    marks,
    columns,
    timeColumns,
    timePattern: timeColumns.length > 0 ? patternOf(texts) : null,
    preview: rows.slice(0, previewLines).map(({ line, cells }) => ({
      line,
      cells: cells.slice(0, 200).map((cell) => cell.slice(0, cellShown)),
    })),
    ...nothingFound,
    stated: statedInHeading(columns, timeColumns),
  };
}

/** `Time (UTC)`, `Date Time, GMT+08:00`: as our own files say it, and many a logger. Two that differ state nothing. */
function statedInHeading(columns: readonly FoundColumn[], timeColumns: readonly number[]): DetectedLayout['stated'] {
  const headings = timeColumns.map((column) => {
    const { name, unit } = elementAt(columns, column);
    return unit ? `${name} (${unit})` : name;
  });
  const stated = headings.flatMap((heading) => statedIn(heading, heading) ?? []);
  return new Set(stated.map(({ timeZone }) => timeZone)).size === 1 ? elementAt(stated, 0) : null;
}
