import type { ViewName } from '@plumbline/contract/views';
import { type ComponentType, lazy } from 'react';
import type { PointViewProps } from '../readings/view-props.parts.ts';

const tables = () => import('../tables/tables.parts.tsx');
const reports = () => import('../reports/reports.parts.tsx');
const LineReport = lazy(async () => ({ default: (await reports()).LineReportView }));
const LineTable = lazy(async () => ({ default: (await tables()).LineTableView }));
const LineView = lazy(async () => ({ default: (await import('../masters/masters.parts.tsx')).LineView }));

/** The views beside the curve over time, each loaded when it is opened. A view that is missing here does not compile. */
export const pointViews: Readonly<Record<Exclude<ViewName, 'time-value'>, ComponentType<PointViewProps>>> = {
  'adm-profile': lazy(async () => ({ default: (await import('../profiles/profiles.parts.tsx')).ProfileView })),
  'adm-settlement': lazy(async () => ({ default: (await import('../profiles/profiles.parts.tsx')).LineView })),
  'adm-panel-deflection': lazy(async () => ({ default: (await import('../profiles/profiles.parts.tsx')).PanelView })),
  'adm-circular': lazy(async () => ({ default: (await import('../profiles/profiles.parts.tsx')).SectionView })),
  'circular-segment': lazy(async () => ({ default: (await import('../profiles/profiles.parts.tsx')).SectionView })),
  'hsl-settlement': LineView,
  'master-adm-settlement': LineView,
  'master-angle-settlement': LineView,
  'station-convergence': lazy(async () => ({
    default: (await import('../masters/masters.parts.tsx')).ConvergenceView,
  })),
  'station-chord': lazy(async () => ({ default: (await import('../masters/masters.parts.tsx')).ChordView })),
  'station-offset': lazy(async () => ({ default: (await import('../masters/masters.parts.tsx')).OffsetView })),
  'station-settlement': LineView,
  'adm-northeast': lazy(async () => ({ default: (await import('../tracks/tracks.parts.tsx')).NorthEastView })),
  'adm-3d': lazy(async () => ({ default: (await import('../tracks/tracks.parts.tsx')).ShapeView })),
  'adm-artificial-compare': lazy(async () => ({
    default: (await import('../probe-runs/probe-runs.parts.tsx')).CompareView,
  })),
  'sdmpro-track': lazy(async () => ({ default: (await import('../tracks/tracks.parts.tsx')).TrackView })),
  'tdm-map': lazy(async () => ({ default: (await import('../tracks/tracks.parts.tsx')).VectorsView })),
  'weather-station-chart': lazy(async () => ({ default: (await import('../weather/weather.parts.tsx')).WeatherView })),
  analysis: lazy(async () => ({ default: (await import('../analysis/analysis.parts.tsx')).AnalysisView })),
  'adm-data': lazy(async () => ({ default: (await tables()).ChainTableView })),
  'hsl-settlement-data': LineTable,
  'master-adm-data': LineTable,
  'master-angle-data': LineTable,
  'station-data': lazy(async () => ({ default: (await tables()).StationTableView })),
  'dt-data': lazy(async () => ({ default: (await tables()).ReadingsView })),
  'adm-report': lazy(async () => ({ default: (await reports()).ChainReportView })),
  'hsl-settlement-report': LineReport,
  'master-adm-report': LineReport,
  'station-report': lazy(async () => ({ default: (await reports()).StationReportView })),
  'artificial-report': lazy(async () => ({ default: (await reports()).ReadingsReportView })),
  'image-list': lazy(async () => ({ default: (await import('../photos/photos.parts.tsx')).PhotosView })),
  'idm-event': lazy(async () => ({ default: (await import('../waveforms/waveforms.parts.tsx')).WaveformsView })),
};
