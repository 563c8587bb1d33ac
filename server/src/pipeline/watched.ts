/**
 * The last step: conditions are told of new readings of the points that they name. They are evaluated after COMMIT by the
 * worker; the word of it is work, written in the transaction of the readings, so that neither is there without the other.
 */
import { emitMany } from '../kernel/events.ts';
import type { CheckedReading, Round } from './row.ts';

/** Costs nothing where no condition names a point of the rows. */
export async function queueConditions({ client, nowMs }: Round, fresh: readonly CheckedReading[]): Promise<void> {
  const since = new Map<number, number>();
  for (const { point, at } of fresh)
    if (point.isWatched) since.set(point.pointId, Math.min(at, since.get(point.pointId) ?? at));
  if (since.size > 0)
    await emitMany(client, new Date(nowMs), 'conditionsDue', [{ points: [...since], changeId: null }]);
}
