/** What it takes to change and delete a day of history, in plain rows and in the store. */
import { dayMs } from '@plumbline/contract/kernel/durations';
import type pg from 'pg';
import { rewrite } from '../server/src/features/platform/store/store.rewrite.api.ts';
import type { Figure } from './numbers.ts';
import { startMs, yearPoint } from './storage-data.ts';
import { compare, type Pair } from './storage-pairs.ts';
import { inTransaction } from './storage-steps.ts';

/** One day of the point with a year: values changed, then the day deleted; what was there is kept, both ways. */
export async function corrections(client: pg.PoolClient, runs: number): Promise<Figure[]> {
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
  let callCount = 0;
  const day = (act: (i: number) => Promise<number>) => act(callCount++ >> 1);
  const figures = await compare(change, 1);
  callCount = 0;
  figures.push(...(await compare(remove, Math.min(1, runs))));
  return figures;
}
