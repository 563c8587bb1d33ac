/**
 * Taking a change back: what it replaced or removed is back, what it added goes. Nothing is lost: what an undo takes
 * back is kept too.
 *
 * Invariant: everything happens inside the caller's transaction, which holds the lock of the point's state until it
 * ends. A long change is taken back in parts, each a transaction of its own; a part that is done again does nothing.
 */

import { elementAt } from '@plumbline/contract/kernel/elements';
import { recordReader } from '@plumbline/science/segments/frame';
import type { StoredRecord } from '@plumbline/science/segments/record';
import type { Sql } from '../../../kernel/sql.ts';
import { stretchEnd } from './store.counts.api.ts';
import { edit, reinsert, renewState } from './store.edit.table.ts';
import { epochMs, type HotRow, hotRow, instant, lockState, open, recOf, type Whole } from './store.segments.api.ts';

/** Where taking back goes on. JSON: it travels with its task. */
export interface RestorePlace {
  /** Pieces of the history with smaller numbers are left, newest first; 0 = none. */
  readonly before: number;
  /** Then what the change added, from here on, epoch ms; null = from its beginning. */
  readonly fromMs: number | null;
}
interface Part {
  /** Records that it took back. */
  readonly count: number;
  /** null = all is taken back. */
  readonly next: RestorePlace | null;
}

/** Pieces of the history of one part: up to 4,096 records each. */
export const piecesAtOnce = 8;

/**
 * Takes a change back for one point: what it replaced or removed stands again, what it added goes. What was changed
 * again since then stays as it is; once that is taken back too, what was there before both stands. Call `markUndone`
 * in the same transaction. Gives how many records it took back.
 */
export async function restore(sql: Sql, changeId: number, pointId: number): Promise<number> {
  let count = 0;
  for (let place: RestorePlace | null = null; ; ) {
    const part: Part = await restorePart(sql, changeId, pointId, place);
    count += part.count;
    if (part.next === null) return count;
    place = part.next;
  }
}

/** One part of it, of at most some ten thousand records; begins at `place`, null = at the beginning. */
export async function restorePart(
  sql: Sql,
  changeId: number,
  pointId: number,
  place: RestorePlace | null,
): Promise<Part> {
  const state = await lockState(sql, pointId);
  const replacement = { changeId, changed: 'undone', removed: 'undone' } as const;
  let last = Number.NEGATIVE_INFINITY;
  const touched = (ms: number) => {
    last = Math.max(last, ms);
  };
  const { count, next } =
    place?.before === 0
      ? await takeOut(sql, pointId, changeId, replacement, { fromMs: place.fromMs, touched })
      : await putPieces(sql, pointId, changeId, replacement, { before: place?.before ?? null, touched });
  if (count > 0 && (state === null || last >= state.at)) await renewState(sql, pointId);
  return { count, next };
}

/** How many pieces of history a change left at points, by point: how long taking it back takes. */
export async function historyPieces(
  sql: Sql,
  changeId: number,
  pointIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql.query<{ point_id: number; pieces: number }>({
    text: `SELECT point_id, count(*)::int AS pieces FROM segment_history
      WHERE point_id = ANY($1) AND change_id = $2 AND kind <> 'undone' GROUP BY point_id`,
    values: [pointIds, changeId],
  });
  return new Map(rows.map((row) => [row.point_id, row.pieces]));
}

type Replacement = Parameters<typeof edit>[5];
type Touched = (ms: number) => void;

async function putPieces(
  sql: Sql,
  pointId: number,
  changeId: number,
  replacement: Replacement,
  { before, touched }: { before: number | null; touched: Touched },
): Promise<Part> {
  let count = 0;
  const pieces = await historyOf(sql, pointId, changeId, before, piecesAtOnce);
  for (const old of pieces) {
    const current = await currentOf(sql, pointId, changeId, await old.load());
    const visited = new Set<number>();
    count += await edit(
      sql,
      pointId,
      old.t0,
      old.t1,
      (record) => {
        visited.add(record.at);
        const entry = current.get(record.at);
        if (record.changeId !== changeId || entry === undefined) return record;
        touched(record.at);
        return entry.record;
      },
      replacement,
    );
    const lost = [...current.values()].flatMap(({ record, removed }) =>
      removed && record !== null && !visited.has(record.at) ? [record] : [],
    );
    if (lost.length === 0) continue;
    await reinsert(
      sql,
      pointId,
      lost.sort((a, b) => a.at - b.at),
    );
    count += lost.length;
    touched(elementAt(lost, -1).at);
  }
  const last = pieces.length < piecesAtOnce ? undefined : elementAt(pieces, -1).id;
  return { count, next: { before: last ?? 0, fromMs: null } };
}

