import { z } from 'zod';
import { pastPresets } from '../kernel/constants.ts';
import { id, instant, latitude, longitude } from './fields.ts';

/*
 * The settings tabs of a point. Each schema is the whole tab, `...Shape` its fields one by one: a PATCH takes any of
 * them, and what is then there is judged as a whole.
 */

const limit = z.number().min(-1e15).max(1e15);
const above0 = z.number().positive().max(1e15);
const pair = { suspect: above0.nullish(), fail: above0.nullish() };

/** Quality tests of one field, as science/quality judges them; what is left out is not tested. */
const FieldTests = z.object({
  range: z
    .object({
      failMin: limit.nullish(),
      failMax: limit.nullish(),
      suspectMin: limit.nullish(),
      suspectMax: limit.nullish(),
    })
    .optional(),
  spike: z.object({ window: z.int().min(3).max(25), ...pair, confirm: z.int().min(2).max(10) }).optional(),
  rate: z.object({ per: z.enum(['hour', 'day']), ...pair }).optional(),
  flat: z
    .object({
      tolerance: z.number().min(0).max(1e15),
      suspectCount: z.int().min(2).max(10_000).nullish(),
      failCount: z.int().min(2).max(10_000).nullish(),
    })
    .optional(),
});
export const Quality = z
  .object({
    fields: z.record(z.string().max(17), FieldTests).describe('By field; `x*` = every node'),
    gap: z.object({ factor: z.number().gt(1).max(1000) }).nullable(),
    clock: z.object({ aheadSeconds: z.number().min(0).max(31_536_000), backward: z.boolean() }).nullable(),
  })
  .meta({ id: 'Quality' });

export const filterKinds = ['movingAverage', 'movingMedian', 'hampel', 'threeSigma'] as const;
/** A filter over a field's curve. Kept and checked; the processed curve comes with data processing. */
const Filter = z.object({
  field: z.string().max(17),
  kind: z.enum(filterKinds),
  window: z.int().min(3).max(201).describe('Readings'),
  centred: z.boolean(),
  factor: z.number().min(0.5).max(10).nullable().describe('hampel and threeSigma: how many deviations; null = 3'),
});

export const processingShape = { quality: Quality, filters: z.array(Filter).max(20) };
export const Processing = z.object(processingShape).meta({ id: 'Processing' });
export type Processing = z.output<typeof Processing>;

const Axis = z
  .object({ min: limit.nullable(), max: limit.nullable(), reversed: z.boolean() })
  .refine(({ min, max }) => min === null || max === null || min < max, { path: ['max'], message: 'axisOrder' });
export const measures = ['value', 'cumulative', 'rate'] as const;
export const chartConfigShape = {
  fields: z.array(z.string().max(16)).max(20).describe('Shown from the start; empty = the main field'),
  measure: z.enum(measures),
  spanSeconds: z.int().refine((span) => pastPresets.some(({ seconds }) => seconds === span), 'choose'),
  axes: z.record(z.string().max(16), Axis).describe('By field; a field without one finds its own'),
  showThresholds: z.boolean(),
  showAlerts: z.boolean(),
  breakAtGaps: z.boolean(),
  step: z.boolean().describe('A step from reading to reading in place of a line'),
  lineWidth: z.number().min(0.5).max(6),
};
export const ChartConfig = z.object(chartConfigShape).meta({ id: 'ChartConfig' });
export type ChartConfig = z.output<typeof ChartConfig>;
export const defaultChartConfig: ChartConfig = {
  fields: [],
  measure: 'value',
  spanSeconds: 30 * 86_400,
  axes: {},
  showThresholds: true,
  showAlerts: true,
  breakAtGaps: true,
  step: false,
  lineWidth: 1.5,
};

