/**
 * Sealing: hot rows of a point become segments. One transaction a batch, under the lock of the point's state, which
 * ingest takes too: what can be read is the same before, after, and if it fails in between.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { type Frame, frameOf, lowerBound, merge, slice } from '@plumbline/science/segments/frame';
import type { StoredRecord } from '@plumbline/science/segments/record';
import { capacity, encodeSegment } from '@plumbline/science/segments/segment';
import type pg from 'pg';
import type { Sql } from '../../../kernel/sql.ts';
import {
  deleteSegments,
  epochMs,
  type HotRow,
  hotRow,
  insertSegments,
  instant,
  lockState,
  open,
  recOf,
  type Whole,
  wholeColumns,
  yearOf,
} from './store.segments.api.ts';

/** A point is sealed when so many rows came since the last time ... */
export const sealRows = 1_000;
/** ... or when the first of them is so old. */
export const sealAfterMs = 7 * 86_400_000;
/** Rows that stay hot: the daily rate looks back to them, and what a device sends again meets them first. */
const hotMs = 26 * 3_600_000;
const hotRows = 256;
/**
 * Rows of one transaction. Ingest of the point waits for it, and so does every message that shares the commit: some ten
 * milliseconds. Of a point that is far behind more at once, and without a pause: it must not fall back for ever.
 */
const batchRows = 1_024;
const batchRowsBehind = 2_048;
const behindRows = 8_192;
/** Points of one run. */
const pointsARun = 20_000;
/** Segments that late rows may be merged into in one transaction. */
const batchSegments = 16;

/** Points that are due, the fullest first. One pass over the states: 3 ms at 10,000 points. */
export async function duePoints(sql: Sql, nowMs: number, limit: number): Promise<{ pointId: number; hot: number }[]> {
  const { rows } = await sql.query<{ pointId: number; hot: number }>({
    text: `SELECT point_id AS "pointId", hot FROM point_state WHERE hot >= $1 OR hot_since < ${instant('$2')} ORDER BY hot DESC LIMIT $3`,
    values: [sealRows, nowMs - sealAfterMs, limit],
  });
  return rows;
}

/** Seals every point that is due, one after the other, until there is none or it is stopped. */
export async function sealDue(
  pool: pg.Pool,
  nowMs: () => number,
  { until, failed }: { until: AbortSignal; failed: (pointId: number, error: unknown) => void },
): Promise<void> {
  for (const { pointId, hot } of await duePoints(pool, nowMs(), pointsARun)) {
    if (until.aborted) return;
    const client = await pool.connect();
    try {
      for (let left = hot, more = true; more && !until.aborted; ) {
        const isBehind = left > behindRows;
        const startedAt = performance.now();
        const result = await sealPoint(client, pointId, nowMs(), isBehind ? batchRowsBehind : batchRows);
        left -= result.sealed;
        more = result.more;
        // Ingest waits for the same locks, and most batches hold readings of most points: half of the time is theirs.
        await wait(isBehind ? 2 : performance.now() - startedAt);
      }
      client.release();
    } catch (error) {
      client.release(error as Error);
      failed(pointId, error);
    }
  }
}

/**
 * Statistics know little of a table that grows and empties all day: the planner expects a point to have few rows, and would
 * fetch and sort all of its hot ones for the oldest thousand, 40 ms of 50. Without bitmaps it walks along the key.
 */
const begin = 'BEGIN; SET LOCAL enable_bitmapscan = off';

/**
 * Seals a batch of a point's hot rows, oldest first, in a transaction of its own. Gives how many, and whether more are
 * left to seal.
 */
