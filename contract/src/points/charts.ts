import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { type FamilyCode, familyCodes } from './families.ts';
import { done, id, name } from './fields.ts';
import { measures } from './points.settings.ts';

/** A quantity that a project computes from the fields of a family, by a formula of our own language. */
const characteristic = {
  name: name(32),
  family: z.enum(familyCodes as [FamilyCode, ...FamilyCode[]]),
  formula: z.string().trim().min(1).max(2000).describe("Over the keys of the family's fields, such as `level - depth`"),
  unit: z.string().trim().max(16).default(''),
  precision: z.int().min(0).max(6).default(3),
};
export const Characteristic = z.object({ id: z.int(), ...characteristic }).meta({ id: 'Characteristic' });
export type Characteristic = z.output<typeof Characteristic>;

const bound = z.number().min(-1e15).max(1e15).nullable();
const ChartAxis = z
  .object({ label: z.string().trim().max(32).default(''), min: bound.default(null), max: bound.default(null) })
  .refine(({ min, max }) => min === null || max === null || min < max, { path: ['max'], message: 'axisOrder' });
const Series = z.object({
  pointId: id,
  field: z.string().max(16),
  measure: z.enum(measures).default('value'),
  axis: z.enum(['left', 'right']).default('left'),
  label: z.string().trim().max(50).default(''),
});
const customChart = {
  name: name(32),
  series: z
    .array(Series)
    .min(1)
    .max(50)
    .refine(
      (list) => new Set(list.map((each) => `${each.pointId} ${each.field} ${each.measure}`)).size === list.length,
      'seriesRepeat',
    ),
  left: ChartAxis.prefault({}),
  right: ChartAxis.prefault({}),
  spanSeconds: z
    .int()
    .min(600)
    .max(366 * 86_400)
    .default(7 * 86_400),
};
/** A chart of several points and fields, made by people and kept in the project. */
export const CustomChart = z
  .object({
    id: z.int(),
    ...customChart,
    series: z.array(Series).describe('Those of points that are there; empty once all of them are deleted'),
    createdBy: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'CustomChart' });
export type CustomChart = z.output<typeof CustomChart>;

/** Facts of a point that drawing its series needs. */
export const ChartPoint = z
  .object({
    id: z.int(),
    structureId: z.int(),
    name: z.string(),
    family: z.enum(familyCodes as [FamilyCode, ...FamilyCode[]]),
    nodeCount: z.int(),
    intervalSeconds: z.int(),
    countsFrom: z.record(z.string(), z.number()).describe('As of a point'),
    deprecated: z.boolean(),
  })
  .meta({ id: 'ChartPoint' });
export type ChartPoint = z.output<typeof ChartPoint>;

const reads = { needs: 'Retrieve:MeasuringPoint', within: 'projectId', method: 'GET' } as const;
const writes = { needs: 'Update:MeasuringPoint', within: 'projectId' } as const;
const aChart = { projectId: 1, name: 'Dam and air', series: [{ pointId: 1, field: 'temperature' }] };
const aCharacteristic = {
  projectId: 1,
  name: 'Warmth',
  family: 'temperature' as const,
  formula: 'temperature + 273.15',
  unit: 'K',
};

