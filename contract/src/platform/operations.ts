/** The operation log: what people did, to what, from where; and whether anybody tampered with it since. */
import { z } from 'zod';
import { scopes } from '../kernel/permissions.ts';
import { route } from '../kernel/route.ts';
import { id, instant, paging } from '../points/fields.ts';

export const operationActions = ['Create', 'Update', 'Delete', 'Retrieve', 'SignIn'] as const;
/** Lines of one CSV file. */
export const maxExportedOperations = 100_000;
/** Lines are counted up to here; there are more where the total is this. */
export const maxCountedOperations = 10_000;

export const Operation = z
  .object({
    id: z.int(),
    at: z.string(),
    accountId: z.int().nullable().describe('null = nobody who is known'),
    accountName: z.string(),
    displayName: z.string().nullable().describe('null = the account is gone'),
    corporationId: z.int().nullable(),
    projectId: z.int().nullable(),
    projectName: z.string().nullable(),
    scope: z.string(),
    scopeId: z.int().nullable(),
    record: z
      .object({
        kind: z.string().describe('As addresses call it: alert-rules'),
        name: z.string().nullable().describe('As it was called then; null = it has no name'),
        count: z.int().describe('How many were made at once; then there is no scopeId where there are several'),
      })
      .nullable()
      .describe('What was made or changed, whose id scopeId is; null = the answer did not say'),
    action: z.string(),
    route: z.string(),
    outcome: z.string().describe('done, or the name of the error that refused it'),
    ip: z.string(),
    agent: z.string().describe('What the browser or program calls itself'),
    content: z.json().describe('What was sent, and of a guarded record what was there before; without secrets'),
    isLinked: z.boolean().describe('It is part of the chain: a change of it would show'),
  })
  .meta({ id: 'Operation' });
export type Operation = z.output<typeof Operation>;

const Link = z.object({ position: z.int(), hash: z.string().regex(/^[0-9a-f]{64}$/) });
export const ChainVerdict = z
  .object({
    at: z.string().describe('When it was verified'),
    holds: z.boolean(),
    brokenAt: z.int().nullable().describe('The first position at which it does not hold'),
    lines: z.int(),
    unlinked: z.int().describe('Lines of the newest minute, not linked yet'),
    end: Link.describe('To be kept elsewhere: it proves later that nothing before it was changed'),
  })
  .meta({ id: 'ChainVerdict' });
export type ChainVerdict = z.output<typeof ChainVerdict>;

const filter = {
  corporationId: z.coerce.number<number>().pipe(id).optional(),
  projectId: z.coerce.number<number>().pipe(id).optional(),
  accountId: z.coerce.number<number>().pipe(id).optional(),
  scope: z.enum(scopes).optional(),
  action: z.enum(operationActions).optional(),
  refused: z.stringbool().optional().describe('true = only what was refused'),
  from: instant.optional(),
  to: instant.optional(),
  keyword: z.string().trim().max(50).optional().describe('In the name of the account, the address, or the route'),
};
/** Those who run a corporation see its lines, System accounts all. */
const read = { method: 'GET', needs: 'Update:Corporation', shows: ['operation'] } as const;

export const operations = {
  list: route({
    ...read,
    path: '/operation-logs',
    summary: 'What people did, the newest first: of the corporation of the caller, or of any for a System account.',
    fails: ['notFound'],
    input: z.object({ ...filter, ...paging }),
    reply: z.object({
      operations: z.array(Operation),
      total: z.int().describe('Counted up to 10,000'),
      chain: ChainVerdict.nullable().describe('As it was last verified; null = not yet'),
    }),
  }),
  file: route({
    ...read,
    path: '/operation-logs/file',
    summary: 'The same lines as CSV, at most 100,000, the newest first.',
    kind: 'download',
    logged: true,
    fails: ['notFound'],
    input: z.object(filter),
    reply: z.unknown(),
  }),
  verify: route({
    method: 'POST',
    path: '/operation-logs/verify',
    summary:
      'Makes the whole chain anew and compares: whether a line was changed, removed or put in between. System accounts only.',
    changes: ['operation'],
    needs: 'Create:Corporation',
    ownTransaction: true,
    input: z.object({ earlierEnd: Link.optional().describe('An end of the chain as it was kept elsewhere') }),
    reply: z.object({
      chain: ChainVerdict,
      includes: z
        .boolean()
        .nullable()
        .describe('Whether that end is in it; null = none was given, or it was dropped since'),
    }),
  }),
};
