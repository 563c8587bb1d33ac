/** Push rules: which readings or alerts of a project go to which address, in which format and when. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { familyCodes } from '../points/families.ts';
import { id, name, timeZone } from '../points/fields.ts';
import { isFreeHeader } from './push-formats.shapes.ts';
import { newTransport, pushAddress, transportFields } from './push-transports.ts';

export const pushLimits = {
  /** Rules of a project. */
  rules: 20,
  /** Lines of the log that one query answers, and how long they stay (specification 9). */
  logs: 200,
  logDays: 2,
  /** Batches of a rule that were refused and stay to be sent again. */
  refusals: 200,
  backfillDays: 400,
  /** What waits is counted so far: a list must not count a million. */
  counted: 10_000,
} as const;

/** Push modes of specification 4, as they are stored: interval 0, time 1, immediate 2. */
export const pushModes = [0, 1, 2] as const;
/** Push intervals of specification 9, in minutes. */
export const pushIntervals = [5, 10, 30, 60, 120, 240, 360, 480, 720, 1440] as const;
/** States of a rule, as a list shows them; incomplete = all went out but what was refused or left out, neverSent = nothing came yet that it could send. */
export const pushStates = [
  'off',
  'paused',
  'secretMissing',
  'failing',
  'waiting',
  'incomplete',
  'neverSent',
  'upToDate',
] as const;
/** Reasons why a try went wrong. */
export const pushFaults = [
  'unreachable',
  'timeout',
  'addressRefused',
  'redirected',
  'answerTooLong',
  'status',
  'secretMissing',
  'tokenRefused',
  'formatFailed',
  'loginRefused',
  'notPermitted',
  'noAcknowledgement',
  'nameTaken',
  'folderMissing',
  'tableWrong',
  'hostKeyUnknown',
] as const;
export type PushFault = (typeof pushFaults)[number];

const selection = z
  .object({
    structureIds: z.array(id).max(500).default([]).describe('Structures with their items, or items'),
    families: z
      .array(z.enum(familyCodes as [(typeof familyCodes)[number], ...(typeof familyCodes)[number][]]))
      .max(200)
      .default([]),
    pointIds: z.array(id).max(2000).default([]).describe('By hand, whatever else is chosen'),
  })
  .describe(
    'Points that are pushed: those of the structures that are of the families, and those by hand; all of it empty = every point of the project. New points join by it',
  );

const webAddress = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((text) => !/^[a-z]+:\/\/[^/]*@/i.test(text), 'pushCredentials');

const described = {
  name: name(32),
  enabled: z.boolean().describe('Off, nothing is collected and nothing is sent'),
  paused: z.boolean().describe('Paused, readings are collected and wait'),
  formatId: id,
  selection,
  raw: z.boolean().describe('Values as they are stored; false = corrected, as on every page'),
  sendsChanged: z
    .boolean()
    .describe(
      'Readings that were corrected, recomputed, imported or entered by hand since the rule was made are sent (again)',
    ),
  fields: z
    .array(
      z.object({
        field: z.string().trim().min(1).max(50).describe('Key of a field'),
        name: name(50).describe('Name under which it goes out'),
        unit: z.string().trim().max(20).nullable().default(null).describe('Unit that goes out; null = the own one'),
        factor: z.number().min(-1e9).max(1e9).default(1).describe('By what the value is multiplied'),
      }),
    )
    .max(60)
    .refine((fields) => new Set(fields.map(({ field }) => field)).size === fields.length, 'pushNamesRepeat')
    .refine((fields) => new Set(fields.map(({ name }) => name)).size === fields.length, 'pushNamesRepeat')
    .describe('Fields that go out, under which names; empty = all of them under their keys'),
  mode: z.literal(pushModes).describe('0 interval, 1 time of day, 2 immediate'),
  intervalMinutes: z.literal(pushIntervals).describe('Of mode 0'),
  times: z
    .array(z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'pushTime'))
    .max(24)
    .describe('Of mode 1: HH:mm in the zone of the rule'),
  timeZone,
  url: pushAddress.describe(
    'Where it goes. Its scheme says how: http and https; mqtt and mqtts (MQTT, with TLS); tcp and tls (a TCP connection, with TLS); ftp, ftps (FTP, with TLS) and sftp: a folder; postgresql and mysql: a database',
  ),
  method: z.enum(['POST', 'PUT']).describe('How a message is sent by HTTP'),
  ...transportFields,
  headers: z
    .array(
      z.object({
        name: z.string().trim().min(1).max(60).refine(isFreeHeader, 'pushHeader'),
        value: z
          .string()
          .max(500)
          .regex(/^[\x20-\x7E]*$/, 'pushHeader'),
      }),
    )
    .max(20)
    .describe('Of HTTP: headers that anybody may see who sees the rule; secrets belong into auth keys'),
  batchSize: z.int().min(1).max(1000).describe('Readings of one message'),
  keepDays: z
    .int()
    .min(1)
    .max(30)
    .describe('How long what cannot be sent waits; what is older is left out, and the rule says so'),
  tokenUrl: webAddress.nullable().describe('Of oauth: where the token is fetched with the client id and the secret'),
  clientId: z.string().trim().max(200),
};
const Described = z.object(described);
export type PushSettings = z.output<typeof Described>;

