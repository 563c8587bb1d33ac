/** Tools of points: what one is, how a field of it moved, and several of them beside each other. */
import { devices } from '@plumbline/contract/devices/devices';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { mcpLimits } from '@plumbline/contract/overview/mcp';
import { type Field, fieldsOf } from '@plumbline/contract/points/families';
import { id, instant } from '@plumbline/contract/points/fields';
import { points, type Threshold } from '@plumbline/contract/points/points';
import { type Point, pointTypes } from '@plumbline/contract/points/points.point';
import { quantities, readings } from '@plumbline/contract/readings/readings';
import { projects } from '@plumbline/contract/site/projects';
import { structures } from '@plumbline/contract/site/structures';
import { z } from 'zod';
import { fieldName } from '../../alerts/alerts/alerts.reasons.api.ts';
import { type Facts, sourceOf } from './logic/answer.ts';
import { statusFacts } from './logic/states.ts';
import { type Read, tool } from './logic/tools.ts';

const field = z
  .string()
  .min(1)
  .max(16)
  .optional()
  .describe('Key of a field, as describe_point lists them; the main field unless told');
const span = {
  from: instant.describe('ISO 8601 with its zone: 2026-03-01T00:00:00+08:00'),
  to: instant.describe('A reading at this very time is in it'),
};
const quantity = z
  .enum(quantities)
  .default('value')
  .describe('value; cumulative = change since the initial value; rate = change per day');

export const pointTools = [
  tool({
    name: 'describe_point',
    title: 'A measuring point',
    description:
      'What a point measures and where, its device, its limits, and the state of its data. Read this before its curve.',
    needs: ['Retrieve:MeasuringPoint'],
    input: z.strictObject({ pointId: id }),
    async answer(read, { pointId }) {
      const { measuringPoint: point, thresholds } = await read(points.get, { pointId });
      const { projectId, structureId } = point;
      const sources = [
        sourceOf(points.get, { pointId }),
        sourceOf(projects.get, { projectId }),
        sourceOf(structures.get, { structureId }),
      ];
      const project = await unlessRefused(read(projects.get, { projectId }));
      const structure = await unlessRefused(read(structures.get, { structureId }));
      const all = fieldsOf(point.family, point.nodeCount);
      const { deviceGroup } = point;
      const device = deviceGroup && (await deviceFacts(read, deviceGroup.measuringDevice.id));
      if (device) sources.push(sourceOf(devices.get, { deviceId: deviceGroup.measuringDevice.id }));
      return {
        facts: {
          pointId,
          name: point.name,
          kind: pointTypes[point.type] ?? null,
          family: point.family,
          place: {
            projectId,
            project: project?.project.name ?? null,
            structureId,
            structure: structure?.structure.name ?? null,
            timeZone: project?.project.timeZone ?? null,
            coordinates: point.coordinates && `${point.coordinates.longitude}, ${point.coordinates.latitude}`,
            depthM: point.depthM,
          },
          collectIntervalSeconds: point.intervalSeconds,
          archivedAt: point.archivedAt,
          deprecatedAt: point.deprecatedAt,
          data: statusFacts(point.status),
          latest: latestFacts(point, all),
          mainField: point.mainField,
          fields: all.slice(0, mcpLimits.fields).map((each) => fieldFacts(point, each)),
          fieldsInAll: all.length,
          limits: thresholds.map(limitFacts),
          fedBy: { ...feedFacts(point), ...device },
        },
        sources,
      };
    },
  }),
  tool({
    name: 'read_curve',
    title: 'Curve of a point',
    description:
      'One field of a point over a span, as its chart draws it: every reading while there are few, else every minimum and maximum. null = no good value then; nothing is filled in.',
    needs: ['Retrieve:Data'],
    input: z.strictObject({
      pointId: id,
      field,
      quantity,
      ...span,
      maxValues: z.int().min(mcpLimits.values).max(mcpLimits.maxValues).default(mcpLimits.values),
    }),
    async answer(read, { pointId, field, quantity, from, to, maxValues }) {
      const place = await placeOf(read, pointId);
      const input = {
        pointIds: [pointId],
        fields: [field ?? place.mainField],
        quantity,
        from,
        to,
        width: Math.floor(maxValues / valuesOfColumn),
      };
      const [series] = (await read(readings.query, input)).series;
      if (!series) throw new Failure('badInput', [{ path: 'field', message: 'required' }]);
      const values = series.times.map((at, i) => ({ at: iso(at), value: series.values[i] ?? null }));
      return {
        facts: {
          pointId,
          name: place.name,
          field: series.field,
          quantity: series.quantity,
          unit: series.unit,
          changeCountsFrom: quantity === 'cumulative' ? (place.countsFrom[series.field] ?? null) : null,
          timesAre: 'UTC',
          timeZoneOfProject: place.timeZone,
          corrected: series.corrected,
          readingsInSpan: series.total,
          thinned: series.thinned,
          noData: series.total === 0,
          failedOrSuspect: series.flaggedTotal,
          values,
        },
        sources: [sourceOf(readings.query, input)],
      };
    },
  }),
  tool({
    name: 'compare_points',
    title: 'Points compared',
    description: 'Last, extremes, mean, change and completeness of one field of several points over the same span.',
    needs: ['Retrieve:Data'],
    input: z.strictObject({
      pointIds: z
        .array(id)
        .min(2)
        .max(mcpLimits.comparedPoints)
        .refine((list) => new Set(list).size === list.length, 'addressRepeat'),
      field,
      quantity: z.enum(['value', 'cumulative']).default('value'),
      ...span,
    }),
    async answer(read, { pointIds, field, quantity, from, to }) {
      const rows: Facts[] = [];
      const sources = [];
      // At most ten, and each is the figure of a route: one after the other, so that one request is one connection.
      for (const pointId of pointIds) {
        const place = await placeOf(read, pointId);
        const input = { pointId, field: field ?? place.mainField, quantity, from, to };
        const { statistics } = await read(readings.statistics, input);
        rows.push({ pointId, name: place.name, ...figuresOf(statistics), noData: statistics.count === 0 });
        sources.push(sourceOf(readings.statistics, input));
      }
      const units = new Set(rows.map(({ unit }) => unit));
      const facts = { quantity, from, to, timesAre: 'UTC', sameUnit: units.size === 1, points: rows };
      return { facts, sources };
    },
  }),
];

