/** What is new: notes of each version, as files of the product in every language; and which version runs. */
import { z } from 'zod';
import { languages } from '../kernel/constants.ts';
import { route } from '../kernel/route.ts';

const versionName = z.string().regex(/^\d{1,4}(?:\.\d{1,4}){1,3}$/);

export const releases = {
  version: route({
    method: 'GET',
    path: '/version',
    summary: 'The version that runs.',
    shows: ['installation'],
    needs: 'anyone',
    background: true,
    input: z.object({}),
    reply: z.object({ version: z.string() }),
  }),
  list: route({
    method: 'GET',
    path: '/releases',
    summary: 'The versions with notes, the newest first. Not in a private deployment.',
    shows: ['installation'],
    needs: 'signed-in',
    tokens: 'any',
    background: true,
    input: z.object({}),
    reply: z.object({
      running: z.string(),
      releases: z.array(z.object({ version: z.string(), date: z.string().describe('YYYY-MM-DD') })),
    }),
    fails: ['moduleOff'],
  }),
  get: route({
    method: 'GET',
    path: '/releases/{version}',
    summary: 'The notes of a version as Markdown.',
    shows: ['installation'],
    needs: 'signed-in',
    tokens: 'any',
    background: true,
    input: z.object({ version: versionName, language: z.enum(languages).default('en') }),
    reply: z.object({
      version: z.string(),
      date: z.string(),
      text: z.string().describe('Markdown, without its title'),
    }),
    fails: ['notFound', 'moduleOff'],
    example: { version: '0.1.0' },
  }),
};