/** Takes out what the change added: the records of it that are left, a stretch of time. */
async function takeOut(
  sql: Sql,
  pointId: number,
  changeId: number,
  replacement: Replacement,
  { fromMs, touched }: { fromMs: number | null; touched: Touched },
): Promise<Part> {
  const span = await spanOf(sql, pointId, changeId);
  const from = Math.max(span?.fromMs ?? 0, fromMs ?? Number.NEGATIVE_INFINITY);
  if (span === null || from > span.toMs) return { count: 0, next: null };
  const to = await stretchEnd(sql, pointId, from, span.toMs);
  const lost = await lostUnder(sql, pointId, changeId, { fromMs: from, toMs: to });
  const count = await edit(
    sql,
    pointId,
    from,
    to,
    (record) => {
      if (record.changeId !== changeId) return record;
      touched(record.at);
      return lost.get(record.at) ?? null;
    },
    replacement,
  );
  return { count, next: to >= span.toMs ? null : { before: 0, fromMs: to + 1 } };
}

/** Where the change may have added records; null where it is of a kind that adds none. */
async function spanOf(sql: Sql, pointId: number, changeId: number): Promise<{ fromMs: number; toMs: number } | null> {
  const { rows } = await sql.query<{ from_ms: number | null; to_ms: number | null }>({
    text: `SELECT coalesce(${epochMs('c.from_at')}, s.first) AS from_ms, coalesce(${epochMs('c.to_at')}, s.last) AS to_ms
      FROM series_change c CROSS JOIN (
        SELECT least((SELECT ${epochMs('min(at)')} FROM reading WHERE point_id = $1), (SELECT ${epochMs('min(t0)')} FROM segment WHERE point_id = $1)) AS first,
          greatest((SELECT ${epochMs('max(at)')} FROM reading WHERE point_id = $1), (SELECT ${epochMs('max(t1)')} FROM segment WHERE point_id = $1)) AS last
      ) s WHERE c.id = $2 AND c.kind <> 'delete'`,
    values: [pointId, changeId],
  });
  const span = rows[0];
  if (!span || span.from_ms === null || span.to_ms === null) return null;
  return { fromMs: span.from_ms, toMs: span.to_ms };
}

/** What a change left behind of the past: the record that it replaced or removed. */
interface Entry {
  /** null = there was none: what the change did away with had been brought by a change that was taken back. */
  readonly record: StoredRecord | null;
  readonly removed: boolean;
}

/**
 * The history of a change, piece by piece, what it did last first: so it is taken back. Pieces with numbers below `before`,
 * at most `limit`; what its readings replaced on arrival comes after the last of them, as number 0.
 */
async function historyOf(sql: Sql, pointId: number, changeId: number, before: number | null, limit: number | null) {
  const { rows } = await sql.query<{ id: number; kind: string; t0: number; t1: number }>({
    text: `SELECT id, kind, ${epochMs('t0')} AS t0, ${epochMs('t1')} AS t1 FROM segment_history
      WHERE point_id = $1 AND change_id = $2 AND kind <> 'undone' AND ($3::bigint IS NULL OR id < $3) ORDER BY id DESC LIMIT $4`,
    values: [pointId, changeId, before, limit],
  });
  const pieces = rows.map(({ id, kind, t0, t1 }) => ({
    id,
    t0,
    t1,
    async load(): Promise<Map<number, Entry>> {
      const { rows: found } = await sql.query<Whole>({
        text: `SELECT n, format, ends, payload, flags, raw, ${epochMs('t0')} AS t0, ${epochMs('t1')} AS t1 FROM segment_history WHERE id = $1 AND point_id = $2`,
        values: [id, pointId],
      });
      return entriesOf(pointId, elementAt(found, 0), kind === 'removed');
    },
  }));
  if (limit !== null && rows.length === limit) return pieces;
  const replaced = await replacedRows(sql, pointId, changeId);
  if (replaced.length > 0)
    pieces.push({
      id: 0,
      t0: elementAt(replaced, 0).at,
      t1: elementAt(replaced, -1).at,
      load: async () => new Map(replaced.map((record) => [record.at, { record, removed: false }])),
    });
  return pieces;
}