export const newPushRule = {
  enabled: true,
  paused: false,
  selection: { structureIds: [], families: [], pointIds: [] },
  raw: false,
  sendsChanged: true,
  fields: [],
  mode: 2,
  intervalMinutes: 5,
  times: [],
  timeZone: 'UTC',
  method: 'POST',
  headers: [],
  batchSize: 200,
  keepDays: 7,
  tokenUrl: null,
  clientId: '',
  ...newTransport,
} as const satisfies Omit<PushSettings, 'name' | 'formatId' | 'url'>;

/** By path of the auth key, or by the name of what a transport needs; never shown again. */
const secrets = z
  .record(z.string().max(200), z.string().max(20_000))
  .refine((all) => Object.keys(all).length <= 24, 'tooMany')
  .refine(
    (all) => Object.entries(all).every(([path, { length }]) => path.startsWith('/') || (length > 0 && length <= 500)),
    'pushSecret',
  )
  .describe(
    'Secrets of the auth keys of the format, by their path; and of how it is sent: /userName and /password, of HTTPS /certificate and /key (PEM), empty to take one of these away. To be given again where the address they go to changes',
  );

export const PushRule = z
  .object({
    id: z.int(),
    projectId: z.int(),
    ...described,
    formatName: z.string(),
    secretsGiven: z
      .array(z.string())
      .describe('Paths of auth keys, and names such as /password, of which a secret is there'),
    state: z.enum(pushStates),
    waiting: z
      .int()
      .describe('Readings, alerts and stretches of readings that wait to be sent; 10001 = more than ten thousand'),
    waitingSince: z.string().nullable(),
    nextAt: z.string().describe('When it sends next, where something waits'),
    lastSentAt: z.string().nullable(),
    fault: z.enum(pushFaults).nullable().describe('Of the last try; null = it went well'),
    faultDetail: z.string(),
    failingSince: z.string().nullable(),
    lost: z
      .object({ count: z.int(), from: z.string(), to: z.string() })
      .nullable()
      .describe(
        'Left out because it waited for longer than the rule keeps it; null = nothing. A back-fill sends it and ends this',
      ),
    refused: z.int().describe('Messages that the receiver refused, which can be sent again'),
    byName: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'PushRule' });
export type PushRule = z.output<typeof PushRule>;

export const onePushRule = { projectId: id, pushRuleId: id };
export const readsPushRule = { needs: 'Retrieve:PushRule', within: 'projectId', flag: 'activePushMode' } as const;
export const updatesPushRule = { needs: 'Update:PushRule', within: 'projectId', flag: 'activePushMode' } as const;

export const pushRules = {
  list: route({
    ...readsPushRule,
    method: 'GET',
    path: '/projects/{projectId}/push-rules',
    summary: 'The push rules of a project, with what waits, what went wrong and what was left out.',
    shows: ['pushRule'],
    input: z.object({ projectId: id }),
    reply: z.object({ pushRules: z.array(PushRule) }),
  }),
  create: route({
    method: 'POST',
    path: '/projects/{projectId}/push-rules',
    summary: 'Makes a push rule: from now on it sends what arrives.',
    changes: ['pushRule'],
    needs: 'Create:PushRule',
    within: 'projectId',
    flag: 'activePushMode',
    input: z.object({
      projectId: id,
      ...Described.partial().shape,
      name: described.name,
      formatId: id,
      url: described.url,
      secrets: secrets.optional(),
    }),
    reply: z.object({ pushRule: PushRule }),
    fails: ['nameTaken', 'listFull', 'pushParameter'],
    example: { projectId: 1, name: 'Owner', formatId: 1, url: 'https://owner.example/readings' },
  }),
  update: route({
    ...updatesPushRule,
    method: 'PATCH',
    path: '/projects/{projectId}/push-rules/{pushRuleId}',
    summary: 'Changes the given fields of a push rule.',
    changes: ['pushRule'],
    guards: { read: 'list', part: 'pushRules', by: { field: 'id', input: 'pushRuleId' } },
    input: z.object({ ...onePushRule, ...Described.partial().shape, secrets: secrets.optional() }),
    reply: z.object({ pushRule: PushRule }),
    fails: ['nameTaken', 'pushParameter'],
    example: { projectId: 1, pushRuleId: 1, paused: true },
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/{projectId}/push-rules/{pushRuleId}',
    summary: 'Deletes a push rule with what waits for it.',
    changes: ['pushRule'],
    needs: 'Delete:PushRule',
    within: 'projectId',
    flag: 'activePushMode',
    evenArchived: true,
    input: z.object(onePushRule),
    reply: z.object({}),
  }),
};
