import { z } from 'zod';
import { corporationFlags } from '../kernel/flags.ts';
import { route } from '../kernel/route.ts';
import { done, host, id, name, paging } from '../points/fields.ts';
import { brandRoutes } from './corporations.brand.ts';

const Flags = z.partialRecord(z.enum(corporationFlags), z.boolean());

/** When a device of the corporation counts as unhealthy. */
export const HealthThresholds = z.object({
  voltageThreshold: z.number().min(0).max(48).describe('V; below it the device is low on voltage'),
  lostTolerance: z.int().min(1).max(100).describe('Collect intervals without a reading before data counts as lost'),
  alertTolerance: z.int().min(1).max(100).describe('Collect intervals without a reading before people are told'),
});

/** Most that a corporation may have; null = as much as it likes. */
export const Limits = z.object({
  points: z.int().min(0).max(10_000_000).nullable(),
  devices: z.int().min(0).max(10_000_000).nullable(),
  storageBytes: z
    .int()
    .min(0)
    .max(2 ** 50)
    .nullable()
    .describe('Of the files that people bring; readings do not count'),
});
export type Limits = z.output<typeof Limits>;
export type Limited = keyof Limits;

export const Corporation = z
  .object({
    id: z.int(),
    title: z.string(),
    productName: z.string().describe('What the product is called on its pages; empty = Plumbline'),
    logo: z.string().nullable().describe('File id, served by `brandFile`'),
    favicon: z.string().nullable().describe('File id, served by `brandFile`'),
    host: z.string().nullable().describe('At this host name the sign-in page looks as the corporation does'),
    copyright: z.string(),
    documentDisabled: z.boolean(),
    secondFactorDemanded: z.boolean().describe('Who has no second factor sets one up before anything else'),
    flags: Flags,
    healthThresholds: HealthThresholds,
    limits: Limits,
    createdAt: z.string(),
  })
  .meta({ id: 'Corporation' });
export type Corporation = z.output<typeof Corporation>;

const changeable = {
  title: name(50),
  productName: z
    .string()
    .trim()
    .max(32)
    .regex(/^\P{Cc}*$/u),
  copyright: z.string().trim().max(50),
  documentDisabled: z.boolean(),
  secondFactorDemanded: z.boolean(),
  flags: Flags,
  healthThresholds: HealthThresholds,
};

export const corporations = {
  list: route({
    method: 'GET',
    path: '/corporations',
    summary: 'The corporations that the caller may see: all for a System account, else its own.',
    shows: ['corporation'],
    needs: 'Retrieve:Corporation',
    input: z.object({
      keyword: z.string().trim().max(50).optional().describe('In the title'),
      ...paging,
    }),
    reply: z.object({ corporations: z.array(Corporation), total: z.int() }),
  }),
  create: route({
    method: 'POST',
    path: '/corporations',
    summary: 'Founds a corporation.',
    changes: ['corporation'],
    needs: 'Create:Corporation',
    input: z.object({ title: name(50) }),
    reply: z.object({ corporation: Corporation }),
    fails: ['nameTaken'],
  }),
  get: route({
    method: 'GET',
    path: '/corporations/{corporationId}',
    summary: 'One corporation.',
    shows: ['corporation', 'health'],
    needs: 'Retrieve:Corporation',
    within: 'corporationId',
    input: z.object({ corporationId: id }),
    reply: z.object({ corporation: Corporation }),
  }),
  update: route({
    method: 'PUT',
    path: '/corporations/{corporationId}',
    summary: 'Changes the given fields; others are unchanged.',
    changes: ['corporation', 'health', 'secondFactor'],
    needs: 'Update:Corporation',
    secures: 'rights',
    within: 'corporationId',
    guards: { read: 'get', part: 'corporation' },
    input: z.object({ corporationId: id, ...z.object(changeable).partial().shape }),
    reply: z.object({ corporation: Corporation }),
    fails: ['nameTaken'],
  }),
  /** Demanded of System accounts: what no administrator of a corporation decides about it. */
  setTerms: route({
    method: 'PATCH',
    path: '/corporations/{corporationId}/terms',
    summary:
      'Sets the limits and the host name of a corporation. System accounts only. What is over a limit already stays.',
    changes: ['corporation'],
    needs: 'Create:Corporation',
    secures: 'rights',
    within: 'corporationId',
    guards: { read: 'get', part: 'corporation' },
    input: z.object({
      corporationId: id,
      host: host.toLowerCase().nullable().optional(),
      limits: Limits.partial().optional(),
    }),
    reply: z.object({ corporation: Corporation }),
    fails: ['nameTaken'],
    example: { corporationId: 1, limits: { points: 1000 } },
  }),
  use: route({
    method: 'GET',
    path: '/corporations/{corporationId}/use',
    summary: 'How much a corporation has of what can be limited.',
    shows: ['corporation', 'point', 'device', 'document'],
    needs: 'Retrieve:Corporation',
    within: 'corporationId',
    input: z.object({ corporationId: id }),
    reply: z.object({ points: z.int(), devices: z.int(), storageBytes: z.int() }),
  }),
  ...brandRoutes,
  remove: route({
    method: 'DELETE',
    path: '/corporations/{corporationId}',
    summary: 'Removes a corporation that holds no project, device or user any more.',
    changes: ['corporation', 'user', 'project'],
    needs: 'Delete:Corporation',
    within: 'corporationId',
    input: z.object({ corporationId: id }),
    reply: done,
    fails: ['notEmpty'],
  }),
};
