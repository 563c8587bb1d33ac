/**
 * Released reports for people without an account: by links that are made by hand, and by those that go out by e-mail when a
 * report is released. Webhooks of the corporation are told too. Invariant: a link opens one released report and nothing else.
 */
import { z } from 'zod';
import { PublicBrand } from '../kernel/brand.ts';
import { languages } from '../kernel/constants.ts';
import { route } from '../kernel/route.ts';
import { done, email, id, instant, name } from '../points/fields.ts';
import { periodTypes, reportFormats } from './period-reports.shapes.ts';

export const reportLinkLimits = { links: 200, recipients: 100, hooks: 20, days: 366, messages: 500 } as const;

export const ReportLink = z
  .object({
    id: z.int(),
    reportId: z.int(),
    recipient: z.string(),
    hasPassword: z.boolean(),
    expiresAt: z.string().nullable(),
    endedAt: z.string().nullable().describe('Since when it opens nothing any more: somebody ended it'),
    byName: z.string(),
    createdAt: z.string(),
    openings: z.int(),
    firstOpenedAt: z.string().nullable(),
    lastOpenedAt: z.string().nullable(),
  })
  .meta({ id: 'ReportLink' });
export type ReportLink = z.output<typeof ReportLink>;

export const ReportRecipient = z
  .object({ id: z.int(), name: z.string(), email: z.string(), language: z.enum(languages) })
  .meta({ id: 'ReportRecipient' });
export type ReportRecipient = z.output<typeof ReportRecipient>;

export const messageStates = ['queued', 'sent', 'failed'] as const;
export const ReportMessage = z
  .object({
    id: z.int(),
    medium: z.enum(['email', 'hook']),
    about: z.enum(['made', 'released']),
    to: z.string().describe('Name and mailbox of a recipient, or the name of a hook'),
    state: z.enum(messageStates),
    attempts: z.int(),
    answer: z.string().describe('What the other side said last'),
    createdAt: z.string(),
    sentAt: z.string().nullable(),
  })
  .meta({ id: 'ReportMessage' });

const distribution = {
  hookIds: z.array(id).max(reportLinkLimits.hooks).describe('Webhooks and chat robots that are told of reports'),
  linkDays: z.int().min(1).max(reportLinkLimits.days).describe('How many days the link in an e-mail opens the report'),
};
export const ReportDistribution = z.object(distribution).meta({ id: 'ReportDistribution' });
export type ReportDistribution = z.output<typeof ReportDistribution>;
export const defaultDistribution: ReportDistribution = { hookIds: [], linkDays: 90 };

export const OpenedReport = z
  .object({
    recipient: z.string(),
    corporation: PublicBrand.describe('Whose report it is'),
    projectName: z.string(),
    language: z.enum(languages),
    type: z.enum(periodTypes),
    firstDay: z.string(),
    lastDay: z.string(),
    timeZone: z.string(),
    version: z.int(),
    releasedAt: z.string(),
    releasedBy: z.string(),
    withdrawnAt: z.string().nullable(),
    replacedAt: z.string().nullable(),
    expiresAt: z.string().nullable(),
    code: z.string(),
    files: z.array(z.object({ format: z.enum(reportFormats), bytes: z.number() })),
  })
  .meta({ id: 'OpenedReport' });
export type OpenedReport = z.output<typeof OpenedReport>;

const one = { projectId: id, reportId: id };
const writes = { within: 'projectId', needs: 'Update:Report', changes: ['reportLink'] } as const;
const reads = { within: 'projectId', needs: 'Update:Report', method: 'GET', shows: ['reportLink'] } as const;
const token = z.string().trim().min(1).max(100);
const password = z.string().max(100);
const byLink = { method: 'POST', needs: 'anyone', background: true } as const;
const wrong = ['notFound', 'reportLinkPassword', 'tooMany'] as const;

