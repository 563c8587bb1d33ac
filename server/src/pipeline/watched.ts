/**
 * The last step: conditions hear of new readings of the points that they name, where these may matter (watch.ts). They are
 * evaluated after COMMIT by the worker; the word of it is work, written in the transaction of the readings, so that neither
 * is there without the other.
 */

import type { Latest } from '../features/platform/store/store.states.table.ts';
import { emitMany } from '../kernel/events.ts';
import type { BoundPoint } from './bind.ts';
import type { CheckedReading, Round } from './row.ts';
import { isQuiet, maxGapOf } from './watch.ts';

/** The newest reading of a point: when it was measured, and when it came. */
type Newest = Pick<Latest, 'at' | 'receivedAt'>;
/**
 * The newest reading of a point, where that was far from every bound. Plans are compiled anew when conditions change, and with
 * them this. Of what was rolled back, or stored or overwritten by another process, one of its times is another than in the
 * database: then it counts for nothing.
 */
const quietAt = new WeakMap<BoundPoint, Newest>();

/** Costs nothing where no condition names a point of the rows. `fresh` is in order of points and time. */
export async function queueConditions(
  { client, nowMs, latest }: Round,
  fresh: readonly CheckedReading[],
): Promise<void> {
  const since = new Map<number, number>();
  const newest = new Map<number, Newest | undefined>();
  for (const { point, at, receivedAt, effective } of fresh) {
    const { pointId, watch } = point;
    if (watch === null) continue;
    const before = newest.has(pointId) ? newest.get(pointId) : latest.get(pointId);
    if (!changesNothing(point, { at, before, effective, nowMs }))
      since.set(pointId, Math.min(at, since.get(pointId) ?? at));
    if (before !== undefined && at < before.at) continue;
    newest.set(pointId, { at, receivedAt });
    if (isQuiet(watch, effective)) quietAt.set(point, { at, receivedAt });
    else quietAt.delete(point);
  }
  if (since.size > 0)
    await emitMany(client, new Date(nowMs), 'conditionsDue', [{ points: [...since], changeId: null }]);
}

function changesNothing(
  point: BoundPoint,
  {
    at,
    before,
    effective,
    nowMs,
  }: { at: number; before: Newest | undefined; effective: readonly (number | null)[]; nowMs: number },
): boolean {
  const { watch } = point;
  if (watch === null) return true;
  const quiet = quietAt.get(point);
  if (before === undefined || at <= before.at || !isQuiet(watch, effective)) return false;
  if (quiet?.at !== before.at || quiet.receivedAt !== before.receivedAt) return false;
  const maxGapMs = maxGapOf(watch);
  return at - before.at <= maxGapMs && nowMs - before.at <= maxGapMs;
}
