/** The headings of a sheet of points: columns that every sheet has, and those of parameters, initial values and formulas. */

import { Failure } from '@plumbline/contract/kernel/errors';
import { familyCodes } from '@plumbline/contract/points/families';
import type { SheetWord } from '@plumbline/contract/points/sheets';
import { type KeyedGroup, keyedColumns } from '@plumbline/contract/points/sheets.points';
import { recipe, recipeModes } from '@plumbline/science/sensors/recipes';
import { findColumns, textOf } from '../../../../kernel/sheet-columns.ts';
import type { SheetRow } from '../../../../kernel/sheets.ts';

/** A column of one parameter or field: `initialValues.level`. */
export interface KeyedColumn {
  readonly group: KeyedGroup;
  readonly key: string;
  readonly at: number;
}
export interface PointColumns<K extends string> {
  readonly at: ReadonlyMap<K, number>;
  readonly keyed: readonly KeyedColumn[];
  readonly missing: readonly K[];
  readonly unknown: readonly string[];
}

const plain = (text: string) => text.replace(/[\s_-]+/g, '').toLowerCase();

/** Every parameter that a conversion asks for by name: in the sheet it may stand without its group. */
const parameters: ReadonlySet<string> = new Set(
  familyCodes.flatMap((family) =>
    recipeModes(family).flatMap((mode) =>
      recipe({ family, mode, nodeCount: 1, parameters: {} }).parameters.map(({ key }) => key),
    ),
  ),
);

export function pointColumns<K extends string>(heading: SheetRow, words: readonly SheetWord[]): PointColumns<K> {
  const keyed: KeyedColumn[] = [];
  const rest = heading.cells.map((cell, at) => {
    const column = keyedOf(textOf(cell), at);
    if (!column) return cell;
    if (!keyed.some(({ group, key }) => group === column.group && key === column.key)) keyed.push(column);
    return null;
  });
  const found = findColumns(
    { line: heading.line, cells: rest },
    words.map(({ key, en, zh, formerly = [], required }) => ({
      key: key as K,
      names: [en, zh, ...formerly],
      required: required === true,
    })),
  );
  const unknown = found.unknown.filter((text) => {
    const key = bare(text);
    if (!parameters.has(key) || keyed.some((column) => column.group === 'parameters' && column.key === key))
      return true;
    keyed.push({ group: 'parameters', key, at: heading.cells.findIndex((cell) => textOf(cell) === text) });
    return false;
  });
  return { at: found.at, keyed, missing: found.missing, unknown };
}

/** Throws sheetColumnsMissing with the headings of a language. */
export function refuseMissing<K extends string>(
  { missing }: PointColumns<K>,
  words: readonly SheetWord[],
  language: string,
): void {
  if (missing.length === 0) return;
  const headings = words
    .filter(({ key }) => (missing as readonly string[]).includes(key))
    .map(({ en, zh }) => (language === 'en' ? en : zh));
  throw new Failure('sheetColumnsMissing', { columns: headings.join(', ') });
}

/** A column as a spreadsheet names it: 0 is A, 26 is AA. */
export function columnLetters(at: number): string {
  let letters = '';
  for (let left = at; left >= 0; left = Math.floor(left / 26) - 1)
    letters = String.fromCharCode(65 + (left % 26)) + letters;
  return letters;
}

/** Without what is in brackets: units and hints. */
const bare = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\s*[([{].*$/, '')
    .trim();

function keyedOf(text: string | null, at: number): KeyedColumn | null {
  const [, name, key] = /^([^.:]+)\s*[.:]\s*(\S.*)$/.exec(bare(text ?? '')) ?? [];
  if (name === undefined || key === undefined) return null;
  const column = keyedColumns.find(({ names }) => names.some((each) => plain(each) === plain(name)));
  return column ? { group: column.group, key: key.trim(), at } : null;
}