/** Charts that people put together, and quantities computed from several points. */
export const charts = {
  customCharts: route({
    ...reads,
    path: '/projects/{projectId}/custom-charts',
    aliases: [{ path: '/custom-charts' }],
    summary: 'The custom charts of a project, by name.',
    shows: ['chart'],
    input: z.object({ projectId: id }),
    reply: z.object({ customCharts: z.array(CustomChart) }),
  }),
  customChart: route({
    ...reads,
    path: '/projects/{projectId}/custom-charts/{customChartId}',
    aliases: [{ path: '/custom-charts/{customChartId}', row: 'customChartId' }],
    summary: 'Returns one custom chart with its points. Deleted points are left out.',
    shows: ['chart', 'point'],
    input: z.object({ projectId: id, customChartId: id }),
    reply: z.object({ customChart: CustomChart, points: z.array(ChartPoint) }),
  }),
  createCustomChart: route({
    ...writes,
    method: 'POST',
    path: '/projects/{projectId}/custom-charts',
    aliases: [{ path: '/custom-charts' }],
    summary: 'Creates a chart of several points and fields.',
    changes: ['chart'],
    input: z.object({ projectId: id, ...customChart }),
    reply: z.object({ customChart: CustomChart }),
    fails: ['nameTaken', 'badInput'],
    example: aChart,
  }),
  updateCustomChart: route({
    ...writes,
    method: 'PUT',
    path: '/projects/{projectId}/custom-charts/{customChartId}',
    aliases: [
      { path: '/custom-charts/{customChartId}', row: 'customChartId' },
      { method: 'PATCH', path: '/custom-charts/{customChartId}', row: 'customChartId' },
    ],
    summary: 'Replaces a custom chart.',
    changes: ['chart'],
    guards: { read: 'customChart', part: 'customChart' },
    input: z.object({ projectId: id, customChartId: id, ...customChart }),
    reply: z.object({ customChart: CustomChart }),
    fails: ['nameTaken', 'badInput'],
    example: { ...aChart, customChartId: 1 },
  }),
  removeCustomChart: route({
    ...writes,
    method: 'DELETE',
    path: '/projects/{projectId}/custom-charts/{customChartId}',
    aliases: [{ path: '/custom-charts/{customChartId}', row: 'customChartId' }],
    summary: 'Deletes a custom chart.',
    changes: ['chart'],
    input: z.object({ projectId: id, customChartId: id }),
    reply: done,
  }),
  characteristics: route({
    ...reads,
    path: '/projects/{projectId}/characteristics',
    summary: 'The custom characteristics of a project, by name.',
    shows: ['characteristic'],
    input: z.object({ projectId: id }),
    reply: z.object({ characteristics: z.array(Characteristic) }),
  }),
  createCharacteristic: route({
    ...writes,
    method: 'POST',
    path: '/projects/{projectId}/characteristics',
    summary: 'Adds a quantity that is computed from the fields of a family.',
    changes: ['characteristic'],
    input: z.object({ projectId: id, ...characteristic }),
    reply: z.object({ characteristic: Characteristic }),
    fails: ['nameTaken', 'formulaIllegal'],
    example: aCharacteristic,
  }),
  updateCharacteristic: route({
    ...writes,
    method: 'PUT',
    path: '/projects/{projectId}/characteristics/{characteristicId}',
    summary: 'Replaces a characteristic.',
    changes: ['characteristic'],
    guards: { read: 'characteristics', part: 'characteristics', by: { field: 'id', input: 'characteristicId' } },
    input: z.object({ projectId: id, characteristicId: id, ...characteristic }),
    reply: z.object({ characteristic: Characteristic }),
    fails: ['nameTaken', 'formulaIllegal'],
    example: { ...aCharacteristic, characteristicId: 1 },
  }),
  removeCharacteristic: route({
    ...writes,
    method: 'DELETE',
    path: '/projects/{projectId}/characteristics/{characteristicId}',
    summary: 'Deletes a characteristic.',
    changes: ['characteristic'],
    input: z.object({ projectId: id, characteristicId: id }),
    reply: done,
  }),
  characteristicValues: route({
    ...reads,
    path: '/projects/{projectId}/characteristics/{characteristicId}/values',
    summary:
      'A characteristic calculated on the latest reading of every point of its family; null = it cannot be calculated.',
    shows: ['characteristic', 'state', 'reading'],
    input: z.object({ projectId: id, characteristicId: id }),
    reply: z.object({
      values: z.array(
        z.object({ pointId: z.int(), name: z.string(), at: z.string().nullable(), value: z.number().nullable() }),
      ),
    }),
  }),
};
