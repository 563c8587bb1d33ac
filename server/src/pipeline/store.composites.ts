/** What follows from readings: the composites that are made of them. */
import type pg from 'pg';
import * as readings from '../features/store/store.ingest.table.ts';
import type { Latest } from '../features/store/store.states.table.ts';
import type { BoundComposite } from './bind.ts';
import { composeRows } from './compose.rows.ts';
import type { StoredReading } from './row.ts';
import { judgeAndMove } from './store.judge.ts';
import { asReading, byTime, type StoreOptions, type TestedReading, testRows } from './store.rows.ts';

/**
 * What composites are by the new readings of their slaves, level by level: stored, tested and judged like any reading,
 * in the same transaction. Nothing but a look at the rows where there are none.
 */
export async function storeComposites(
  client: pg.PoolClient,
  fresh: readonly TestedReading[],
  latest: ReadonlyMap<number, Latest>,
  nowMs: number,
  how: StoreOptions,
): Promise<StoredReading[]> {
  const composites = new Map<number, BoundComposite>();
  for (const { point } of fresh) for (const each of point.composites) composites.set(each.pointId, each);
  if (composites.size === 0) return [];
  const changeId = fresh[0]?.changeId ?? null;
  const moved = new Map<number, { at: number; receivedAt: number }[]>();
  const note = (rows: readonly TestedReading[]) => {
    for (const { point, at, receivedAt } of rows) {
      const known = moved.get(point.pointId);
      if (known) known.push({ at, receivedAt });
      else moved.set(point.pointId, [{ at, receivedAt }]);
    }
  };
  note(fresh);
  const stored: StoredReading[] = [];
  for (const [, level] of [...Map.groupBy(composites.values(), (each) => each.depth)].sort(([a], [b]) => a - b)) {
    // What an act brings and what follows from it are undone together.
    const rows = (await composeRows(client, level, moved, latest)).map((row) => ({ ...row, changeId }));
    if (rows.length === 0) continue;
    const points = new Map(rows.map((row) => [row.point.pointId, row.point]));
    const tested = await testRows(client, rows, points, latest);
    const results = await readings.insert(client, tested.map(asReading), latest, nowMs, how.mode);
    const news = tested.filter((_, i) => results[i] !== 'unchanged').sort(byTime);
    if (news.length === 0) continue;
    note(news);
    stored.push(...(await judgeAndMove(client, news, latest, nowMs, how)));
  }
  return stored;
}
