/**
 * Readings that arrive after newer ones of their point: what they touch is judged again after COMMIT (revise.late.ts). The
 * word of it is work, written in the transaction that stores them, so that neither is there without the other.
 */
import { emitMany } from '../kernel/events.ts';
import { type CheckedReading, isLate, type Round } from './row.ts';

/** Costs nothing where no reading of a point with rules is late. */
export async function queueLate(round: Round, fresh: readonly CheckedReading[]): Promise<void> {
  const spans = new Map<number, { readonly from: number; readonly to: number }>();
  for (const row of fresh) {
    if (row.point.rules.length === 0 || !isLate(round, row)) continue;
    const { from, to } = spans.get(row.point.pointId) ?? { from: row.at, to: row.at };
    spans.set(row.point.pointId, { from: Math.min(from, row.at), to: Math.max(to, row.at) });
  }
  if (spans.size === 0) return;
  const points = [...spans].map(([pointId, { from, to }]) => [pointId, from, to] as const);
  await emitMany(round.client, new Date(round.nowMs), 'readingsLate', [{ points }]);
}
