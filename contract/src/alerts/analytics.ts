/** How alerts of a project were handled: how soon people reacted, how many were false, which rules raise most. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { familyCodes } from '../points/families.ts';
import { id, instant, level } from '../points/fields.ts';
import { thresholdKinds } from '../points/points.ts';

export const alertAnalyticsLimits = { days: 400, rules: 100 } as const;

const seconds = z.number().nullable();
const figures = {
  raised: z.int(),
  reacted: z.int().describe('Somebody gave a verdict or commented'),
  settled: z.int().describe('They have a final verdict'),
  falseAlarms: z.int(),
  withdrawn: z.int().describe('Judged again after history changed, and not right any more'),
  reactionMedianSeconds: seconds.describe(
    'From raised to the first verdict or comment, of those that have one; null = none has',
  ),
  reactionP90Seconds: seconds.describe('Nine of ten were faster; null = none has one'),
  settlingMedianSeconds: seconds.describe('From raised to the final verdict, of those that have one; null = none has'),
} as const;
export const AlertFigures = z.object(figures).meta({ id: 'AlertFigures' });
export type AlertFigures = z.output<typeof AlertFigures>;

export const RuleFigures = z
  .object({
    conditionId: z.int().nullable().describe('null = a limit of a point'),
    conditionName: z.string().nullable().describe('As it was called when it raised last'),
    pointId: z.int().describe('Of a condition: the point that decided it last'),
    pointName: z.string(),
    structureId: z.int(),
    structureName: z.string(),
    family: z.enum(familyCodes as [(typeof familyCodes)[number], ...(typeof familyCodes)[number][]]),
    field: z.string(),
    kind: z.enum([...thresholdKinds, 'condition']),
    measure: z.enum(['value', 'cumulative', 'rate', 'condition']),
    unit: z.string(),
    precision: z.int(),
    ...figures,
    repeated: z.int().describe('Raised within a day of the one before at the same level of the same rule'),
    lastRaisedAt: z.string(),
  })
  .meta({ id: 'RuleFigures' });
export type RuleFigures = z.output<typeof RuleFigures>;

export const alertAnalytics = {
  ofProject: route({
    method: 'GET',
    path: '/projects/{projectId}/alert-analytics',
    summary:
      'How the alerts of a project that were raised in a span were handled: reaction, verdicts, by level and day; and the rules that raised most.',
    shows: ['alert', 'point', 'structure', 'project'],
    needs: 'Retrieve:Alert',
    within: 'projectId',
    input: z.object({ projectId: id, from: instant, to: instant, structureId: id.optional() }),
    reply: z.object({
      all: AlertFigures,
      levels: z.array(z.object({ level, ...figures })).describe('1 to 4, each of them'),
      waiting: z
        .object({ count: z.int(), oldestAt: z.string().nullable() })
        .describe('Pending now, whenever they were raised: nobody has reacted'),
      days: z
        .array(z.object({ day: z.string(), levels: z.array(z.int()).length(4) }))
        .describe('Raised by day of the zone of the project and by level 1 to 4; days without any are left out'),
      rules: z.array(RuleFigures).describe('Those that raised most, most first'),
      rulesTotal: z.int(),
    }),
    fails: ['startAfterEnd', 'spanExceeded'],
    example: { projectId: 1, from: '2026-03-01T00:00:00Z', to: '2026-04-01T00:00:00Z' },
  }),
};
