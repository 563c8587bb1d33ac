/** How many rows a second are stored: bare rows, rows of the same contents, and the store. */
import type pg from 'pg';
import type * as ingest from '../server/src/features/platform/store/store.ingest.table.ts';
import { type Figure, figure } from './numbers.ts';
import { batches } from './storage-data.ts';
import { judgedStore } from './storage-judged.ts';
import { copyFull, copyPlain } from './storage-rows.ts';
import { inTransaction, store } from './storage-steps.ts';

/**
 * Rows a second, durable, at three batch sizes: into bare rows, into rows of the same contents with their states, into the
 * store, and down the whole road of a batch with quality tests and judging.
 */
export async function ingestRates(
  pool: pg.Pool,
  client: pg.PoolClient,
  points: number,
  runs: number,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const judged = judgedStore(pool);
  const ids = Array.from({ length: points }, (_, i) => i + 1);
  let minute = 0;
  for (const size of [200, 1_000, 10_000]) {
    const rates: Record<Way, number[]> = { bare: [], full: [], store: [], judged: [] };
    const rounds = Math.max(5, Math.min(100, Math.round(60_000 / size)));
    for (let run = 0; run < runs; run++) {
      const span = Math.ceil((rounds * size * 1.01) / points) + 1;
      const made = [...batches(ids, minute, minute + span, size)].slice(0, rounds);
      minute += span;
      const spent: Record<Way, number> = { bare: 0, full: 0, store: 0, judged: 0 };
      const ways = {
        bare: (batch: ingest.NewReading[]) => inTransaction(client, () => copyPlain(client, batch)),
        full: (batch: ingest.NewReading[]) => inTransaction(client, () => copyFull(client, batch)),
        store: (batch: ingest.NewReading[]) => store(client, batch),
        judged,
      };
      // In turn, batch by batch, each as often first: a checkpoint or a neighbour meets all four.
      for (const [i, batch] of made.entries())
        for (let turn = 0; turn < order.length; turn++) {
          const way = order[(i + turn) % order.length]!;
          spent[way] += await lasting(() => ways[way](batch));
        }
      const count = made.reduce((sum, batch) => sum + batch.length, 0);
      for (const key of order) rates[key].push((count / spent[key]) * 1000);
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
      figure('  with quality tests and judging', 'rows/s', rates.judged),
      figure(
        '    of rows of the same contents',
        '',
        rates.judged.map((rate, i) => rate / rates.full[i]!),
      ),
      figure(
        '    of bare rows',
        '',
        rates.judged.map((rate, i) => rate / rates.bare[i]!),
        { atLeast: 0.7 },
      ),
    );
  }
  return figures;
}

const order = ['bare', 'full', 'store', 'judged'] as const;
type Way = (typeof order)[number];

async function lasting(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}
