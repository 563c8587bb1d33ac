/**
 * The reading store against plain record rows (point_id, at, values float8[]), the same data in the same database in the
 * same run: size, charts, latest values, raw days, ingest, sealing, correction. `--scale=0.1` does it with a tenth.
 */
import { m4 } from '@plumbline/science/series/thinning';
import pg from 'pg';
import { migrate } from '../server/src/kernel/db.ts';
import { startPostgres } from '../server/src/kernel/postgres.ts';
import * as ingest from '../server/src/rooms/readings/readings.ingest.table.ts';
import * as reads from '../server/src/rooms/readings/readings.reads.ts';
import { rewrite } from '../server/src/rooms/readings/readings.rewrite.table.ts';
import { sealPoint } from '../server/src/rooms/readings/readings.seal.table.ts';
import * as states from '../server/src/rooms/readings/readings.states.table.ts';
import { latest } from '../server/src/rooms/readings/readings.table.ts';
import { makeHome } from '../server/test/crash/server-process.ts';
import type { Settings } from './ingest.ts';
import { ascending, type Figure, figure, percentile } from './numbers.ts';
import { batches, dayMs, minuteMs, startMs } from './storage-data.ts';
import { copyFull, copyPlain, makePlain } from './storage-rows.ts';

const chartWidth = 500;
const days = 5;
const questions = 15;
const yearPoint = 1_000_000;

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

const say = (text: string) => process.stdout.write(`  ${text}\n`);

