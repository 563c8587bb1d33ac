/**
 * The views of a point that are drawn, each said once: by which names of specification 2, with which chart, for which
 * points. Tabs, addresses and tests read this list; a name without a drawing is not in it.
 */

import type { FamilyCode } from '../points/families.ts';
import type { pointViews } from '../points/points.views.ts';
import type { CorrectionKind } from '../readings/corrections.ts';
import { type ChainForm, chainForms } from './profiles.ts';

type PointViewName = (typeof pointViews)[number];
export type ViewChart =
  | 'timeValue'
  | 'table'
  | 'report'
  | 'analysis'
  | 'profile'
  | 'line'
  | 'plan'
  | 'section'
  | 'shape'
  | 'rose'
  | 'waveform'
  | 'gallery';

/** Facts of a point that decide which views it offers. */
export interface ViewedPoint {
  readonly family: FamilyCode;
  readonly nodeCount: number;
  /** 0 automated, 1 composite, 2 manual, 3 master. */
  readonly type: number;
  readonly parameters: Readonly<Record<string, number>>;
}

export interface ViewEntry {
  readonly chart: ViewChart;
  /** Other names of specification 2 under which it is opened. */
  readonly names?: readonly PointViewName[];
  /** Of a curve over time: the fields that it draws, each on a chart of its own under the one before. */
  readonly fields?: readonly string[];
  readonly isOffered: (point: ViewedPoint) => boolean;
}

/** A chain of segments that lies in one of the forms. */
const isChain = ({ family, nodeCount, parameters }: ViewedPoint, ...forms: ChainForm[]): boolean =>
  family === 'deepDisplacement' && nodeCount > 0 && forms.includes(chainForms[parameters['form'] ?? 0] ?? 'vertical');

/** A master of points of a family: it shows what they measure together. */
const isMasterOf = ({ type, family }: ViewedPoint, of: FamilyCode): boolean => type === 3 && family === of;
const joined: readonly FamilyCode[] = ['structuralDeformation', 'deepDisplacement', 'tilt', 'surfaceDisplacement'];
/** A master that is drawn as a whole has no readings of its own. */
const hasReadings = ({ type, family }: ViewedPoint): boolean => type !== 3 || !joined.includes(family);
/** A point that moves over the ground, not a master that joins such points. */
const isSurfacePoint = ({ family, type }: ViewedPoint): boolean => family === 'surfaceDisplacement' && type !== 3;

