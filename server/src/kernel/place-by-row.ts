/**
 * The place of a request whose address names nothing but a record: read from its row. Who may is judged at that place as
 * anywhere else. Invariant: a row that is not there and one that is foreign are answered alike, by the id that was sent.
 */
import type { Address } from '@plumbline/contract/kernel/aliases';
import type { RowField } from '@plumbline/contract/kernel/route';
import type { FastifyRequest } from 'fastify';
import type { Db } from './context.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Given by the features (through app.access.ts): what the row of an id says of its place; null = there is none. */
export type Rows = { readonly [F in RowField]: (db: Db, id: number) => Promise<Fields | null> };

export interface PlaceByRow {
  /** The field of `within`, as the row has it. */
  readonly fields: Fields;
  /** The record as the address names it: told where it is not found. */
  readonly named: Fields;
}

/** An id that no row has: what is asked at its place is not found. */
const absent = 2_147_483_647;

/** Returns the place by the row that an address names; null where it names none, or by what is no id. */
export async function placeByRow(
  db: Db,
  rows: Rows,
  { row: field, fixes = {}, within }: Address,
  { params }: Pick<FastifyRequest, 'params'>,
): Promise<PlaceByRow | null> {
  const text = field === undefined ? undefined : (params as Readonly<Record<string, string>>)[field];
  if (field === undefined || within === undefined || text === undefined || !/^\d{1,10}$/.test(text)) return null;
  const id = Number(text);
  const row = id > absent ? null : await rows[field](db, id);
  const isMeant = row !== null && Object.entries(fixes).every(([name, value]) => row[name] === value);
  return { fields: { [within]: isMeant ? row[within] : absent }, named: { [field]: id } };
}
