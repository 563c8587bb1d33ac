import { z } from 'zod';
import { done, id, name, paging } from './fields.ts';
import { route } from './route.ts';

/** Corporation feature flags of specification 1. A flag only opens what is built; the rest waits for its issue. */
export const corporationFlags = [
  'activeDataProcess',
  'activeAlertGrading',
  'activeHouseSafety',
  'activeVehicle',
  'activeCustomSms',
  'activeFileManagement',
  'activePushMode',
  'activeCustomPushType',
  'activeHuasiBimface',
  'activeDataRotation',
] as const;

const Flags = z.partialRecord(z.enum(corporationFlags), z.boolean());

/** When a device of the corporation counts as unhealthy. */
export const HealthThresholds = z.object({
  voltageThreshold: z.number().min(0).max(48).describe('V; below it the device is low on voltage'),
  lostTolerance: z.int().min(1).max(100).describe('Collect intervals without a reading before data counts as lost'),
  alertTolerance: z.int().min(1).max(100).describe('Collect intervals without a reading before people are told'),
});

export const Corporation = z
  .object({
    id: z.int(),
    title: z.string(),
    logo: z.string().nullable().describe('File id'),
    copyright: z.string(),
    documentDisabled: z.boolean(),
    secondFactorDemanded: z.boolean().describe('Who has no second factor sets one up before anything else'),
    flags: Flags,
    healthThresholds: HealthThresholds,
    createdAt: z.string(),
  })
  .meta({ id: 'Corporation' });
export type Corporation = z.output<typeof Corporation>;

const changeable = {
  title: name(50),
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
    input: z.object({ ...paging }),
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
