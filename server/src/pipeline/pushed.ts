/**
 * Readings of projects that push data to others leave word of themselves, whatever their order: work, written in the
 * transaction that stores them, so that neither is there without the other. What an act of people brings is told by the act.
 */
import { projectsPushing } from '../features/reports/push-rules/push-rules.api.ts';
import { emitMany } from '../kernel/events.ts';
import type { CheckedReading, Round } from './row.ts';

/**
 * Rules are looked up here and not in the plans of points: a plan of another process may be older than a rule, and what it let
 * through would be missing at the receiver for ever.
 */
export async function queuePushed(round: Round, fresh: readonly CheckedReading[]): Promise<void> {
  const arrived = fresh.filter(({ changeId }) => (changeId ?? null) === null);
  if (arrived.length === 0) return;
  const pushing = await projectsPushing(round.client, [...new Set(arrived.map(({ point }) => point.projectId))]);
  const readings = arrived
    .filter(({ point }) => pushing.has(point.projectId))
    .map(({ point, at }) => [point.pointId, at] as const);
  if (readings.length > 0) await emitMany(round.client, new Date(round.nowMs), 'readingsStored', [{ readings }]);
}
