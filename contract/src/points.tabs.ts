import { z } from 'zod';
import { id } from './fields.ts';
import {
  ChartConfig,
  ChartSetting,
  chartConfigShape,
  GnssConfig,
  gnssShape,
  OfflineConfig,
  offlineShape,
  PointSettings,
  PointTasks,
  Processing,
  pointTasksShape,
  processingShape,
  TemperatureCompensation,
} from './points.settings.ts';
import { pointViews } from './points.views.ts';
import { route } from './route.ts';

const chart = z.enum(pointViews);
const inside = { needs: 'Update:MeasuringPoint', within: 'pointId' } as const;

export const settingRoutes = {
  settings: route({
    method: 'GET',
    path: '/measuring-points/{pointId}/settings',
    says: 'The settings tabs of a point: data processing, chart, GNSS, offline, tasks, temperature compensation.',
    needs: 'Retrieve:MeasuringPoint',
    within: 'pointId',
    input: z.object({ pointId: id }),
    reply: z.object({ settings: PointSettings }),
  }),
  setProcessing: route({
    ...inside,
    method: 'PATCH',
    path: '/measuring-points/{pointId}/processing',
    says: 'Which quality tests readings pass on arrival, and which filters are kept for the field.',
    input: z.object({ pointId: id, ...z.object(processingShape).partial().shape }),
    reply: z.object({ processing: Processing }),
    example: { pointId: 1, filters: [] },
  }),
  setChartConfig: route({
    ...inside,
    method: 'PATCH',
    path: '/measuring-points/{pointId}/chart-config',
    says: 'How the charts of a point begin.',
    input: z.object({ pointId: id, ...z.object(chartConfigShape).partial().shape }),
    reply: z.object({ chart: ChartConfig }),
    example: { pointId: 1, measure: 'cumulative' },
  }),
  setGnss: route({
    ...inside,
    method: 'PATCH',
    path: '/measuring-points/{pointId}/gnss-resolve-config',
    says: 'How the GNSS observations of a point are to be resolved. The first time asks for task name, base station and sites.',
    input: z.object({ pointId: id, ...z.object(gnssShape).partial().shape }),
    reply: z.object({ gnss: GnssConfig }),
    fails: ['badInput'],
    example: { pointId: 1, taskName: 'dam_north-1', baseStation: 'BASE', sites: ['G1'] },
  }),
  setOffline: route({
    ...inside,
    method: 'PATCH',
    path: '/measuring-points/{pointId}/offline-config',
    says: 'When a silent point counts as offline.',
    input: z.object({ pointId: id, ...z.object(offlineShape).partial().shape }),
    reply: z.object({ offline: OfflineConfig }),
    example: { pointId: 1, afterMinutes: 120 },
  }),
  setTasks: route({
    ...inside,
    method: 'PATCH',
    path: '/measuring-points/{pointId}/tasks',
    says: 'What people are to do at a point, and how often.',
    input: z.object({ pointId: id, ...pointTasksShape }),
    reply: z.object({ tasks: PointTasks }),
    example: { pointId: 1, tasks: [] },
  }),
  setTc: route({
    ...inside,
    method: 'PUT',
    path: '/measuring-points/{pointId}/tc',
    says: 'The temperature compensation of a point; null takes it away.',
    input: z.object({ pointId: id, tc: TemperatureCompensation.nullable() }),
    reply: z.object({ tc: TemperatureCompensation.nullable() }),
    fails: ['badInput'],
    example: { pointId: 1, tc: null },
  }),
  chartSettings: route({
    method: 'GET',
    path: '/measuring-points/{pointId}/chart-settings',
    says: 'What the views of a point remember, by view.',
    needs: 'Retrieve:MeasuringPoint',
    within: 'pointId',
    input: z.object({ pointId: id }),
    reply: z.object({ chartSettings: z.array(z.object({ chart, setting: ChartSetting })) }),
  }),
  setChartSetting: route({
    ...inside,
    method: 'PUT',
    path: '/measuring-points/{pointId}/chart-settings/{chart}',
    says: 'What one view of a point remembers; an empty setting forgets it.',
    input: z.object({ pointId: id, chart, setting: ChartSetting }),
    reply: z.object({ setting: ChartSetting }),
    example: { pointId: 1, chart: 'adm-profile', setting: { showThresholds: false } },
  }),
};
