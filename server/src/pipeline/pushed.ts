/**
 * Readings of projects that push data to others leave word of themselves, whatever their order: work, written in the
 * transaction that stores them, so that neither is there without the other. What an act of people brings is told by the act.
 */
import { emitMany } from '../kernel/events.ts';
import type { CheckedReading, Round } from './row.ts';

/** Costs nothing where no project of the rows pushes. */
export async function queuePushed(round: Round, fresh: readonly CheckedReading[]): Promise<void> {
  const readings = fresh
    .filter(({ point, changeId }) => point.isPushed && (changeId ?? null) === null)
    .map(({ point, at }) => [point.pointId, at] as const);
  if (readings.length > 0) await emitMany(round.client, new Date(round.nowMs), 'readingsStored', [{ readings }]);
}
