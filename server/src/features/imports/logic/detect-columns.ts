/** What the columns of a file hold, by their headings and their first cells: times, numbers, texts, nothing. Pure. */
import type { FoundColumn } from '@plumbline/contract/imports.mapping';
import { readNumber } from '@plumbline/science/files/csv-layout';
import { guessPattern, readTime, timePatterns } from '@plumbline/science/series/local-time';
import type { FileLine } from './source-file.ts';

const samplesShown = 5;
export const cellShown = 100;

/** The pattern of the times; a slip of the pen, which is none by any, does not hide it. */
export function patternOf(texts: readonly string[]) {
  const readable = texts.filter((text) =>
    timePatterns.some((pattern) => 'at' in readTime(text, pattern, 'UTC', 'earlier')),
  );
  return guessPattern(readable);
}

const titled = /^(.*?)\s*[([（【]([^)\]）】]*)[)\]）】]\s*$/;
const dated = /^\s*\d{1,4}[-/.年]\d{1,2}[-/.月]\d{1,4}/;
const clocked = /^\s*\d{1,2}:\d{2}(:\d{2})?/;
const timeWord = /time|date|stamp|zeit|datum|日期|时间|時間/i;

/** A column by its heading and its first cells. */
export function columnOf(
  column: number,
  header: FileLine | undefined,
  data: readonly FileLine[],
  decimal: '.' | ',',
): FoundColumn {
  const title = header?.cells[column]?.trim() ?? '';
  const [, name, unit] = titled.exec(title) ?? [];
  const cells = data.map(({ cells }) => cells[column]?.trim() ?? '').filter((cell) => cell !== '');
  return {
    column,
    name: (name || title).slice(0, 200),
    unit: (name ? (unit ?? '') : '').slice(0, 50),
    holds: holdsOf(title, cells, decimal),
    samples: [...new Set(cells)].slice(0, samplesShown).map((cell) => cell.slice(0, cellShown)),
  };
}

function holdsOf(title: string, cells: readonly string[], decimal: '.' | ','): FoundColumn['holds'] {
  if (cells.length === 0) return 'nothing';
  if (cells.every((cell) => dated.test(cell))) return 'time';
  const numbers = cells.map((cell) => readNumber(cell, decimal));
  if (numbers.every((number) => number === null)) return 'nothing';
  if (numbers.some((number) => number === undefined)) return 'text';
  // Counted times look like numbers; only their title gives them away.
  return timeWord.test(title) && guessPattern(cells) !== null ? 'time' : 'number';
}

/** The first column of times, and the one beside it where that holds the time of the day. */
export function timesAmong(columns: readonly FoundColumn[], data: readonly FileLine[]): number[] {
  const first = columns.find(({ holds }) => holds === 'time')?.column;
  if (first === undefined) return [];
  const only = (column: number, pattern: RegExp) =>
    data.every(({ cells }) => pattern.test(cells[column] ?? '')) && data.length > 0;
  const isDate = !data.some(({ cells }) => (cells[first] ?? '').includes(':'));
  return isDate && only(first + 1, clocked) ? [first, first + 1] : [first];
}
