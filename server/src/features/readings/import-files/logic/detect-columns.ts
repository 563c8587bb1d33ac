/** What the columns of a file hold, by their headings and their first cells: times, numbers, texts, nothing. Pure. */
import type { FoundColumn } from '@plumbline/contract/readings/imports.mapping';
import { noValueMarks, readNumber } from '@plumbline/science/files/csv-layout';
import { arrayTimeColumns } from '@plumbline/science/files/presets';
import { isUnit } from '@plumbline/science/files/units';
import { guessPattern, readTime, timePatterns } from '@plumbline/science/series/local-time';
import type { FileLine } from './source-file.ts';

const samplesShown = 5;
export const cellShown = 100;

/** The pattern of the times; a slip of the pen, which is none by any, does not hide it. */
export function patternOf(texts: readonly string[]) {
  const readable = texts.filter((text) =>
    timePatterns.some((pattern) => 'at' in readTime(text, pattern, 'UTC', 'earlier', { shortYears: true })),
  );
  return guessPattern(readable);
}

const titled = /^(.*?)\s*[([（【]([^)\]）】]*)[)\]）】]\s*$/;
const dated = /^\s*\d{1,4}[-/.年]\d{1,2}[-/.月]\d{1,4}/;
const clocked = /^\s*(上午|下午)?\s*\d{1,2}[:时時]\d{2}([:分]\d{2})?/;
const milliseconds = /^\s*\d{1,3}\s*$/;
const millisecondWord = /^(ms|msec|millis(econds?)?|毫秒)$/i;
const timeWord = /time|date|stamp|zeit|datum|日期|时间|時間/i;

/** A column by its heading and its first cells. */
export function columnOf(
  column: number,
  header: FileLine | undefined,
  data: readonly FileLine[],
  decimal: '.' | ',',
): FoundColumn {
  const title = header?.cells[column]?.trim() ?? '';
  const { name, unit } = titleOf(title);
  const cells = data.map(({ cells }) => cells[column]?.trim() ?? '').filter((cell) => cell !== '');
  return {
    column,
    name: name.slice(0, 200),
    unit: unit.slice(0, 50),
    holds: holdsOf(title, cells, decimal),
    samples: [...new Set(cells)].slice(0, samplesShown).map((cell) => cell.slice(0, cellShown)),
  };
}

/** `Level (m)`; `Abs Pres, kPa (LGR S/N: 1000001)`, whose brackets hold no unit; anything else is a name. */
function titleOf(title: string): { readonly name: string; readonly unit: string } {
  const [, before, within = ''] = titled.exec(title) ?? [];
  if (before && !within.includes(':')) return { name: before, unit: within };
  const text = before || title;
  const [, first, last = ''] = /^(.*\S)\s*,\s*([^,]+)$/.exec(text) ?? [];
  return first && isUnit(last) ? { name: first, unit: last } : { name: text, unit: '' };
}

function holdsOf(title: string, cells: readonly string[], decimal: '.' | ','): FoundColumn['holds'] {
  if (cells.length === 0) return 'nothing';
  // A slip of the pen among them is refused by its line, and hides no column.
  if (cells.filter((cell) => dated.test(cell)).length * 4 >= cells.length * 3) return 'time';
  // A bound such as `<0.01` is refused by name, cell by cell: the column is one of numbers.
  const numbers = cells.filter((cell) => !/^[<>≤≥]\s*[\d.,]/.test(cell)).map((cell) => readNumber(cell, decimal, true));
  if (numbers.every((number) => number === null)) return 'nothing';
  // A word among the numbers, such as dry, is refused by its line.
  if (numbers.filter((number) => number === undefined).length * 4 > numbers.length) return 'text';
  // Counted times look like numbers; only their title gives them away.
  return timeWord.test(title) && guessPattern(cells) !== null ? 'time' : 'number';
}

/** The first column of times, and the one beside it where that holds the time of the day; or year, day of the year and time. */
export function timesAmong(columns: readonly FoundColumn[], data: readonly FileLine[]): number[] {
  const first = columns.find(({ holds }) => holds === 'time')?.column;
  if (first === undefined) return [...(arrayTimeColumns(data.map(({ cells }) => cells)) ?? [])];
  const isMilliseconds = (column: number) =>
    millisecondWord.test(columns[column]?.name.trim() ?? '') && only(column, milliseconds);
  const only = (column: number, pattern: RegExp) =>
    data.every(({ cells }) => pattern.test(cells[column] ?? '')) && data.length > 0;
  const isDate = !data.some(({ cells }) => (cells[first] ?? '').includes(':'));
  if (!isDate || !only(first + 1, clocked)) return [first];
  return isMilliseconds(first + 2) ? [first, first + 1, first + 2] : [first, first + 1];
}

/** The time of a line: of one cell; of date, clock time and milliseconds; of year, day of the year, hhmm and second. */
export function timeText(columns: readonly number[], cells: readonly string[]): string {
  const [date = '', clock, ms, second = '0'] = columns.map((column) => cells[column]?.trim() ?? '');
  if (clock === undefined) return date;
  if (/^\d{4}$/.test(date) && ms !== undefined) return arrayTime(date, clock, ms, second);
  if (ms === undefined || ms === '') return `${date} ${clock}`.trim();
  if (!milliseconds.test(ms)) return `${date} ${clock} ${ms}`;
  // Before AM or PM, and the same of a clock in Chinese words.
  return `${date} ${clock.replace(/\d(?=\D*$)/, (digit) => `${digit}.${ms.padStart(3, '0')}`)}`;
}

/** What is no such time stays as it is written, so that it is refused by what stands there. */
function arrayTime(year: string, day: string, time: string, second: string): string {
  const written = [year, day, time, second].join(' ');
  if (!/^\d{4} \d{1,3} \d{1,4} \d{1,2}$/.test(written)) return written;
  const date = new Date(Date.UTC(Number(year), 0, Number(day)));
  if (Number(day) < 1 || date.getUTCFullYear() !== Number(year)) return written;
  // Loggers write midnight as 2400 of the day that ends.
  if (Number(time) === 2400) date.setUTCDate(date.getUTCDate() + 1);
  const clock = Number(time) === 2400 ? '0000' : time.padStart(4, '0');
  return `${date.toISOString().slice(0, 10)} ${clock.slice(0, 2)}:${clock.slice(2)}:${second.padStart(2, '0')}`;
}

const maxMarks = 30;

/** The marks of no value in the columns of numbers, with how many cells hold each. */
export function marksOf(
  columns: readonly FoundColumn[],
  data: readonly FileLine[],
  decimal: '.' | ',',
): { readonly text: string; readonly cells: number }[] {
  const counts = new Map<string, number>();
  for (const { column } of columns.filter(({ holds }) => holds === 'number'))
    for (const [text, cells] of noValueMarks(
      data.map(({ cells }) => cells[column] ?? ''),
      decimal,
    ))
      counts.set(text, (counts.get(text) ?? 0) + cells);
  return [...counts].map(([text, cells]) => ({ text: text.slice(0, 20), cells })).slice(0, maxMarks);
}
