/** Which words views on paper need, in every language. */
import type { ViewName } from '@plumbline/contract/views/views';

const viewWordKeys = [
  ...(['time', 'depth', 'distance', 'elevation', 'node', 'axisA', 'axisB', 'resultant', 'deflection'] as const),
  ...(['up', 'across', 'north', 'east', 'horizontal', 'azimuth', 'chord', 'length', 'convergence', 'prism'] as const),
  ...(['offset', 'offsetChange', 'forward', 'chainage', 'start', 'last', 'farthest', 'forecast', 'bounds'] as const),
  ...(['manualSurvey', 'automaticSurvey', 'difference', 'sector', 'wind', 'count', 'mean', 'seconds'] as const),
  ...([
    'frequency',
    'peakVelocity',
    'axis',
    'vectorSum',
    'trigger',
    'event',
    'spectrum',
    'spectra',
    'magnitudes',
    'peak',
  ] as const),
  ...(['from', 'to', 'thisPeriod', 'before', 'point', 'limit', 'compass', 'photo', 'note'] as const),
  ...(['distribution', 'relation', 'periods', 'noPhotos'] as const),
] as const;
type ViewWordKey = (typeof viewWordKeys)[number];
export interface ViewWords extends Readonly<Record<ViewWordKey, string>> {
  readonly titles: Readonly<Record<ViewName, string>>;
  /** What stands in the place of a drawing. */
  readonly states: Readonly<Record<'notOffered' | 'noData' | 'tooMuch' | 'otherGone' | 'gone', string>>;
  readonly noPoints: string;
  readonly azimuthNotSet: string;
  readonly noForecast: string;
  readonly more: (shown: number, total: number) => string;
  readonly enlarged: (factor: number) => string;
  readonly fit: (slope: string, intercept: string, r2: string) => string;
  readonly histogram: (n: number, mean: string, deviation: string, median: string) => string;
  readonly windless: (share: string) => string;
  readonly rose: (mean: string, most: string) => string;
  readonly speed: (from: number, to: number | null) => string;
  readonly notIn: (missing: number, question: number) => string;
}
