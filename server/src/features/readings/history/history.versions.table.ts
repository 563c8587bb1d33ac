/** What stood at a time of a point before: replaced by a device that sent the time again, or by an act. */

import { lowerBound, recordReader } from '@plumbline/science/segments/frame';
import type { StoredRecord } from '@plumbline/science/segments/record';
import type { Sql } from '../../../kernel/sql.ts';
import {
  epochMs,
  type HotRow,
  hotRow,
  instant,
  open,
  recOf,
  type Whole,
} from '../../platform/store/store.segments.api.ts';

export interface Version {
  readonly record: StoredRecord;
  /** Epoch ms. */
  readonly replacedAt: number;
  /** overwritten = sent or brought again; undone = it was there until an undo took it back. */
  readonly how: 'overwritten' | 'replaced' | 'removed' | 'undone';
  /** The act that did it; null = the gateway. */
  readonly changeId: number | null;
}

const maxVersions = 50;

/** The records that stood at exactly this time before the present one, newest first, at most 50 of either kind. */
export async function versionsAt(sql: Sql, pointId: number, atMs: number): Promise<Version[]> {
  const { rows: sent } = await sql.query<{ row: HotRow; replaced: number; by_change_id: number | null }>({
    text: `SELECT ${hotRow} AS row, ${epochMs('r.replaced_at')} AS replaced, r.by_change_id FROM reading_history r
      WHERE r.point_id = $1 AND r.at >= ${instant('$2')} AND r.at < ${instant('($2 + 1)')}
      ORDER BY r.replaced_at DESC LIMIT ${maxVersions}`,
    values: [pointId, atMs],
  });
  const { rows: stored } = await sql.query<Whole & { kind: Version['how']; replaced: number; change_id: number }>({
    text: `SELECT h.n, h.format, h.ends, h.payload, h.flags, h.raw, ${epochMs('h.t0')} AS t0, ${epochMs('h.t1')} AS t1,
        h.kind, h.change_id, ${epochMs('h.replaced_at')} AS replaced FROM segment_history h
      WHERE h.point_id = $1 AND h.t0 <= ${instant('$2')} AND h.t1 >= ${instant('$2')}
      ORDER BY h.replaced_at DESC LIMIT ${maxVersions}`,
    values: [pointId, atMs],
  });
  const versions = sent.map(
    ({ row, replaced, by_change_id }): Version => ({
      record: recOf(row),
      replacedAt: replaced,
      how: 'overwritten',
      changeId: by_change_id,
    }),
  );
  for (const row of stored) {
    const frame = open(pointId, row);
    const i = lowerBound(frame.times, atMs);
    if (frame.times[i] !== atMs) continue;
    versions.push({ record: recordReader(frame)(i), replacedAt: row.replaced, how: row.kind, changeId: row.change_id });
  }
  return versions.sort((a, b) => b.replacedAt - a.replacedAt);
}
