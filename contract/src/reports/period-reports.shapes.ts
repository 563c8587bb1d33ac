import { z } from 'zod';
import { languages } from '../kernel/constants.ts';
import { readyTemplate } from './templates.library-keys.ts';

/**
 * Periods of a report: what the owner of a site reads daily, weekly, monthly. Their days are those of the project's own zone.
 * Those of the calendar come again, and make schedules and defaults.
 */
export const calendarPeriods = ['day', 'week', 'month', 'quarter', 'year'] as const;
export const periodTypes = [...calendarPeriods, 'custom', 'event'] as const;
export type PeriodType = (typeof periodTypes)[number];
export const reportFormats = ['pdf', 'docx', 'xlsx', 'csv', 'ags4'] as const;
/** Formats of a report unless others are chosen. */
export const usualFormats = ['pdf', 'xlsx', 'csv'] as const satisfies (typeof reportFormats)[number][];
export type ReportFormat = (typeof reportFormats)[number];
/** As the specification calls them. Pending = it is being made; Error = it could not be made, and says why. */
export const reportStatuses = ['Pending', 'Done', 'Error'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

export const reportLimits = { points: 2_000, days: 366, retentionDays: 30 } as const;

/** A day of the calendar: `2026-03-29`. */
export const day = z.iso.date();

/** The alert that a report of an event is about, as it was when the report was asked for. */
export const ReportEvent = z
  .object({
    alertId: z.int(),
    at: z.string().describe('When the reading that raised it was measured'),
    over: z.string().nullable().describe('When the readings fell below its level again; null = not yet'),
    point: z.string(),
    structure: z.string(),
    level: z.int(),
  })
  .meta({ id: 'ReportEvent' });
export type ReportEvent = z.output<typeof ReportEvent>;

export const PeriodReport = z
  .object({
    id: z.int(),
    type: z.enum(periodTypes),
    number: z
      .int()
      .nullable()
      .describe(
        'Running number among the reports of its template and kind of period in the project; made again for the same days it keeps its number. null = it was made before reports had numbers',
      ),
    firstDay: day,
    lastDay: day.describe('Last day of its period, as YYYY-MM-DD'),
    from: z.string(),
    to: z.string().describe('The first instant after it'),
    timeZone: z.string().describe('The zone of the project when it was made: its days are days there'),
    formats: z.array(z.enum(reportFormats)),
    language: z.enum(languages),
    fields: z.enum(['main', 'all']),
    status: z.enum(reportStatuses),
    error: z.string().nullable().describe('A name of the error catalogue, where its status is Error'),
    errorDetail: z.unknown(),
    template: z
      .object({ name: z.string(), version: z.int().nullable() })
      .nullable()
      .describe('What it was made with, as it was called then; null = the content of the product'),
    library: readyTemplate.nullable().describe('The ready template that it was made with as it is; else null'),
    event: ReportEvent.nullable().describe('Of a report of an event; else null'),
    scheduled: z.boolean().describe('Made by a schedule that is still there, in the name of whoever set it up'),
    byName: z.string(),
    createdAt: z.string(),
    finishedAt: z.string().nullable(),
    expiresAt: z.string().nullable().describe('30 days later it is deleted; null = it is released, and kept for ever'),
    points: z.int().nullable().describe('How many points are in it; null = it is not made yet'),
    files: z.array(z.object({ format: z.enum(reportFormats), bytes: z.number() })),
    taskId: z.int().nullable(),
  })
  .meta({ id: 'PeriodReport' });
export type PeriodReport = z.output<typeof PeriodReport>;