export const views = {
  'time-value': {
    chart: 'timeValue',
    names: ['adm-prop', 'rdm-change-chart', 'rdm-prop-chart', 'pam-data-chart', 'pdm-prop'],
    isOffered: hasReadings,
  },
  'adm-profile': {
    chart: 'profile',
    names: ['pdm-profile', 'rdm-pipe-chart'],
    isOffered: (point) => isChain(point, 'vertical'),
  },
  'adm-settlement': {
    chart: 'line',
    names: ['hda-chart', 'adm-prop-horizontal'],
    isOffered: (point) => isChain(point, 'horizontal'),
  },
  'adm-panel-deflection': { chart: 'profile', isOffered: (point) => isChain(point, 'panel') },
  'adm-circular': { chart: 'section', isOffered: (point) => isChain(point, 'ring') },
  'circular-segment': { chart: 'section', isOffered: (point) => isChain(point, 'arc') },
  'hsl-settlement': { chart: 'line', isOffered: (point) => isMasterOf(point, 'structuralDeformation') },
  'master-adm-settlement': {
    chart: 'line',
    names: ['master-hda-chart'],
    isOffered: (point) => isMasterOf(point, 'deepDisplacement'),
  },
  'master-angle-settlement': { chart: 'line', isOffered: (point) => isMasterOf(point, 'tilt') },
  'station-convergence': { chart: 'section', isOffered: (point) => isMasterOf(point, 'surfaceDisplacement') },
  'station-chord': { chart: 'section', isOffered: (point) => isMasterOf(point, 'surfaceDisplacement') },
  'station-offset': { chart: 'section', isOffered: (point) => isMasterOf(point, 'surfaceDisplacement') },
  'station-settlement': { chart: 'line', isOffered: (point) => isMasterOf(point, 'surfaceDisplacement') },
  'adm-northeast': { chart: 'plan', isOffered: (point) => isChain(point, 'vertical') },
  'adm-3d': { chart: 'shape', isOffered: (point) => isChain(point, 'vertical') },
  'adm-artificial-compare': {
    chart: 'profile',
    isOffered: (point) => point.type !== 2 && isChain(point, 'vertical'),
  },
  'sdmpro-track': {
    chart: 'plan',
    names: ['sdmpro-chart', 'gnss-chart'],
    isOffered: isSurfacePoint,
  },
  'tdm-map': { chart: 'plan', isOffered: isSurfacePoint },
  'weather-station-chart': { chart: 'rose', isOffered: ({ family }) => family === 'environment' },
  'manhole-cover-chart': {
    chart: 'timeValue',
    fields: ['open', 'tilt', 'gas'],
    isOffered: ({ family }) => family === 'manholeCover',
  },
  'manhole-cover-ott-chart': {
    chart: 'timeValue',
    fields: ['waterBelow', 'gas', 'battery'],
    isOffered: ({ family }) => family === 'manholeCover',
  },
  'hiksmoke-chart': {
    chart: 'timeValue',
    fields: ['smoke', 'temp', 'battery'],
    isOffered: ({ family }) => family === 'smoke',
  },
  'idm-event': { chart: 'waveform', isOffered: ({ family, type }) => family === 'vibration' && type < 2 },
  analysis: { chart: 'analysis', isOffered: (point) => hasReadings(point) && point.family !== 'camera' },
  'adm-data': {
    chart: 'table',
    names: ['rdm-data', 'hda-data', 'pam-data-data'],
    isOffered: (point) => isChain(point, ...chainForms),
  },
  'hsl-settlement-data': { chart: 'table', isOffered: (point) => isMasterOf(point, 'structuralDeformation') },
  'master-adm-data': {
    chart: 'table',
    names: ['master-hda-data'],
    isOffered: (point) => isMasterOf(point, 'deepDisplacement'),
  },
  'master-angle-data': { chart: 'table', isOffered: (point) => isMasterOf(point, 'tilt') },
  'station-data': { chart: 'table', isOffered: (point) => isMasterOf(point, 'surfaceDisplacement') },
  'dt-data': {
    chart: 'table',
    names: ['sdmpro-data', 'gdm-angle-data', 'ivs50-data', 'artificial-data'],
    isOffered: (point) => hasReadings(point) && !isChain(point, ...chainForms),
  },
  'image-list': {
    chart: 'gallery',
    names: ['artificial-images', 'gdm-capture'],
    isOffered: ({ type }) => type !== 3,
  },
  'adm-report': { chart: 'report', names: ['hda-report'], isOffered: (point) => isChain(point, ...chainForms) },
  'hsl-settlement-report': {
    chart: 'report',
    isOffered: (point) => isMasterOf(point, 'structuralDeformation') || isMasterOf(point, 'tilt'),
  },
  'master-adm-report': {
    chart: 'report',
    names: ['master-hda-report'],
    isOffered: (point) => isMasterOf(point, 'deepDisplacement'),
  },
  'station-report': { chart: 'report', isOffered: (point) => isMasterOf(point, 'surfaceDisplacement') },
  'artificial-report': {
    chart: 'report',
    isOffered: (point) => hasReadings(point) && !isChain(point, ...chainForms),
  },
} as const satisfies Partial<Record<PointViewName, ViewEntry>>;
export type ViewName = keyof typeof views;
/** The views that are curves over time: of the fields that the reader chose, or of those of the view. */
export type CurveViewName = { [N in ViewName]: (typeof views)[N]['chart'] extends 'timeValue' ? N : never }[ViewName];
export const isCurveView = (name: ViewName): name is CurveViewName => views[name].chart === 'timeValue';
/** Returns the fields that a view draws by itself, each under the one before; none where the reader chooses. */
export const fieldsOfView = (name: ViewName): readonly string[] => (views[name] as ViewEntry).fields ?? [];

export const viewNames = Object.keys(views) as ViewName[];

/** Returns the views that a point offers, in the order of its tabs. */
export const viewsOf = (point: ViewedPoint): ViewName[] => viewNames.filter((name) => views[name].isOffered(point));

/** The view that a name of specification 2 opens; null = none that is drawn. */
export const viewNamed = (name: string | null): ViewName | null => {
  const dashedName = name === null ? null : dashed(name);
  return (
    viewNames.find((each) => {
      const { names = [] }: ViewEntry = views[each];
      return each === dashedName || names.some((other) => other === dashedName);
    }) ?? null
  );
};

/** The quantity that an address of specification 2 begins with; null = as the point begins. */
export const quantityNamed = (name: string): 'cumulative' | null =>
  dashed(name) === 'rdm-change-chart' ? 'cumulative' : null;

/** The kind of correction that an address of specification 2 opens the dialog of; null = none. */
const corrections: Readonly<Record<string, CorrectionKind>> = {
  Shift: 'shift',
  Topshift: 'topshift',
  Initshift: 'initshift',
  BasenodeFix: 'basenode',
};
export const correctionNamed = (name: string): CorrectionKind | null =>
  Object.hasOwn(corrections, name) ? (corrections[name] ?? null) : null;

/** Specification 2 writes some names in one word: SdmproData, RdmData. */
const dashed = (name: string): string =>
  /^[A-Z]/.test(name) ? name.replace(/[A-Z]/g, (letter, at) => `${at === 0 ? '' : '-'}${letter.toLowerCase()}`) : name;
