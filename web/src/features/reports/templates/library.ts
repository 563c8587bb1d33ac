/**
 * Templates to begin with, each after a published standard that it names. Data: which blocks, with which options; their
 * words are in the language pack of whoever begins with one.
 */
import type { FamilyCode } from '@plumbline/contract/points/families';
import { defaultContent, type StatisticsColumn, TemplateContent } from '@plumbline/contract/reports/templates.blocks';
import type { TFunction } from 'i18next';

export const libraryKeys = [
  'product',
  'pitDaily',
  'metroDaily',
  'metroWeekly',
  'damMonthly',
  'slopeMonthly',
  'bridgeQuarterly',
  'tunnelConvergence',
  'vibrationEvent',
  'houseSafety',
] as const;
type LibraryKey = (typeof libraryKeys)[number];

export interface LibraryEntry {
  readonly key: LibraryKey;
  readonly name: string;
  readonly about: string;
  readonly source: string;
  readonly content: () => TemplateContent;
}

type Block = Readonly<Record<string, unknown>> & { readonly kind: string };
const of = (...families: FamilyCode[]) => ({ only: { families } });
const daily: readonly StatisticsColumn[] = ['first', 'last', 'change', 'cumulative', 'rate', 'status'];
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
const wide = { orientation: 'landscape' } as const;

/** A cover with the fields and signatures that a standard asks for. */
const cover = (t: TFunction, title: string): Block => ({
  kind: 'cover',
  title,
  fields: [
    { label: t('reportTemplates:library.words.project'), value: '{{project.name}}' },
    { label: t('reportTemplates:library.words.number'), value: t('reportTemplates:library.words.numberValue') },
    { label: t('reportTemplates:library.words.period'), value: '{{period.first}} – {{period.last}}' },
    { label: t('reportTemplates:library.words.made'), value: '{{report.madeAt | date}}' },
  ],
  signatures: (['measured', 'calculated', 'checked', 'approved'] as const).map((role) => ({
    role: t(`reportTemplates:library.words.${role}`),
  })),
});
/** Placeholders of reports in the words of a pack: those in braces are the pack's own. */
const withPlaceholders = (words: string): string => words.replaceAll('[[', '{{').replaceAll(']]', '}}');
const remarks = (t: TFunction): Block => ({
  kind: 'text',
  title: t('reportTemplates:library.words.overview'),
  text: withPlaceholders(t('reportTemplates:library.words.overviewText')),
});

