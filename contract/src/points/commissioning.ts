import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id } from './fields.ts';

/** Things that may be missing at a point before it is in service, in the order in which it is put right. */
export const gaps = [
  'pointNotBound',
  'noSlaves',
  'parametersMissing',
  'noReading',
  'noInitialValue',
  'noThresholds',
  'noLocation',
] as const;
export type Gap = (typeof gaps)[number];

export const commissioning = {
  checklist: route({
    method: 'GET',
    path: '/projects/{projectId}/commissioning',
    summary: 'Returns what each point of a project lacks before it is in service.',
    shows: ['point', 'device', 'structure', 'threshold', 'plan', 'state'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: z.object({
      points: z.int(),
      complete: z.int(),
      counts: z.record(z.enum(gaps), z.int()).describe('How many points miss it'),
      missing: z.array(
        z.object({
          pointId: z.int(),
          structureId: z.int(),
          name: z.string(),
          sncode: z.string().nullable(),
          gaps: z.array(z.enum(gaps)),
        }),
      ),
    }),
  }),
};