const stationName = z.string().trim().min(1, 'required').max(32);
const shift = z.number().min(-1e8).max(1e8);
const rotation = z.number().min(-648_000).max(648_000).describe('Seconds of arc');
const scale = z.number().min(-1e5).max(1e5).describe('ppm');
/** The tab "GNSS resolve config" (specification 3). Kept and checked; resolution comes with its own issue. */
export const gnssShape = {
  taskName: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_-]{1,32}$/, 'taskName'),
  baseStation: stationName,
  sites: z
    .array(stationName)
    .min(1, 'required')
    .max(50)
    .refine((list) => new Set(list).size === list.length, 'sitesRepeat'),
  resolveMode: z.enum(['static', 'dynamic']),
  filterPeriodHours: z.number().min(0).max(168),
  samplingSeconds: z.number().min(0.05).max(3600),
  taskIntervalMinutes: z.int().min(1).max(10_080),
  frequencyMode: z.enum(['single', 'multi']),
  satelliteSystem: z.enum(['all', 'BeiDou']),
  base: z.object({ latitude, longitude, heightM: z.number().min(-1000).max(10_000) }).nullable(),
  transform: z.enum(['none', 'fourParameter', 'sevenParameter']),
  fourParameters: z.object({ dx: shift, dy: shift, rotation, scale }).nullable(),
  sevenParameters: z
    .object({ dx: shift, dy: shift, dz: shift, rx: rotation, ry: rotation, rz: rotation, scale })
    .nullable(),
  rtcmStartAt: instant.nullable().describe('Not after now'),
};
export const GnssConfig = z
  .object(gnssShape)
  .check(({ value, issues }) => {
    for (const [transform, field] of [
      ['fourParameter', 'fourParameters'],
      ['sevenParameter', 'sevenParameters'],
    ] as const)
      if (value.transform === transform && value[field] === null)
        issues.push({ code: 'custom', message: 'required', input: value[field], path: [field] });
    if (value.sites.includes(value.baseStation))
      issues.push({ code: 'custom', message: 'baseIsSite', input: value.baseStation, path: ['baseStation'] });
  })
  .meta({ id: 'GnssConfig' });
export type GnssConfig = z.output<typeof GnssConfig>;
export const defaultGnssConfig: Omit<GnssConfig, 'taskName' | 'baseStation' | 'sites'> = {
  resolveMode: 'static',
  filterPeriodHours: 6,
  samplingSeconds: 15,
  taskIntervalMinutes: 60,
  frequencyMode: 'multi',
  satelliteSystem: 'all',
  base: null,
  transform: 'none',
  fourParameters: null,
  sevenParameters: null,
  rtcmStartAt: null,
};

/** Temperature compensation of a field: value - coefficient * (temperature - reference), where values are read. */
export const tcShape = {
  field: z.string().max(16),
  temperaturePointId: id
    .nullable()
    .default(null)
    .describe('null = the point measures it itself; another point is refused: a composite computes with two points'),
  temperatureField: z.string().max(16),
  coefficient: limit.describe('Unit of the field per °C'),
  reference: z.number().min(-100).max(200).describe('°C'),
  enabled: z.boolean(),
};
export const TemperatureCompensation = z.object(tcShape).meta({ id: 'TemperatureCompensation' });
export type TemperatureCompensation = z.output<typeof TemperatureCompensation>;

/** Settings that are stored and checked while nothing acts on them: no screen shows them (tools/test/settings-read.test.ts). */
export const inactiveSettings = ['filters', 'gnss', 'timedPhotographing'] as const;

/** Settings of one view of a point: its own options, and those that every chart has. */
export const ChartSetting = z
  .object({
    ...z.object(chartConfigShape).partial().shape,
    options: z
      .record(z.string().max(32), z.union([z.number(), z.string().max(200), z.boolean(), z.null()]))
      .refine((options) => Object.keys(options).length <= 50, 'tooMany')
      .optional(),
  })
  .meta({ id: 'ChartSetting' });
export type ChartSetting = z.output<typeof ChartSetting>;

export const PointSettings = z
  .object({
    processing: Processing,
    chart: ChartConfig,
    gnss: GnssConfig.nullable(),
    tc: TemperatureCompensation.nullable(),
    inactive: z
      .array(z.enum(inactiveSettings))
      .describe('Settings of a point that are stored and that nothing acts on'),
  })
  .meta({ id: 'PointSettings' });
export type PointSettings = z.output<typeof PointSettings>;
