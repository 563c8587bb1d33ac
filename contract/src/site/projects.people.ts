/** The accounts of a corporation as those see them who administer many: when they were here last, how well they are guarded, where they take part. */
import { z } from 'zod';
import { roleTypes } from '../kernel/permissions.ts';
import { route } from '../kernel/route.ts';
import { secondFactorKinds, signInWays, User } from '../people/users.ts';
import { id, paging } from '../points/fields.ts';

/** Days without a sign-in after which the list finds an account on demand. */
export const dormantDays = 90;

export const Person = User.extend({
  lastSignIn: z
    .object({
      at: z.string(),
      by: z.enum(signInWays).nullable().describe('null = not known: it was before this was kept'),
    })
    .nullable()
    .describe('null = never'),
  secondFactors: z.array(z.enum(secondFactorKinds)).describe('Empty = a password alone'),
  projects: z.int().describe('How many projects the account sees; none where it is disabled'),
  roles: z
    .array(z.object({ id: z.int(), type: z.enum(roleTypes), name: z.string() }))
    .describe('Its roles in projects that count now, its own and those of its user groups, each once'),
}).meta({ id: 'Person' });
export type Person = z.output<typeof Person>;

export const peopleSorts = ['name', 'lastSignIn', 'projects', 'createdAt'] as const;

const filter = {
  corporationId: z.coerce.number<number>().pipe(id),
  keyword: z.string().trim().max(50).optional().describe('In username or display name'),
  type: z.enum(['Admin', 'Manager', 'Normal']).optional(),
  roleId: z.coerce.number<number>().pipe(id).optional().describe('Accounts that have this role in a project'),
  state: z.enum(['enabled', 'disabled']).optional(),
  secondFactor: z
    .enum(['none', ...secondFactorKinds])
    .optional()
    .describe('none = accounts that sign in by a password alone'),
  dormant: z.stringbool().optional().describe(`true = only those that did not sign in for ${dormantDays} days`),
  sort: z.enum(peopleSorts).default('name'),
  descending: z.stringbool().default(false).describe('The last of the order first'),
};
const read = {
  method: 'GET',
  needs: 'Retrieve:User',
  within: 'corporationId',
  ownCorporation: true,
  shows: ['user', 'member', 'role', 'userGroup', 'project'],
} as const;

export const projectPeople = {
  people: route({
    ...read,
    path: '/people',
    summary:
      'The accounts of a corporation with last sign-in, second factor, projects and roles; found by word, account type, role, state, second factor, and for being unused.',
    input: z.object({ ...filter, ...paging }),
    reply: z.object({ people: z.array(Person), total: z.int() }),
  }),
  peopleFile: route({
    ...read,
    path: '/people/file',
    summary: 'The same accounts as CSV, in the same order.',
    kind: 'download',
    logged: true,
    input: z.object(filter),
    reply: z.unknown(),
  }),
};
