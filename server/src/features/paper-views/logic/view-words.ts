/** The words of views on paper, in every language. */
import type { Language } from '@plumbline/contract/constants';
import type { ViewName } from '@plumbline/contract/views';
import { simplifiedViews, traditionalViews } from './view-words.zh.ts';

export const viewWordKeys = [
  ...(['time', 'depth', 'distance', 'elevation', 'node', 'axisA', 'axisB', 'resultant', 'deflection'] as const),
  ...(['up', 'across', 'north', 'east', 'horizontal', 'azimuth', 'chord', 'length', 'convergence', 'prism'] as const),
  ...(['offset', 'offsetChange', 'forward', 'chainage', 'start', 'last', 'farthest', 'forecast', 'bounds'] as const),
  ...(['manualSurvey', 'automaticSurvey', 'difference', 'sector', 'wind', 'count', 'mean', 'seconds'] as const),
  ...(['frequency', 'peakVelocity', 'trigger', 'event', 'spectrum', 'spectra', 'magnitudes', 'peak'] as const),
  ...(['from', 'to', 'thisPeriod', 'before', 'point', 'limit', 'compass', 'photo', 'note'] as const),
  ...(['distribution', 'relation', 'periods', 'noPhotos'] as const),
] as const;
export type ViewWordKey = (typeof viewWordKeys)[number];
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
  readonly calm: (share: string) => string;
  readonly rose: (mean: string, most: string) => string;
  readonly speed: (from: number, to: number | null) => string;
  readonly notIn: (missing: number, asked: number) => string;
}

const english: ViewWords = {
  time: 'Time',
  depth: 'Depth, m',
  distance: 'Distance, m',
  elevation: 'Elevation, m',
  node: 'Node',
  axisA: 'Displacement A, mm',
  axisB: 'Displacement B, mm',
  resultant: 'Resultant, mm',
  deflection: 'Deflection, mm',
  up: 'Movement upwards, mm',
  across: 'Movement to the right, mm',
  north: 'North, mm',
  east: 'East, mm',
  horizontal: 'Horizontal, mm',
  azimuth: 'Direction, °',
  chord: 'Chord',
  length: 'Length, m',
  convergence: 'Convergence, mm',
  prism: 'Prism',
  offset: 'Offset, m',
  offsetChange: 'Change of offset, mm',
  forward: 'Movement forwards, mm',
  chainage: 'Chainage, m',
  start: 'Start',
  last: 'Last',
  farthest: 'Farthest',
  forecast: 'Forecast',
  bounds: 'Band of 95 %',
  manualSurvey: 'By hand',
  automaticSurvey: 'Automatic',
  difference: 'Difference, mm',
  sector: 'Wind from',
  wind: 'Wind rose',
  count: 'Readings',
  mean: 'Mean',
  seconds: 'Seconds',
  frequency: 'Frequency, Hz',
  peakVelocity: 'Peak velocity, mm/s',
  trigger: 'Trigger',
  event: 'Strongest event',
  spectrum: 'Spectrum of the strongest event',
  spectra: 'Spectra over time',
  magnitudes: 'Events',
  peak: 'Peak',
  from: 'From',
  to: 'To',
  thisPeriod: 'This period',
  before: 'Period before',
  point: 'Point',
  limit: 'Limit',
  compass: 'N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW',
  photo: 'Photo',
  note: 'Note',
  distribution: 'Distribution',
  relation: 'One field against another',
  periods: 'This period over the one before',
  noPhotos: 'No photo was taken in this period.',
  titles: {
    'time-value': 'Curve over time',
    'adm-profile': 'Profile',
    'adm-settlement': 'Settlement line',
    'adm-panel-deflection': 'Panel deflection',
    'adm-circular': 'Ring section',
    'circular-segment': 'Arc section',
    'hsl-settlement': 'Settlement line',
    'master-adm-settlement': 'Settlement line',
    'master-angle-settlement': 'Settlement line',
    'station-settlement': 'Settlement line',
    'adm-northeast': 'North-east plan',
    'sdmpro-track': 'Track',
    'tdm-map': 'Movements on the plan',
    'station-chord': 'Chords',
    'station-convergence': 'Convergence',
    'station-offset': 'Offsets',
    'adm-3d': 'In space',
    'weather-station-chart': 'Wind and weather',
    'idm-event': 'Events',
    'image-list': 'Photos',
    'adm-data': 'Data',
    'hsl-settlement-data': 'Data',
    'master-adm-data': 'Data',
    'master-angle-data': 'Data',
    'station-data': 'Data',
    'dt-data': 'Data',
    'adm-report': 'Report',
    'hsl-settlement-report': 'Report',
    'master-adm-report': 'Report',
    'station-report': 'Report',
    'artificial-report': 'Report',
    analysis: 'Analysis',
    'adm-artificial-compare': 'Manual comparison',
  },
  states: {
    notOffered: 'This point does not have this view.',
    noData: 'Nothing was measured in this period.',
    tooMuch: 'More was measured in this period than can be drawn.',
    otherGone: 'The point that it is held against is not in this project.',
    gone: 'This point is not in this project any more.',
  },
  noPoints: 'No point of this part has this view.',
  azimuthNotSet: 'The azimuth of the mark is not set: axis A is drawn as north.',
  noForecast: 'The model could not be fitted to what was measured.',
  more: (shown, total) => `Only the first ${shown} of ${total} are here.`,
  enlarged: (factor) => (factor === 1 ? 'Movements true to scale' : `Movements enlarged ${factor} times`),
  fit: (slope, intercept, r2) => `y = ${slope} x + ${intercept}, R² ${r2}`,
  histogram: (n, mean, deviation, median) => `${n} values, mean ${mean}, deviation ${deviation}, median ${median}`,
  calm: (share) => `Calm ${share} % (at or below 0.2 m/s)`,
  rose: (mean, most) => `Mean ${mean} m/s, strongest ${most} m/s`,
  speed: (from, to) => (to === null ? `from ${from} m/s` : `${from}–${to} m/s`),
  notIn: (missing, asked) => `Of ${asked} dates ${missing} have no survey.`,
};

const all: Readonly<Record<Language, ViewWords>> = {
  en: english,
  'zh-CN': simplifiedViews,
  'zh-TW': traditionalViews,
};
export const viewWordsOf = (language: Language): ViewWords => all[language];
