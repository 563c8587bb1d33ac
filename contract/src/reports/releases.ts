/**
 * What becomes of a made report: people read it, comment, write its conclusions, approve it, release it. Released, it is
 * sealed: its files and its text stay as they are, and it is kept for ever.
 */
import { z } from 'zod';
import { roleTypes } from '../kernel/permissions.ts';
import { route } from '../kernel/route.ts';
import { id, paging } from '../points/fields.ts';
import { PeriodReport } from './period-reports.shapes.ts';

export const reviewStates = ['draft', 'inReview', 'approved', 'released', 'withdrawn'] as const;
export type ReviewState = (typeof reviewStates)[number];
/** Parts of a report that a comment can be about; a page of the PDF may be named beside it. */
export const reportSections = [
  'cover',
  'conclusions',
  'summary',
  'measurements',
  'alerts',
  'devices',
  'method',
] as const;
export const reviewLimits = {
  conclusions: 20_000,
  comment: 2_000,
  reason: 500,
  comments: 500,
  revisions: 200,
  approvers: 50,
  /** Numbers that a new version names as changed; how many there are is said beside them. */
  changes: 200,
} as const;

const by = z.object({ name: z.string(), at: z.string() });
export const changedFigures = [
  'first',
  'last',
  'min',
  'max',
  'mean',
  'change',
  'cumulative',
  'ratePerDay',
  'count',
] as const;

/** Differences of a version from the one that it replaces. */
export const ReportChanges = z
  .object({
    total: z.int().describe('Fields of points that have other figures, are new, or are there no more'),
    lines: z
      .array(
        z.object({
          pointId: z.int(),
          structure: z.string(),
          point: z.string(),
          field: z.string(),
          unit: z.string(),
          kind: z.enum(['changed', 'added', 'removed']),
          figures: z.array(
            z.object({
              figure: z.enum(changedFigures),
              before: z.number().nullable(),
              after: z.number().nullable(),
            }),
          ),
        }),
      )
      .describe('The first 200'),
  })
  .meta({ id: 'ReportChanges' });
export type ReportChanges = z.output<typeof ReportChanges>;

export const ReportReview = z
  .object({
    reportId: z.int(),
    state: z.enum(reviewStates),
    version: z.int().describe('Of the reports of its period that take the place of each other, from 1'),
    edition: z.int().describe('How often its files were written: when it was made, and anew at steps of its review'),
    replacesId: z.int().nullable().describe('The released report that this one takes the place of'),
    replacedById: z.int().nullable().describe('The released report that has taken its place'),
    conclusions: z.string(),
    revision: z.int().describe('How often the conclusions were written'),
    conclusionsBy: by.nullable(),
    writing: z.boolean().describe('Its files are being written anew'),
    submitted: by.nullable(),
    approved: by.nullable(),
    released: by.nullable(),
    withdrawn: by.extend({ reason: z.string() }).nullable(),
    code: z.string().nullable().describe('By which anybody verifies it; null = it is not released'),
    sealNumber: z.int().nullable().describe('Its place in the chain of the project'),
    changes: ReportChanges.nullable().describe('null = it takes the place of none'),
  })
  .meta({ id: 'ReportReview' });
export type ReportReview = z.output<typeof ReportReview>;

const share = z.number().min(0).max(1);
export const ReportComment = z
  .object({
    id: z.int(),
    parentId: z.int().nullable(),
    section: z.enum(reportSections),
    page: z.int().nullable(),
    place: z
      .object({ x: share, y: share })
      .nullable()
      .describe('On its page, in shares of its width and height; null = about the page or section as a whole'),
    reportId: z.int().describe('The report that it is about: this one, or one that this one takes the place of'),
    version: z.int().describe('Of that report'),
    edition: z.int().describe('Of the files that its author looked at: pages may have been written anew since'),
    text: z.string(),
    byId: z.int().nullable(),
    byName: z.string(),
    at: z.string(),
    resolved: by.nullable().describe('Of the comment that begins a thread'),
  })
  .meta({ id: 'ReportComment' });
export type ReportComment = z.output<typeof ReportComment>;

const settings = {
  roles: z
    .array(z.enum(roleTypes))
    .max(roleTypes.length)
    .describe('Project roles whose holders approve; administrators count as Owner, account managers as Manager'),
  memberIds: z.array(id).max(reviewLimits.approvers).describe('People who approve besides'),
  makerMayApprove: z.boolean().describe('Whether whoever made a report may approve it'),
  showsReleasedBy: z.boolean().describe('Whether the verification page says who released it'),
  showsPoints: z.boolean().describe('Whether the verification page names the points whose readings have changed'),
};
export const ReportApproval = z.object(settings).meta({ id: 'ReportApproval' });
export type ReportApproval = z.output<typeof ReportApproval>;
export const defaultApproval: ReportApproval = {
  roles: ['Owner', 'Manager'],
  memberIds: [],
  makerMayApprove: false,
  showsReleasedBy: true,
  showsPoints: false,
};