export const reportLinks = {
  list: route({
    ...reads,
    evenArchived: true,
    path: '/projects/{projectId}/reports/{reportId}/links',
    summary: 'The links of a released report, when each was opened, and what was sent of it.',
    background: true,
    input: z.object(one),
    reply: z.object({ links: z.array(ReportLink), messages: z.array(ReportMessage) }),
  }),
  create: route({
    ...writes,
    evenArchived: true,
    method: 'POST',
    path: '/projects/{projectId}/reports/{reportId}/links',
    summary: 'Makes a link to a released report for somebody without an account. Its token is in this answer alone.',
    secures: 'secret',
    input: z.object({
      ...one,
      recipient: name(50),
      expiresAt: instant.nullable().default(null),
      password: z.string().min(6, 'reportLinkPasswordLength').max(100).optional(),
    }),
    reply: z.object({ link: ReportLink, token: z.string() }),
    fails: ['reportState', 'limitReached', 'reportLinkEnded'],
    example: { projectId: 1, reportId: 1, recipient: 'Owner of the dam' },
  }),
  end: route({
    ...writes,
    evenArchived: true,
    method: 'DELETE',
    path: '/projects/{projectId}/reports/{reportId}/links/{linkId}',
    summary: 'Ends a link: it opens nothing any more. When it was opened stays on record.',
    secures: 'rights',
    input: z.object({ ...one, linkId: id }),
    reply: done,
  }),
  distribution: route({
    ...reads,
    path: '/projects/{projectId}/report-distribution',
    summary: 'Who is sent the reports of a project when they are released, and which hooks are told of them.',
    input: z.object({ projectId: id }),
    reply: z.object({
      recipients: z.array(ReportRecipient),
      distribution: ReportDistribution,
      hooks: z.array(z.object({ id: z.int(), name: z.string() })).describe('That the corporation has'),
      hasMail: z.boolean().describe('Whether the corporation has a mail server that is switched on'),
    }),
  }),
  setDistribution: route({
    ...writes,
    method: 'PATCH',
    path: '/projects/{projectId}/report-distribution',
    summary: 'Sets which hooks are told of reports, and how long links in e-mails open them.',
    guards: { read: 'distribution', part: 'distribution' },
    input: z.object({ projectId: id, ...z.object(distribution).partial().shape }),
    reply: z.object({ distribution: ReportDistribution }),
  }),
  addRecipient: route({
    ...writes,
    method: 'POST',
    path: '/projects/{projectId}/report-recipients',
    summary: 'Adds somebody who is sent each report of the project when it is released, by a link of their own.',
    input: z.object({ projectId: id, name: name(50), email, language: z.enum(languages) }),
    reply: z.object({ recipient: ReportRecipient }),
    fails: ['nameTaken', 'limitReached'],
    example: { projectId: 1, name: 'Owner', email: 'owner@example.com', language: 'en' },
  }),
  updateRecipient: route({
    ...writes,
    method: 'PATCH',
    path: '/projects/{projectId}/report-recipients/{recipientId}',
    summary: 'Changes a recipient.',
    guards: { read: 'distribution', part: 'recipients', by: { field: 'id', input: 'recipientId' } },
    input: z.object({
      projectId: id,
      recipientId: id,
      name: name(50).optional(),
      email: email.optional(),
      language: z.enum(languages).optional(),
    }),
    reply: z.object({ recipient: ReportRecipient }),
    fails: ['nameTaken'],
  }),
  removeRecipient: route({
    ...writes,
    evenArchived: true,
    method: 'DELETE',
    path: '/projects/{projectId}/report-recipients/{recipientId}',
    summary: 'Removes a recipient. Links that were sent stay as they are.',
    input: z.object({ projectId: id, recipientId: id }),
    reply: done,
  }),
  open: route({
    ...byLink,
    path: '/report-links/open',
    summary: 'The released report that a link opens. Sent as POST so that the token stands in no address.',
    changes: { nothing: 'An opening is counted, which nobody waits for' },
    logged: false,
    ownTransaction: true,
    input: z.object({ token, password: password.optional() }),
    reply: OpenedReport,
    fails: wrong,
    example: { token: 'A'.repeat(43) },
  }),
  file: route({
    ...byLink,
    path: '/report-links/file',
    summary: 'A file of the released report that a link opens.',
    shows: ['report'],
    readOnly: true,
    kind: 'download',
    input: z.object({ token, password: password.optional(), format: z.enum(reportFormats) }),
    reply: z.unknown(),
    fails: wrong,
    example: { token: 'A'.repeat(43), format: 'pdf' },
  }),
};
