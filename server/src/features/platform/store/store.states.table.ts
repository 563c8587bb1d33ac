/** Where a point stands: its latest reading, how much of it is sealed and hot. Locked, then moved on, by whoever stores. */
import type pg from 'pg';
import { arrayText } from './logic/copy-format.ts';
import { epochMs, instant } from './store.segments.api.ts';

export interface Latest {
  readonly pointId: number;
  readonly at: number;
  /** When that came: another than before where it was overwritten. Epoch ms. */
  readonly receivedAt: number;
  readonly level: number;
  /** Time of the last sealed record, epoch ms; null = nothing is sealed. */
  readonly sealedTo: number | null;
}

/** The latest reading of each point, locked until the transaction ends. Locks are taken in one order, so two batches cannot wait for each other. */
export async function lockLatest(client: pg.PoolClient, pointIds: readonly number[]): Promise<Map<number, Latest>> {
  const { rows } = await client.query<{
    point_id: number;
    at: number;
    received_at: number;
    level: number;
    sealed_to: number | null;
  }>({
    name: 'lock-latest',
    text: `SELECT point_id, ${epochMs('at')} AS at, ${epochMs('received_at')} AS received_at, level, ${epochMs('sealed_to')} AS sealed_to
      FROM point_state WHERE point_id = ANY($1) ORDER BY point_id FOR UPDATE`,
    values: [arrayText(pointIds)],
  });
  return new Map(
    rows.map(({ point_id: pointId, at, received_at: receivedAt, level, sealed_to: sealedTo }) => [
      pointId,
      { pointId, at, receivedAt, level, sealedTo },
    ]),
  );
}

export interface Moved extends Omit<Latest, 'sealedTo'> {
  readonly values: readonly (number | null)[];
  /** Corrected; null = the same as `values` (store.shown.api.ts). */
  readonly shown: readonly (number | null)[] | null;
  /** A value of it failed its quality tests. */
  readonly failed: boolean;
  /** Rows that came with it: sealing is due by their number. */
  readonly added: number;
  /** The version of the plan that it was converted by; '' = whatever it is. */
  readonly version: string;
}

/**
 * Moves the latest reading of points on, never back in measuring time, and counts their rows. `known` are the states that
 * `lockLatest` found. Gives the points whose plan, as it stands under the lock, has another version by now.
 */
export async function moveLatest(
  client: pg.PoolClient,
  moved: readonly Moved[],
  nowMs: number,
  known: ReadonlyMap<number, unknown>,
): Promise<number[]> {
  const stale: number[] = [];
  // Points without a state are locked by nobody: two batches insert them in one order, and the later one waits.
  const inOrder = moved.toSorted((a, b) => a.pointId - b.pointId);
  const move = async (statement: { name: string; text: string }, rows: readonly Moved[]) => {
    if (rows.length === 0) return;
    const found = await client.query<{ point_id: number }>({ ...statement, values: [...columnsOf(rows), nowMs] });
    for (const row of found.rows) stale.push(row.point_id);
  };
  await move(
    moveKnown,
    inOrder.filter((row) => known.has(row.pointId)),
  );
  await move(
    moveNew,
    inOrder.filter((row) => !known.has(row.pointId)),
  );
  return stale;
}

/** As texts of arrays: what the driver would spend on quoting every number is a good part of a small batch. */
const columnsOf = (rows: readonly Moved[]) => [
  arrayText(rows.map((row) => row.pointId)),
  arrayText(rows.map((row) => row.at)),
  arrayText(rows.map((row) => row.receivedAt)),
  `{${rows.map((row) => `"${arrayText(row.values)}"`).join(',')}}`,
  arrayText(rows.map((row) => row.level)),
  arrayText(rows.map((row) => row.added)),
  rows.map((row) => row.version),
  rows.map((row) => row.failed),
  rows.map((row) => row.shown && arrayText(row.shown)),
];
const moving = `input AS (
    SELECT point_id, to_timestamp(at / 1000.0) AS at, to_timestamp(received_at / 1000.0) AS received_at,
      v::float8[] AS values, shown::float8[] AS shown, level, added, version, failed, ${instant('$10')} AS now
    FROM unnest($1::int[], $2::float8[], $3::float8[], $4::text[], $5::int[], $6::int[], $7::text[], $8::bool[], $9::text[])
      AS t(point_id, at, received_at, v, level, added, version, failed, shown))`;
const movedBy = (source: string) =>
  ['at', 'received_at', 'values', 'shown', 'level', 'failed']
    .map((column) => `${column} = CASE WHEN state.at <= ${source}.at THEN ${source}.${column} ELSE state.${column} END`)
    .join(', ');
const staleOnes = `SELECT point.id AS point_id FROM moved JOIN point ON point.id = moved.point_id
    WHERE moved.version <> '' AND point.xmin::text <> moved.version`;
/** What has a state is updated: an upsert would look each one up twice. */
const moveKnown = {
  name: 'move-known',
  text: `WITH ${moving}, moved AS (
    UPDATE point_state AS state SET ${movedBy('input')}, hot = state.hot + input.added,
      hot_since = coalesce(state.hot_since, input.now)
    FROM input WHERE state.point_id = input.point_id RETURNING state.point_id, input.version) ${staleOnes}`,
};
const moveNew = {
  name: 'move-new',
  text: `WITH ${moving}, done AS (
    INSERT INTO point_state AS state (point_id, at, received_at, values, shown, level, failed, hot, hot_since)
    SELECT point_id, at, received_at, values, shown, level, failed, added, now FROM input
    ON CONFLICT (point_id) DO UPDATE SET ${movedBy('excluded')}, hot = state.hot + excluded.hot,
      hot_since = coalesce(state.hot_since, excluded.hot_since)
    RETURNING state.point_id), moved AS (SELECT point_id, version FROM done JOIN input USING (point_id)) ${staleOnes}`,
};
