/**
 * The shapes of several chains at one time, for drawings. Invariant: a joint's number is that of `surveys`, by the same function.
 */
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { staleAfterMs } from '@plumbline/contract/kernel/status';
import type { profiles, Shape } from '@plumbline/contract/views/profiles';
import type { Reads } from '../../../kernel/context.ts';
import { conversionsOf } from '../../points/bindings/bindings.conversions.api.ts';
import { type ShownPoint, shownPoints } from '../../readings/readings/readings.effective.api.ts';
import { nearestPlace } from '../../readings/readings/readings.query.api.ts';
import { casingsOf } from './logic/casing.ts';
import { casingAnswer, nodeCurves, requireNodes, surveyOf } from './profiles.service.ts';

type Input = OutputOf<typeof profiles.shapes.input>;

/** Chains whose readings are looked at together. */
const pointsAtOnce = 10;
const maxToleranceMs = 31 * 86_400_000;

export async function shapes({ db, services: { pool } }: Reads, input: Input) {
  const [points, periods] = await Promise.all([
    shownPoints(db, input.pointIds, input.raw),
    conversionsOf(db, input.pointIds),
  ]);
  for (const point of points) requireNodes(point, 'pointIds');
  const atMs = Date.parse(input.at);
  const found = new Map<number, Shape>();
  for (const [halfMs, alike] of byTolerance(points, input.toleranceSeconds))
    for (let begin = 0; begin < alike.length; begin += pointsAtOnce) {
      const some = alike.slice(begin, begin + pointsAtOnce);
      const curves = await nodeCurves(pool, some, Math.ceil(atMs - halfMs), Math.floor(atMs + halfMs));
      for (const [i, point] of some.entries()) {
        const chain = { point, casings: casingsOf(getOrThrow(periods, point.id)) };
        const curve = curves[i];
        if (!curve) continue;
        const { survey, casing } = surveyOf(chain, curve, nearestPlace(curve.times, atMs), input, atMs);
        const { at, x, y, isComplete } = survey;
        found.set(point.id, { pointId: point.id, at, x, y, isComplete, casing: casingAnswer(casing) });
      }
    }
  return { shapes: points.map(({ id }) => getOrThrow(found, id)) };
}

/** The points by how far from the time their readings may be, ms: those of one rhythm are one query. */
function byTolerance(points: readonly ShownPoint[], seconds: number | undefined): Map<number, ShownPoint[]> {
  const groups = new Map<number, ShownPoint[]>();
  for (const point of points) {
    const usualToleranceMs = Math.min(maxToleranceMs, staleAfterMs(point.facts.intervalSeconds));
    const halfMs = seconds === undefined ? usualToleranceMs : seconds * 1000;
    groups.set(halfMs, [...(groups.get(halfMs) ?? []), point]);
  }
  return groups;
}
