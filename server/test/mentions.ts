/**
 * Inputs that name one thing wherever their route can name such a thing: in the path, at the top of the body, and in what lies
 * below. For tests that ask every route about a thing in some state.
 */
import type { Route } from '@plumbline/contract/kernel/route';
import type { JsonSchema } from '../src/kernel/openapi.shape-names.ts';
import type { Declared } from './furnished.ts';
import { type Input, jsonOf } from './route-inputs.ts';

/** Names of the fields that hold the id of a thing, or a list of such ids. */
export const fieldNames = {
  point: /[pP]ointIds?$|^backupNodes$/,
  device: /[dD]eviceIds?$|^collectorId$|^dtuId$/,
} as const;
export type Named = keyof typeof fieldNames;

type Schema = JsonSchema & { readonly properties?: Readonly<Record<string, Schema>>; readonly type?: unknown };

/** Returns whether a route can name such a thing, at any depth of its input. */
export function namesA(named: Named, route: Route): boolean {
  const find = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([key, each]) => {
      const isField = key === 'properties' && Object.keys(each as object).some((name) => fieldNames[named].test(name));
      return isField || find(each);
    });
  return find(jsonOf(route));
}

/** Puts an id in the place of each number in fields that hold such ids; whatever else they hold stays. */
function replace(value: unknown, fields: RegExp, id: number): unknown {
  if (Array.isArray(value)) return value.map((each) => replace(each, fields, id));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      if (!fields.test(key)) return [key, replace(each, fields, id)];
      if (typeof each === 'number') return [key, id];
      return [key, Array.isArray(each) && each.every((one) => typeof one === 'number') ? [id] : each];
    }),
  );
}

/** Parts of an input that hold a point which its example leaves out, by route: of one that takes several kinds of things, one with a point. */
const parts: Readonly<Record<string, (pointId: number) => Input>> = {
  'pushRules.create': (pointId) => ({ selection: { structureIds: [], families: [], pointIds: [pointId] } }),
  'pushRules.update': (pointId) => ({ selection: { structureIds: [], families: [], pointIds: [pointId] } }),
  'structures.setMarks': (pointId) => ({ points: [{ pointId, place: { x: 0.25, y: 0.75 } }] }),
  'drawings.place': (pointId) => ({ places: [{ pointId, place: { x: 0.25, y: 0.75 } }] }),
  'points.create': (pointId) => ({
    name: 'Of others',
    type: 1,
    formulaType: 'CUSTOM_FORMULA',
    customFormula: { temperature: 'a' },
    slaves: [{ pointId, variable: 'a' }],
  }),
  'points.setTc': (temperaturePointId) => ({
    tc: {
      field: 'temperature',
      temperaturePointId,
      temperatureField: 'temperature',
      coefficient: 1,
      reference: 20,
      enabled: true,
    },
  }),
  'thresholds.copyThresholds': (pointId) => ({ to: [pointId] }),
  'batches.batchChartSetting': (pointId) => ({ points: [pointId] }),
  'batches.batchInterval': (pointId) => ({ points: [pointId] }),
  'commands.setPlans': (pointId) => ({ rows: [{ pointId, interval: 600 }], dryRun: false }),
  'modbusServer.set': (pointId) => ({
    map: { enabled: true, networks: [], keepsStale: false, rows: [{ address: 0, pointId, field: 'temperature' }] },
  }),
  'imports.check': (pointId) => ({
    mapping: {
      values: {
        layout: 'wide',
        time: { columns: [0], pattern: 'ymd', timeZone: 'UTC' },
        columns: [{ column: 1, pointId, kind: 'field', name: 'temperature' }],
      },
    },
  }),
  'exports.recordsSize': (withPointId) => ({ kind: 'charts', chart: { analysis: 'relation', withPointId } }),
  'exports.makeRecords': (withPointId) => ({
    kind: 'charts',
    format: 'zip',
    chart: { analysis: 'relation', withPointId },
  }),
  ...byPart(['reportTemplates.create', 'reportTemplates.update', 'reportTemplates.preview'], (pointId) => ({
    content: { blocks: [{ kind: 'statistics', only: { pointIds: [pointId] } }] },
  })),
  ...byPart(['dashboards.create', 'dashboards.update'], (pointId) => ({ panels: [panelOf(pointId)] })),
  'dashboards.panel': (pointId) => ({ panel: panelOf(pointId) }),
  ...byPart(['walls.create', 'walls.update'], (pointId) => ({
    slides: [{ kind: 'points', dwellSeconds: 20, pointIds: [pointId], days: 7 }],
  })),
  ...byPart(['charts.createCustomChart', 'charts.updateCustomChart'], (pointId) => ({
    series: [{ pointId, field: 'temperature' }],
  })),
};
function byPart(titles: readonly string[], part: (pointId: number) => Input) {
  return Object.fromEntries(titles.map((title) => [title, part]));
}
function panelOf(pointId: number) {
  return { id: 'a', kind: 'value', x: 0, y: 0, w: 4, h: 4, pointId };
}

/** The input with the id in each field at its top that can hold one, and below wherever one is. */
export function mention(named: Named, { title, route }: Declared, prepared: Input, id: number): Input {
  const schema = jsonOf(route) as Schema;
  const input = { ...prepared, ...(named === 'point' && parts[title]?.(id)) };
  const added = Object.entries(schema.properties ?? {}).flatMap(([name, { type }]) => {
    if (!fieldNames[named].test(name) || (input[name] ?? null) !== null) return [];
    return [[name, type === 'array' ? [id] : id] as const];
  });
  return replace({ ...input, ...Object.fromEntries(added) }, fieldNames[named], id) as Input;
}

/** Returns whether the id stands anywhere in an input. */
export const holds = (input: Input, id: number): boolean =>
  new RegExp(`(?<![\\d.])${id}(?![\\d.])`).test(JSON.stringify(input));

/** The input with another id wherever this one stands. */
export const withOther = (input: Input, id: number, other: number): Input =>
  JSON.parse(JSON.stringify(input).replaceAll(new RegExp(`(?<![\\d.])${id}(?![\\d.])`, 'g'), String(other)));
