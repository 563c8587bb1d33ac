/** Templates and plans of inspections: what is asked, and when and where and by whom. Part of `inspections`. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, name, timeOfDay } from './fields.ts';
import { Questions } from './inspections.questions.ts';

/** A project keeps this many of each; a template this many versions. */
export const planLimits = { templates: 100, plans: 300, versions: 500, assignees: 20 } as const;
export const planUnits = ['day', 'week', 'month'] as const;

export const Template = z
  .object({
    id: z.int(),
    name: z.string(),
    version: z.int().describe('Counts up with each change of the questions; a round keeps the one it began with'),
    questions: Questions,
    plans: z.int().describe('How many plans use it'),
    byName: z.string(),
    changedAt: z.string(),
  })
  .meta({ id: 'InspectionTemplate' });
export type Template = z.output<typeof Template>;

/**
 * How a plan stands: `off` is switched off, `waiting` before its first round, `due` may be inspected now, `begun` has an
 * open round, `overdue` is past its deadline without a finished one, `done` is finished until the next round.
 */
export const planStates = ['off', 'waiting', 'due', 'begun', 'overdue', 'done'] as const;
export type PlanState = (typeof planStates)[number];

const planned = {
  name: name(50),
  templateId: id,
  structureId: id.nullable().default(null),
  pointId: id.nullable().default(null),
  location: z
    .string()
    .trim()
    .max(100)
    .default('')
    .describe('Where, in words, beside or instead of structure and point'),
  unit: z.enum(planUnits),
  every: z.int().min(1).max(366).describe('1 = every day, week or month'),
  firstOn: z.iso.date().describe('The day of the first round, by the clocks of the project'),
  at: timeOfDay.describe('When a round may begin, by the clocks of the project'),
  graceHours: z
    .int()
    .min(1)
    .max(720)
    .describe('How long after that it is overdue; at the latest when the next may begin'),
  assigneeIds: z.array(id).max(planLimits.assignees).default([]).describe('Members; none = whoever may'),
  isEnabled: z.boolean().default(true),
};

export const Plan = z
  .object({
    id: z.int(),
    ...planned,
    templateName: z.string(),
    where: z.string().describe('Structure, point and location in words'),
    assignees: z.array(z.string()),
    state: z.enum(planStates),
    dueAt: z.string().nullable().describe('When the round in question could begin; null = before the first'),
    deadlineAt: z.string().nullable(),
    nextAt: z.string().nullable().describe('When the next may begin; null = none is coming'),
    roundId: z.int().nullable().describe('The round in question, where it has begun'),
    lastFinishedAt: z.string().nullable(),
  })
  .meta({ id: 'InspectionPlan' });
export type Plan = z.output<typeof Plan>;

const templateInput = { name: name(50), questions: Questions };
const example = {
  projectId: 1,
  name: 'Weekly walk',
  questions: [{ key: 'q1', kind: 'text' as const, label: 'What was found' }],
};
const planExample = {
  projectId: 1,
  name: 'Weekly walk',
  templateId: 1,
  unit: 'week' as const,
  every: 1,
  firstOn: '2026-03-02',
  at: '08:00',
  graceHours: 24,
};

export const planRoutes = {
  templates: route({
    method: 'GET',
    path: '/projects/{projectId}/inspection-templates',
    summary: 'The inspection templates of a project in their present version, by name.',
    shows: ['inspection'],
    needs: 'Retrieve:Data',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: z.object({ templates: z.array(Template) }),
  }),
  createTemplate: route({
    method: 'POST',
    path: '/projects/{projectId}/inspection-templates',
    summary: 'Makes a template: the questions that a round asks.',
    changes: ['inspection'],
    needs: 'Update:Project',
    within: 'projectId',
    input: z.object({ projectId: id, ...templateInput }),
    reply: z.object({ template: Template }),
    fails: ['nameTaken', 'inspectionsFull'],
    example,
  }),
  updateTemplate: route({
    method: 'PUT',
    path: '/projects/{projectId}/inspection-templates/{templateId}',
    summary: 'Changes a template. Other questions make a new version; rounds that have begun keep theirs.',
    changes: ['inspection'],
    guards: { read: 'templates', part: 'templates', by: { field: 'id', input: 'templateId' } },
    needs: 'Update:Project',
    within: 'projectId',
    input: z.object({ projectId: id, templateId: id, ...templateInput }),
    reply: z.object({ template: Template }),
    fails: ['nameTaken', 'inspectionsFull'],
    example: { ...example, templateId: 1 },
  }),
  removeTemplate: route({
    method: 'DELETE',
    path: '/projects/{projectId}/inspection-templates/{templateId}',
    summary: 'Deletes a template that no plan and no round uses.',
    changes: ['inspection'],
    needs: 'Update:Project',
    within: 'projectId',
    input: z.object({ projectId: id, templateId: id }),
    reply: done,
    fails: ['notEmpty'],
  }),
  plans: route({
    method: 'GET',
    path: '/projects/{projectId}/inspection-plans',
    summary: 'The inspection plans of a project and how each stands now, by name.',
    shows: ['inspection'],
    needs: 'Retrieve:Data',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: z.object({ plans: z.array(Plan) }),
  }),
  createPlan: route({
    method: 'POST',
    path: '/projects/{projectId}/inspection-plans',
    summary: 'Makes a plan: what is inspected where, how often, and by whom.',
    changes: ['inspection'],
    needs: 'Update:Project',
    within: 'projectId',
    input: z.object({ projectId: id, ...planned }),
    reply: z.object({ plan: Plan }),
    fails: ['nameTaken', 'inspectionsFull'],
    example: planExample,
  }),
  updatePlan: route({
    method: 'PUT',
    path: '/projects/{projectId}/inspection-plans/{planId}',
    summary: 'Changes a plan. Rounds that have begun stay as they are.',
    changes: ['inspection'],
    guards: { read: 'plans', part: 'plans', by: { field: 'id', input: 'planId' } },
    needs: 'Update:Project',
    within: 'projectId',
    input: z.object({ projectId: id, planId: id, ...planned }),
    reply: z.object({ plan: Plan }),
    fails: ['nameTaken'],
    example: { ...planExample, planId: 1 },
  }),
  removePlan: route({
    method: 'DELETE',
    path: '/projects/{projectId}/inspection-plans/{planId}',
    summary: 'Deletes a plan that has no round; one that has is switched off instead.',
    changes: ['inspection'],
    needs: 'Update:Project',
    within: 'projectId',
    input: z.object({ projectId: id, planId: id }),
    reply: done,
    fails: ['notEmpty'],
  }),
};
