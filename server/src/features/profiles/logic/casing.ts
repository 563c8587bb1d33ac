/** The chain of segments that a point is in a stretch of time, from the parameters that convert its readings then. */
import { elementAt } from '@plumbline/contract/elements';
import type { Casing } from '@plumbline/contract/profiles';
import { type FixedEnd, jointDepths } from '@plumbline/science/profiles/survey';
import type { PeriodConversion } from '../../bindings/bindings.conversions.api.ts';

/** Length of a segment where none is set: what the recipe takes too (science/src/sensors/families-movement.ts). */
const usualSegmentMm = 1000;

export interface DatedCasing extends Casing {
  readonly nodeCount: number;
  /** [fromMs, toMs), epoch ms. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** The chains of a point, oldest first; stretches of the same chain are one. `topDepthM`: of the upper end. */
export function casingsOf(periods: readonly PeriodConversion[], topDepthM: number): DatedCasing[] {
  const casings: DatedCasing[] = [];
  for (const period of periods) {
    const casing = casingOf(period, topDepthM);
    const before = casings.at(-1);
    if (before && isSame(before, casing)) casings[casings.length - 1] = { ...before, toMs: casing.toMs };
    else casings.push(casing);
  }
  return casings;
}

function casingOf({ parameters, nodeCount, fromMs, toMs }: PeriodConversion, topDepthM: number): DatedCasing {
  const segmentMm = parameters['segmentMm'] ?? usualSegmentMm;
  const fixedEnd: FixedEnd = parameters['fixedTop'] === 1 ? 'top' : 'bottom';
  const lengthsMm = Array.from({ length: nodeCount }, () => segmentMm);
  return { segmentMm, fixedEnd, nodeCount, depthsM: jointDepths({ lengthsMm, fixedEnd, topDepthM }), fromMs, toMs };
}

const isSame = (a: DatedCasing, b: DatedCasing): boolean =>
  a.segmentMm === b.segmentMm && a.fixedEnd === b.fixedEnd && a.nodeCount === b.nodeCount;

/** Which of them was in force at a time. */
export const casingAt = (casings: readonly DatedCasing[], atMs: number): DatedCasing =>
  casings.find(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs) ?? elementAt(casings, -1);
