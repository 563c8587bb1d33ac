/**
 * Changing history. Nothing is lost: what a change replaced or removed is kept under its number (segment_history);
 * store.restore.api.ts takes it back.
 *
 * Invariant: everything happens inside the caller's transaction, which holds the lock of the point's state until it
 * ends, so that ingest, sealing and other changes of the point wait. Points are to be taken in the order of their ids.
 */

import type { StoredRecord } from '@plumbline/science/segments/record';
import type { Sql } from '../../../kernel/sql.ts';
import { edit, renewState } from './store.edit.table.ts';
import { lockState } from './store.segments.api.ts';

/**
 * Rewrites the records of one point in [fromMs, toMs]: `change` gives the new record (of the same time), the same object
 * where nothing changes, or null where it goes. Gives how many changed; the new ones carry `changeId`.
 */
export async function rewrite(
  sql: Sql,
  changeId: number,
  pointId: number,
  fromMs: number,
  toMs: number,
  change: (record: StoredRecord) => StoredRecord | null,
): Promise<number> {
  const state = await lockState(sql, pointId);
  let last = Number.NEGATIVE_INFINITY;
  const changed = await edit(
    sql,
    pointId,
    fromMs,
    toMs,
    (record) => {
      const now = change(record);
      if (now === record) return record;
      last = record.at;
      return now && { ...now, changeId };
    },
    { changeId, changed: 'replaced', removed: 'removed' },
  );
  if (changed > 0 && (state === null || last >= state.at)) await renewState(sql, pointId);
  return changed;
}
