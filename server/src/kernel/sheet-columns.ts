/** The columns of a sheet by their headings, whatever language these are in, and what its cells say. */
import type { Cell, SheetRow } from './sheets.ts';

export interface Column<K extends string> {
  readonly key: K;
  /** Every heading that it is known by. */
  readonly names: readonly string[];
  readonly required?: boolean;
}
export interface FoundColumns<K extends string> {
  /** Where each column lies, from 0. */
  readonly at: ReadonlyMap<K, number>;
  readonly missing: readonly K[];
  /** Headings that are none of ours. */
  readonly unknown: readonly string[];
  /** Headings that occur twice. */
  readonly repeated: readonly string[];
}

/** Case, blanks, what is in brackets (units, hints) and the star of a required column make no difference. */
const plain = (heading: string) =>
  heading
    .normalize('NFKC')
    .replace(/[([{].*?[)\]}]/g, '')
    .replace(/[\s*_:-]+/g, '')
    .toLowerCase();

export function findColumns<K extends string>(heading: SheetRow, columns: readonly Column<K>[]): FoundColumns<K> {
  const known = new Map(
    columns.flatMap(({ key, names }) => [key, ...names].map((each) => [plain(each), key] as const)),
  );
  const at = new Map<K, number>();
  const unknown: string[] = [];
  const repeated: string[] = [];
  for (const [i, cell] of heading.cells.entries()) {
    const text = textOf(cell);
    if (text === null) continue;
    const key = known.get(plain(text));
    if (key === undefined) unknown.push(text);
    else if (at.has(key)) repeated.push(text);
    else at.set(key, i);
  }
  const missing = columns.filter(({ key, required }) => required && !at.has(key)).map(({ key }) => key);
  return { at, missing, unknown, repeated };
}

/** Returns the text that a person would read in the cell; null where it is empty. A date as `2026-03-18 06:00:00`. */
export function textOf(cell: Cell | undefined): string | null {
  if (cell === null || cell === undefined) return null;
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ');
  const text = typeof cell === 'number' ? numeral(cell) : String(cell).trim();
  return text === '' ? null : text;
}

/** Written out in full, never `8.986e+19`. */
const numeral = (value: number) =>
  Number.isInteger(value) && Math.abs(value) >= 1e21
    ? value.toLocaleString('en', { useGrouping: false })
    : String(value);

/** A number whose last digits the spreadsheet has already rounded away: typed as a number where a text was meant. */
export const lostDigits = (cell: Cell | undefined): boolean =>
  typeof cell === 'number' && Number.isInteger(cell) && Math.abs(cell) > Number.MAX_SAFE_INTEGER;

/** The number of a cell, with a decimal point or comma; null where it is empty, undefined where it is none. */
export function numberOf(cell: Cell | undefined): number | null | undefined {
  if (cell === null || cell === undefined) return null;
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : undefined;
  if (typeof cell !== 'string') return undefined;
  const text = cell.trim();
  if (text === '') return null;
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?$/.test(text)) return undefined;
  return Number(text.replace(',', '.'));
}
