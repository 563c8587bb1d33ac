/**
 * The views of points on paper: every view of the catalogue as drawings and tables, of the numbers that the screens show.
 * Invariant: what a view cannot show of a point is a state of its own, and is never left out.
 */
import type { Language } from '@plumbline/contract/kernel/constants';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { ViewOptions } from '@plumbline/contract/reports/templates.views';
import { type ViewName, views } from '@plumbline/contract/views/views';
import { zoneOf } from '@plumbline/science/series/zone';
import type { Db, Reads } from '../../../kernel/context.ts';
import type { NamedPoint } from '../../points/points/points.api.ts';
import type { PointFigures, ViewFigure, ViewQuestion } from './logic/figure.ts';
import { viewWordsOf } from './logic/view-words.ts';
import { chainTable, chainView, compareView, northEastView, spaceView } from './paper-views.chains.service.ts';
import { analysisView, curvesOf, readingsReport, readingsTable, timeValueView } from './paper-views.curves.service.ts';
import {
  chordView,
  lineTable,
  lineView,
  offsetView,
  sectionReport,
  sectionTable,
} from './paper-views.masters.service.ts';
import { eventView, photosView, roseView, trackView, vectorsView } from './paper-views.site.service.ts';
import { wholeStructures } from './paper-views.table.ts';

export type { PointFigures, ViewFigure } from './logic/figure.ts';
export { viewWordsOf } from './logic/view-words.ts';

/** What each view of the catalogue is on paper; nothing = there is nothing to show in the period. */
const writers: Readonly<Record<ViewName, (reads: Reads, question: ViewQuestion) => Promise<ViewFigure[]>>> = {
  'time-value': timeValueView,
  'adm-profile': chainView,
  'adm-settlement': chainView,
  'adm-panel-deflection': chainView,
  'adm-circular': chainView,
  'circular-segment': chainView,
  'hsl-settlement': lineView,
  'master-adm-settlement': lineView,
  'master-angle-settlement': lineView,
  'station-convergence': chordView,
  'station-chord': chordView,
  'station-offset': offsetView,
  'station-settlement': lineView,
  'adm-northeast': northEastView,
  'adm-3d': spaceView,
  'adm-artificial-compare': compareView,
  'sdmpro-track': trackView,
  'tdm-map': vectorsView,
  'weather-station-chart': roseView,
  'manhole-cover-chart': curvesOf('manhole-cover-chart'),
  'manhole-cover-ott-chart': curvesOf('manhole-cover-ott-chart'),
  'hiksmoke-chart': curvesOf('hiksmoke-chart'),
  'idm-event': eventView,
  analysis: analysisView,
  'adm-data': chainTable,
  'hsl-settlement-data': lineTable,
  'master-adm-data': lineTable,
  'master-angle-data': lineTable,
  'station-data': sectionTable,
  'dt-data': readingsTable,
  'image-list': photosView,
  'adm-report': chainView,
  'hsl-settlement-report': lineView,
  'master-adm-report': lineView,
  'station-report': sectionReport,
  'artificial-report': readingsReport,
};

/** Subject of a view: one point over [fromMs, toMs). */
export interface ViewSubject {
  readonly point: NamedPoint;
  readonly options: ViewOptions;
  readonly fromMs: number;
  readonly toMs: number;
  readonly timeZone: string;
  readonly language: Language;
  readonly hasLimits: boolean;
  readonly pictureOf: ViewQuestion['pictureOf'];
}

/** Failures of single views that are told on paper: a report is not stopped by one of them. */
const stateOf: Readonly<Record<string, PointFigures['state']>> = {
  badInput: 'notOffered',
  spanExceeded: 'tooMuch',
  waveformFilter: 'noData',
  notFound: 'otherGone',
};

export async function figuresOfView(reads: Reads, subject: ViewSubject): Promise<PointFigures> {
  const { point, options, timeZone, language } = subject;
  const { id: pointId, name, structure, family } = point;
  const answer = (state: PointFigures['state'], figures: readonly ViewFigure[] = []) => ({
    pointId,
    name,
    structure,
    family,
    state,
    figures,
  });
  if (!views[options.view].isOffered(point)) return answer('notOffered');
  const zone = zoneOf(timeZone);
  const timeOf = (ms: number) => new Date(zone.localOf(ms)).toISOString().slice(0, 16).replace('T', ' ');
  try {
    const figures = await writers[options.view](reads, { ...subject, words: viewWordsOf(language), timeOf });
    return answer(figures.length === 0 ? 'noData' : 'shown', figures);
  } catch (error) {
    const state = error instanceof Failure ? stateOf[error.name] : undefined;
    if (state === undefined) throw error;
    return answer(state);
  }
}

/** The points that a view is drawn of: of one that shows a whole structure with its items the first of each, else all. */
export async function drawnPoints(db: Db, view: ViewName, points: readonly NamedPoint[]): Promise<NamedPoint[]> {
  if (view !== 'tdm-map') return [...points];
  const structures = await wholeStructures(
    db,
    points.map(({ id }) => id),
  );
  const pointIds = new Set<number | undefined>();
  return points.filter(({ id }) => {
    const isFirst = !pointIds.has(structures.get(id));
    pointIds.add(structures.get(id));
    return isFirst;
  });
}
