/**
 * Views of the catalogue as pictures on paper: which, and what it is told. The same for a part of a report and for an
 * exported file; every view of the catalogue is one of them.
 */
import { z } from 'zod';
import { id } from '../points/fields.ts';
import { predictionModels } from '../views/predictions.ts';
import { type ViewName, viewNames } from '../views/views.ts';

export const analysisPictures = ['distribution', 'relation', 'periods'] as const;
export const waveformPictures = ['event', 'spectrum', 'spectra', 'magnitudes'] as const;
export const pictureLimits = {
  /** Points of one part of a report, and of all of them together. */
  points: 60,
  allPoints: 300,
  /** Lines of one table on paper, and of one in a workbook. */
  paperRows: 200,
  rows: 5_000,
} as const;

const field = z.string().trim().max(16).default('');

export const viewOptions = {
  view: z.enum(viewNames as [ViewName, ...ViewName[]]).default('time-value'),
  dates: z.int().min(2).max(8).default(5).describe('Surveys in one drawing, spread over the period'),
  counted: z
    .enum(['initial', 'period'])
    .default('initial')
    .describe('What movements count from: the initial values, or the first survey of the period'),
  field: field.describe('Of values over time and their analysis; empty = the main field'),
  model: z
    .enum(predictionModels)
    .nullable()
    .default(null)
    .describe('time-value: continued by this model over half of the period; null = not'),
  analysis: z.enum(analysisPictures).default('distribution'),
  against: field.describe('relation: the field across; empty = the first other one'),
  withPointId: id.nullable().default(null).describe('relation: the point across; null = the same point'),
  waveform: z
    .enum(waveformPictures)
    .default('event')
    .describe('idm-event: the strongest waveform of the period, its spectrum, all spectra over time, or all peaks'),
} as const;
export const ViewOptions = z.object(viewOptions).meta({ id: 'ViewOptions' });
export type ViewOptions = z.output<typeof ViewOptions>;
export type ViewOption = Exclude<keyof ViewOptions, 'view'>;

const ofChain: readonly ViewOption[] = ['dates', 'counted'];
/** Options of each view beyond its name: what is not here changes nothing of it. */
export const optionsOfView: Readonly<Record<ViewName, readonly ViewOption[]>> = {
  'time-value': ['field', 'model'],
  'adm-profile': ofChain,
  'adm-settlement': ofChain,
  'adm-panel-deflection': ofChain,
  'adm-circular': ofChain,
  'circular-segment': ofChain,
  'hsl-settlement': ofChain,
  'master-adm-settlement': ofChain,
  'master-angle-settlement': ofChain,
  'station-convergence': ofChain,
  'station-chord': ofChain,
  'station-offset': ofChain,
  'station-settlement': ofChain,
  'adm-northeast': ofChain,
  'adm-3d': ofChain,
  'adm-artificial-compare': ['counted'],
  'sdmpro-track': ['counted'],
  'tdm-map': [],
  'weather-station-chart': [],
  'manhole-cover-chart': [],
  'manhole-cover-ott-chart': [],
  'hiksmoke-chart': [],
  'idm-event': ['waveform'],
  analysis: ['analysis', 'field', 'against', 'withPointId'],
  'adm-data': ofChain,
  'hsl-settlement-data': ofChain,
  'master-adm-data': ofChain,
  'master-angle-data': ofChain,
  'station-data': ofChain,
  'dt-data': ['field'],
  'image-list': [],
  'adm-report': ofChain,
  'hsl-settlement-report': ofChain,
  'master-adm-report': ofChain,
  'station-report': ofChain,
  'artificial-report': ['field'],
};
