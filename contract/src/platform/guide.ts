/** The guide: pages about the product, served by it, in each of its languages. */
import { z } from 'zod';
import { languages } from '../kernel/constants.ts';
import { route } from '../kernel/route.ts';

const guideName = z.string().trim().min(1).max(50);
const language = z.enum(languages).default('en').describe('A page that is not written in it comes in English');
const written = z.enum(languages).describe('Which language the text is in');

export const GuidePage = z
  .object({
    name: z.string().describe('What its address ends with'),
    title: z.string(),
    about: z.string().describe('One line; may be empty'),
    audience: z.string().describe('Which half of the index it is in: for users, for operators'),
    part: z.string().describe('Under which line of that half it is'),
    language: written,
  })
  .meta({ id: 'GuidePage' });
export type GuidePage = z.output<typeof GuidePage>;

const read = { method: 'GET', needs: 'signed-in', tokens: 'any', shows: ['corporation'], background: true } as const;

export const guide = {
  list: route({
    ...read,
    path: '/guide',
    summary: 'The pages of the guide in the order of its index. Not for a corporation whose documents are disabled.',
    input: z.object({ language }),
    reply: z.object({ pages: z.array(GuidePage) }),
    fails: ['moduleOff'],
  }),
  search: route({
    ...read,
    path: '/guide/search',
    summary: 'Sections of the guide that hold every word, those with the words in their headings first: at most 30.',
    input: z.object({ keyword: z.string().trim().min(1).max(50), language }),
    reply: z.object({
      sections: z.array(
        z.object({
          name: z.string(),
          language: written,
          title: z.string().describe('Of the page'),
          heading: z.string().describe('Of the section; empty = before the first'),
          excerpt: z.string(),
        }),
      ),
    }),
    fails: ['moduleOff'],
    example: { keyword: 'alert' },
  }),
  get: route({
    ...read,
    path: '/guide/{page}',
    summary: 'One page of the guide as Markdown.',
    input: z.object({ page: guideName, language }),
    reply: z.object({
      name: z.string(),
      language: written,
      title: z.string(),
      text: z.string().describe('Markdown, without its title'),
    }),
    fails: ['notFound', 'moduleOff'],
    example: { page: 'points' },
  }),
};
