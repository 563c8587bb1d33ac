import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, instant, level } from '../points/fields.ts';
import { Threshold } from '../points/points.ts';

const perLevel = z.tuple([z.int(), z.int(), z.int(), z.int()]).describe('Level 1, 2, 3, 4');
/** What a rule would have done over a span. */
const BackTest = z
  .object({
    raised: perLevel.describe('Alerts, by level'),
    secondsAt: z
      .tuple([z.number(), z.number(), z.number(), z.number(), z.number()])
      .describe('How long it stood at level 0, 1, 2, 3, 4'),
    readings: z.int().describe('Judged: with a value that had not failed its tests'),
    episodes: z
      .array(
        z.object({
          level: level.describe('The highest'),
          from: z.string(),
          to: z.string().nullable().describe('null = still on at the end'),
          peak: z.number(),
          peakAt: z.string(),
          measure: z.enum(['value', 'cumulative', 'rate']),
          alerts: z.int(),
        }),
      )
      .describe('The newest 200; none where several points are tested'),
    episodesTotal: z.int(),
  })
  .meta({ id: 'BackTest' });

/** Points of one request of `backTestMany`, and the pieces that a span is cut into to say when. */
export const backTestLimits = { points: 100, pieces: 60 } as const;

const Tested = z
  .object({
    pointId: z.int(),
    raised: perLevel,
    readings: z.int().describe('Judged, of the rule that judged most'),
    episodes: z.int(),
    lastAt: z.string().nullable().describe('When the newest alert was raised'),
    strip: z.array(level).describe(`The span in ${backTestLimits.pieces} pieces: the highest level that stood in each`),
    secondsAt: z.number().describe('How long a rule stood above level 0, added up over the rules'),
    skipped: z.boolean().describe('It has none of the fields'),
  })
  .meta({ id: 'BackTestedPoint' });
export type BackTestedPoint = z.output<typeof Tested>;

/** Limits tried out on the past: of one point in full, or of many in short. */
export const backTestRoutes = {
  backTest: route({
    method: 'POST',
    path: '/measuring-points/{pointId}/thresholds/back-test',
    dear: true,
    summary:
      'Returns the alerts that proposed thresholds would have raised in the past, judged on corrected values. Writes nothing.',
    shows: ['reading', 'correction', 'point'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'pointId',
    readOnly: true,
    input: z.object({
      pointId: id,
      pointIds: z.array(id).max(49).default([]).describe('More points of the project: the answer then holds totals'),
      thresholds: z.array(Threshold).min(1).max(20),
      from: instant,
      to: instant,
    }),
    reply: z.object({
      rules: z.array(BackTest).describe('In the order of the thresholds; over all points'),
      points: z.array(
        z.object({
          pointId: z.int(),
          raised: perLevel,
          readings: z.int().describe('Of the first rule'),
          skipped: z.boolean(),
        }),
      ),
    }),
    fails: ['startAfterEnd', 'spanExceeded', 'badInput'],
    example: {
      pointId: 1,
      thresholds: [
        {
          field: 'temperature',
          kind: 'value',
          method: 'upper',
          levels: [30, 40, null, null],
          base: 'value',
          combine: 'and',
          rateLevels: null,
          releaseRatio: 0.95,
          releaseCount: 2,
          consecutive: 1,
          enabled: true,
        },
      ],
      from: '2026-02-18T00:00:00Z',
      to: '2026-03-18T00:00:00Z',
    },
  }),
  backTestMany: route({
    method: 'POST',
    path: '/projects/{projectId}/thresholds/back-test',
    dear: true,
    summary:
      'Returns the alerts that limits would have raised at many points, each with its own limits. Answers as many rows as fit in about a second; send the remaining rows again.',
    shows: ['reading', 'correction', 'point'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'projectId',
    readOnly: true,
    bodyLimit: 4 * 1024 * 1024,
    input: z.object({
      projectId: id,
      rows: z
        .array(z.object({ pointId: id, thresholds: z.array(Threshold).min(1).max(20) }))
        .min(1)
        .max(backTestLimits.points),
      from: instant,
      to: instant,
    }),
    reply: z.object({
      points: z.array(Tested).describe('Of the first rows, in their order; at least one. The rest was not looked at'),
    }),
    fails: ['startAfterEnd', 'spanExceeded', 'badInput'],
    example: {
      projectId: 1,
      rows: [
        {
          pointId: 1,
          thresholds: [{ field: 'temperature', kind: 'value', method: 'upper', levels: [30, 40, null, null] }],
        },
      ],
      from: '2026-02-18T00:00:00Z',
      to: '2026-03-18T00:00:00Z',
    },
  }),
};
