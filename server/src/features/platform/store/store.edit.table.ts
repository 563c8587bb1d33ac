/**
 * Changing records where they lie, sealed or hot, inside the caller's transaction and under the lock of the point's
 * state. What stood there before goes into segment_history.
 */

import { elementAt } from '@plumbline/contract/kernel/elements';
import { hasFailed } from '@plumbline/science/quality/flags';
import { type Frame, frameOf, lowerBound, merge, pick, recordReader, slice } from '@plumbline/science/segments/frame';
import type { StoredRecord } from '@plumbline/science/segments/record';
import { capacity, encodeSegment } from '@plumbline/science/segments/segment';
import type pg from 'pg';
import type { Sql } from '../../../kernel/sql.ts';
import { transact } from '../../../kernel/transact.ts';
import { arrayText } from './logic/copy-format.ts';
import { mergeIntoSegments, write } from './store.seal.table.ts';
import { deleteSegments, epochMs, instant, loadWhole, lockState, open, type Whole } from './store.segments.api.ts';
import { keepShown } from './store.shown.api.ts';

export type Replacement = 'replaced' | 'removed' | 'undone';

/** Under which change the old records are kept, and as what. */
export interface ReplacementRecord {
  readonly changeId: number;
  readonly changed: Replacement;
  readonly removed: Replacement;
}

const rowsAtOnce = 4_096;

/**
 * Hands every record of the point in [fromMs, toMs], oldest first, to `change`, which gives the new record (of the same
 * time), the same object, or null where it goes. Gives how many changed.
 */
export async function edit(
  sql: Sql,
  pointId: number,
  fromMs: number,
  toMs: number,
  change: (record: StoredRecord) => StoredRecord | null,
  replacement: ReplacementRecord,
): Promise<number> {
  let changed = 0;
  for (let from = fromMs; from <= toMs; ) {
    const { segments, hot } = await loadWhole(sql, pointId, from, toMs, { segments: 1, rows: rowsAtOnce });
    const segment = segments[0];
    const end = Math.min(segment?.t1 ?? toMs, hot.length === rowsAtOnce ? elementAt(hot, -1).at : toMs, toMs);
    const inside = (record: StoredRecord) =>
      segment !== undefined && record.at >= segment.t0 && record.at <= segment.t1;
    const between = hot.filter((record) => !inside(record) && record.at <= end);
    if (between.length > 0) changed += await editHot(sql, pointId, between, change, replacement);
    if (segment && segment.t0 <= end)
      changed += await editSegment(
        sql,
        pointId,
        segment,
        hot.filter((record) => inside(record) && record.at <= end),
        { fromMs: from, toMs: end, change, replacement },
      );
    if (end >= toMs) break;
    from = end + 1;
  }
  return changed;
}

interface Edits {
  readonly changed: Uint32Array;
  readonly removed: Uint32Array;
  readonly fresh: StoredRecord[];
}

/** Asks `change` about records [start, end) of a frame. */
function editsOf(
  frame: Frame,
  start: number,
  end: number,
  change: (record: StoredRecord) => StoredRecord | null,
): Edits {
  const read = recordReader(frame);
  const changed: number[] = [];
  const removed: number[] = [];
  const fresh: StoredRecord[] = [];
  for (let i = start; i < end; i++) {
    const old = read(i);
    const now = change(old);
    if (now === old) continue;
    if (now === null) removed.push(i);
    else {
      if (now.at !== old.at) throw new RangeError('a change does not move a record in time');
      changed.push(i);
      fresh.push(now);
    }
  }
  return { changed: Uint32Array.from(changed), removed: Uint32Array.from(removed), fresh };
}