async function measure(pool: pg.Pool, runs: number, scale: number): Promise<Figure[]> {
  const points = Array.from({ length: Math.max(60, Math.round(1000 * scale)) }, (_, i) => i + 1);
  const yearMinutes = Math.round(1440 * Math.min(365, Math.max(30, 730 * scale)));
  const client = await pool.connect();
  await makePlain(client);
  const into = await ingestRates(client, points.length, runs);
  const fullBytes = await fullSize(client);
  await client.query('TRUNCATE plain, plain_full, plain_state, reading, point_state, segment');

  say(
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
  say(
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
      store: async () => (await latest(client, points)).length,
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

interface Pair {
  readonly name: string;
  readonly target?: { ratio?: number; under?: number };
  readonly rows: () => Promise<number>;
  readonly store: () => Promise<number>;
}

/** Both ways in turn, so that whatever else the machine does hits both. They must find the same number of things. */
async function compare({ name, target = {}, rows, store }: Pair, runs: number): Promise<Figure[]> {
  const all: { rows: number[]; store: number[] } = { rows: [], store: [] };
  for (let run = 0; run < runs; run++) {
    const [a, b]: number[][] = [[], []];
    for (let i = -3; i < questions; i++) {
      const [slow, quick] = [await timed(rows), await timed(store)];
      if (Math.abs(slow.found - quick.found) > 0.2 * slow.found)
        throw new Error(`${name}: ${slow.found} and ${quick.found}`);
      if (i < 0) continue;
      a!.push(slow.ms);
      b!.push(quick.ms);
    }
    all.rows.push(percentile(ascending(a!), 0.5));
    all.store.push(percentile(ascending(b!), 0.5));
  }
  const ratios = all.rows.map((ms, i) => ms / all.store[i]!);
  return [
    figure(name, 'ms', all.store, target.under === undefined ? null : { under: target.under }),
    figure('  rows', 'ms', all.rows),
    figure('  times faster', '', ratios, target.ratio === undefined ? null : { atLeast: target.ratio }),
  ];
}

async function timed(act: () => Promise<number>) {
  const started = performance.now();
  const found = await act();
  return { found, ms: performance.now() - started };
}

async function lasting(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
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

async function inTransaction<T>(client: pg.PoolClient, act: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  const result = await act();
  await client.query('COMMIT');
  return result;
}

/** A batch down the road of the pipeline, without judging it. */
function store(client: pg.PoolClient, batch: readonly ingest.NewReading[]): Promise<unknown> {
  const newest = new Map<number, { reading: ingest.NewReading; added: number }>();
  for (const reading of batch)
    newest.set(reading.pointId, { reading, added: (newest.get(reading.pointId)?.added ?? 0) + 1 });
  return inTransaction(client, async () => {
    const known = await states.lockLatest(client, [...newest.keys()]);
    await ingest.insert(client, batch, known, Date.now(), 'bold');
    await states.moveLatest(
      client,
      [...newest.values()].map(({ reading, added }) => ({ ...reading, level: 0, added, version: '' })),
      Date.now(),
      known,
    );
  });
}

async function seal(client: pg.PoolClient, pointId: number): Promise<number> {
  for (let count = 0; ; ) {
    // A year later nothing has to stay hot.
    const { sealed, more } = await sealPoint(client, pointId, startMs + 800 * dayMs);
    count += sealed;
    if (!more) return count;
  }
}

/** Bytes of a row with everything that the store keeps of a record too. */
async function fullSize(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `SELECT pg_total_relation_size('plain_full')::float8 / (SELECT count(*) FROM plain_full) AS bytes`,
  );
  return rows[0]!.bytes;
}

async function sizesOf(client: pg.PoolClient, records: number, fullBytes: number): Promise<Figure[]> {
  const bytes = async (sql: string) => (await client.query<{ bytes: number }>(`SELECT ${sql} AS bytes`)).rows[0]!.bytes;
  // The same contents as the rows: times and values, without samples and received times.
  await client.query('CREATE TABLE slim (LIKE segment INCLUDING ALL)');
  await client.query(
    `INSERT INTO slim SELECT point_id, t0, t1, n, format, block_ms, ends, summary_ends, summary, payload, flags, ''::bytea FROM segment ORDER BY t0`,
  );
  const rows = (await bytes(`pg_total_relation_size('plain')`)) / records;
  const slim = (await bytes(`pg_total_relation_size('slim')`)) / records;
  const whole =
    (await bytes(
      `(SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent = 'segment'::regclass)`,
    )) / records;
  await client.query('DROP TABLE slim');
  return [
    figure('bytes a record: time and three values', 'B', [slim]),
    figure('  rows', 'B', [rows]),
    figure('  times smaller', '', [rows / slim], { atLeast: 30 }),
    figure('bytes a record with sample, received time and device', 'B', [whole]),
    figure('  rows', 'B', [fullBytes]),
    figure('  times smaller', '', [fullBytes / whole]),
  ];
}

/** One day of the point with a year: values changed, then the day deleted; what was there is kept, both ways. */
async function corrections(client: pg.PoolClient, runs: number): Promise<Figure[]> {
  const { rows: logged } = await client.query<{ id: number }>(
    `WITH c AS (INSERT INTO corporation (title, created_at) VALUES ('Bench', now()) RETURNING id),
       p AS (INSERT INTO project (corporation_id, name, created_at) SELECT id, 'Bench', now() FROM c RETURNING id)
     INSERT INTO series_change (project_id, kind, point_ids, by_name, at) SELECT id, 'recompute', ARRAY[$1::int], 'Bench', now() FROM p RETURNING id`,
    [yearPoint],
  );
  const changeId = logged[0]!.id;
  const span = (i: number) => [startMs + (1 + i) * dayMs, startMs + (2 + i) * dayMs - 1] as const;
  const dates = (i: number) => [yearPoint, ...span(i).map((ms) => new Date(ms))];
  const keep = 'INSERT INTO plain_history SELECT * FROM plain WHERE point_id = $1 AND at BETWEEN $2 AND $3';
  const change: Pair = {
    name: 'a day corrected, what was there kept',
    rows: () =>
      day((i) =>
        inTransaction(client, async () => {
          await client.query(keep, dates(i));
          const { rowCount } = await client.query(
            'UPDATE plain SET values = ARRAY[values[1] + 0.5, values[2], values[3]] WHERE point_id = $1 AND at BETWEEN $2 AND $3',
            dates(i),
          );
          return rowCount ?? 0;
        }),
      ),
    store: () =>
      day((i) =>
        inTransaction(client, () =>
          rewrite(client, changeId, yearPoint, ...span(i), (record) => ({
            ...record,
            values: [record.values[0]! + 0.5, ...record.values.slice(1)],
          })),
        ),
      ),
  };
  const remove: Pair = {
    name: 'a day deleted, what was there kept',
    rows: () =>
      day((i) =>
        inTransaction(client, async () => {
          await client.query(keep, dates(i));
          return (
            (await client.query('DELETE FROM plain WHERE point_id = $1 AND at BETWEEN $2 AND $3', dates(i))).rowCount ??
            0
          );
        }),
      ),
    store: () => day((i) => inTransaction(client, () => rewrite(client, changeId, yearPoint, ...span(i), () => null))),
  };
  // Both ways take the same days, one after the other: a day is deleted once.
  let asked = 0;
  const day = (act: (i: number) => Promise<number>) => act(asked++ >> 1);
  const figures = await compare(change, 1);
  asked = 0;
  figures.push(...(await compare(remove, Math.min(1, runs))));
  return figures;
}

/** Rows a second, durable, at three batch sizes: into bare rows, into rows of the same contents with their states, and into the store. */
async function ingestRates(client: pg.PoolClient, points: number, runs: number): Promise<Figure[]> {
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