const one = { projectId: id, reportId: id };
const path = '/projects/{projectId}/reports/{reportId}/review' as const;
const within = { within: 'projectId', evenArchived: true } as const;
const writes = { ...within, needs: 'Update:Report', changes: ['report'] } as const;
const reply = z.object({ review: ReportReview });
const reason = z.string().trim().min(1, 'required').max(reviewLimits.reason);
const wrongState = ['reportNotDone', 'reportState'] as const;

export const reportReleases = {
  get: route({
    ...within,
    method: 'GET',
    path,
    summary: 'How far the review of a report is, its conclusions, and what the caller may do next.',
    shows: ['report', 'member', 'role'],
    needs: 'Retrieve:Report',
    background: true,
    input: z.object(one),
    reply: z.object({
      report: PeriodReport,
      review: ReportReview,
      mayApprove: z.boolean(),
      whyNot: z.enum(['reportApprover', 'reportOwnApproval']).nullable(),
    }),
  }),
  comments: route({
    ...within,
    method: 'GET',
    path: `${path}/comments`,
    summary: 'What people wrote about a report and about the versions that it takes the place of, oldest first.',
    shows: ['report'],
    needs: 'Retrieve:Report',
    background: true,
    input: z.object(one),
    reply: z.object({ comments: z.array(ReportComment) }),
  }),
  pages: route({
    ...within,
    method: 'GET',
    path: `${path}/pages`,
    summary: 'The PDF of a report as it is now, to be read where it is reviewed.',
    shows: ['report'],
    needs: 'Retrieve:Report',
    kind: 'download',
    background: true,
    input: z.object(one),
    reply: z.unknown(),
    fails: ['reportNotDone'],
  }),
  revisions: route({
    ...within,
    method: 'GET',
    path: `${path}/revisions`,
    summary: 'The conclusions of a report as they were, newest first.',
    shows: ['report'],
    needs: 'Retrieve:Report',
    input: z.object(one),
    reply: z.object({
      revisions: z.array(z.object({ revision: z.int(), text: z.string(), byName: z.string(), at: z.string() })),
    }),
    fails: ['reportNotDone'],
  }),
  setConclusions: route({
    ...writes,
    method: 'PATCH',
    path,
    summary: 'Writes the conclusions of a report that is a draft or in review. What was written before is kept.',
    guards: { read: 'get', part: 'review' },
    input: z.object({ ...one, conclusions: z.string().trim().max(reviewLimits.conclusions) }),
    reply,
    fails: [...wrongState, 'limitReached'],
  }),
  submit: route({
    ...writes,
    method: 'POST',
    path: `${path}/submit`,
    summary: 'Hands a draft over to whoever approves. Its files are written anew, with its conclusions.',
    changes: ['report', 'task'],
    input: z.object(one),
    reply,
    fails: [...wrongState, 'reportWriting'],
  }),
  sendBack: route({
    ...writes,
    method: 'POST',
    path: `${path}/send-back`,
    summary: 'Makes a report that is in review or approved a draft again, and says why.',
    input: z.object({ ...one, reason }),
    reply,
    fails: [...wrongState, 'reportWriting', 'limitReached'],
  }),
  approve: route({
    ...writes,
    method: 'POST',
    path: `${path}/approve`,
    summary:
      'Approves a report that is in review. For whom the project names; its maker cannot unless the project says so.',
    guards: { read: 'get', part: 'review' },
    input: z.object(one),
    reply,
    fails: [...wrongState, 'reportWriting', 'reportApprover', 'reportOwnApproval'],
  }),
  release: route({
    ...writes,
    method: 'POST',
    path: `${path}/release`,
    summary:
      'Releases an approved report in the background: its files are written for the last time, signed, and sealed into the chain of the project.',
    changes: ['report', 'task'],
    input: z.object(one),
    reply,
    fails: [...wrongState, 'reportWriting'],
  }),
  withdraw: route({
    ...writes,
    method: 'POST',
    path: `${path}/withdraw`,
    summary:
      'Withdraws a released report, and says why. It stays, and whoever verifies it reads that it was withdrawn.',
    input: z.object({ ...one, reason }),
    reply,
    fails: wrongState,
  }),
  newVersion: route({
    ...writes,
    method: 'POST',
    path: `${path}/versions`,
    summary:
      'Makes the report of the same period anew, to take the place of one that was released. Once it is there it says what has changed.',
    needs: 'Create:Report',
    changes: ['report', 'task'],
    input: z.object(one),
    reply: z.object({ report: PeriodReport }),
    fails: wrongState,
  }),
  addComment: route({
    ...writes,
    method: 'POST',
    path: `${path}/comments`,
    summary: 'Writes a comment to a section of a report, or an answer to one.',
    input: z
      .object({
        ...one,
        parentId: id.nullable().default(null),
        section: z.enum(reportSections).default('measurements').describe('An answer is about what its thread is about'),
        page: z.int().min(1).max(10_000).nullable().default(null),
        place: z.object({ x: share, y: share }).nullable().default(null).describe('On that page'),
        edition: z.int().min(1).optional().describe('Of the files that were looked at; absent = as they are now'),
        text: z.string().trim().min(1, 'required').max(reviewLimits.comment),
      })
      .refine(({ page, place }) => place === null || page !== null, { path: ['page'], message: 'required' }),
    reply: z.object({ comment: ReportComment }),
    fails: [...wrongState, 'limitReached'],
  }),
  resolveComment: route({
    ...writes,
    method: 'PATCH',
    path: `${path}/comments/{commentId}`,
    summary: 'Says that a thread is resolved, or opens it again.',
    guards: { read: 'comments', part: 'comments', by: { field: 'id', input: 'commentId' } },
    input: z.object({ ...one, commentId: id, resolved: z.boolean() }),
    reply: z.object({ comment: ReportComment }),
    fails: wrongState,
  }),
  states: route({
    ...within,
    method: 'POST',
    path: '/projects/{projectId}/report-states',
    summary: 'How far the review of each of these reports is.',
    shows: ['report'],
    needs: 'Retrieve:Report',
    readOnly: true,
    background: true,
    input: z.object({ projectId: id, reportIds: z.array(id).max(200) }),
    reply: z.object({
      states: z.array(
        z.object({ reportId: z.int(), state: z.enum(reviewStates), version: z.int(), openComments: z.int() }),
      ),
    }),
  }),
  released: route({
    ...within,
    method: 'GET',
    path: '/projects/{projectId}/released-reports',
    summary: 'The released reports of a project in the order of its chain, newest first, with their seals.',
    shows: ['report'],
    needs: 'Retrieve:Report',
    background: true,
    input: z.object({ projectId: id, ...paging }),
    reply: z.object({
      released: z.array(
        z.object({
          report: PeriodReport,
          state: z.enum(reviewStates),
          version: z.int(),
          releasedBy: z.string(),
          releasedAt: z.string(),
          code: z.string(),
          number: z.int(),
          hash: z.string().describe('SHA-256, hexadecimal'),
        }),
      ),
      total: z.int(),
    }),
  }),
  approval: route({
    ...within,
    method: 'GET',
    path: '/projects/{projectId}/report-approval',
    summary: 'Who may approve reports of a project, and what the verification page says.',
    shows: ['report', 'project'],
    needs: 'Retrieve:Report',
    input: z.object({ projectId: id }),
    reply: z.object({ approval: ReportApproval }),
  }),
  setApproval: route({
    within: 'projectId',
    method: 'PATCH',
    path: '/projects/{projectId}/report-approval',
    summary: 'Sets who may approve reports of a project, and what the verification page says.',
    needs: 'Update:Project',
    changes: ['report'],
    guards: { read: 'approval', part: 'approval' },
    input: z.object({ projectId: id, ...z.object(settings).partial().shape }),
    reply: z.object({ approval: ReportApproval }),
  }),
  verifyChain: route({
    ...within,
    method: 'POST',
    path: '/projects/{projectId}/report-chain/verify',
    summary:
      'Walks the chain of released reports, for some seconds: whether each seal is what it was, follows the one before it, and whether each file still has its hash. `next` says where to go on.',
    shows: ['report'],
    needs: 'Retrieve:Report',
    readOnly: true,
    input: z.object({
      projectId: id,
      after: z
        .int()
        .min(0)
        .max(2_147_483_647)
        .default(0)
        .describe('The seal that was looked at last; 0 = from the beginning'),
    }),
    reply: z.object({
      holds: z.boolean(),
      seals: z.int(),
      files: z.int(),
      faults: z.array(
        z.object({
          number: z.int(),
          reportId: z.int().nullable(),
          fault: z.enum(['seal', 'order', 'file', 'fileMissing', 'text']),
          format: z.string().nullable(),
        }),
      ),
      next: z.int().nullable().describe('Give it as `after` to go on; null = the end was reached'),
      end: z.string().nullable().describe('Hash of the last seal: kept elsewhere, it proves what was there then'),
    }),
    fails: ['tooMany'],
  }),
};
