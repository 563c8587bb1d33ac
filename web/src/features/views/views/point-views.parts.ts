import type { CurveViewName, ViewName } from '@plumbline/contract/views/views';
import { type ComponentType, lazy } from 'react';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';

type Load = () => Promise<{ readonly default: ComponentType<PointViewProps> }>;
const tables = () => import('../tables/tables.parts.tsx');
const reports = () => import('../reports/reports.parts.tsx');
const masters = () => import('../masters/masters.parts.tsx');
const profiles = () => import('../profiles/profiles.parts.tsx');
const tracks = () => import('../tracks/tracks.parts.tsx');
const line: Load = async () => ({ default: (await masters()).LineView });
const lineTable: Load = async () => ({ default: (await tables()).LineTableView });
const lineReport: Load = async () => ({ default: (await reports()).LineReportView });
const section: Load = async () => ({ default: (await profiles()).SectionView });

/** The views beside the curve over time. A view that is missing here does not compile. */
const loads: Readonly<Record<Exclude<ViewName, CurveViewName>, Load>> = {
  'adm-profile': async () => ({ default: (await profiles()).ProfileView }),
  'adm-settlement': async () => ({ default: (await profiles()).LineView }),
  'adm-panel-deflection': async () => ({ default: (await profiles()).PanelView }),
  'adm-circular': section,
  'circular-segment': section,
  'hsl-settlement': line,
  'master-adm-settlement': line,
  'master-angle-settlement': line,
  'station-convergence': async () => ({ default: (await masters()).ConvergenceView }),
  'station-chord': async () => ({ default: (await masters()).ChordView }),
  'station-offset': async () => ({ default: (await masters()).OffsetView }),
  'station-settlement': line,
  'adm-northeast': async () => ({ default: (await tracks()).NorthEastView }),
  'adm-3d': async () => ({ default: (await tracks()).ShapeView }),
  'adm-artificial-compare': async () => ({
    default: (await import('../probe-runs/probe-runs.parts.tsx')).CompareView,
  }),
  'sdmpro-track': async () => ({ default: (await tracks()).TrackView }),
  'tdm-map': async () => ({ default: (await tracks()).VectorsView }),
  'weather-station-chart': async () => ({ default: (await import('../weather/weather.parts.tsx')).WeatherView }),
  analysis: async () => ({ default: (await import('../analysis/analysis.parts.tsx')).AnalysisView }),
  'adm-data': async () => ({ default: (await tables()).ChainTableView }),
  'hsl-settlement-data': lineTable,
  'master-adm-data': lineTable,
  'master-angle-data': lineTable,
  'station-data': async () => ({ default: (await tables()).StationTableView }),
  'dt-data': async () => ({ default: (await tables()).ReadingsView }),
  'adm-report': async () => ({ default: (await reports()).ChainReportView }),
  'hsl-settlement-report': lineReport,
  'master-adm-report': lineReport,
  'station-report': async () => ({ default: (await reports()).StationReportView }),
  'artificial-report': async () => ({ default: (await reports()).ReadingsReportView }),
  'image-list': async () => ({ default: (await import('../../points/photos/photos.parts.tsx')).PhotosView }),
  'idm-event': async () => ({ default: (await import('../waveforms/waveforms.parts.tsx')).WaveformsView }),
};

/** The files of all views. */
export const viewParts: readonly (() => Promise<unknown>)[] = Object.values(loads);

/** Fetches the files of a view before it is drawn. What cannot be fetched now is asked for, and said, when it is opened. */
export const fetchView = (name: keyof typeof loads): void => void loads[name]().catch(() => undefined);

/** By the name of the view, each loaded when it is opened. */
export const pointViews: ReadonlyMap<string, ComponentType<PointViewProps>> = new Map(
  Object.entries(loads).map(([name, load]) => [name, lazy(load)]),
);
