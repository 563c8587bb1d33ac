/**
 * The reading store against plain record rows (point_id, at, values float8[]), the same data in the same database in the
 * same run: size, charts, latest values, raw days, ingest, sealing, correction. `--scale=0.1` does it with a tenth.
 */
import { dayMs, minuteMs } from '@plumbline/contract/kernel/durations';
import { m4 } from '@plumbline/science/series/thinning';
import pg from 'pg';
import * as reads from '../server/src/features/readings/readings/readings.api.ts';
import { latest } from '../server/src/features/readings/readings/readings.table.ts';
import { migrate } from '../server/src/kernel/db.ts';
import { startPostgres } from '../server/src/kernel/postgres.ts';
import { makeHome } from '../server/test/crash/server-process.ts';
import type { Settings } from './ingest.ts';
import { type Figure, figure } from './numbers.ts';
import { corrections } from './storage-corrections.ts';
import { batches, startMs, yearPoint } from './storage-data.ts';
import { ingestRates } from './storage-ingest.ts';
import { compare, type Pair } from './storage-pairs.ts';
import { copyPlain, makePlain } from './storage-rows.ts';
import { fullSize, sizesOf } from './storage-sizes.ts';
import { inTransaction, seal, store } from './storage-steps.ts';

const chartWidth = 500;
const days = 5;

export async function storage({ runs, scale = 1 }: Settings): Promise<Figure[]> {
  const home = await makeHome();
  const postgres = await startPostgres(home.dataDir, () => undefined);
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString: postgres.url, max: 4 });
  pool.on('error', () => undefined);
  try {
    await migrate(pool);
    return await measure(pool, runs, scale);
  } finally {
    await pool.end();
    await postgres.stop();
    home.remove();
  }
}

const print = (text: string) => process.stdout.write(`  ${text}\n`);

async function measure(pool: pg.Pool, runs: number, scale: number): Promise<Figure[]> {
  const points = Array.from({ length: Math.max(60, Math.round(1000 * scale)) }, (_, i) => i + 1);
  const yearMinutes = Math.round(1440 * Math.min(365, Math.max(30, 730 * scale)));
  const client = await pool.connect();
  await makePlain(client);
  const into = await ingestRates(pool, client, points.length, runs);
  const fullBytes = await fullSize(client);
  await client.query('TRUNCATE plain, plain_full, plain_state, reading, point_state, segment');

  print(
    `storing ${points.length} points of ${days} days and one of ${Math.round(yearMinutes / 1440)} days of minutes ...`,
  );
  let records = 0;
  let sealed = 0;
  let sealMs = 0;
  const load = async (ids: readonly number[], from: number, to: number) => {
    for (const batch of batches(ids, from, to, 10_000)) {
      await inTransaction(client, () => copyPlain(client, batch));
      await store(client, batch);
      records += batch.length;
    }
    await client.query('VACUUM ANALYZE reading');
    const started = performance.now();
    for (const id of ids) sealed += await seal(client, id);
    sealMs += performance.now() - started;
  };
  for (let day = 0; day < days; day++) await load(points, day * 1440, (day + 1) * 1440);
  for (let minute = 0; minute < yearMinutes; minute += 60_000)
    await load([yearPoint], minute, Math.min(yearMinutes, minute + 60_000));
  await client.query('VACUUM ANALYZE');
  print(
    `${records.toLocaleString('en-US')} records, sealed at ${Math.round((sealed / sealMs) * 1000).toLocaleString('en-US')} a second`,
  );

  const sizes = await sizesOf(client, records, fullBytes);
  const yearTo = startMs + yearMinutes * minuteMs;
  const fifty = points.slice(0, 50);
  const [from, to] = [startMs + 2 * dayMs, startMs + 3 * dayMs - 1];
  const pairs: Pair[] = [
    {
      name: `a year of minutes to ${chartWidth * 4} points`,
      target: { ratio: 25, under: 30 },
      rows: async () => drawRows(client, yearTo),
      store: async () => (await reads.thinned(client, yearPoint, [0], startMs, yearTo, chartWidth))[0]!.times.length,
    },
    {
      name: 'the same, every record read',
      rows: async () => drawRows(client, yearTo),
      store: async () => {
        const found = await reads.curves(client, [yearPoint], [0], startMs, yearTo, 1e6);
        const { times, columns } = found.get(yearPoint)!;
        return m4(times, columns[0]!, chartWidth).length;
      },
    },
    {
      name: `latest of ${points.length} points`,
      target: { under: 5 },
      rows: async () =>
        (
          await client.query({
            name: 'latest-rows',
            text: `SELECT p.id, l.at, l.values FROM unnest($1::int[]) AS p(id) CROSS JOIN LATERAL (
              SELECT at, values FROM plain WHERE point_id = p.id ORDER BY at DESC LIMIT 1) l`,
            values: [points],
          })
        ).rows.length,
      store: async () => (await latest(client, points, false)).length,
    },
    {
      name: '50 points of a day, raw, three fields',
      target: { ratio: 6 },
      rows: async () =>
        (
          await client.query({
            text: `SELECT point_id, date_part('epoch', at) * 1000, values[1], values[2], values[3] FROM plain
              WHERE point_id = ANY($1) AND at BETWEEN $2 AND $3 ORDER BY point_id, at`,
            values: [fifty, new Date(from), new Date(to)],
            rowMode: 'array',
          })
        ).rows.length,
      store: async () =>
        [...(await reads.curves(client, fifty, [0, 1, 2], from, to, 1e6)).values()].reduce(
          (sum, each) => sum + each.times.length,
          0,
        ),
    },
  ];
  const figures: Figure[] = [...sizes];
  for (const pair of pairs) figures.push(...(await compare(pair, runs)));
  figures.push(...(await corrections(client, runs)));
  figures.push(figure('sealing', 'records/s', [(sealed / sealMs) * 1000]), ...into);
  client.release();
  return figures;
}

async function drawRows(client: pg.PoolClient, to: number): Promise<number> {
  const { rows } = await client.query<[number, number]>({
    text: `SELECT date_part('epoch', at) * 1000, values[1] FROM plain WHERE point_id = $1 AND at BETWEEN $2 AND $3 ORDER BY at`,
    values: [yearPoint, new Date(startMs), new Date(to)],
    rowMode: 'array',
  });
  const times = Float64Array.from(rows, (row) => row[0]);
  const values = Float64Array.from(rows, (row) => row[1] ?? Number.NaN);
  return m4(times, values, chartWidth).length;
}
