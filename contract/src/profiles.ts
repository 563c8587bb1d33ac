/** Surveys of a casing: what every node of a deep displacement point showed at a time, as one shape. */
import { z } from 'zod';
import { id, instant } from './fields.ts';
import { route } from './route.ts';

/** Surveys of one question. */
export const maxSurveys = 60;

const column = z.array(z.number().nullable());
export const Survey = z
  .object({
    requestedAt: z.string(),
    at: z.string().nullable().describe('When it was measured; null = no reading near enough'),
    x: column.describe('mm, axis A, of each joint from the top; null = no value'),
    y: column.describe('mm, axis B'),
    casing: z.int().describe('Which of `casings` it was measured with'),
    isComparable: z
      .boolean()
      .describe('False where the baseline was measured with another chain: nothing is counted then'),
    isComplete: z.boolean().describe('Whether every joint has both values'),
  })
  .meta({ id: 'Survey' });
export type Survey = z.output<typeof Survey>;

export const Casing = z
  .object({
    segmentMm: z.number(),
    fixedEnd: z.enum(['top', 'bottom']),
    depthsM: z.array(z.number()).describe('Depth of each joint, downwards; a chain of n segments has n + 1'),
  })
  .meta({ id: 'Casing' });
export type Casing = z.output<typeof Casing>;

export const profiles = {
  surveys: route({
    method: 'POST',
    path: '/monitor/profiles',
    summary:
      'Returns the shape of a casing at one or several times, each from the nearest reading, counted from a baseline survey where one is given and from the initial values otherwise.',
    shows: ['reading', 'correction', 'point'],
    needs: 'Retrieve:Data',
    within: 'pointId',
    readOnly: true,
    background: true,
    input: z.object({
      pointId: id,
      times: z.array(instant).min(1).max(maxSurveys).describe('In any order; answered in order of time, each once'),
      baseline: instant.nullable().default(null).describe('Displacements count from the survey nearest to this time'),
      toleranceSeconds: z
        .int()
        .min(1)
        .max(7 * 86_400)
        .optional()
        .describe('How far from a time its reading may be; half of the collect interval unless told'),
      raw: z.boolean().default(false).describe('As stored, without corrections'),
      quality: z.enum(['good', 'all']).default('good').describe('good = values that failed are missing'),
    }),
    reply: z.object({
      casings: z.array(Casing).describe('The chains that the point was, oldest first'),
      baseline: Survey.nullable().describe('The survey that is counted from, itself counted from the initial values'),
      surveys: z.array(Survey),
    }),
    fails: ['badInput', 'spanExceeded', 'shiftParseFailed', 'shiftFetchFailed'],
    example: { pointId: 1, times: ['2026-03-01T00:00:00Z'] },
  }),
};
