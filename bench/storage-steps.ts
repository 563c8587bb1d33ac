/** The steps of the store that the bench takes: a batch stored, a point sealed, each durable. */
import { dayMs } from '@plumbline/contract/kernel/durations';
import type pg from 'pg';
import * as ingest from '../server/src/features/platform/store/store.ingest.table.ts';
import { sealPoint } from '../server/src/features/platform/store/store.seal.table.ts';
import * as states from '../server/src/features/platform/store/store.states.table.ts';
import { startMs } from './storage-data.ts';

export async function inTransaction<T>(client: pg.PoolClient, act: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  const result = await act();
  await client.query('COMMIT');
  return result;
}

/** A batch down the road of the pipeline, without judging it. */
export function store(client: pg.PoolClient, batch: readonly ingest.NewReading[]): Promise<unknown> {
  const newest = new Map<number, { reading: ingest.NewReading; added: number }>();
  for (const reading of batch)
    newest.set(reading.pointId, { reading, added: (newest.get(reading.pointId)?.added ?? 0) + 1 });
  return inTransaction(client, async () => {
    const known = await states.lockLatest(client, [...newest.keys()]);
    await ingest.insert(client, batch, known, Date.now(), 'copy');
    await states.moveLatest(
      client,
      [...newest.values()].map(({ reading, added }) => ({
        ...reading,
        level: 0,
        failed: false,
        shown: null,
        added,
        version: '',
      })),
      Date.now(),
      known,
    );
  });
}

export async function seal(client: pg.PoolClient, pointId: number): Promise<number> {
  for (let count = 0; ; ) {
    // A year later nothing has to stay hot.
    const { sealed, more } = await sealPoint(client, pointId, startMs + 800 * dayMs);
    count += sealed;
    if (!more) return count;
  }
}
