/** Short links to exactly what somebody saw in the data view. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id } from '../points/fields.ts';

/** A project keeps this many different ones. */
export const maxLinks = 100_000;
/** Without letters and digits that are mistaken for each other. */
export const linkCode = /^[2-9A-HJ-NP-Za-km-z]{8}$/;
const code = z.string().regex(linkCode);

export const links = {
  create: route({
    method: 'POST',
    path: '/projects/{projectId}/links',
    summary: 'Gives a short code for a view of the data view; the same view has the same code for ever.',
    changes: ['link'],
    needs: 'Retrieve:Data',
    within: 'projectId',
    evenArchived: true,
    input: z.object({
      projectId: id,
      query: z
        .string()
        .min(1, 'required')
        .max(6_000)
        .regex(/^[\x21-\x7e]+$/)
        .describe('What stands in the address of the data view behind the ?'),
    }),
    reply: z.object({ code: z.string() }),
    fails: ['linksFull'],
    example: { projectId: 1, query: 'point=17&range=past7Days' },
  }),
  open: route({
    method: 'GET',
    path: '/links/{code}',
    summary: 'Returns the view that a short code stands for, to those who may see the data of its project.',
    shows: ['link'],
    needs: 'Retrieve:Data',
    input: z.object({ code }),
    reply: z.object({ projectId: z.int(), query: z.string() }),
    example: { code: 'Ab3dEf7h' },
  }),
};
