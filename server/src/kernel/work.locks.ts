/**
 * Locks for work that takes long: advisory locks, all on one connection of the process. When the process dies, or its
 * host, they go with the connection and the next process goes on; nothing has to expire. Invariant: whoever holds a
 * lock that may be gone is notified.
 */
import type pg from 'pg';
import { sqlRows } from './rows.ts';
import type { Db } from './transaction.ts';

const lockSpace = 7302;
/** The database takes 32 bits; two pieces of work that share a lock only wait for each other. */
const keyOf = (id: number) => id % 0x7fff_ffff;
/** How often the connection is checked: nothing else is sent over it. */
const pulseMs = 10_000;

/** Takes the lock of a piece of work until the transaction of `db` ends; false where a process works on it. */
export async function tryLock(db: Db, id: number): Promise<boolean> {
  const { rows } = await sqlRows({ answer: 'flag' })`
    SELECT pg_try_advisory_xact_lock(${lockSpace}::int, ${keyOf(id)}::int) AS answer`.execute(db);
  return rows[0]?.answer === true;
}

export class WorkLocks {
  readonly #pool: pg.Pool;
  readonly #space: number;
  readonly #held = new Map<number, () => void>();
  readonly #pulse: NodeJS.Timeout;
  #client: pg.PoolClient | null = null;
  /** One statement at a time. */
  #last: Promise<unknown> = Promise.resolve();

  /** `space`: which of all locks of the database these are. */
  constructor(pool: pg.Pool, space: number = lockSpace) {
    this.#pool = pool;
    this.#space = space;
    this.#pulse = setInterval(() => {
      if (this.#client) void this.#inTurn(() => this.#ask('SELECT true AS answer', [])).catch(() => undefined);
    }, pulseMs);
  }

  /** Takes the lock of a piece of work unless another process has it; `onLost` is called when it may be gone. */
  take(id: number, onLost: () => void): Promise<boolean> {
    return this.#inTurn(async () => {
      if (!(await this.#ask('SELECT pg_try_advisory_lock($1, $2) AS answer', [this.#space, keyOf(id)]))) return false;
      this.#held.set(id, onLost);
      return true;
    });
  }

  async release(id: number): Promise<void> {
    if (!this.#held.delete(id)) return;
    // Where it fails the connection is closed, and the lock is gone with it.
    await this.#inTurn(() => this.#ask('SELECT pg_advisory_unlock($1, $2) AS answer', [this.#space, keyOf(id)])).catch(
      () => undefined,
    );
  }

  /** Lets go of every lock. */
  async close(): Promise<void> {
    clearInterval(this.#pulse);
    await this.#last;
    this.#lose();
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #ask(text: string, values: readonly number[]): Promise<boolean> {
    const client = this.#client ?? (await this.#connect());
    try {
      const { rows } = await client.query<{ answer: boolean }>(text, [...values]);
      return rows[0]?.answer === true;
    } catch (error) {
      if (this.#client === client) this.#lose();
      throw error;
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    const client = await this.#pool.connect();
    client.on('error', () => this.#client === client && this.#lose());
    this.#client = client;
    return client;
  }

  #lose(): void {
    this.#client?.release(true);
    this.#client = null;
    const callbacks = [...this.#held.values()];
    this.#held.clear();
    for (const onLost of callbacks) onLost();
  }
}
