/** What Grafana asks of a JSON data source (simpod-json-datasource, protocol of its 0.6): metrics, their choices, series, filters. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, instant } from '../points/fields.ts';
import { quantities } from '../readings/readings.shapes.ts';

/** Limits of one answer. */
export const grafanaLimits = {
  bodyBytes: 256 * 1024,
  /** Of a question that needs next to nothing. */
  smallBodyBytes: 16 * 1024,
  targets: 20,
  /** Points of one target. */
  points: 50,
  /** Choices that a list of an editor offers. */
  options: 1_000,
  /** Values of a series, where the panel says nothing, and at most. A curve is at least fifty columns of five values. */
  dataPoints: 1_000,
  maxDataPoints: 10_000,
  filters: 20,
} as const;

/** Asked by a program of others, which sends more than is read here: fields that are not named are passed over. */
const question = {
  method: 'POST',
  shows: { nothing: 'For other programs' },
  needs: 'Retrieve:Data',
  kind: 'document',
  readOnly: true,
  bodyLimit: grafanaLimits.bodyBytes,
  reply: z.unknown(),
} as const;

const metric = z
  .string()
  .regex(/^project-[1-9]\d{0,8}$/)
  .describe('project-1: the points of a project');
/** Grafana sends a choice of several as a list, of one as a text, and an empty one as an empty text. */
const pointChoice = z.preprocess(
  (value) => (Array.isArray(value) ? value : value === '' || value === undefined ? [] : [value]),
  z.array(id).max(grafanaLimits.points),
);
const emptyIsNone = (value: unknown) => (value === '' ? undefined : value);
export const GrafanaPayload = z.looseObject({
  structure: z.preprocess(emptyIsNone, id.optional()).describe('A structure with its items, or an item'),
  point: pointChoice.describe('Ids of the points that are drawn'),
  field: z.preprocess(emptyIsNone, z.string().max(16).optional()).describe('The first field of each point unless told'),
  quantity: z.preprocess(emptyIsNone, z.enum(quantities).default('value')).describe('Value, change or change per day'),
});
export type GrafanaPayload = z.output<typeof GrafanaPayload>;
const noChoice = { point: [] };

export const grafana = {
  test: route({
    method: 'GET',
    path: '/grafana',
    summary: 'JSON data source of Grafana: whether it is there, and lets the token in.',
    shows: { nothing: 'For other programs' },
    needs: 'Retrieve:Data',
    kind: 'document',
    input: z.object({}),
    reply: z.unknown(),
  }),
  metrics: route({
    ...question,
    bodyLimit: grafanaLimits.smallBodyBytes,
    path: '/grafana/metrics',
    summary: 'JSON data source of Grafana: the projects, each with what is chosen in it.',
    input: z.looseObject({}),
  }),
  payloadOptions: route({
    ...question,
    path: '/grafana/metric-payload-options',
    summary: 'JSON data source of Grafana: structures, points or fields to choose from.',
    input: z.looseObject({
      metric,
      name: z.enum(['structure', 'point', 'field']).describe('The choice that is opened'),
      payload: GrafanaPayload.prefault(noChoice).describe('Choices made before'),
    }),
    fails: ['notFound'],
    example: { metric: 'project-1', name: 'point' },
  }),
  query: route({
    ...question,
    path: '/grafana/query',
    summary: 'JSON data source of Grafana: series of points, thinned as their chart is.',
    dear: true,
    input: z.looseObject({
      range: z
        .looseObject({ from: instant.describe('Begin, in it'), to: instant.describe('End, in it') })
        .describe('The time that the panel shows'),
      maxDataPoints: z
        .number()
        .min(1)
        .max(1_000_000)
        .default(grafanaLimits.dataPoints)
        .describe('Values that the panel can draw of a series'),
      targets: z
        .array(
          z.looseObject({
            target: metric,
            refId: z.string().max(20).default('').describe('Letter of the query in its panel'),
            hide: z.boolean().default(false).describe('True = not drawn'),
            payload: GrafanaPayload.prefault(noChoice).describe('The choices of the editor'),
          }),
        )
        .max(grafanaLimits.targets)
        .describe('The queries of the panel'),
      adhocFilters: z
        .array(
          z.looseObject({
            key: z.enum(['structure', 'family']).describe('By what is filtered'),
            operator: z.enum(['=', '!=']).describe('Whether it is that, or anything else'),
            value: z.string().max(200).describe('Name of a structure, code of a family'),
          }),
        )
        .max(grafanaLimits.filters)
        .default([])
        .describe('Filters of the dashboard; a series passes all of them'),
    }),
    fails: ['notFound', 'startAfterEnd', 'spanExceeded'],
    example: { range: { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }, targets: [] },
  }),
  tagKeys: route({
    ...question,
    bodyLimit: grafanaLimits.smallBodyBytes,
    path: '/grafana/tag-keys',
    summary: 'JSON data source of Grafana: by what series can be filtered.',
    input: z.looseObject({}),
  }),
  tagValues: route({
    ...question,
    path: '/grafana/tag-values',
    summary: 'JSON data source of Grafana: what a filter can be compared with.',
    input: z.looseObject({ key: z.enum(['structure', 'family']).describe('Whose values are listed') }),
    example: { key: 'family' },
  }),
};
