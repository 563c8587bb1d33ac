import type { Point, Threshold } from '@plumbline/contract/points/points';
import type { Range } from '../../../charts/frame/range.ts';
import type { Preset } from './ranges.parts.ts';

/** The ranges of the data view, and how another one is chosen. */
export interface ViewRange {
  readonly preset: Preset | null;
  readonly shown: Range;
  readonly requested: Range;
  readonly listed: Range;
  readonly onChange: (range: { preset: Preset | null; custom: Range | null }) => void;
}

/** What every view of a point is given. */
export interface PointViewProps {
  readonly point: Point;
  readonly thresholds: readonly Threshold[];
  /** As stored, without corrections. */
  readonly raw: boolean;
  readonly ranges: ViewRange;
}
