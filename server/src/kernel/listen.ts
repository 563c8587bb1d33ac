/** LISTEN on one connection of its own, reconnecting by itself. After a gap every handler is called with null: assume that anything changed. */

import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Change, Db } from './context.ts';
import { linkOptions } from './db.ts';
import { workChannel } from './work.lanes.ts';

type Handle = (payload: string | null) => void | Promise<void>;

export interface Listener {
  /** Returns what ends it. */
  on(channel: string, handle: Handle): () => void;
  /** Calls the handlers of this process for a commit of its own, without waiting for the database; they are called again with those of other processes. */
  announceHere(changes: readonly Change[]): Promise<void>;
  close(): Promise<void>;
}

const channels = ['plumbline_changed', 'plumbline_command', workChannel] as const;

/** Says what has changed to whoever listens, when the transaction of `db` commits. */
export async function announceChanges(db: Db, changes: readonly Change[]): Promise<void> {
  const each = changes.map((change) => JSON.stringify(change));
  await sql`SELECT pg_notify('plumbline_changed', said) FROM unnest(${each}::text[]) AS t(said)`.execute(db);
}

/** How often the listening connection is asked whether it is there; twice that without an answer and it is made anew. */
const listenerSilenceMs = 30_000;

export async function openListener(url: string, log: Logger, silenceMs = listenerSilenceMs): Promise<Listener> {
  const handlers = new Map<string, Set<Handle>>();
  let client: pg.Client | null = null;
  let closed = false;

  async function connect(first: boolean): Promise<void> {
    const next = new pg.Client({
      ...linkOptions(silenceMs),
      connectionString: url,
      application_name: 'plumbline-listen',
    });
    next.on('notification', ({ channel, payload }) => {
      for (const handle of handlers.get(channel) ?? []) handle(payload ?? '');
    });
    next.on('error', (error) => log.warn({ err: error }, 'listening connection failed'));
    // It may receive nothing for hours: silence means something only after a query.
    let requested = false;
    const pulse = setInterval(() => {
      if (requested || client !== next) return;
      requested = true;
      void next.query('SELECT 1').then(
        () => {
          requested = false;
        },
        () => undefined,
      );
    }, silenceMs / 3);
    next.on('end', () => {
      clearInterval(pulse);
      client = null;
      if (!closed) setTimeout(() => connect(false).catch(() => undefined), 1000).unref();
    });
    try {
      await next.connect();
      for (const channel of channels) await next.query(`LISTEN ${channel}`);
    } catch (error) {
      if (first) throw error;
      await next.end().catch(() => undefined);
      return;
    }
    client = next;
    if (!first) for (const all of handlers.values()) for (const handle of all) handle(null);
  }

  await connect(true);
  return {
    on(channel, handle) {
      handlers.set(channel, (handlers.get(channel) ?? new Set()).add(handle));
      return () => void handlers.get(channel)?.delete(handle);
    },
    async announceHere(changes) {
      const listening = [...(handlers.get('plumbline_changed') ?? [])];
      await Promise.all(changes.flatMap((change) => listening.map((handle) => handle(JSON.stringify(change)))));
    },
    async close() {
      closed = true;
      await client?.end();
    },
  };
}

/** Calls `handle` for every change that any process commits; null when some may have been missed. */
export function onChange(listener: Listener, handle: (change: Change | null) => void | Promise<void>) {
  listener.on('plumbline_changed', (payload) => handle(payload === null ? null : (JSON.parse(payload) as Change)));
}
