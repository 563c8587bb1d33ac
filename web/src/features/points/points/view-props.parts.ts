import type { Point, Threshold } from '@plumbline/contract/points/points';
import type { ViewRange } from '../../../charts/range/ranges.ts';

/** Properties of every view of a point. */
export interface PointViewProps {
  readonly point: Point;
  readonly thresholds: readonly Threshold[];
  /** As stored, without corrections. */
  readonly raw: boolean;
  readonly ranges: ViewRange;
}
