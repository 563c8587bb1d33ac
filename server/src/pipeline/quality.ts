/**
 * Between converting and judging: the quality tests of each new reading, in order of measuring time. What was stored
 * before is late here and moves nothing, so a message that is sent again changes nothing.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { judgeQuality, type QualityState } from '@plumbline/science/quality/judge-quality';
import { lockQuality, saveQuality } from '../features/platform/store/store.quality.table.ts';
import type { BoundPoint } from './bind.ts';
import { correctedValues, testedValues, trustedValues } from './effective-values.ts';
import { byTime, type CheckedReading, type PendingReading, type Round } from './row.ts';

export interface Tested {
  readonly point: BoundPoint;
  readonly at: number;
  readonly receivedAt: number;
  /** Corrected, but for the temperature. */
  readonly values: readonly (number | null)[];
}

/** Tests rows of locked points, and gives them in their order; what the tests remember is written with the readings. */
export async function checkQuality(
  { client, latest }: Round,
  rows: readonly PendingReading[],
): Promise<CheckedReading[]> {
  const remember = new Set(rows.flatMap(({ point }) => (point.remembers ? [point.pointId] : [])));
  const states = remember.size > 0 ? await lockQuality(client, [...remember]) : new Map<number, never>();
  const ordered = rows.map((row, place) => ({ row, place })).sort((a, b) => byTime(a.row, b.row));
  const tested = ordered.map(({ row: { point, at, receivedAt, values } }): Tested => {
    return { point, at, receivedAt, values: testedValues(point, at, values) };
  });
  const { flags, moved } = testAll(tested, states, (pointId) => latest.get(pointId)?.at ?? null);
  if (moved.size > 0) await saveQuality(client, moved);
  const checked = new Array<CheckedReading>(rows.length);
  for (const [i, { row, place }] of ordered.entries()) {
    const corrected = correctedValues(row.point, row.at, row.values);
    const found = row.flags ?? elementAt(flags, i);
    checked[place] = { ...row, flags: found, corrected, effective: trustedValues(corrected, found) };
  }
  return checked;
}

/**
 * The flags of readings in order of point and time (null: nothing was found), and the states that moved. `newestAt` is
 * the time of the newest stored reading of a point, `states` what its tests remembered.
 */
export function testAll(
  readings: readonly Tested[],
  states: ReadonlyMap<number, QualityState>,
  newestAt: (pointId: number) => number | null,
): { flags: (number[] | null)[]; moved: Map<number, QualityState> } {
  const moved = new Map<number, QualityState>();
  const counts = new Map<number, number>();
  const flags = readings.map((reading) => {
    const { point } = reading;
    const { pointId, quality } = point;
    if (isPlain(point)) {
      // Nothing looks back: a clock that is not ahead finds nothing, whatever the values.
      if (reading.at <= reading.receivedAt + quality.aheadMs) return null;
      return judgeQuality(quality, null, reading).flags;
    }
    const state = moved.get(pointId) ?? states.get(pointId) ?? null;
    const newest = Math.max(
      state?.at ?? Number.NEGATIVE_INFINITY,
      newestAt(pointId) ?? Number.NEGATIVE_INFINITY,
      counts.get(pointId) ?? Number.NEGATIVE_INFINITY,
    );
    const before = newest === Number.NEGATIVE_INFINITY ? null : { at: newest, fields: state?.fields ?? {} };
    const judged = judgeQuality(quality, before, reading);
    if (reading.at > newest) {
      counts.set(pointId, reading.at);
      if (point.remembers) moved.set(pointId, judged.state);
    }
    return judged.flags;
  });
  return { flags, moved };
}

const plain = new WeakMap<BoundPoint, boolean>();
function isPlain(point: BoundPoint): boolean {
  let known = plain.get(point);
  if (known === undefined) {
    const { fields, gapMs, backward } = point.quality;
    known = fields.every((each) => each === null) && gapMs === Number.POSITIVE_INFINITY && !backward;
    plain.set(point, known);
  }
  return known;
}
