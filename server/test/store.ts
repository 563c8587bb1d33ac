/** A reading store without a server around it: a database, readings put in as the pipeline does, and dice. */
import { after } from 'node:test';
import pg from 'pg';
import * as ingest from '../src/features/platform/store/store.ingest.table.ts';
import { sealPoint } from '../src/features/platform/store/store.seal.table.ts';
import * as states from '../src/features/platform/store/store.states.table.ts';
import type { StoredRecord } from '../src/features/readings/readings/readings.api.ts';
import { transact } from '../src/kernel/transact.ts';
import { freshDatabase } from './database.ts';

/** Opened at the top of a test file, closed when its tests are over. */
export async function openStore() {
  const database = await freshDatabase();
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  // The database is dropped while connections still say goodbye.
  const ignore = () => undefined;
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  after(async () => {
    await pool.end();
    await database.drop();
  });
  return {
    pool,
    /** Runs `act` in a transaction; nothing of it stays when it throws. */
    transact: <T>(act: (client: pg.PoolClient) => Promise<T>) => transact(pool, act),
  };
}

/** Readings of one point as the pipeline stores them, without judging. */
export async function take(client: pg.PoolClient, pointId: number, records: readonly StoredRecord[], nowMs: number) {
  const latest = await states.lockLatest(client, [pointId]);
  const results = await ingest.insert(
    client,
    records.map((record) => ({ ...record, pointId, raw: JSON.stringify(record.raw) })),
    latest,
    nowMs,
  );
  const fresh = records.filter((_, i) => results[i] !== 'unchanged').sort((a, b) => a.at - b.at);
  const last = fresh.at(-1);
  if (last)
    await states.moveLatest(
      client,
      [
        {
          pointId,
          at: last.at,
          receivedAt: last.receivedAt,
          values: last.values,
          shown: null,
          level: 0,
          added: fresh.length,
          failed: false,
          version: '',
        },
      ],
      nowMs,
      latest,
    );
  return results;
}

/** Seals until nothing of the point is due. Gives how many rows that were. */
export async function sealAll(pool: pg.Pool, pointId: number, nowMs: number): Promise<number> {
  const client = await pool.connect();
  try {
    for (let count = 0; ; ) {
      const { sealed, more } = await sealPoint(client, pointId, nowMs);
      count += sealed;
      if (!more) return count;
    }
  } finally {
    client.release();
  }
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function dice(from: number) {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
