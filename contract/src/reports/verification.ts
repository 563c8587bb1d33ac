/**
 * What anybody learns of a released report by its code, without an account: whether a file is one of it, whether its readings
 * are still those that it was made of, and nothing but what its project shows.
 */
import { z } from 'zod';
import { PublicBrand } from '../kernel/brand.ts';
import { languages } from '../kernel/constants.ts';
import { route } from '../kernel/route.ts';
import { periodTypes } from './period-reports.shapes.ts';

/** As it stands on the cover; small letters and missing hyphens are taken too. */
const code = z.string().trim().min(1).max(40);
/** A code as it is stored: `7K3M-...`, whatever somebody typed between its letters. */
export const plainCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/(.{4})(?=.)/g, '$1-');

export const VerifiedReport = z
  .object({
    code: z.string(),
    corporation: PublicBrand.describe('Whose report it is'),
    projectName: z.string(),
    language: z.enum(languages).describe('Of the report'),
    type: z.enum(periodTypes),
    firstDay: z.string(),
    lastDay: z.string(),
    timeZone: z.string(),
    version: z.int(),
    releasedAt: z.string(),
    releasedBy: z.string().nullable().describe('null = the project does not show it'),
    withdrawnAt: z.string().nullable(),
    replacedAt: z.string().nullable().describe('Since when there is a newer version'),
    number: z.int().describe('Its place in the chain of the project'),
    hash: z.string(),
    intact: z.boolean().describe('Whether its seal still is what it was'),
    files: z.array(z.object({ format: z.string(), bytes: z.number(), sha256: z.string() })),
  })
  .meta({ id: 'VerifiedReport' });
export type VerifiedReport = z.output<typeof VerifiedReport>;

export const VerifiedReadings = z
  .object({
    at: z.string().describe('When they were compared'),
    unchanged: z.boolean(),
    fields: z.int().describe('Fields of points that the report holds'),
    changed: z.int().describe('Of these, with other readings than then: corrected, deleted, imported or late'),
    points: z
      .array(z.string())
      .nullable()
      .describe('Names of points with changed readings, the first 100; null = the project does not show them'),
  })
  .meta({ id: 'VerifiedReadings' });
export type VerifiedReadings = z.output<typeof VerifiedReadings>;

const byCode = { needs: 'anyone', method: 'POST', readOnly: true, background: true } as const;
const example = { code: '2222-2222-2222-2222-2222' };

export const reportVerification = {
  open: route({
    ...byCode,
    path: '/verify/open',
    summary: 'A released report by the code on its cover. Sent as POST so that the code stands in no log.',
    shows: ['report', 'project'],
    input: z.object({ code }),
    reply: VerifiedReport,
    fails: ['notFound', 'tooMany'],
    example,
  }),
  readings: route({
    ...byCode,
    path: '/verify/readings',
    summary: 'Compares the readings of a released report with those of today.',
    shows: ['report', 'reading', 'correction'],
    input: z.object({ code }),
    reply: VerifiedReadings,
    fails: ['notFound', 'tooMany'],
    example,
  }),
};
