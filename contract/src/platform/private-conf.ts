/** Settings of the installation that may change while it runs. The others are the environment's, and are read at a start. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { familyCodes } from '../points/families.ts';
import { done } from '../points/fields.ts';

const days = z.int().min(0).max(36_500);
/** `camera=365, vibration=730`: families that are known, none twice, whole days above 0. */
const retention = z
  .string()
  .trim()
  .max(1000)
  .refine((text) => {
    const entries = text === '' ? [] : text.split(',').map((part) => part.trim());
    const names = entries.map((entry) => /^(\w+)\s*=\s*[1-9]\d{0,4}$/.exec(entry)?.[1] ?? '');
    return names.every((name) => (familyCodes as string[]).includes(name)) && new Set(names).size === names.length;
  }, 'retentionDays');
const address = z.string().trim().max(500);
const empty = z.literal('');
const hostName = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(/^[\w.-]+$|^\[[\da-f:.]+\]$/i, 'host');
/** A host name, an IP address or a network in CIDR notation. */
const target = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(/^[a-z\d]([a-z\d.-]*[a-z\d])?(\/\d{1,2})?$|^[\da-f:.]+(\/\d{1,3})?$/i, 'outboundTarget');
const secret = z
  .string()
  .trim()
  .max(500)
  .regex(/^[\x21-\x7e]*$/, 'plainAscii');

/** Settings that may be changed at run time, each as it is read in the settings of docs/guide/platform/settings.md. An empty text takes it away. */
export const runtimeShape = {
  diskAlarmGb: z.int().min(1).max(1_000_000),
  operationDays: days.describe('0 = for ever'),
  deliveryDays: days.describe('0 = for ever'),
  waveformDays: z.int().min(1).max(36_500).nullable().describe('null = for ever'),
  retentionDays: retention,
  tilesUrl: z.union([
    empty,
    address.regex(/^https?:\/\/[^/\s]+\/(?:(?=.*\{z\})(?=.*\{x\})(?=.*\{y\})\S*|\S*\.pmtiles(?:\?\S*)?)$/, 'tilesUrl'),
  ]),
  simQueryUrl: z.union([empty, address.regex(/^https?:\/\/[^/\s]+\S*\{iccid\}\S*$/, 'simQueryUrl')]),
  simQueryToken: secret,
  metricsToken: secret,
  logLevel: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
  outboundAllow: z.array(target).max(200),
  privateDeployment: z.boolean().describe('Pages about the product itself (documents, releases) are hidden'),
  hosts: z.array(hostName).max(200).describe('Empty = any name'),
} as const;
const values = z.object(runtimeShape);
export type RuntimeValues = z.output<typeof values>;
export type RuntimeName = keyof RuntimeValues;
export const runtimeNames = Object.keys(runtimeShape) as [RuntimeName, ...RuntimeName[]];

/** Never shown again, neither here nor in the log. */
export const secretNames = ['simQueryToken', 'metricsToken'] as const satisfies readonly RuntimeName[];
export type SecretName = (typeof secretNames)[number];
export const isSecret = (name: RuntimeName): name is SecretName => (secretNames as readonly string[]).includes(name);

const Mark = z.object({ isSet: z.boolean(), changedAt: z.string().nullable() });
const answeredValues = values.extend({ simQueryToken: Mark, metricsToken: Mark });

const Source = z.object({
  setting: z.enum(runtimeNames),
  isOwn: z.boolean().describe('true = set here; false = as the environment says'),
  byName: z.string().nullable(),
  changedAt: z.string().nullable(),
});
export type SettingSource = z.output<typeof Source>;

/** Only System accounts hold it: the settings are of the installation, and so of all corporations. */
const operator = { needs: 'Create:Corporation' } as const;

export const privateConf = {
  get: route({
    ...operator,
    method: 'GET',
    path: '/private-conf',
    summary:
      'Settings that may change while the installation runs, with who set them. Secrets are not in it. System accounts only.',
    shows: ['installation'],
    input: z.object({}),
    reply: z.object({ values: answeredValues, sources: z.array(Source) }),
  }),
  update: route({
    ...operator,
    method: 'PATCH',
    path: '/private-conf',
    summary: 'Sets the given settings; every process of the installation goes by them at once.',
    changes: ['installation'],
    secures: 'rights',
    guards: { read: 'get', part: 'values' },
    input: values.partial(),
    reply: done,
    example: { diskAlarmGb: 2 },
  }),
  reset: route({
    ...operator,
    method: 'DELETE',
    path: '/private-conf/{setting}',
    summary: 'Forgets what was set here: what the environment says counts again.',
    changes: ['installation'],
    secures: 'rights',
    guards: { read: 'get', part: 'sources', by: { field: 'setting', input: 'setting' } },
    input: z.object({ setting: z.enum(runtimeNames) }),
    reply: done,
    example: { setting: 'diskAlarmGb' },
  }),
};
