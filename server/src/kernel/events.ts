/**
 * The event bus: an outbox. An event is a row written in the transaction that causes it and deleted in the transaction
 * of what it causes, so neither exists without the other, whatever crashes between.
 */
import type { EventName, Events } from '@plumbline/contract/events';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Db } from './context.ts';
import type { Listener } from './listen.ts';
import { type Sql, sqlOver } from './sql.ts';
import { afterCommit } from './transact.ts';

export interface EventContext {
  readonly db: Db;
  readonly now: () => Date;
  readonly after: (act: () => void | Promise<void>) => void;
  readonly log: Logger;
}
type One<E extends EventName> = (context: EventContext, payload: Events[E]) => Promise<void>;
/** Handles many events at once, in their order: with a number of statements that does not grow with theirs. */
interface Many<E extends EventName> {
  readonly many: (context: EventContext, payloads: readonly Events[E][]) => Promise<void>;
}
/** Handlers of one event run in one transaction, in the order in which the features registered them. */
export type Handlers = { [E in EventName]?: (One<E> | Many<E>)[] };

/** The handlers of several features as one, each event's in the order given. */
export function mergeHandlers(...all: readonly Handlers[]): Handlers {
  const merged: Record<string, unknown[]> = {};
  for (const handlers of all) {
    for (const [name, list] of Object.entries(handlers)) merged[name] = [...(merged[name] ?? []), ...list];
  }
  return merged as Handlers;
}

/** Writes an event into the transaction of `db`. */
export const emit = <E extends EventName>(db: Db, now: Date, name: E, payload: Events[E]): Promise<void> =>
  emitMany(sqlOver(db), now, name, [payload]);

/** Writes many events of one name into the transaction of `tx`, in the order given. The outbox is woken when that commits. */
export async function emitMany<E extends EventName>(
  tx: Sql,
  now: Date,
  name: E,
  payloads: readonly Events[E][],
): Promise<void> {
  if (payloads.length === 0) return;
  await tx.query({
    text: `WITH written AS (
        INSERT INTO outbox (name, payload, created_at, next_at)
        SELECT $1, payload, $2::timestamptz, $2::timestamptz
        FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS e(payload, place) ORDER BY place)
      SELECT pg_notify('plumbline_outbox', '')`,
    values: [name, now, JSON.stringify(payloads)],
  });
}

const batch = 100;
/** Alerts in their order, and everything else in its own: neither waits for more than a batch of the other. */
const lanes = [sql<boolean>`name NOT LIKE 'alert%'`, sql<boolean>`name LIKE 'alert%'`] as const;

interface Row {
  readonly id: number;
  readonly name: EventName;
  readonly payload: unknown;
  readonly attempts: number;
}
/** Neighbours of one name that can be handled at once; what failed before is handled alone. */
function runsOf(rows: readonly Row[], handlers: Handlers): Row[][] {
  const runs: Row[][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    const joins = handlers[row.name]?.some((each) => 'many' in each) && row.attempts === 0;
    if (joins && last?.[0]?.name === row.name && last[0].attempts === 0) last.push(row);
    else runs.push([row]);
  }
  return runs;
}
const longestWaitSeconds = 300;

interface OutboxParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly listener: Listener;
  readonly handlers: Handlers;
}

/** Handles events until stopped: at once when the database announces one, and every second in case that was lost. */
export const startOutbox = (parts: OutboxParts): Outbox => new Outbox(parts);

class Outbox {
  readonly #parts: OutboxParts;
  readonly #timer: NodeJS.Timeout;
  #stopped = false;
  #running: Promise<void> | null = null;
  #again = false;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    parts.listener.on('plumbline_outbox', () => this.#wake());
    this.#timer = setInterval(() => this.#wake(), 1000);
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Resolves when every event that is due has been handled. For tests and for shutting down. */
  async settle(): Promise<void> {
    this.#wake();
    while (this.#running) await this.#running;
  }

  #wake(): void {
    if (this.#stopped) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#drain()
      .catch((error) => this.#parts.log.warn({ err: error }, 'outbox could not be read'))
      .finally(() => {
        this.#running = null;
      });
  }

  async #drain(): Promise<void> {
    do {
      this.#again = false;
      for (const lane of lanes) {
        const rows = await this.#due(lane);
        for (const run of runsOf(rows, this.#parts.handlers)) {
          if (this.#stopped) return;
          if (!(await this.#handle(run))) for (const row of run) await this.#handle([row]);
        }
        if (rows.length === batch) this.#again = true;
      }
    } while (this.#again && !this.#stopped);
  }

  async #due(lane: (typeof lanes)[number]): Promise<readonly Row[]> {
    const { db, clock } = this.#parts;
    const rows = await db
      .selectFrom('outbox')
      .selectAll()
      .where('next_at', '<=', clock.now())
      .where(lane)
      .orderBy('id')
      .limit(batch)
      .execute();
    return rows as readonly Row[];
  }

  /** True = it is over: handled, put off, or taken by another process. False = of several, one is at fault. */
  async #handle(run: readonly Row[]): Promise<boolean> {
    const { db, log } = this.#parts;
    const acts: (() => void | Promise<void>)[] = [];
    try {
      await db.transaction().execute((transaction) => this.#handleIn(transaction, run, acts));
    } catch (error) {
      if (run.length > 1) return false;
      for (const row of run) await this.#putOff(row, error);
      return true;
    }
    await afterCommit(acts, log);
    return true;
  }

  /** Handles those of the events that no other process handles, and deletes them. */
  async #handleIn(transaction: Db, run: readonly Row[], acts: (() => void | Promise<void>)[]): Promise<void> {
    const { clock, log, handlers } = this.#parts;
    const locked = await transaction
      .selectFrom('outbox')
      .select('id')
      .where(
        'id',
        'in',
        run.map(({ id }) => id),
      )
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = new Set(locked.map(({ id }) => id));
    const mine = run.filter(({ id }) => ids.has(id));
    const [first] = mine;
    if (!first) return;
    const payloads = mine.map(({ payload }) => payload as never);
    const context: EventContext = { db: transaction, now: () => clock.now(), after: (act) => acts.push(act), log };
    for (const each of handlers[first.name] ?? [])
      if ('many' in each) await each.many(context, payloads);
      else for (const payload of payloads) await each(context, payload);
    await transaction
      .deleteFrom('outbox')
      .where('id', 'in', [...ids])
      .execute();
  }

  async #putOff({ id, name, attempts }: Row, error: unknown): Promise<void> {
    const { db, clock, log } = this.#parts;
    log.error({ err: error, event: name, id, attempts }, 'event failed, will be tried again');
    const waitSeconds = Math.min(2 ** attempts, longestWaitSeconds);
    await db
      .updateTable('outbox')
      .set({ attempts: attempts + 1, next_at: new Date(clock.now().getTime() + waitSeconds * 1000) })
      .where('id', '=', id)
      .execute();
  }
}
