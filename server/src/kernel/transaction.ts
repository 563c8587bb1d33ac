/** What work on the database is given, in a request, an event or a task: its transaction, the time, and what follows it. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type { Logger };

export interface Transaction {
  readonly db: Db;
  readonly now: () => Date;
  /** Runs after COMMIT, in order; a failure is logged and does not fail the request. */
  readonly after: (act: () => void | Promise<void>) => void;
  /** Runs on the pool when the transaction has ended, committed or not: what must stay on record when the request fails. */
  readonly regardless: (act: (db: Db) => Promise<void>) => void;
}
