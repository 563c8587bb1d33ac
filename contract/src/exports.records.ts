/** Exports of what is no reading: alerts, devices, points, thresholds, structures and the operation log of a project. */
import { z } from 'zod';
import { languages } from './constants.ts';
import { id, instant } from './fields.ts';
import type { Permission } from './permissions.ts';

export const recordKinds = ['alerts', 'devices', 'points', 'thresholds', 'structures', 'operations'] as const;
export type RecordKind = (typeof recordKinds)[number];
export const exportKinds = ['readings', ...recordKinds] as const;
export type ExportKind = (typeof exportKinds)[number];
export const recordFormats = ['xlsx', 'csv'] as const;

/** What one must hold at a project to make, see and download files of a kind: what shows the same on a screen. */
export const exportNeeds: Readonly<Record<ExportKind, Permission>> = {
  readings: 'Retrieve:Data',
  alerts: 'Retrieve:Alert',
  devices: 'Retrieve:Device',
  points: 'Retrieve:MeasuringPoint',
  thresholds: 'Retrieve:MeasuringPoint',
  structures: 'Retrieve:Structure',
  operations: 'Update:Corporation',
};
/** Kinds that are of a span of time; the others are as they are when the file is made. */
export const spannedKinds: readonly ExportKind[] = ['readings', 'alerts', 'operations'];

export const RecordsRequest = z.object({
  projectId: id,
  kind: z.enum(recordKinds),
  from: instant.optional().describe('alerts: by when they were measured; operations: by when they were done'),
  to: instant.optional(),
  structureId: id.optional().describe('alerts, points: of this structure or item alone'),
  format: z.enum(recordFormats),
  language: z.enum(languages).default('en').describe('Of headings and words'),
});
export type RecordsRequest = z.output<typeof RecordsRequest>;
