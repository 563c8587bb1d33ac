/**
 * Rows of a statement with their columns named beside it: `sqlRows({ id: 'number', at: 'instant?' })` in place of `sql`, and the
 * type of the row follows. What a statement does not give, or gives as something else, is an Error that names it, and not
 * an undefined that travels on.
 *
 * Invariant: the columns that are named are there. That is looked at in the first row of each answer; in tests, in every row,
 * and that each holds what it should. A statement may give more.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { type QueryExecutorProvider, type QueryResult, sql } from 'kysely';
import type { RowOf, Tables } from './tables.ts';

/** The kinds of columns, as the driver reads them: a `bigint` is a number, a `numeric` a text. */
interface Kinds {
  readonly number: number;
  readonly text: string;
  readonly flag: boolean;
  readonly instant: Date;
  readonly bytes: Buffer;
  readonly json: unknown;
}
declare const type: unique symbol;
/** A column of a narrower type than its kind: one of a few words, a JSON of a known shape. Only its presence is checked. */
export interface Typed<T> {
  readonly [type]?: T;
}
export const typed = <T>(): Typed<T> => ({});

/** A kind, with `?` where the column may be NULL. */
export type Columns = Readonly<Record<string, keyof Kinds | `${keyof Kinds}?` | Typed<unknown>>>;
export type SqlRow<C extends Columns> = {
  -readonly [K in keyof C]: C[K] extends keyof Kinds
    ? Kinds[C[K]]
    : C[K] extends `${infer Kind extends keyof Kinds}?`
      ? Kinds[Kind] | null
      : C[K] extends Typed<infer T>
        ? T
        : never;
};

const holds: Readonly<Record<keyof Kinds, (value: unknown) => boolean>> = {
  number: (value) => typeof value === 'number',
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  instant: (value) => value instanceof Date,
  bytes: (value) => Buffer.isBuffer(value),
  json: (value) => value !== undefined,
};

/** A NULL that no test has shown must not end a request in production. */
const isTested = process.env['NODE_TEST_CONTEXT'] !== undefined;

function problemOf(columns: Columns, row: Readonly<Record<string, unknown>>): string | null {
  for (const name in columns) {
    const kind = columns[name];
    const value = row[name];
    if (value === undefined) return `has no column "${name}", it has ${Object.keys(row).join(', ')}`;
    if (typeof kind !== 'string' || !isTested) continue;
    const isOptional = kind.endsWith('?') || kind === 'json';
    if (value === null ? !isOptional : !holds[kind.replace('?', '') as keyof Kinds](value))
      return `column "${name}" is no ${kind}: ${String(value)}`;
  }
  return null;
}

/** Throws an Error where rows are not what the columns say. */
function checkRows(columns: Columns, rows: readonly unknown[], parts: readonly string[]): void {
  const last = isTested ? rows.length : Math.min(1, rows.length);
  for (let at = 0; at < last; at++) {
    const problem = problemOf(columns, rows[at] as Readonly<Record<string, unknown>>);
    if (problem !== null) throw new Error(`A row ${problem}: ${parts.join('…').trim().slice(0, 200)}`);
  }
}

function checked<R>(columns: Columns) {
  return (strings: TemplateStringsArray, ...values: unknown[]) => ({
    async execute(db: QueryExecutorProvider): Promise<QueryResult<R>> {
      const result = await sql<R>(strings, ...values).execute(db);
      checkRows(columns, result.rows, strings);
      return result;
    },
  });
}

/** A statement whose rows have these columns: a tag like `sql`. */
export const sqlRows = <const C extends Columns>(columns: C) => checked<SqlRow<C>>(columns);

/** The whole row of a table, and columns beside it or in place of its own. */
export type TableRow<T extends keyof Tables, C extends Columns> = Omit<RowOf<T>, keyof C> & SqlRow<C>;

/**
 * A statement that selects the whole row of a table and these columns: `tableRows('device', { open: 'number' })` of
 * `SELECT d.*, … AS open`. The columns of the table are not looked at here: `tables.test.ts` compares them with the database.
 */
export const tableRows = <T extends keyof Tables, const C extends Columns>(_table: T, columns: C) =>
  checked<TableRow<T, C>>(columns);

/** Returns the row, or the one thing that was read of it. Throws notFound with the detail where there is none. */
export function requireRow<T extends object | string | number>(
  row: T | null | undefined,
  detail?: Readonly<Record<string, unknown>>,
): T {
  if (row === null || row === undefined) throw new Failure('notFound', detail);
  return row;
}
