/** Languages beyond those of the product: packs of words that an operator imports, laid over a language of the product. */
import { z } from 'zod';
import { languages } from '../kernel/constants.ts';
import { route } from '../kernel/route.ts';
import { done, name } from '../points/fields.ts';

/** A language as browsers name it: `vi`, `pt-BR`. */
export const languageCode = z
  .string()
  .trim()
  .regex(/^[a-z]{2,3}(?:-[A-Za-z\d]{2,8}){0,2}$/, 'languageCode');

/** `alerts:list.title` and what it says: in the language of the product below, and in the pack. Empty = not translated. */
export const PackWords = z.record(
  z.string().max(200),
  z.object({ from: z.string().optional().describe('In the language below; not read'), to: z.string().max(4_000) }),
);
export type PackWords = z.output<typeof PackWords>;

/** Why a word of a pack is refused. */
export const packFaults = ['unknownKey', 'placeholders', 'markup', 'tooLong'] as const;
export const packProblems = z.array(z.object({ key: z.string(), fault: z.enum(packFaults) }));
/** Most problems of a file that are answered. */
export const maxPackProblems = 100;

const Listed = z.object({
  lang: z.string(),
  name: z.string().describe('In its own words'),
  base: z.enum(languages).describe('What is not translated is said in this one'),
  langVersion: z.string(),
  isOwn: z.boolean().describe('A pack; false = a language of the product'),
});
export type ListedLanguage = z.output<typeof Listed>;
const State = z.object({
  lang: z.string(),
  translated: z.int(),
  missing: z.int(),
  byName: z.string(),
  changedAt: z.string(),
});

/** Only System accounts hold it: packs are of the installation. */
const operator = { needs: 'Create:Corporation' } as const;

export const languagePacks = {
  list: route({
    method: 'GET',
    path: '/languages',
    summary: 'The languages that people may choose: those of the product, and packs.',
    shows: ['installation'],
    needs: 'anyone',
    background: true,
    input: z.object({}),
    reply: z.object({ languages: z.array(Listed) }),
  }),
  get: route({
    method: 'GET',
    path: '/language/{lang}',
    summary:
      'A language: all words of one of the product, or the translated words of a pack, by key. With the `langVersion` that one has, the words are left out.',
    shows: ['installation'],
    needs: 'anyone',
    background: true,
    input: z.object({ lang: languageCode, langVersion: z.string().max(50).optional() }),
    reply: Listed.extend({
      words: z.record(z.string(), z.string()).nullable().describe('null = unchanged since that version'),
    }),
    fails: ['notFound'],
    example: { lang: 'en' },
  }),
  states: route({
    ...operator,
    method: 'GET',
    path: '/language-packs',
    summary: 'The packs, and how much of each is translated.',
    shows: ['installation'],
    input: z.object({}),
    reply: z.object({ packs: z.array(State) }),
  }),
  missing: route({
    ...operator,
    method: 'GET',
    path: '/language-packs/{lang}/missing',
    summary: 'Words that a pack does not have, at most 200 at once.',
    shows: ['installation'],
    input: z.object({
      lang: languageCode,
      keyword: z.string().trim().max(50).optional(),
      page: z.coerce.number<number>().int().min(1).max(1_000).default(1),
    }),
    reply: z.object({ missing: z.array(z.object({ key: z.string(), from: z.string() })), total: z.int() }),
    fails: ['notFound'],
    example: { lang: 'vi' },
  }),
  file: route({
    ...operator,
    method: 'GET',
    path: '/language-packs/{lang}/file',
    summary:
      'A file to translate, as JSON: every key with the words of the language below and those of the pack, empty where there are none. Also for a language that there is no pack of.',
    shows: ['installation'],
    kind: 'download',
    input: z.object({ lang: languageCode, base: z.enum(languages).default('en') }),
    reply: z.unknown(),
    example: { lang: 'vi' },
  }),
  save: route({
    ...operator,
    method: 'PUT',
    path: '/language-packs/{lang}',
    summary:
      'Imports a pack in the place of the one that there is. Only known keys, the same placeholders, no markup; one wrong word refuses all.',
    changes: ['installation'],
    bodyLimit: 4 * 1024 * 1024,
    guards: { read: 'get', part: 'langVersion' },
    input: z.object({
      lang: languageCode,
      name: name(32),
      base: z.enum(languages).default('en'),
      words: PackWords,
      dryRun: z.boolean().default(false),
    }),
    reply: z.object({ translated: z.int(), missing: z.int() }),
    fails: ['languagePackRefused', 'languageBuiltIn'],
    example: { lang: 'vi', name: 'Tiếng Việt', words: { 'common:save': { to: 'Lưu' } } },
  }),
  remove: route({
    ...operator,
    method: 'DELETE',
    path: '/language-packs/{lang}',
    summary: 'Deletes a pack. Whoever uses it reads the language below from the next page on.',
    changes: ['installation'],
    input: z.object({ lang: languageCode }),
    reply: done,
    fails: ['notFound'],
    example: { lang: 'vi' },
  }),
};