const blocksOf: Readonly<Record<Exclude<LibraryKey, 'product'>, (t: TFunction, title: string) => readonly Block[]>> = {
  pitDaily: (t, title) => [
    cover(t, title),
    remarks(t),
    { kind: 'weather' },
    { kind: 'works' },
    { kind: 'statistics', columns: daily, times: false, extremes: true, ...wide },
    { kind: 'profiles', dates: 3, ...of('deepDisplacement'), ...wide },
    { kind: 'alerts', ...wide },
    { kind: 'inspections' },
    { kind: 'drawings', ...wide },
    { kind: 'conclusions' },
  ],
  metroDaily: (t, title) => [
    cover(t, title),
    remarks(t),
    { kind: 'works' },
    { kind: 'statistics', columns: daily, times: false, extremes: true, ...wide },
    { kind: 'comparison', ...wide },
    { kind: 'alerts', ...wide },
    { kind: 'inspections' },
    { kind: 'conclusions' },
  ],
  metroWeekly: (t, title) => [
    cover(t, title),
    { kind: 'contents' },
    remarks(t),
    { kind: 'works' },
    { kind: 'summary' },
    { kind: 'statistics', columns: periodic, extremes: true, curves: true, ...wide },
    { kind: 'profiles', ...of('deepDisplacement'), ...wide },
    { kind: 'comparison', ...wide },
    { kind: 'alerts', ...wide },
    { kind: 'inspections' },
    { kind: 'conclusions' },
    { kind: 'method' },
  ],
  damMonthly: (t, title) => [
    cover(t, title),
    { kind: 'contents' },
    remarks(t),
    { kind: 'weather' },
    { kind: 'summary' },
    {
      kind: 'statistics',
      title: t('reportTemplates:library.words.seepage'),
      columns: periodic,
      curves: true,
      ...of('waterLevel', 'flow', 'soilPressure'),
      ...wide,
    },
    {
      kind: 'statistics',
      title: t('reportTemplates:library.words.deformation'),
      columns: periodic,
      curves: true,
      ...of('surfaceDisplacement', 'deepDisplacement', 'structuralDeformation', 'crack', 'tilt'),
      ...wide,
    },
    { kind: 'comparison', ...wide },
    { kind: 'alerts', ...wide },
    { kind: 'inspections' },
    { kind: 'devices', ...wide },
    { kind: 'conclusions' },
    { kind: 'method', calibration: true },
  ],
  slopeMonthly: (t, title) => [
    cover(t, title),
    { kind: 'contents' },
    remarks(t),
    { kind: 'weather' },
    { kind: 'drawings', ...wide },
    { kind: 'statistics', columns: periodic, extremes: true, curves: true, ...wide },
    { kind: 'profiles', ...of('deepDisplacement'), ...wide },
    { kind: 'views', view: 'tdm-map', columns: 1, numbers: true },
    { kind: 'views', view: 'sdmpro-track', columns: 2 },
    { kind: 'comparison', ...wide },
    { kind: 'alerts', ...wide },
    { kind: 'photos' },
    { kind: 'conclusions' },
    { kind: 'method' },
  ],
  bridgeQuarterly: (t, title) => [
    cover(t, title),
    { kind: 'contents' },
    remarks(t),
    { kind: 'weather' },
    { kind: 'summary' },
    { kind: 'statistics', columns: periodic, extremes: true, ...wide },
    { kind: 'charts', perChart: 4, ...wide },
    { kind: 'views', view: 'analysis', analysis: 'relation', ...of('crack', 'axialForce'), ...wide },
    { kind: 'views', view: 'weather-station-chart' },
    { kind: 'comparison', ...wide },
    { kind: 'alerts', ...wide },
    { kind: 'devices', ...wide },
    { kind: 'inspections' },
    { kind: 'photos' },
    { kind: 'conclusions' },
    { kind: 'method', calibration: true },
  ],
  tunnelConvergence: (t, title) => [
    cover(t, title),
    remarks(t),
    { kind: 'masters', ...wide },
    { kind: 'views', view: 'station-convergence', dates: 3, numbers: true },
    { kind: 'works' },
    {
      kind: 'statistics',
      columns: daily,
      extremes: true,
      curves: true,
      ...of('structuralDeformation', 'surfaceDisplacement', 'crack', 'tilt'),
      ...wide,
    },
    { kind: 'comparison', ...wide },
    { kind: 'alerts', ...wide },
    { kind: 'inspections' },
    { kind: 'conclusions' },
  ],
  vibrationEvent: (t, title) => [
    cover(t, title),
    remarks(t),
    { kind: 'works', title: t('reportTemplates:library.words.events') },
    { kind: 'statistics', columns: ['max', 'mean', 'status'], extremes: true, ...of('vibration'), ...wide },
    { kind: 'charts', perChart: 1, ...of('vibration'), ...wide },
    { kind: 'views', view: 'idm-event', waveform: 'magnitudes', numbers: true },
    { kind: 'views', view: 'idm-event', waveform: 'event' },
    { kind: 'views', view: 'idm-event', waveform: 'spectrum' },
    { kind: 'alerts', ...of('vibration'), ...wide },
    { kind: 'conclusions', ...of('vibration') },
    { kind: 'readings', ...of('vibration') },
  ],
  houseSafety: (t, title) => [
    cover(t, title),
    remarks(t),
    { kind: 'summary' },
    {
      kind: 'statistics',
      columns: periodic,
      curves: true,
      ...of('tilt', 'crack', 'surfaceDisplacement', 'structuralDeformation'),
      ...wide,
    },
    { kind: 'inspections' },
    { kind: 'photos' },
    { kind: 'alerts', ...wide },
    { kind: 'conclusions' },
    { kind: 'method' },
  ],
};

/** The ready templates in the language of whoever begins with one. */
export const libraryEntries = (t: TFunction): Readonly<Record<LibraryKey, LibraryEntry>> =>
  Object.fromEntries(
    libraryKeys.map((key) => {
      const name = t(`reportTemplates:library.${key}.name`);
      const content = () =>
        key === 'product' ? defaultContent : TemplateContent.parse({ blocks: blocksOf[key](t, name) });
      return [
        key,
        {
          key,
          name,
          about: t(`reportTemplates:library.${key}.about`),
          source: t(`reportTemplates:library.${key}.source`),
          content,
        },
      ];
    }),
  ) as Record<LibraryKey, LibraryEntry>;
