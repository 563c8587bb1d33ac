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
import { afterCommit } from './transact.ts';

export interface EventContext {
  readonly db: Db;
  readonly now: () => Date;
  readonly after: (act: () => void | Promise<void>) => void;
  readonly log: Logger;
}
/** Handlers of one event run in one transaction, in the order in which the features registered them. */
export type Handlers = { [E in EventName]?: ((context: EventContext, payload: Events[E]) => Promise<void>)[] };

/** The handlers of several features as one, each event's in the order given. */
export function mergeHandlers(...all: readonly Handlers[]): Handlers {
  const merged: Record<string, unknown[]> = {};
  for (const handlers of all) {
    for (const [name, list] of Object.entries(handlers)) merged[name] = [...(merged[name] ?? []), ...list];
  }
  return merged as Handlers;
}

/** Writes an event into the transaction of `db`. */
export async function emit<E extends EventName>(db: Db, now: Date, name: E, payload: Events[E]): Promise<void> {
  await db
    .insertInto('outbox')
    .values({ name, payload: JSON.stringify(payload), created_at: now, next_at: now })
    .execute();
  await sql`SELECT pg_notify('plumbline_outbox', '')`.execute(db);
}

/** Writes many events of one name into the transaction of `db`, in the order given. */
export async function emitAll<E extends EventName>(
  db: Db,
  now: Date,
  name: E,
  payloads: readonly Events[E][],
): Promise<void> {
  if (payloads.length === 0) return;
  await sql`INSERT INTO outbox (name, payload, created_at, next_at)
    SELECT ${name}, payload, ${now}::timestamptz, ${now}::timestamptz
    FROM jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) WITH ORDINALITY AS e(payload, place) ORDER BY place`.execute(
    db,
  );
  await sql`SELECT pg_notify('plumbline_outbox', '')`.execute(db);
}

const batch = 100;
const longestWaitSeconds = 300;

/** Handles events until stopped: at once when told by the database, and every second in case the word was lost. */
export function startOutbox({
  db,
  clock,
  log,
  listener,
  handlers,
}: {
  db: Db;
  clock: Clock;
  log: Logger;
  listener: Listener;
  handlers: Handlers;
}) {
  let stopped = false;
  let running: Promise<void> | null = null;
  let again = false;

  async function handleOne(id: number, name: EventName, payload: unknown, attempts: number) {
    const acts: (() => void | Promise<void>)[] = [];
    try {
      await db.transaction().execute(async (transaction) => {
        const mine = await transaction
          .selectFrom('outbox')
          .select('id')
          .where('id', '=', id)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst();
        if (!mine) return;
        const context: EventContext = { db: transaction, now: () => clock.now(), after: (act) => acts.push(act), log };
        for (const handle of handlers[name] ?? []) await handle(context, payload as never);
        await transaction.deleteFrom('outbox').where('id', '=', id).execute();
      });
    } catch (error) {
      log.error({ err: error, event: name, id, attempts }, 'event failed, will be tried again');
      const waitSeconds = Math.min(2 ** attempts, longestWaitSeconds);
      await db
        .updateTable('outbox')
        .set({ attempts: attempts + 1, next_at: new Date(clock.now().getTime() + waitSeconds * 1000) })
        .where('id', '=', id)
        .execute();
      return;
    }
    await afterCommit(acts, log);
  }

  async function drain() {
    do {
      again = false;
      const rows = await db
        .selectFrom('outbox')
        .selectAll()
        .where('next_at', '<=', clock.now())
        .orderBy('id')
        .limit(batch)
        .execute();
      for (const row of rows) {
        if (stopped) return;
        await handleOne(row.id, row.name as EventName, row.payload, row.attempts);
      }
      if (rows.length === batch) again = true;
    } while (again && !stopped);
  }

  function wake() {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    running = drain()
      .catch((error) => log.warn({ err: error }, 'outbox could not be read'))
      .finally(() => {
        running = null;
      });
  }

  listener.on('plumbline_outbox', wake);
  const timer = setInterval(wake, 1000);
  wake();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
    /** Resolves when every event that is due has been handled. For tests and for shutting down. */
    async settle() {
      wake();
      while (running) await running;
    },
  };
}
