/** What the alert levels of a project mean in it. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id } from '../points/fields.ts';

const line = (max: number) => z.string().trim().max(max);

/** Name of level 1 to 4 in a project, and what is to be done when it is reached. */
export const Grading = z.object({
  level: z.int().min(1).max(4),
  name: line(20).describe('Empty = the usual word'),
  action: line(500).describe('What is to be done'),
});
export type Grading = z.output<typeof Grading>;
export const gradingList = z
  .array(Grading)
  .length(4)
  .refine((list) => list.every(({ level }, i) => level === i + 1), 'gradingsOrder');
export const defaultGradings: readonly Grading[] = [1, 2, 3, 4].map((level) => ({ level, name: '', action: '' }));

export const settings = {
  gradings: route({
    method: 'GET',
    path: '/projects/{projectId}/gradings',
    summary: 'Returns the names of alert levels 1 to 4 in a project, and the action of each.',
    shows: ['grading'],
    needs: 'Retrieve:Project',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: z.object({ gradings: z.array(Grading) }),
  }),
  setGradings: route({
    method: 'PUT',
    path: '/projects/{projectId}/gradings',
    summary: 'Replaces the names and actions of the alert levels of a project.',
    changes: ['grading'],
    needs: 'Update:Project',
    within: 'projectId',
    guards: { read: 'gradings', part: '' },
    input: z.object({ projectId: id, gradings: gradingList }),
    reply: z.object({ gradings: z.array(Grading) }),
    example: {
      projectId: 1,
      gradings: [1, 2, 3, 4].map((level) => ({ level, name: '', action: level === 4 ? 'Close the road' : '' })),
    },
  }),
};
