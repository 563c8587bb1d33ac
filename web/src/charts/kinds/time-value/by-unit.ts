import { axisOf } from './curve-kinds.ts';
import type { ChartCurve } from './shapes.ts';

/**
 * A second unit has the right axis by itself: rain in mm and a level in m on one axis are two flat lines. Where people have
 * put a series on the right, theirs is the choice.
 */
export function byUnit(curves: readonly ChartCurve[]): readonly ChartCurve[] {
  const unit = curves[0]?.unit;
  if (curves.some((curve) => axisOf(curve) === 'right')) return curves;
  return curves.map((curve) =>
    axisOf(curve) === 'left' && curve.unit !== unit ? { ...curve, axis: 'right' as const } : curve,
  );
}
