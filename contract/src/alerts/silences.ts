/** Quiet windows: for a time the messages of alerts are withheld. Alerts are raised, judged and shown all the same. */
import { z } from 'zod';
import { dayMs } from '../kernel/durations.ts';
import { route } from '../kernel/route.ts';
import { id, instant } from '../points/fields.ts';

export const silenceLimits = { days: 30, open: 100, ended: 50 } as const;
/** Unless told otherwise: red alerts get through. */
export const quietLevels = [1, 2, 3] as const;
/** ahead = not begun; over = its time is up, or it was ended. */
export const silenceStates = ['ahead', 'active', 'over'] as const;

const reason = z.string().trim().max(200);
const described = {
  structureId: id.nullable().describe('With its items; neither structure nor point = the whole project'),
  pointId: id.nullable(),
  startAt: instant,
  endAt: instant.describe('At most 30 days after its start'),
  levels: z
    .array(z.int().min(1).max(4))
    .min(1, 'required')
    .max(4)
    .refine((list) => new Set(list).size === list.length, 'addressRepeat')
    .describe('Whose messages are withheld; alerts of other levels get through'),
  reason: reason.min(1, 'required'),
  redReason: reason.describe('Why red alerts are withheld too; needed where they are'),
} as const;

export const Silence = z
  .object({
    id: z.int(),
    projectId: z.int(),
    ...described,
    structureName: z.string().nullable(),
    pointName: z.string().nullable(),
    state: z.enum(silenceStates),
    coveredIds: z.array(z.int()).describe('The structure and its items'),
    withheld: z.int().describe('Alerts whose messages were withheld'),
    open: z.int().describe('Of these, those that nobody has settled'),
    byName: z.string(),
    createdAt: z.string(),
    endedAt: z.string().nullable().describe('Ended early'),
    endedBy: z.string().nullable(),
    digestAt: z.string().nullable().describe('When what is still open was told of'),
  })
  .meta({ id: 'Silence' });
export type Silence = z.output<typeof Silence>;

export const silences = {
  list: route({
    method: 'GET',
    path: '/projects/{projectId}/silences',
    summary: 'The quiet windows of a project: those to come and active ones, then the 50 newest that are over.',
    shows: ['silence', 'alert'],
    needs: 'Retrieve:Alert',
    within: 'projectId',
    background: true,
    input: z.object({ projectId: id }),
    reply: z.object({ silences: z.array(Silence) }),
  }),
  create: route({
    method: 'POST',
    path: '/projects/{projectId}/silences',
    summary: 'Withholds the messages of alerts of a project, structure or point for a time, with a reason.',
    changes: ['silence'],
    needs: 'Create:AlertRule',
    within: 'projectId',
    input: z
      .object({
        projectId: id,
        ...described,
        structureId: described.structureId.default(null),
        pointId: described.pointId.default(null),
        levels: described.levels.default([...quietLevels]),
        redReason: described.redReason.default(''),
      })
      .check(({ value, issues }) => {
        const wrong = (path: string, message: string) =>
          issues.push({ code: 'custom', message, input: value, path: [path] });
        const lengthMs = Date.parse(value.endAt) - Date.parse(value.startAt);
        if (lengthMs <= 0) wrong('endAt', 'endNotAfterStart');
        if (lengthMs > silenceLimits.days * dayMs) wrong('endAt', 'silenceTooLong');
        if (value.levels.includes(4) && value.redReason === '') wrong('redReason', 'required');
        if (value.structureId !== null && value.pointId !== null) wrong('pointId', 'silencePlaceTwice');
      }),
    reply: z.object({ silence: Silence }),
    fails: ['silencePast', 'silencesFull'],
    example: {
      projectId: 1,
      startAt: '2099-03-18T06:00:00Z',
      endAt: '2099-03-18T18:00:00Z',
      reason: 'Drilling beside the piezometers',
    },
  }),
  end: route({
    method: 'POST',
    path: '/projects/{projectId}/silences/{silenceId}/end',
    summary: 'Ends a quiet window now. What it withheld and is still open is told of at once.',
    changes: ['silence'],
    needs: 'Update:AlertRule',
    within: 'projectId',
    evenArchived: true,
    input: z.object({ projectId: id, silenceId: id }),
    reply: z.object({ silence: Silence }),
    fails: ['silenceOver'],
  }),
};