function entriesOf(pointId: number, segment: Whole, removed: boolean): Map<number, Entry> {
  const frame = open(pointId, segment);
  const read = recordReader(frame);
  return new Map(Array.from(frame.times, (ms, i) => [ms, { record: read(i), removed }]));
}

/** What readings of the change replaced on arrival; of one time the first, which is not its own. */
async function replacedRows(sql: Sql, pointId: number, changeId: number): Promise<StoredRecord[]> {
  const { rows } = await sql.query<{ row: HotRow }>({
    text: `SELECT DISTINCT ON (r.at) ${hotRow} AS row FROM reading_history r
      WHERE r.point_id = $1 AND r.by_change_id = $2 AND r.change_id IS DISTINCT FROM $2 ORDER BY r.at, r.replaced_at`,
    values: [pointId, changeId],
  });
  return rows.map(({ row }) => recOf(row));
}

/**
 * What is to stand again: where the old record was itself brought by a change that has been taken back, what stood
 * before that.
 */
async function currentOf(
  sql: Sql,
  pointId: number,
  changeId: number,
  entries: Map<number, Entry>,
): Promise<Map<number, Entry>> {
  const out = new Map<number, Entry>();
  const requested = new Set<number>();
  const earlier = new Map<number, Map<number, Entry>>();
  const times = [...entries.keys()];
  const [fromMs, toMs] = [times[0] ?? 0, times.at(-1) ?? 0];
  const before = async (id: number): Promise<Map<number, Entry> | null> => {
    if (!requested.has(id)) {
      requested.add(id);
      if (await isUndone(sql, id)) earlier.set(id, await entriesIn(sql, pointId, id, fromMs, toMs));
    }
    return earlier.get(id) ?? null;
  };
  for (const [ms, { record: found, removed }] of entries) {
    let record = found;
    while (record?.changeId && record.changeId !== changeId) {
      const past = await before(record.changeId);
      if (past === null) break;
      record = past.get(ms)?.record ?? null;
    }
    out.set(ms, { record, removed });
  }
  return out;
}

async function isUndone(sql: Sql, changeId: number): Promise<boolean> {
  const { rows } = await sql.query({
    text: 'SELECT 1 FROM series_change WHERE id = $1 AND undone_at IS NOT NULL',
    values: [changeId],
  });
  return rows.length > 0;
}

async function entriesIn(sql: Sql, pointId: number, changeId: number, fromMs: number, toMs: number) {
  const out = new Map<number, Entry>();
  for (const stretch of await historyOf(sql, pointId, changeId, null, null)) {
    if (stretch.t1 < fromMs || stretch.t0 > toMs) continue;
    for (const [ms, entry] of await stretch.load()) if (entry.record?.changeId !== changeId) out.set(ms, entry);
  }
  return out;
}

/** What changes removed that were taken back while a record of this one stood in its place. */
async function lostUnder(
  sql: Sql,
  pointId: number,
  changeId: number,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<Map<number, StoredRecord>> {
  const { rows } = await sql.query<Whole>({
    text: `SELECT h.n, h.format, h.ends, h.payload, h.flags, h.raw, ${epochMs('h.t0')} AS t0, ${epochMs('h.t1')} AS t1
      FROM segment_history h JOIN series_change c ON c.id = h.change_id
      WHERE h.point_id = $1 AND h.change_id <> $2 AND h.kind = 'removed' AND c.undone_at IS NOT NULL
        AND h.t0 <= ${instant('$4')} AND h.t1 >= ${instant('$3')} ORDER BY h.change_id`,
    values: [pointId, changeId, fromMs, toMs],
  });
  const lost = new Map<number, StoredRecord>();
  for (const row of rows)
    for (const [ms, { record }] of entriesOf(pointId, row, true))
      if (record !== null && record.changeId !== changeId) lost.set(ms, record);
  return lost;
}
