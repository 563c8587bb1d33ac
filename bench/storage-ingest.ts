/** How many rows a second are stored: bare rows, rows of the same contents, and the store. */
import type pg from 'pg';
import type * as ingest from '../server/src/rooms/readings/readings.ingest.table.ts';
import { type Figure, figure } from './numbers.ts';
import { batches } from './storage-data.ts';
import { copyFull, copyPlain } from './storage-rows.ts';
import { inTransaction, store } from './storage-steps.ts';

/** Rows a second, durable, at three batch sizes: into bare rows, into rows of the same contents with their states, and into the store. */
export async function ingestRates(client: pg.PoolClient, points: number, runs: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  const ids = Array.from({ length: points }, (_, i) => i + 1);
  let minute = 0;
  for (const size of [200, 1_000, 10_000]) {
    const rates: { bare: number[]; full: number[]; store: number[] } = { bare: [], full: [], store: [] };
    const rounds = Math.max(5, Math.min(100, Math.round(60_000 / size)));
    for (let run = 0; run < runs; run++) {
      const span = Math.ceil((rounds * size * 1.01) / points) + 1;
      const made = [...batches(ids, minute, minute + span, size)].slice(0, rounds);
      minute += span;
      const spent = { bare: 0, full: 0, store: 0 };
      const ways = {
        bare: (batch: ingest.NewReading[]) => inTransaction(client, () => copyPlain(client, batch)),
        full: (batch: ingest.NewReading[]) => inTransaction(client, () => copyFull(client, batch)),
        store: (batch: ingest.NewReading[]) => store(client, batch),
      };
      const order = ['bare', 'full', 'store'] as const;
      // In turn, batch by batch, each as often first: a checkpoint or a neighbour meets all three.
      for (const [i, batch] of made.entries())
        for (let turn = 0; turn < order.length; turn++) {
          const way = order[(i + turn) % order.length]!;
          spent[way] += await lasting(() => ways[way](batch));
        }
      const count = made.reduce((sum, batch) => sum + batch.length, 0);
      for (const key of ['bare', 'full', 'store'] as const) rates[key].push((count / spent[key]) * 1000);
    }
    figures.push(
      figure(`ingest in batches of ${size.toLocaleString('en-US')}`, 'rows/s', rates.store),
      figure('  rows of the same contents and states', 'rows/s', rates.full),
      figure('  bare rows', 'rows/s', rates.bare),
      figure(
        '  of rows of the same contents',
        '',
        rates.store.map((rate, i) => rate / rates.full[i]!),
        { atLeast: 0.95 },
      ),
    );
  }
  return figures;
}

async function lasting(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}
