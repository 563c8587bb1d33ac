import { isEmpty } from '@plumbline/contract/kernel/forms';
import type { Traits } from '../judge.ts';
import type { GridColumn } from './shapes.ts';

/** A column as the grid works with it: its words in the reader's language, what the schema says of it. */
export interface Column {
  readonly definition: GridColumn;
  readonly prop: string;
  readonly title: string;
  readonly unit: string;
  readonly choices: readonly { readonly value: unknown; readonly label: string }[];
  readonly traits: Traits;
  readonly closed: boolean;
}

const truths: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  y: true,
  '1': true,
  x: true,
  '✓': true,
  是: true,
  false: false,
  no: false,
  n: false,
  '0': false,
  否: false,
};
const flat = (text: string): string => text.trim().toLowerCase();

/**
 * A typed or pasted text as the column's value. What cannot be read stays text: nothing that was pasted is lost, and the
 * row's schema says what is wrong with it. `1,234.5` is a number with thousands marked; any other comma is not guessed.
 */
export function cellValue(column: Column, typed: string): unknown {
  const text = typed.trim();
  const { type } = column.definition;
  if (text === '') return type === 'INPUT' && column.traits.empty !== null ? '' : column.traits.empty;
  switch (type) {
    case 'NUMBER': {
      const plain = text.normalize('NFKC').replace(/[−–]/g, '-');
      const number = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
      return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(number) ? Number(number) : text;
    }
    case 'SELECT': {
      const plain = flat(text);
      const choice =
        column.choices.find(({ label }) => flat(label) === plain) ??
        column.choices.find(({ value }) => flat(String(value)) === plain);
      return choice ? choice.value : text;
    }
    case 'CHECK':
    case 'SWITCH':
      return truths[flat(text)] ?? text;
    case 'DATE': {
      const parts = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(\d{1,2}:\d{2}(?::\d{2})?))?$/.exec(text);
      if (!parts) return text;
      const [, year, month, day, time] = parts;
      const two = (part: string | undefined): string => (part ?? '').padStart(2, '0');
      return `${year}-${two(month)}-${two(day)}${time === undefined ? '' : ` ${time.padStart(time.length < 6 ? 5 : 8, '0')}`}`;
    }
    default:
      return text;
  }
}

/** A value as it stands in a cell, is copied, and is edited. */
export function textOf(column: Column, value: unknown): string {
  if (value === undefined || value === '') return '';
  if (column.definition.type === 'SELECT') {
    const choice = column.choices.find((each) => each.value === value);
    if (choice) return choice.label;
  }
  return value === null ? '' : String(value);
}

/** Returns the judgement of a cell beside the schema: a text that is none of the choices is said as that. */
export function isForeign(column: Column, value: unknown): boolean {
  if (isEmpty(value)) return false;
  const { type } = column.definition;
  if (type === 'SELECT') return column.choices.length > 0 && !column.choices.some((each) => each.value === value);
  return false;
}

/**
 * Where pasted columns go when the first pasted row names them (a table copied with its heading): the column of each
 * cell, or null when it is no heading. At least two names, and no cell that is none.
 */
export function headingOf(cells: readonly string[], columns: readonly Column[]): number[] | null {
  const named = cells.map((cell) => {
    const plain = flat(cell);
    return columns.findIndex(({ title, prop, unit }) =>
      [title, prop, `${title}, ${unit}`, `${title} (${unit})`, `${title}（${unit}）`].some(
        (name) => flat(name) === plain,
      ),
    );
  });
  return cells.length > 1 && named.every((at) => at >= 0) && new Set(named).size === named.length ? named : null;
}
