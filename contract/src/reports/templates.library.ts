/** Templates to begin with, each after a published standard. Data: which blocks, with which options; their texts are keys. */
import type { FamilyCode } from '../points/families.ts';
import { defaultContent, type StatisticsColumn, TemplateContent } from './templates.blocks.ts';
import type { LibraryKey } from './templates.library-keys.ts';
import { type LibraryWord, libraryKey } from './templates.library-words.ts';

export { type LibraryKey, libraryKeys } from './templates.library-keys.ts';

type Block = Readonly<Record<string, unknown>> & { readonly kind: string };
const of = (...families: FamilyCode[]) => ({ only: { families } });
const daily: readonly StatisticsColumn[] = ['first', 'last', 'change', 'cumulative', 'rate', 'limit', 'status'];
const periodic: readonly StatisticsColumn[] = [
  'min',
  'max',
  'last',
  'change',
  'cumulative',
  'rate',
  'status',
  'complete',
];

/** A cover with the fields and signatures that a standard asks for. */
const cover = (
  title: LibraryWord,
  roles: readonly LibraryWord[] = ['measured', 'calculated', 'checked', 'approved'],
): Block => ({
  kind: 'cover',
  title: libraryKey(title),
  fields: [
    { label: libraryKey('project'), value: '{{project.name}}' },
    { label: libraryKey('number'), value: libraryKey('numberValue') },
    { label: libraryKey('client'), value: '{{project.client}}' },
    { label: libraryKey('contractor'), value: '{{project.contractor}}' },
    { label: libraryKey('supervisor'), value: '{{project.supervisor}}' },
    { label: libraryKey('period'), value: '{{period.first}} – {{period.last}}' },
    { label: libraryKey('made'), value: '{{report.madeAt | date}}' },
  ],
  signatures: roles.map((role) => ({ role: libraryKey(role) })),
});
const remarks: Block = { kind: 'text', title: libraryKey('overview'), text: libraryKey('overviewText') };

const blocksOf: Readonly<Record<Exclude<LibraryKey, 'product'>, readonly Block[]>> = {
  pitDaily: [
    cover('pitDaily'),
    remarks,
    { kind: 'weather' },
    { kind: 'works' },
    { kind: 'drawings' },
    { kind: 'statistics', columns: daily, times: false, extremes: true },
    { kind: 'profiles', dates: 3, ...of('deepDisplacement') },
    { kind: 'alerts' },
    { kind: 'inspections' },
    { kind: 'conclusions' },
  ],
  metroDaily: [
    cover('metroDaily'),
    remarks,
    { kind: 'works' },
    { kind: 'statistics', columns: daily, times: false, extremes: true },
    { kind: 'comparison' },
    { kind: 'alerts' },
    { kind: 'inspections' },
    { kind: 'conclusions' },
  ],
  metroWeekly: [
    cover('metroWeekly'),
    { kind: 'contents' },
    remarks,
    { kind: 'works' },
    { kind: 'summary' },
    { kind: 'statistics', columns: periodic, extremes: true, curves: true },
    { kind: 'profiles', ...of('deepDisplacement') },
    { kind: 'comparison' },
    { kind: 'alerts' },
    { kind: 'inspections' },
    { kind: 'conclusions' },
    { kind: 'method' },
  ],
  damMonthly: [
    cover('damMonthly'),
    { kind: 'contents' },
    remarks,
    { kind: 'weather' },
    { kind: 'summary' },
    {
      kind: 'statistics',
      title: libraryKey('seepage'),
      columns: periodic,
      curves: true,
      ...of('waterLevel', 'flow', 'soilPressure'),
    },
    {
      kind: 'statistics',
      title: libraryKey('deformation'),
      columns: periodic,
      curves: true,
      ...of('surfaceDisplacement', 'deepDisplacement', 'structuralDeformation', 'crack', 'tilt'),
    },
    { kind: 'comparison' },
    { kind: 'alerts' },
    { kind: 'inspections' },
    { kind: 'devices' },
    { kind: 'conclusions' },
    { kind: 'method', calibration: true },
  ],
  slopeMonthly: [
    cover('slopeMonthly'),
    { kind: 'contents' },
    remarks,
    { kind: 'weather' },
    { kind: 'drawings' },
    { kind: 'statistics', columns: periodic, extremes: true, curves: true },
    { kind: 'profiles', ...of('deepDisplacement') },
    { kind: 'views', view: 'tdm-map', columns: 2, numbers: true },
    { kind: 'views', view: 'sdmpro-track', columns: 3 },
    { kind: 'comparison' },
    { kind: 'alerts' },
    { kind: 'photos' },
    { kind: 'conclusions' },
    { kind: 'method' },
  ],
  bridgeQuarterly: [
    cover('bridgeQuarterly'),
    { kind: 'contents' },
    remarks,
    { kind: 'weather' },
    { kind: 'summary' },
    { kind: 'statistics', columns: periodic, extremes: true },
    { kind: 'charts', perChart: 4 },
    { kind: 'views', view: 'analysis', analysis: 'relation', ...of('crack', 'axialForce') },
    { kind: 'views', view: 'weather-station-chart' },
    { kind: 'comparison' },
    { kind: 'alerts' },
    { kind: 'devices' },
    { kind: 'inspections' },
    { kind: 'photos' },
    { kind: 'conclusions' },
    { kind: 'method', calibration: true },
  ],
  tunnelConvergence: [
    cover('tunnelConvergence'),
    remarks,
    { kind: 'masters' },
    { kind: 'views', view: 'station-convergence', dates: 3, numbers: true },
    { kind: 'works' },
    {
      kind: 'statistics',
      columns: daily,
      extremes: true,
      curves: true,
      ...of('structuralDeformation', 'surfaceDisplacement', 'crack', 'tilt'),
    },
    { kind: 'comparison' },
    { kind: 'alerts' },
    { kind: 'inspections' },
    { kind: 'conclusions' },
  ],
  vibrationEvent: [
    cover('vibrationEvent'),
    remarks,
    { kind: 'works', title: libraryKey('events') },
    { kind: 'statistics', columns: ['max', 'mean', 'status'], extremes: true, ...of('vibration') },
    { kind: 'charts', perChart: 1, ...of('vibration') },
    { kind: 'views', view: 'idm-event', waveform: 'magnitudes', numbers: true },
    { kind: 'views', view: 'idm-event', waveform: 'event' },
    { kind: 'views', view: 'idm-event', waveform: 'spectrum' },
    { kind: 'alerts', ...of('vibration') },
    { kind: 'conclusions', ...of('vibration') },
    { kind: 'readings', ...of('vibration') },
  ],
  houseSafety: [
    cover('houseSafety'),
    remarks,
    { kind: 'summary' },
    {
      kind: 'statistics',
      columns: periodic,
      curves: true,
      ...of('tilt', 'crack', 'surfaceDisplacement', 'structuralDeformation'),
    },
    { kind: 'inspections' },
    { kind: 'photos' },
    { kind: 'alerts' },
    { kind: 'conclusions' },
    { kind: 'method' },
  ],
  inspectionDaily: [
    { ...cover('inspectionDaily', ['inspected', 'checked', 'approved']), counts: false },
    { kind: 'weather' },
    { kind: 'inspections', detail: true },
  ],
};

/** The content of a ready template. */
export const libraryContent = (key: LibraryKey): TemplateContent =>
  key === 'product' ? defaultContent : TemplateContent.parse({ blocks: blocksOf[key] });
