/** What alert levels 1 to 4 mean at a structure or item, where that differs from its project. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id } from '../points/fields.ts';
import { Grading, gradingList } from './projects.settings.ts';

const gradingsField = gradingList.nullable().describe('null = as above it: of an item its structure, then the project');
const reply = z.object({
  gradings: z.array(Grading).describe('Those in force: its own, else those of what is above it'),
  own: gradingsField,
  from: z.enum(['own', 'above', 'project']).describe('Whose `gradings` are: above = of the structure of an item'),
});

export const gradingRoutes = {
  gradings: route({
    method: 'GET',
    path: '/structures/{structureId}/gradings',
    summary: 'The names and actions of alert levels 1 to 4 at a structure or item.',
    shows: ['grading', 'structure'],
    needs: 'Retrieve:Structure',
    within: 'structureId',
    input: z.object({ structureId: id }),
    reply,
  }),
  setGradings: route({
    method: 'PUT',
    path: '/structures/{structureId}/gradings',
    summary: 'Gives a structure or item names and actions of its own for the alert levels, or those above it again.',
    changes: ['grading'],
    needs: 'Update:Structure',
    within: 'structureId',
    guards: { read: 'gradings', part: '' },
    input: z.object({ structureId: id, own: gradingsField }),
    reply,
    example: { structureId: 1, own: null },
  }),
};
