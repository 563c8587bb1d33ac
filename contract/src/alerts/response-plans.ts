/**
 * Response plans (TARP, trigger action response plan): what is to be done when an alert of a level is raised, as a text and a
 * checklist. The plan of a condition or point holds before that of its item, structure and project.
 */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id } from '../points/fields.ts';

export const responsePlanLimits = { plans: 1_000, steps: 30, stepLength: 200, textLength: 2_000 } as const;
export const planScopes = ['project', 'structure', 'point', 'condition'] as const;
export type PlanScope = (typeof planScopes)[number];

const described = {
  text: z.string().trim().max(responsePlanLimits.textLength),
  steps: z
    .array(z.string().trim().min(1).max(responsePlanLimits.stepLength))
    .max(responsePlanLimits.steps)
    .describe('To be ticked off, in this order'),
} as const;
const where = {
  scope: z.enum(planScopes),
  level: z.int().min(1).max(4),
  structureId: id.nullable().default(null).describe('scope structure: of a structure or item'),
  pointId: id.nullable().default(null).describe('scope point: of all its limits'),
  conditionId: id.nullable().default(null).describe('scope condition'),
} as const;

export const ResponsePlan = z
  .object({
    id: z.int(),
    projectId: z.int(),
    scope: z.enum(planScopes),
    level: z.int().min(1).max(4),
    structureId: z.int().nullable(),
    pointId: z.int().nullable(),
    conditionId: z.int().nullable(),
    name: z.string().describe('Of what it is for: project, structure, point or condition'),
    ...described,
    byName: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'ResponsePlan' });
export type ResponsePlan = z.output<typeof ResponsePlan>;

/** The plan that held when an alert was raised, as it was then, and how far it is done. */
export const AlertPlan = z
  .object({
    scope: z.enum(planScopes),
    text: z.string(),
    steps: z.array(
      z.object({
        text: z.string(),
        doneAt: z.string().nullable().describe('null = open'),
        byName: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'AlertPlan' });
export type AlertPlan = z.output<typeof AlertPlan>;

/** What of a plan does not go together, by the field where it is said. */
function check(context: { value: Readonly<Record<string, unknown>>; issues: unknown[] }): void {
  const { value, issues } = context;
  const place = { structure: 'structureId', point: 'pointId', condition: 'conditionId' }[String(value['scope'])];
  if (place !== undefined && value[place] === null)
    issues.push({ code: 'custom', message: 'required', input: value, path: [place] });
  if (value['text'] === '' && Array.isArray(value['steps']) && value['steps'].length === 0)
    issues.push({ code: 'custom', message: 'required', input: value, path: ['text'] });
}

const within = { projectId: id };
const one = { ...within, planId: id };

export const responsePlans = {
  list: route({
    method: 'GET',
    path: '/projects/{projectId}/response-plans',
    summary: 'The response plans of a project: those of the project first, then by name and level. At most a thousand.',
    shows: ['responsePlan', 'structure', 'point', 'condition'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'projectId',
    input: z.object(within),
    reply: z.object({ plans: z.array(ResponsePlan) }),
  }),
  create: route({
    method: 'POST',
    path: '/projects/{projectId}/response-plans',
    summary:
      'Makes a response plan for a level of a project, structure, point or condition. Alerts raised from now on get a copy.',
    changes: ['responsePlan'],
    needs: 'Update:MeasuringPoint',
    within: 'projectId',
    input: z.object({ ...within, ...where, ...described }).check(check),
    reply: z.object({ plan: ResponsePlan }),
    fails: ['responsePlanThere', 'responsePlansFull'],
    example: { projectId: 1, scope: 'project', level: 4, text: 'Close the road', steps: ['Call the owner'] },
  }),
  update: route({
    method: 'PATCH',
    path: '/projects/{projectId}/response-plans/{planId}',
    summary: 'Changes text or checklist of a response plan. Alerts that were raised keep the copy that they have.',
    changes: ['responsePlan'],
    guards: { read: 'list', part: 'plans', by: { field: 'id', input: 'planId' } },
    needs: 'Update:MeasuringPoint',
    within: 'projectId',
    input: z.object({ ...one, ...described }).check(check),
    reply: z.object({ plan: ResponsePlan }),
    example: { projectId: 1, planId: 1, text: 'Close the road', steps: ['Call the owner'] },
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/{projectId}/response-plans/{planId}',
    summary: 'Deletes a response plan. Alerts that were raised keep the copy that they have.',
    changes: ['responsePlan'],
    needs: 'Update:MeasuringPoint',
    within: 'projectId',
    input: z.object(one),
    reply: done,
  }),
};
