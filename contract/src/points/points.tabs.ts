import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { historyTags } from '../kernel/tags.ts';
import { id } from './fields.ts';
import { reason } from './points.point.ts';
import {
  ChartConfig,
  ChartSetting,
  chartConfigShape,
  GnssConfig,
  gnssShape,
  PointSettings,
  Processing,
  processingShape,
  TemperatureCompensation,
} from './points.settings.ts';
import { pointViews } from './points.views.ts';

const chart = z.enum(pointViews);
const inside = { needs: 'Update:MeasuringPoint', within: 'pointId' } as const;

export const settingRoutes = {
  settings: route({
    method: 'GET',
    path: '/measuring-points/{pointId}/settings',
    summary: 'The settings tabs of a point: data processing, chart, GNSS, temperature compensation.',
    shows: ['pointSettings', 'point'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'pointId',
    input: z.object({ pointId: id }),
    reply: z.object({ settings: PointSettings }),
  }),
  setProcessing: route({
    ...inside,
    method: 'PATCH',
    path: '/measuring-points/{pointId}/processing',
    flag: 'activeDataProcess',
    summary:
      'Sets the quality tests that are applied to readings on arrival. Filters are stored for other programs: nothing in Plumbline reads them.',
    changes: ['pointSettings', 'point'],
    guards: { read: 'settings', part: 'settings.processing' },
    input: z.object({ pointId: id, ...z.object(processingShape).partial().shape }),
    reply: z.object({ processing: Processing }),
    example: { pointId: 1, filters: [] },
  }),
  setChartConfig: route({
    ...inside,
    method: 'PATCH',
    path: '/measuring-points/{pointId}/chart-config',
    summary: 'Sets the chart defaults of a point.',
    changes: ['pointSettings'],
    guards: { read: 'settings', part: 'settings.chart' },
    input: z.object({ pointId: id, ...z.object(chartConfigShape).partial().shape }),
    reply: z.object({ chart: ChartConfig }),
    example: { pointId: 1, measure: 'cumulative' },
  }),
  setGnss: route({
    ...inside,
    method: 'PATCH',
    path: '/measuring-points/{pointId}/gnss-resolve-config',
    summary:
      'Sets how the GNSS observations of a point are processed. The first time requires task name, base station and sites. Stored for other programs: nothing in Plumbline reads it.',
    changes: ['pointSettings'],
    guards: { read: 'settings', part: 'settings.gnss' },
    input: z.object({ pointId: id, ...z.object(gnssShape).partial().shape }),
    reply: z.object({ gnss: GnssConfig }),
    fails: ['badInput'],
    example: { pointId: 1, taskName: 'dam_north-1', baseStation: 'BASE', sites: ['G1'] },
  }),
  tc: route({
    method: 'GET',
    path: '/measuring-points/{pointId}/tc',
    summary: 'The temperature compensation of a point; null = none.',
    shows: ['pointSettings'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'pointId',
    input: z.object({ pointId: id }),
    reply: z.object({ tc: TemperatureCompensation.nullable() }),
  }),
  setTc: route({
    ...inside,
    method: 'PUT',
    path: '/measuring-points/{pointId}/tc',
    summary:
      'Sets the temperature compensation of a point; null removes it. From then on it counts wherever values are shown, judged or exported, for all of history; stored values stay, and `raw` shows them.',
    changes: ['pointSettings', ...historyTags],
    guards: { read: 'settings', part: 'settings.tc' },
    input: z.object({
      pointId: id,
      // What is called compensated and is not would look safe.
      tc: TemperatureCompensation.refine(({ enabled, coefficient }) => !enabled || coefficient !== 0, {
        path: ['coefficient'],
        message: 'coefficientZero',
      }).nullable(),
      reason,
    }),
    reply: z.object({ tc: TemperatureCompensation.nullable() }),
    fails: ['badInput'],
    example: { pointId: 1, tc: null },
  }),
  chartSettings: route({
    method: 'GET',
    path: '/measuring-points/{pointId}/chart-settings',
    summary: 'Returns the saved settings of the views of a point, by view.',
    shows: ['chart'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'pointId',
    input: z.object({ pointId: id }),
    reply: z.object({ chartSettings: z.array(z.object({ chart, setting: ChartSetting })) }),
  }),
  chartSetting: route({
    method: 'GET',
    path: '/measuring-points/{pointId}/chart-settings/{chart}',
    summary: 'Returns the saved settings of one view of a point, empty if there are none.',
    shows: ['chart'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'pointId',
    input: z.object({ pointId: id, chart }),
    reply: z.object({ setting: ChartSetting }),
    example: { pointId: 1, chart: 'adm-profile' },
  }),
  setChartSetting: route({
    ...inside,
    method: 'PUT',
    path: '/measuring-points/{pointId}/chart-settings/{chart}',
    summary: 'Saves the settings of one view of a point; empty settings delete them.',
    changes: ['chart'],
    input: z.object({ pointId: id, chart, setting: ChartSetting }),
    reply: z.object({ setting: ChartSetting }),
    example: { pointId: 1, chart: 'adm-profile', setting: { showThresholds: false } },
  }),
};
