import type { Point } from '@plumbline/contract/points/points';
import type { Ref } from 'react';
import type { ChartHandle } from '../../../charts/frame/ChartFrame.tsx';
import type { Range } from '../../../charts/frame/range.ts';
import type { AnalysisState } from './analysis-state.ts';

/** Props of every analysis. */
export interface PaneProps {
  readonly point: Point;
  readonly raw: boolean;
  readonly field: string;
  readonly state: AnalysisState;
  readonly range: Range;
  readonly handle: Ref<ChartHandle>;
}
export const chartPx = 400;
