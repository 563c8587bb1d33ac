/**
 * Conditions: alerts over several points together. A tree of terms (groups of all, any or at least n) that raises an alert
 * of one level on a structure. How it is evaluated: `science/src/limits/condition.ts`.
 */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, instant } from '../points/fields.ts';
import { TermPlace } from './alerts.ts';
import { ConditionRules, conditionParts, isOrdered, termFaults } from './conditions.terms.ts';

/** Conditions of a project; alerts in the answer of a back-test; entries of the history. */
export const conditionLimits = { conditions: 1_000, episodes: 200, changes: 100, backTestDays: 366 } as const;

export const conditionStates = ['normal', 'raised', 'unknown', 'off', 'waiting'] as const;
export type ConditionStateName = (typeof conditionStates)[number];

const truth = z.boolean().nullable().describe('null = unknown');
/** How a term stood at a moment. */
export const TermStatus = z.object({
  truth,
  value: z.number().nullable().describe('What it measured last, in its unit'),
  at: z.string().nullable().describe('When that was measured'),
  since: z.string().nullable().describe('When its truth last changed'),
  found: TermPlace.nullable(),
  inARow: z
    .object({ count: z.int(), needed: z.int() })
    .nullable()
    .describe(
      'Newest readings in a row that reach its bound, of those it needs; null = one is enough, it is met, or unknown',
    ),
});
export type TermStatus = z.output<typeof TermStatus>;

const ConditionStatus = z
  .object({
    state: z
      .enum(conditionStates)
      .describe('waiting = not evaluated yet; unknown = too little is known to say that it is not so'),
    since: z.string().nullable().describe('When its truth last changed'),
    truth,
    terms: z.array(TermStatus).describe('In the order of the groups and their terms'),
    evaluatedAt: z.string().nullable(),
    alertId: z.int().nullable().describe('Of the alert that is on'),
  })
  .meta({ id: 'ConditionStatus' });

export const Condition = z
  .object({
    id: z.int(),
    projectId: z.int(),
    structureName: z.string(),
    ...conditionParts,
    revision: z.int(),
    updatedAt: z.string(),
    updatedBy: z.string(),
    points: z
      .array(z.object({ id: z.int(), name: z.string(), family: z.string(), field: z.string(), unit: z.string() }))
      .describe('Each point and field that it names and that is there, with the unit of the field'),
    status: ConditionStatus,
  })
  .meta({ id: 'Condition' });
export type Condition = z.output<typeof Condition>;
const Episode = z.object({
  from: z.string(),
  to: z.string().nullable().describe('null = still on at the end'),
  terms: z.array(TermStatus).describe('As they stood when it was raised'),
});

const input = z.object({ projectId: id, ...conditionParts }).check(termFaults);
const example = {
  projectId: 1,
  structureId: 1,
  name: 'Level and seepage',
  level: 3,
  groups: [{ terms: [{ pointId: 1, field: 'temperature', kind: 'value' as const, high: 30, maxAgeSeconds: 3600 }] }],
};

/** Why a condition is refused although its parts go together. */
const refusals = ['conditionPointUnknown', 'conditionUnitsDiffer', 'conditionFamily', 'conditionHistoryShort'] as const;

export const conditions = {
  list: route({
    method: 'GET',
    path: '/projects/{projectId}/conditions',
    summary: 'The conditions of a project, with how each stands now.',
    shows: ['condition', 'point', 'structure', 'alert'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'projectId',
    input: z.object({ projectId: id, structureId: id.optional().describe('Of one structure and its items alone') }),
    reply: z.object({ conditions: z.array(Condition) }),
  }),
  create: route({
    method: 'POST',
    path: '/projects/{projectId}/conditions',
    summary: 'Adds a condition. It looks at what is measured from now on; what holds already raises at once.',
    changes: ['condition', 'state', 'alert'],
    needs: 'Update:MeasuringPoint',
    within: 'projectId',
    input,
    reply: z.object({ condition: Condition }),
    fails: ['conditionsFull', ...refusals],
    example,
  }),
  update: route({
    method: 'PUT',
    path: '/projects/{projectId}/conditions/{conditionId}',
    summary:
      'Replaces a condition. Where what it watches changed, it begins anew: an alert that is on is released, and raised again if the new one holds.',
    changes: ['condition', 'state', 'alert'],
    guards: { read: 'list', part: 'conditions', by: { field: 'id', input: 'conditionId' } },
    needs: 'Update:MeasuringPoint',
    within: 'projectId',
    input: z.object({ projectId: id, conditionId: id, ...conditionParts }).check(termFaults),
    reply: z.object({ condition: Condition }),
    fails: [...refusals],
    example: { ...example, conditionId: 1 },
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/{projectId}/conditions/{conditionId}',
    summary: 'Deletes a condition. Its alerts stay, and one that is on is released.',
    changes: ['condition', 'state', 'alert'],
    needs: 'Update:MeasuringPoint',
    within: 'projectId',
    input: z.object({ projectId: id, conditionId: id }),
    reply: done,
  }),
  changes: route({
    method: 'GET',
    path: '/projects/{projectId}/conditions/{conditionId}/changes',
    summary: 'Who changed a condition, when, and what it was before and after; newest first, at most 100.',
    shows: ['condition'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'projectId',
    input: z.object({ projectId: id, conditionId: id }),
    reply: z.object({
      changes: z.array(
        z.object({
          id: z.int(),
          at: z.string(),
          by: z.string(),
          before: ConditionRules.nullable().describe('null = it was added'),
          after: ConditionRules.nullable().describe('null = it was deleted'),
        }),
      ),
    }),
  }),
  backTest: route({
    method: 'POST',
    path: '/projects/{projectId}/conditions/back-test',
    dear: true,
    summary:
      'Returns the alerts that a condition would have raised over a span of the past, by the evaluator of live readings. Writes nothing.',
    shows: ['reading', 'correction', 'point'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'projectId',
    readOnly: true,
    input: z
      .object({ projectId: id, ...conditionParts, from: instant, to: instant })
      .check(termFaults)
      .refine(isOrdered, { path: ['to'], message: 'startAfterEnd' }),
    reply: z.object({
      episodes: z.array(Episode).describe('The newest 200, oldest first'),
      episodesTotal: z.int(),
      secondsTrue: z.number(),
      secondsFalse: z.number(),
      secondsUnknown: z.number().describe('How long it could not be said'),
    }),
    fails: ['spanExceeded', ...refusals],
    example: { ...example, from: '2026-02-18T00:00:00Z', to: '2026-03-18T00:00:00Z' },
  }),
};