async function editSegment(
  sql: Sql,
  pointId: number,
  segment: Whole,
  hot: readonly StoredRecord[],
  span: {
    fromMs: number;
    toMs: number;
    change: (record: StoredRecord) => StoredRecord | null;
    replacement: ReplacementRecord;
  },
): Promise<number> {
  const sealed = open(pointId, segment);
  const effective = merge(sealed, frameOf(hot));
  const start = lowerBound(effective.times, span.fromMs);
  const end = lowerBound(effective.times, span.toMs + 1);
  const { changed, removed, fresh } = editsOf(effective, start, end, span.change);
  if (changed.length + removed.length === 0) return 0;
  await saveReplaced(sql, pointId, pick(effective, changed), span.replacement.changeId, span.replacement.changed);
  await saveReplaced(sql, pointId, pick(effective, removed), span.replacement.changeId, span.replacement.removed);
  const gone = new Set([...changed, ...removed].map((i) => elementAt(effective.times, i)));
  await removeHot(
    sql,
    pointId,
    hot.map((record) => record.at).filter((ms) => gone.has(ms)),
  );
  const left = Uint32Array.from(sealed.times.keys()).filter((i) => !gone.has(elementAt(sealed.times, i)));
  await deleteSegments(sql, pointId, [segment.t0]);
  await write(sql, pointId, merge(pick(sealed, left), frameOf(fresh)), Number.POSITIVE_INFINITY);
  return changed.length + removed.length;
}

async function editHot(
  sql: Sql,
  pointId: number,
  hot: readonly StoredRecord[],
  change: (record: StoredRecord) => StoredRecord | null,
  replacement: ReplacementRecord,
): Promise<number> {
  const effective = frameOf(hot);
  const { changed, removed, fresh } = editsOf(effective, 0, hot.length, change);
  await saveReplaced(sql, pointId, pick(effective, changed), replacement.changeId, replacement.changed);
  await saveReplaced(sql, pointId, pick(effective, removed), replacement.changeId, replacement.removed);
  await removeHot(
    sql,
    pointId,
    [...removed].map((i) => elementAt(effective.times, i)),
  );
  if (fresh.length > 0) await updateHot(sql, pointId, fresh);
  return changed.length + removed.length;
}

async function removeHot(sql: Sql, pointId: number, times: readonly number[]): Promise<void> {
  if (times.length === 0) return;
  await sql.query({
    text: `DELETE FROM reading r USING unnest($2::float8[]) AS t(ms)
      WHERE r.point_id = $1 AND r.at >= ${instant('(t.ms - 0.5)')} AND r.at < ${instant('(t.ms + 0.5)')}`,
    values: [pointId, times],
  });
}

async function updateHot(sql: Sql, pointId: number, records: readonly StoredRecord[]): Promise<void> {
  await sql.query({
    text: `UPDATE reading r SET received_at = ${instant('t.received')}, values = t.values::float8[], raw = t.raw::json,
        flags = t.flags::int2[], device_id = t.device_id, change_id = t.change_id
      FROM unnest($2::float8[], $3::float8[], $4::text[], $5::text[], $6::text[], $7::int[], $8::int[])
        AS t(ms, received, values, raw, flags, device_id, change_id)
      WHERE r.point_id = $1 AND r.at >= ${instant('(t.ms - 0.5)')} AND r.at < ${instant('(t.ms + 0.5)')}`,
    values: [
      pointId,
      records.map((record) => record.at),
      records.map((record) => record.receivedAt),
      records.map((record) => arrayText(record.values)),
      records.map((record) => JSON.stringify(record.raw)),
      records.map((record) => (record.flags ? arrayText(record.flags) : null)),
      records.map((record) => record.deviceId),
      records.map((record) => record.changeId),
    ],
  });
}

/** Puts records where there are none now. They lie in the past: straight into segments. */
export async function reinsert(sql: Sql, pointId: number, records: readonly StoredRecord[]): Promise<void> {
  for (let left = frameOf(records); left.times.length > 0; ) {
    const written = await mergeIntoSegments(sql, pointId, left);
    left = slice(left, written, left.times.length);
  }
}

