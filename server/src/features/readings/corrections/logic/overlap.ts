/** Records that must not count at the same time, and what a record adds. */

import { Failure } from '@plumbline/contract/kernel/errors';
import type { Correction } from '@plumbline/contract/readings/corrections';
import { type RecordedCorrection as Applied, overlapOf } from '@plumbline/science/series/correction';

/** Returns the amounts that a record adds to values, without its number, time and author. */
export const amountsOf = (record: Correction): Record<string, unknown> => {
  switch (record.kind) {
    case 'initshift':
      return { initials: record.initials };
    case 'basenode':
      return { node: record.node, surveyed: record.surveyed };
    default:
      return { fixes: record.fixes };
  }
};

/** A record as the science knows it. */
export const appliedOf = (record: Correction): Applied =>
  ({
    kind: record.kind,
    startAt: Date.parse(record.startAt),
    endAt: record.endAt === null ? null : Date.parse(record.endAt),
    ...amountsOf(record),
  }) as Applied;

/** Throws correctionExists with the record that a record would overlap. */
export function refuseOverlap(record: Correction, others: readonly Correction[]): void {
  const met = overlapOf(
    others.map((each) => ({ ...appliedOf(each), id: each.id })),
    appliedOf(record),
  );
  if (!met) return;
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  throw new Failure('correctionExists', { correctionId: met.id, startAt: iso(met.startAt), endAt: iso(met.endAt) });
}
