/** Inspections: rounds made on site by a plan, what they answered, what they found, and the report of a day. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, instant, paging, pictureFile } from './fields.ts';
import { Defect, defectRoutes } from './inspections.defects.ts';
import { marks, photoLimits, RoundPhoto } from './inspections.photos.ts';
import { planRoutes } from './inspections.plans.ts';
import { Question, RoundAnswer } from './inspections.questions.ts';

/** Rounds in the report of one day. */
export const maxReported = 100;

const row = {
  id: z.int(),
  planId: z.int(),
  planName: z.string(),
  where: z.string(),
  templateName: z.string(),
  templateVersion: z.int(),
  revision: z.int().describe('1 = as it was made; a correction is the next one'),
  reason: z.string().describe('Why it corrects the one before; empty = it is the first'),
  isReplaced: z.boolean().describe('A finished correction stands for it'),
  state: z.enum(['open', 'finished']),
  dueAt: z.string(),
  startedBy: z.string(),
  startedAt: z.string(),
  finishedBy: z.string().nullable(),
  finishedAt: z.string().nullable(),
  faults: z.int().nullable().describe('Answers that say something is wrong, counted when it was finished'),
  outOfLimits: z.int().nullable(),
};
export const RoundRow = z.object(row).meta({ id: 'InspectionRoundRow' });
export type RoundRow = z.output<typeof RoundRow>;

export const Round = z
  .object({
    ...row,
    questions: z.array(Question),
    answers: z.record(z.string(), RoundAnswer),
    photos: z.array(RoundPhoto),
    isCopied: z.boolean().describe('It was filled from the last round'),
    openCorrectionId: z.int().nullable().describe('A correction of it that is not finished yet'),
  })
  .meta({ id: 'InspectionRound' });
export type Round = z.output<typeof Round>;

export const logKinds = [
  'started',
  'copied',
  'finished',
  'correctionStarted',
  'corrected',
  'overdue',
  'defectRaised',
  'defectChanged',
] as const;
export const LogEntry = z
  .object({
    id: z.int(),
    at: z.string(),
    kind: z.enum(logKinds),
    planId: z.int(),
    planName: z.string(),
    roundId: z.int().nullable(),
    defectId: z.int().nullable(),
    byName: z.string().nullable().describe('null = nobody: the clock'),
    detail: z.string(),
  })
  .meta({ id: 'InspectionLogEntry' });
export type LogEntry = z.output<typeof LogEntry>;

const one = { projectId: id, roundId: id };
const onePhoto = { ...one, photoId: id };
const reading = { method: 'GET', shows: ['inspection'], needs: 'Retrieve:Data', within: 'projectId' } as const;
const writing = { changes: ['inspection'], needs: 'Update:Data', within: 'projectId' } as const;

