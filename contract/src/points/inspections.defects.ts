/** Defects that rounds of inspections raise, followed until they are closed: part of `inspections`. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id } from './fields.ts';
import { RoundPhoto } from './inspections.photos.ts';

export const defectSeverities = ['minor', 'serious', 'critical'] as const;
export const defectStates = ['open', 'watching', 'repaired', 'closed'] as const;
/** A project keeps this many; a defect this many changes. */
export const defectLimits = { defects: 5_000, changes: 500 } as const;

const severity = z.enum(defectSeverities);
const state = z.enum(defectStates);
const title = z.string().trim().min(1, 'required').max(100);
const note = z.string().trim().max(500);

export const Defect = z
  .object({
    id: z.int(),
    planId: z.int(),
    planName: z.string(),
    roundId: z.int().describe('The round that raised it'),
    questionKey: z.string(),
    question: z.string().describe('The words of the question then'),
    location: z.string(),
    structureId: z.int().nullable(),
    title: z.string(),
    severity,
    state,
    note: z.string().describe('Of the last change'),
    raisedBy: z.string(),
    raisedAt: z.string(),
    changedBy: z.string(),
    changedAt: z.string(),
  })
  .meta({ id: 'InspectionDefect' });
export type Defect = z.output<typeof Defect>;

export const DefectChange = z
  .object({ at: z.string(), byName: z.string(), severity, state, note: z.string() })
  .meta({ id: 'InspectionDefectChange' });

const one = { projectId: id, defectId: id };
export const defectRoutes = {
  defects: route({
    method: 'GET',
    path: '/projects/{projectId}/inspection-defects',
    summary: 'The defects of a project, those that changed last first: at most five thousand.',
    shows: ['inspection'],
    needs: 'Retrieve:Data',
    within: 'projectId',
    input: z.object({
      projectId: id,
      state: state.optional(),
      severity: severity.optional(),
      keyword: z.string().trim().max(50).optional(),
    }),
    reply: z.object({ defects: z.array(Defect) }),
  }),
  defect: route({
    method: 'GET',
    path: '/projects/{projectId}/inspection-defects/{defectId}',
    summary: 'A defect with its history, and the photos of its question over the rounds, oldest first.',
    shows: ['inspection'],
    needs: 'Retrieve:Data',
    within: 'projectId',
    input: z.object(one),
    reply: z.object({ defect: Defect, changes: z.array(DefectChange), photos: z.array(RoundPhoto) }),
  }),
  raiseDefect: route({
    method: 'POST',
    path: '/projects/{projectId}/inspections/{roundId}/defects',
    summary: 'Raises a defect from a question of a round. The same title at the same question is one defect.',
    changes: ['inspection'],
    needs: 'Create:Data',
    within: 'projectId',
    input: z.object({
      projectId: id,
      roundId: id,
      questionKey: z.string().max(32),
      title,
      severity,
      note: note.default(''),
    }),
    reply: z.object({ defect: Defect, isNew: z.boolean() }),
    fails: ['inspectionsFull'],
  }),
  updateDefect: route({
    method: 'PUT',
    path: '/projects/{projectId}/inspection-defects/{defectId}',
    summary: 'Changes severity or state of a defect, with a note; what it was stays in its history.',
    changes: ['inspection'],
    guards: { read: 'defect', part: 'defect' },
    needs: 'Update:Data',
    within: 'projectId',
    input: z.object({ ...one, severity, state, note: note.default('') }),
    reply: z.object({ defect: Defect }),
    fails: ['inspectionsFull'],
  }),
};