/** The figures of a comparison, of those that the statistics of a point have. */
const figuresOf = (of: OutputOf<typeof readings.statistics.reply>['statistics']): Facts => ({
  field: of.field,
  unit: of.unit,
  count: of.count,
  last: of.last,
  lastAt: of.lastAt,
  max: of.max,
  maxAt: of.maxAt,
  min: of.min,
  minAt: of.minAt,
  mean: of.mean,
  change: of.change,
  ratePerDay: of.ratePerDay,
  missing: of.missing,
  failed: of.failed,
});

/** Values that a column of a curve may have: first, least, most, last, and one gap. */
const valuesOfColumn = 5;
const iso = (ms: number) => new Date(ms).toISOString();

/** What a caller may not see is left out of an answer about what it may; anything else that goes wrong stays an error. */
async function unlessRefused<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: unknown) => {
    if (error instanceof Failure && (error.name === 'notAllowed' || error.name === 'notFound')) return null;
    throw error;
  });
}

/** What a curve is labelled with. */
async function placeOf(read: Read, pointId: number) {
  const { measuringPoint } = await read(points.get, { pointId });
  const project = await unlessRefused(read(projects.get, { projectId: measuringPoint.projectId }));
  const { name, mainField, countsFrom } = measuringPoint;
  return { name, mainField, countsFrom, timeZone: project?.project.timeZone ?? null };
}

const fieldFacts = ({ family, countsFrom }: Point, { key, unit, precision }: Field): Facts => ({
  key,
  name: fieldName(family, key, 'en'),
  unit,
  decimals: precision,
  changeCountsFrom: countsFrom[key] ?? null,
});

const limitFacts = ({ field, kind, method, levels, enabled }: Threshold): Facts => ({
  field,
  kind,
  method,
  enabled,
  blue: levels[0] ?? null,
  yellow: levels[1] ?? null,
  orange: levels[2] ?? null,
  red: levels[3] ?? null,
});

const feedFacts = ({ deviceGroup }: Point): Facts =>
  deviceGroup
    ? {
        device: deviceGroup.measuringDevice.name,
        sncode: deviceGroup.sncode,
        channel: deviceGroup.channel,
        since: deviceGroup.since,
      }
    : { device: null, meaning: 'no device feeds it' };

function latestFacts({ latest, mainField }: Point, all: readonly Field[]): Facts {
  if (latest === null) return { meaning: 'no data: never read' };
  const place = all.findIndex(({ key }) => key === mainField);
  return {
    measuredAt: latest.at,
    receivedAt: latest.receivedAt,
    field: mainField,
    value: latest.values[place] ?? null,
    unit: all[place]?.unit ?? null,
  };
}

const connectionWords = {
  notConnected: 'offline',
  unknown: 'not known whether it is connected',
  connecting: 'connecting',
  connected: 'online',
} as const;

/** Link of the device that feeds a point; null where the caller may not see devices. */
async function deviceFacts(read: Read, deviceId: number): Promise<Facts | null> {
  const answer = await unlessRefused(read(devices.get, { deviceId }));
  if (!answer) return null;
  const { connection, lastSeenAt, health, battery } = answer.device;
  return { connection: connectionWords[connection], lastSeenAt, health, batteryPercent: battery };
}
