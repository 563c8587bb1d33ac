/** Whoever takes a statement: a pool, a client inside a transaction, or Kysely's own transaction. */
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Db } from './transaction.ts';

export interface Statement {
  readonly text: string;
  readonly values?: unknown[];
  /**
   * Prepared once a connection, where the taker can. Not for statements on `reading`: it may be empty when the plan is
   * made and full a minute later.
   */
  readonly name?: string;
}
export interface Sql {
  query<R extends pg.QueryResultRow>(statement: Statement): Promise<{ rows: R[]; rowCount: number | null }>;
}

/** Statements inside the transaction of a request (`context.db`), or on its pool where it has none. */
export function sqlOver(db: Db): Sql {
  return {
    async query<R>({ text, values = [] }: Statement) {
      const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows: rows as R[], rowCount: numAffectedRows === undefined ? null : Number(numAffectedRows) };
    },
  };
}
