/** What the cells of one row say, by column: what cannot be read is a problem of its field, and the rest of the row is read on. */
import type { ErrorName } from '@plumbline/contract/kernel/errors';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import type { SheetWord, Word } from '@plumbline/contract/points/sheets';
import { lostDigits, numberOf, textOf } from './sheet-columns.ts';
import type { Cell, SheetColumn } from './sheets.ts';

const parts = (text: string) => text.split(/[;；，,\s]+/).filter(Boolean);
const plain = (word: string) => word.replace(/[\s_-]+/g, '').toLowerCase();

export class CellReader<K extends string> {
  private readonly cell: (key: K) => Cell | undefined;
  private readonly row: number;
  private readonly problems: RowProblem[];
  private readonly pathOf: (key: K) => string;
  constructor(
    cell: (key: K) => Cell | undefined,
    row: number,
    problems: RowProblem[],
    pathOf: (key: K) => string = (key) => key,
  ) {
    this.cell = cell;
    this.row = row;
    this.problems = problems;
    this.pathOf = pathOf;
  }

  /** Notes what is wrong with a cell. `message` is a name of forms.json, and given for badInput alone. */
  wrong(key: K, message: string, error: ErrorName = 'badInput', value?: string, more: object = {}): void {
    this.problems.push({
      row: this.row,
      path: this.pathOf(key),
      error,
      ...(error === 'badInput' && { message, code: 'custom' }),
      ...(value !== undefined && { detail: { value, ...more } }),
    });
  }

  text(key: K): string | null {
    const cell = this.cell(key);
    if (lostDigits(cell)) this.wrong(key, 'digitsLost');
    return textOf(cell);
  }

  number(key: K): number | null {
    const cell = this.cell(key);
    const value = numberOf(cell);
    if (value === undefined) this.wrong(key, 'notNumber', 'badInput', textOf(cell) ?? '');
    return value ?? null;
  }

  /** `500;500;1000`, or one number. */
  numbers(key: K): number[] | null {
    const text = textOf(this.cell(key));
    if (text === null) return null;
    const read = parts(text).map((part) => numberOf(part));
    if (read.every((value) => typeof value === 'number')) return read;
    this.wrong(key, 'notNumber', 'badInput', text);
    return null;
  }

  /** `06:30 18:00`, or whatever stands apart. */
  list(key: K): string[] | null {
    const text = textOf(this.cell(key));
    return text === null ? null : parts(text);
  }

  /** One of the words, in any language or as the API says it. */
  word<T extends string | number | boolean>(
    key: K,
    words: readonly Word<T>[],
    error: ErrorName = 'badInput',
  ): T | null {
    const text = textOf(this.cell(key));
    if (text === null) return null;
    const found = words.find(({ value, names }) =>
      [String(value), ...names].some((name) => plain(name) === plain(text)),
    );
    if (!found) this.wrong(key, 'choose', error, text, { near: nearest(text, words) });
    return found?.value ?? null;
  }
}

/** The words of a column with choices: the word of a language that people use, the one of the API where there is none. */
export function wordIn({ value, names }: Word<string | number | boolean>, language: string): string {
  const han = /\p{Script=Han}/u;
  return names.find((each) => han.test(each) === (language !== 'en')) ?? names[0] ?? String(value);
}

const nearShown = 3;
const nearShare = 0.3;
/** How many may be named where none is near. */
const allShown = 20;

/** What was meant perhaps, in the script that was written: the words most like it; all of them where none is. */
function nearest(text: string, words: readonly Word<string | number | boolean>[]): string[] {
  const han = /\p{Script=Han}/u;
  const inScript = words.flatMap(({ value, names }) => {
    const all = [...names, ...(typeof value === 'string' ? [value] : [])];
    const name = all.find((each) => han.test(each) === han.test(text)) ?? all[0];
    return name === undefined ? [] : [{ name, alike: Math.max(...all.map((each) => likeness(text, each))) }];
  });
  const near = inScript.filter(({ alike }) => alike >= nearShare).sort((a, b) => b.alike - a.alike);
  return (near.length > 0 ? near.slice(0, nearShown) : inScript.slice(0, allShown)).map(({ name }) => name);
}

const nameShare = 0.45;

/** Names that were meant perhaps by one that is not among them: the most alike first, none where none is. */
export const namesLike = (text: string, names: readonly string[]): string[] =>
  names
    .map((name) => ({ name, alike: likeness(text, name) }))
    .filter(({ alike }) => alike >= nameShare)
    .sort((a, b) => b.alike - a.alike)
    .slice(0, nearShown)
    .map(({ name }) => name);

/** The share of neighbouring letters that two words have in common, 0 to 1. */
function likeness(one: string, other: string): number {
  const pairs = (word: string) => {
    const letters = [...` ${plain(word)} `];
    return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`);
  };
  const [a, b] = [pairs(one), pairs(other)];
  const left = [...b];
  const common = a.filter((pair) => {
    const at = left.indexOf(pair);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
  return (2 * common) / (a.length + b.length);
}

/** Columns of a file in a language; `hints` adds to a heading the values accepted under it, and which are needed. */
export const sheetColumnsOf = (
  words: readonly SheetWord[],
  texts: ReadonlySet<string>,
  language: string,
  hints: boolean,
): SheetColumn[] =>
  words.map(({ key, en, zh, hint, required }) => ({
    header: `${language === 'en' ? en : zh}${required && hints ? ' *' : ''}${hint && hints ? ` (${hint})` : ''}`,
    width: Math.max(12, hint && hints ? hint.length + 8 : 0),
    text: texts.has(key),
  }));