/** Seals records of the past that nobody judges, oldest first, in the caller's transaction: the demonstration's year. */
export async function addSealed(sql: Sql, pointId: number, records: readonly StoredRecord[]): Promise<void> {
  const state = await lockState(sql, pointId);
  await reinsert(sql, pointId, records);
  if (state === null) await renewState(sql, pointId);
}

/** Keeps records as the history of a change. */
export async function saveReplaced(
  sql: Sql,
  pointId: number,
  frame: Frame,
  changeId: number,
  kind: Replacement,
): Promise<void> {
  const size = capacity(Math.max(frame.fields.length, frame.raws.slots.length));
  for (let from = 0; from < frame.times.length; from += size) {
    const { t0, t1, n, format, ends, payload, flags, raw } = encodeSegment(
      slice(frame, from, Math.min(frame.times.length, from + size)),
    );
    await sql.query({
      name: 'keep-history',
      text: `INSERT INTO segment_history (point_id, change_id, kind, replaced_at, t0, t1, n, format, ends, payload, flags, raw)
        VALUES ($1, $2, $3, now(), ${instant('$4')}, ${instant('$5')}, $6, $7, $8, $9, $10, $11)`,
      values: [pointId, changeId, kind, t0, t1, n, format, ends, payload, flags, raw],
    });
  }
}

/** Sets the latest state of a point to its last record, sealed or hot; a point without records has no state. */
export async function renewState(sql: Sql, pointId: number): Promise<void> {
  const { rows } = await sql.query<{ hot_at: number | null; t1: number | null }>({
    text: `SELECT (SELECT ${epochMs('at')} FROM reading WHERE point_id = $1 ORDER BY at DESC LIMIT 1) AS hot_at,
      (SELECT ${epochMs('t1')} FROM segment WHERE point_id = $1 ORDER BY t0 DESC LIMIT 1) AS t1`,
    values: [pointId],
  });
  const { hot_at, t1 } = elementAt(rows, 0);
  if (hot_at === null && t1 === null) {
    await sql.query({ text: 'DELETE FROM point_state WHERE point_id = $1', values: [pointId] });
    return;
  }
  const atMs = Math.max(hot_at ?? Number.NEGATIVE_INFINITY, t1 ?? Number.NEGATIVE_INFINITY);
  const { segments, hot } = await loadWhole(sql, pointId, atMs, atMs, { segments: 1, rows: 1 });
  const last = hot[0] ?? lastOf(pointId, elementAt(segments, 0));
  await sql.query({
    name: 'renew-state',
    text: `INSERT INTO point_state (point_id, at, received_at, values, failed, level, sealed_to, hot, hot_since)
      VALUES ($1, ${instant('$2')}, ${instant('$3')}, $4::text::float8[], $7::boolean,
        coalesce((SELECT max(level) FROM alert_state WHERE point_id = $1), 0), ${instant('$5')}, CASE WHEN $6 THEN 1 ELSE 0 END, CASE WHEN $6 THEN now() END)
      ON CONFLICT (point_id) DO UPDATE SET at = excluded.at, received_at = excluded.received_at, values = excluded.values,
        failed = excluded.failed, sealed_to = greatest(point_state.sealed_to, excluded.sealed_to)`,
    values: [pointId, last.at, last.receivedAt, arrayText(last.values), t1, hot_at !== null, hasFailed(last.flags)],
  });
  await keepShown(sql, [pointId]);
}

/** Finds out of what was sealed before its state said so whether its newest reading failed (migration 0032). */
export async function learnFailed(pool: pg.Pool, failed: (pointId: number, error: unknown) => void): Promise<void> {
  const { rows } = await pool.query<{ id: number }>('SELECT point_id AS id FROM point_state WHERE failed IS NULL');
  for (const { id } of rows)
    await transact(pool, async (client) => {
      await lockState(client, id);
      await renewState(client, id);
    }).catch((error: unknown) => failed(id, error));
}

function lastOf(pointId: number, segment: Whole): StoredRecord {
  const frame = open(pointId, segment);
  return recordReader(frame)(frame.times.length - 1);
}
