/** A master and its members, and the columns that they measured. */
import type { Point } from '@plumbline/contract/points';
import type { PeriodConversion } from '../../bindings/bindings.conversions.api.ts';
import type { ShownPoint } from '../../readings/readings.effective.api.ts';

export interface MadeOf {
  readonly point: Point;
  readonly shown: ShownPoint;
  readonly periods: readonly PeriodConversion[];
}
/** As it was set up in [fromMs, toMs), epoch ms; -Infinity and Infinity at the ends. */
export interface Made {
  /** With the slaves and settings of that time. */
  readonly point: Point;
  readonly fromMs: number;
  readonly toMs: number;
  /** In the order of the slaves. */
  readonly members: readonly MadeOf[];
}

/** What one member measured over a span. NaN = missing. */
export interface Measured {
  /** Epoch ms, ascending. */
  readonly times: Float64Array;
  /** By key: corrected values. */
  readonly now: readonly Float64Array[];
  /** By key: change since the initial value; null = it has none. */
  readonly moved: readonly (Float64Array | null)[];
  /** Half of the collect interval. */
  readonly halfMs: number;
}

/** The place of the member that is held to be firm: the first unless told. */
export const fixedPlace = ({ point: { master }, members }: Made): number =>
  Math.max(
    0,
    members.findIndex(({ point }) => point.id === master?.fixedPointId),
  );