export const inspections = {
  ...planRoutes,
  list: route({
    ...reading,
    path: '/projects/{projectId}/inspections',
    aliases: [{ path: '/inspections' }],
    summary: 'The rounds of a project, those that were due last first.',
    input: z.object({
      projectId: id,
      planId: z.coerce.number<number>().pipe(id).optional(),
      state: z.enum(['open', 'finished']).optional(),
      ...paging,
    }),
    reply: z.object({ rounds: z.array(RoundRow), total: z.int() }),
  }),
  start: route({
    ...writing,
    method: 'POST',
    path: '/projects/{projectId}/inspections',
    aliases: [{ path: '/inspections' }],
    summary: 'Begins the round of a plan that is due. Where somebody has begun it already, that round is given.',
    needs: 'Create:Data',
    input: z.object({
      projectId: id,
      planId: id,
      dueAt: instant
        .optional()
        .describe(
          'Of a round that was begun without a network: the date of the plan that it is of, at most 31 days back',
        ),
      madeAt: instant.optional().describe('When it was begun on site, where that was before this request'),
    }),
    reply: z.object({ round: Round, isNew: z.boolean() }),
    fails: ['inspectionNotYetTime', 'inspectionPlanOff', 'inspectionDateUnknown', 'inspectionFinished'],
  }),
  logs: route({
    ...reading,
    path: '/projects/{projectId}/inspections/logs',
    aliases: [{ path: '/inspections/logs' }],
    summary: 'What was done and missed, the newest first.',
    input: z.object({ projectId: id, from: instant.optional(), to: instant.optional(), ...paging }),
    reply: z.object({ entries: z.array(LogEntry), total: z.int() }),
  }),
  report: route({
    ...reading,
    path: '/projects/{projectId}/inspection-reports/{date}',
    aliases: [{ path: '/projects/{projectId}/inspections/report/{date}' }],
    summary: 'The rounds that were finished on a day of the project, what was missed, and the defects that changed.',
    input: z.object({ projectId: id, date: z.iso.date() }),
    reply: z.object({
      date: z.string(),
      rounds: z.array(Round).describe('In force: of a round that was corrected, the correction'),
      total: z.int().describe('Finished that day, however many of them are in the answer'),
      missed: z.array(z.object({ planId: z.int(), planName: z.string(), at: z.string(), dueAt: z.string() })),
      defects: z.array(Defect),
    }),
    example: { projectId: 1, date: '2026-03-18' },
  }),
  get: route({
    ...reading,
    path: '/projects/{projectId}/inspections/{roundId}',
    aliases: [{ path: '/inspections/{roundId}', row: 'roundId' }],
    summary: 'A round with its questions, answers and photos.',
    input: z.object(one),
    reply: z.object({ round: Round }),
  }),
  answer: route({
    ...writing,
    method: 'PUT',
    path: '/projects/{projectId}/inspections/{roundId}/answers',
    logged: false,
    summary: 'Saves the answers of an open round.',
    guards: { read: 'get', part: 'round' },
    input: z.object({ ...one, answers: z.record(z.string().max(32), RoundAnswer) }),
    reply: z.object({ round: Round }),
    fails: ['inspectionFinished'],
  }),
  copy: route({
    ...writing,
    method: 'POST',
    path: '/projects/{projectId}/inspections/{roundId}/copy',
    summary: 'Fills what is unanswered from the last round of the plan. What is copied is to be confirmed.',
    input: z.object(one),
    reply: z.object({ round: Round }),
    fails: ['inspectionFinished', 'inspectionTemplateDiffers', 'inspectionLastNotFound', 'inspectionCopyDuplicate'],
  }),
  finish: route({
    ...writing,
    method: 'POST',
    path: '/projects/{projectId}/inspections/{roundId}/finish',
    summary: 'Finishes a round. It can only be read from then on, and corrected by another version with a reason.',
    input: z.object({
      ...one,
      madeAt: instant.optional().describe('When it was finished on site, where that was before this request'),
    }),
    reply: z.object({ round: Round }),
    fails: ['inspectionIncomplete'],
  }),
  correct: route({
    ...writing,
    method: 'POST',
    path: '/projects/{projectId}/inspections/{roundId}/correct',
    summary: 'Begins a correction of a finished round, which stays in force until the correction is finished.',
    input: z.object({ ...one, reason: z.string().trim().min(1, 'required').max(200) }),
    reply: z.object({ round: Round, isNew: z.boolean() }),
    fails: ['inspectionNotFinished'],
  }),
  addPhoto: route({
    ...writing,
    method: 'POST',
    path: '/projects/{projectId}/inspections/{roundId}/photos',
    summary: 'Adds a photo of at most 20 MB to a question of an open round. The same photo is not stored twice.',
    needs: 'Create:Data',
    kind: 'upload',
    upload: { ...pictureFile, maxBytes: photoLimits.bytes },
    ownTransaction: true,
    input: z.object({ ...one, questionKey: z.string().max(32) }),
    reply: z.object({ photo: RoundPhoto, isUnchanged: z.boolean() }),
    fails: ['inspectionFinished', 'inspectionsFull'],
  }),
  markPhoto: route({
    ...writing,
    method: 'PUT',
    path: '/projects/{projectId}/inspections/{roundId}/photos/{photoId}',
    summary: 'Replaces what is drawn on a photo of an open round. The photo itself stays as it was taken.',
    guards: { read: 'photo', part: 'photo' },
    input: z.object({ ...onePhoto, marks }),
    reply: z.object({ photo: RoundPhoto }),
    fails: ['inspectionFinished'],
  }),
  photo: route({
    ...reading,
    path: '/projects/{projectId}/inspections/{roundId}/photos/{photoId}',
    summary: 'What is known of a photo, and what is drawn on it.',
    input: z.object(onePhoto),
    reply: z.object({ photo: RoundPhoto }),
  }),
  file: route({
    ...reading,
    path: '/projects/{projectId}/inspections/{roundId}/photos/{photoId}/file',
    summary: 'A photo itself, without the marks.',
    kind: 'download',
    input: z.object(onePhoto),
    reply: z.unknown(),
  }),
  removePhoto: route({
    ...writing,
    method: 'DELETE',
    path: '/projects/{projectId}/inspections/{roundId}/photos/{photoId}',
    summary: 'Deletes a photo of an open round.',
    input: z.object(onePhoto),
    reply: done,
    fails: ['inspectionFinished'],
  }),
  ...defectRoutes,
};