export async function sealPoint(
  client: pg.ClientBase,
  pointId: number,
  nowMs: number,
  limit = batchRowsBehind,
): Promise<{ sealed: number; more: boolean }> {
  await client.query(begin);
  try {
    const result = await sealBatch(client, pointId, nowMs, limit);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function sealBatch(
  sql: Sql,
  pointId: number,
  nowMs: number,
  limit: number,
): Promise<{ sealed: number; more: boolean }> {
  if ((await lockState(sql, pointId)) === null) return { sealed: 0, more: false };
  const { rows: found } = await sql.query<{ hot_from: number | null; hot: HotRow[] | null }>({
    text: `WITH bound AS MATERIALIZED (
        SELECT greatest(${instant('$2')}, (SELECT at FROM reading WHERE point_id = $1 ORDER BY at DESC OFFSET $3 LIMIT 1)) AS at
      )
      SELECT ${epochMs('bound.at')} AS hot_from, (SELECT json_agg(${hotRow}) FROM (
        SELECT * FROM reading WHERE point_id = $1 AND at <= bound.at ORDER BY at LIMIT $4
      ) r) AS hot FROM bound`,
    values: [pointId, nowMs - hotMs, hotRows, limit],
  });
  const { hot, hot_from } = elementAt(found, 0);
  const rows = (hot ?? []).map(recOf);
  if (rows.length > 0) {
    const frame = frameOf(distinct(rows));
    const sealed = await mergeIntoSegments(sql, pointId, frame);
    const last = elementAt(frame.times, sealed - 1);
    const count = rows.findLastIndex((row) => row.at <= last) + 1;
    await deleteHot(sql, pointId, elementAt(rows, 0).at, last, count);
    if (count < rows.length || rows.length === limit) return { sealed: count, more: true };
  }
  await sql.query({
    text: `UPDATE point_state s SET hot = left_over.n, hot_since = CASE WHEN left_over.n > 0 THEN ${instant('$2')} END
      FROM (SELECT count(*)::int AS n FROM reading WHERE point_id = $1 AND at > ${instant('$3')}) AS left_over WHERE point_id = $1`,
    values: [pointId, nowMs, hot_from],
  });
  return { sealed: rows.length, more: false };
}

/** Segments count in whole ms: of rows within the same one, the last. */
function distinct(rows: readonly StoredRecord[]): readonly StoredRecord[] {
  const isLast = (row: StoredRecord, i: number) => {
    const next = rows[i + 1];
    return next === undefined || row.at < next.at;
  };
  return rows.every(isLast) ? rows : rows.filter(isLast);
}

async function deleteHot(sql: Sql, pointId: number, fromMs: number, toMs: number, count: number) {
  const { rowCount } = await sql.query({
    text: `DELETE FROM reading WHERE point_id = $1 AND at >= ${instant('$2')} AND at < ${instant('$3')}`,
    values: [pointId, fromMs - 0.5, toMs + 0.5],
  });
  if (rowCount !== count) throw new Error(`rows of point ${pointId} changed while they were sealed`);
}

/**
 * Puts records into the segments of a point, in the caller's transaction and under its lock of the point's state: merged
 * with the segments that they lie in, or with a short neighbour; a record of the frame stands for a sealed one of the
 * same time. Gives how many of the frame's records, from the first on, are sealed now: at least one, all unless they are
 * scattered over many segments.
 */
export async function mergeIntoSegments(sql: Sql, pointId: number, frame: Frame): Promise<number> {
  const near = await neighbours(sql, pointId, elementAt(frame.times, 0), elementAt(frame.times, -1));
  const limit = capacity(widthOf(frame));
  const groups = groupsOf(frame.times, near, limit);
  let touched = 0;
  let sealed = 0;
  for (const group of groups) {
    touched += group.segment === null ? 0 : 1;
    if (touched > batchSegments) break;
    const added = slice(frame, group.from, group.to);
    if (group.segment === null) await write(sql, pointId, added, near.at(-1)?.t1 ?? null);
    else {
      const old = open(pointId, await one(sql, pointId, group.segment.t0));
      await deleteSegments(sql, pointId, [group.segment.t0]);
      await write(sql, pointId, merge(old, added), elementAt(near, -1).t1);
    }
    sealed = group.to;
  }
  await sql.query({
    name: 'sealed-to',
    text: `UPDATE point_state SET sealed_to = greatest(sealed_to, ${instant('$2')}) WHERE point_id = $1`,
    values: [pointId, frame.times[sealed - 1]],
  });
  return sealed;
}

const widthOf = (frame: Frame) => Math.max(frame.fields.length, frame.raws.slots.length);

/** Writes records as segments: full ones and a short last one at the end of the series, even ones inside it. */
export async function write(sql: Sql, pointId: number, frame: Frame, lastT1: number | null): Promise<void> {
  const n = frame.times.length;
  if (n === 0) return;
  const max = capacity(widthOf(frame));
  const atEnd = lastT1 === null || elementAt(frame.times, -1) >= lastT1;
  const pieces = Math.ceil(n / max);
  const size = atEnd ? max : Math.ceil(n / pieces);
  const segments = [];
  for (let from = 0; from < n; from += size) segments.push(encodeSegment(slice(frame, from, Math.min(n, from + size))));
  await insertSegments(sql, pointId, segments);
}

interface Near {
  readonly t0: number;
  readonly t1: number;
  readonly n: number;
}

/** The segments that touch [fromMs, toMs], with the one before and the one after. */
async function neighbours(sql: Sql, pointId: number, fromMs: number, toMs: number): Promise<Near[]> {
  const { rows } = await sql.query<Near>({
    name: 'seal-neighbours',
    text: `SELECT ${epochMs('t0')} AS t0, ${epochMs('t1')} AS t1, n FROM segment WHERE point_id = $1
        AND t0 >= coalesce((SELECT max(t0) FROM segment WHERE point_id = $1 AND t0 <= ${instant('$2')}), ${instant('$2')})
        AND t0 <= coalesce((SELECT min(t0) FROM segment WHERE point_id = $1 AND t0 > ${instant('$3')}), ${instant('$3')})
      ORDER BY t0`,
    values: [pointId, fromMs, toMs],
  });
  return rows;
}

async function one(sql: Sql, pointId: number, t0: number): Promise<Whole> {
  const { rows } = await sql.query<Whole>({
    name: 'seal-segment',
    text: `SELECT ${wholeColumns} FROM segment s WHERE point_id = $1 AND t0 = ${instant('$2')}`,
    values: [pointId, t0],
  });
  return elementAt(rows, 0);
}

/** Records of the frame [from, to) and the segment that takes them; null = a new one. */
interface Group {
  readonly segment: Near | null;
  from: number;
  to: number;
}

function groupsOf(times: Float64Array, near: readonly Near[], limit: number): Group[] {
  const groups: Group[] = [];
  const add = (segment: Near | null, from: number, to: number) => {
    if (from === to) return;
    const last = groups.at(-1);
    if (segment !== null && last?.segment === segment) last.to = to;
    else groups.push({ segment, from, to });
  };
  let next = 0;
  for (let s = 0; s <= near.length; s++) {
    const before = near[s - 1];
    const after = near[s];
    // Between two segments, a year at a time: no segment reaches over one.
    const gapEnd = after ? lowerBound(times, after.t0) : times.length;
    while (next < gapEnd) {
      const year = yearOf(elementAt(times, next));
      const end = Math.min(gapEnd, lowerBound(times, Date.UTC(year + 1, 0, 1)));
      const fitting = [before, after].find((each) => each && each.n < limit && yearOf(each.t0) === year);
      add(fitting ?? null, next, end);
      next = end;
    }
    if (after) {
      const end = lowerBound(times, after.t1 + 1);
      add(after, next, end);
      next = end;
    }
  }
  return groups;
}
