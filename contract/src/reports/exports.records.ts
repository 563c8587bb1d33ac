/** Exports of what is no reading: pictures of curves, alerts, devices, points, thresholds, structures and the operation log of a project. */
import { z } from 'zod';
import { languages } from '../kernel/constants.ts';
import type { Permission } from '../kernel/permissions.ts';
import { id, instant } from '../points/fields.ts';
import { type ViewName, viewNames, views } from '../views/views.ts';
import { ViewOptions } from './templates.views.ts';

export const recordKinds = ['alerts', 'devices', 'points', 'thresholds', 'structures', 'operations', 'charts'] as const;
export type RecordKind = (typeof recordKinds)[number];
export const exportKinds = ['readings', ...recordKinds] as const;
export type ExportKind = (typeof exportKinds)[number];
export const recordFormats = ['xlsx', 'csv', 'zip'] as const;
/** Pictures of one file at most. */
export const maxCharts = 500;

/** Views that are drawings: tables are exported as readings, and photos need another permission. */
export const chartViews = viewNames.filter((name) => views[name].chart !== 'table' && views[name].chart !== 'gallery');
export const pictureFormats = ['png', 'svg'] as const;

/** Permission that one needs at a project to make, see and download files of a kind: what shows the same on a screen. */
export const exportNeeds: Readonly<Record<ExportKind, Permission>> = {
  readings: 'Retrieve:Data',
  alerts: 'Retrieve:Alert',
  devices: 'Retrieve:Device',
  points: 'Retrieve:MeasuringPoint',
  thresholds: 'Retrieve:MeasuringPoint',
  structures: 'Retrieve:Structure',
  operations: 'Update:Corporation',
  charts: 'Retrieve:Data',
};
/** Kinds that are of a span of time; the others are as they are when the file is made. */
export const spannedKinds: readonly ExportKind[] = ['readings', 'alerts', 'operations', 'charts'];

export const RecordsRequest = z
  .object({
    projectId: id,
    kind: z.enum(recordKinds),
    from: instant
      .optional()
      .describe('alerts: by when they were measured; operations: by when they were done; charts: 30 days unless given'),
    to: instant.optional(),
    structureId: id.optional().describe('alerts, points, charts: of this structure or item alone'),
    format: z.enum(recordFormats).describe('charts: zip, pictures with a list; the others xlsx or csv'),
    chart: ViewOptions.extend({ view: z.enum(chartViews as [ViewName, ...ViewName[]]).default('time-value') })
      .optional()
      .describe('charts: the view of every point that has it; the curve over time unless given'),
    picture: z.enum(pictureFormats).default('png').describe('charts: as what they are drawn'),
    language: z.enum(languages).default('en').describe('Of headings and words'),
  })
  .refine(({ kind, format }) => (kind === 'charts') === (format === 'zip'), {
    path: ['format'],
    message: 'notTogether',
  });
export type RecordsRequest = z.output<typeof RecordsRequest>;
