/**
 * Feeds: where the messages of many devices come in that speak the words of somebody else: the webhook of a network server,
 * topics of an MQTT broker, ours or another, files that are dropped into a folder. A feed belongs to a corporation.
 */
import { z } from 'zod';
import { Format, wrappings } from '../kernel/formats.ts';
import { route } from '../kernel/route.ts';
import { done, host, id, name, port, timeZone } from '../points/fields.ts';
import { EdgeSign } from './edges.ts';
import { configAliases, configAliasesOfOne, feedConfigs, lackingOfPull, pullFields } from './feeds.pulls.ts';

export const feedLimits = {
  feeds: 20,
  /** Devices that are assigned by hand. */
  devices: 2_000,
  /** Unknown sources that are listed. */
  unknown: 200,
  /** Messages that are shown of an unknown source, and bytes of each. */
  frames: 5,
  frameBytes: 2_048,
  topics: 10,
  /** Uplinks of a feed that wait to be stored; beyond it the sender is asked to come back. */
  waiting: 2_000,
  /** Of a folder: bytes of a file, and files that wait to be taken where they are uploaded. */
  fileBytes: 1_048_576,
  filesWaiting: 500,
  publicKeys: 5,
  /** Of feeds that are fetched by the clock: how often, unless set. */
  pollSeconds: 300,
  senders: 20,
} as const;

export const feedKinds = [
  'webhook',
  'broker',
  'externalBroker',
  'folder',
  'edge',
  'ftp',
  'mailbox',
  'http',
  'sql',
] as const;
export type FeedKind = (typeof feedKinds)[number];

/** Reasons for refusing a message, beside those of the format. */
export const feedFaults = [
  'notText',
  'notJson',
  'tooLong',
  'tooMany',
  'otherShape',
  'badCheckSum',
  'timeMissing',
  'payloadDamaged',
  'birthMissing',
  'outOfOrder',
  'objectMissing',
  'nodesRepeat',
  'notBytes',
  'notLists',
  'columnMissing',
  'tagUnknown',
  'implausible',
  'empty',
  'sourceUnknown',
  'secretRefused',
  'passwordUnreadable',
  'sourceMissing',
  'formatMissing',
  'codecFailed',
  'samplesRefused',
  'connection',
  'paused',
  'fileFromFuture',
] as const;
export type FeedFault = (typeof feedFaults)[number];

/** Sender of a message, as the network names it. */
export const source = z
  .string()
  .trim()
  .min(1)
  .max(128)
  .toLowerCase()
  .regex(/^[\x20-\x7E]+$/);

const place = z
  .discriminatedUnion('in', [
    z.object({ in: z.literal('topic'), level: z.int().min(1).max(16) }),
    z.object({ in: z.literal('content'), path: z.string().trim().min(1).max(200) }),
    z.object({ in: z.literal('fixed'), source }),
  ])
  .describe('Where a message that its wrapping does not say it of tells who sent it');

const topic = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^(?:[^+#\0]|\/\+(?=\/|$)|^\+(?=\/|$))*(?:\/?#)?$/, 'topic');

/** A line of `authorized_keys`. */
const publicKey = z
  .string()
  .trim()
  .max(2_000)
  .regex(/^(?:ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521)) [A-Za-z0-9+/=]+(?: [^\r\n]*)?$/, 'publicKey');

const answeredFields = {
  name: name(32),
  enabled: z.boolean(),
  wrapping: z.enum(wrappings).describe('How messages are taken apart before the format of the device is applied'),
  place,
  timeZone: timeZone.describe('Of times that have none of their own'),
  host: host.nullable().describe('Of another broker'),
  port: port.nullable(),
  tls: z.boolean(),
  userName: z.string().trim().max(100).nullable(),
  topics: z.array(topic).max(feedLimits.topics).describe('Of another broker: what is subscribed to'),
  publicKeys: z
    .array(publicKey)
    .max(feedLimits.publicKeys)
    .describe('Of a folder: keys with which files may be uploaded over SFTP, as lines of `authorized_keys`'),
  plainFtp: z
    .boolean()
    .describe(
      'Of a folder: whether files may be uploaded over FTP without TLS. The secret and the files can then be read on the way',
    ),
  path: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^[^\0\r\n]*$/, 'path')
    .nullable()
    .describe('Of FTP: the folder; of a mailbox: its folder. null = / and INBOX'),
  pattern: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^[^*\0\r\n]*(?:\*[^*\0\r\n]*){0,3}$/, 'pattern')
    .nullable()
    .describe('Of FTP and mailboxes: which files are taken, such as *.csv; null = all'),
  pollSeconds: z.int().min(60).max(86_400).describe('Of what is looked into by the clock: how often'),
  senders: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .max(200)
        .regex(/^[^\s@]*@[^\s@]+$/, 'email'),
    )
    .max(feedLimits.senders)
    .describe('Of a mailbox: whose e-mails are taken, as addresses, or domains such as @loggers.example'),
  downlinkPort: z.int().min(1).max(223).describe('Of LoRaWAN: FPort of commands that go down'),
  downlinkConfirmed: z.boolean().describe('Of LoRaWAN: whether devices acknowledge commands'),
  downlinkUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable()
    .describe(
      'Of a webhook of The Things Stack or ChirpStack: where commands are posted, with {device} for the device; the password is its API key',
    ),
  ...pullFields,
  siteProjectId: id
    .nullable()
    .describe('Of an edge: the project at whose site it runs. It takes the devices of its points'),
  sirenLevel: z
    .int()
    .min(1)
    .max(4)
    .nullable()
    .describe('Of an edge: from which level on the siren of the site sounds; null = never'),
};
const password = z
  .string()
  .max(500)
  .nullable()
  .describe(
    'Of another broker: what is shown to it; empty = as it is, null = none any more. To be given again where host, port, TLS, user name, the database, or an address that it is sent to change',
  );

export const FeedState = z.object({
  feedId: z.int(),
  connected: z
    .boolean()
    .nullable()
    .describe('Of brokers and edges: whether there is a connection; null = there is none to have'),
  lastAt: z.string().nullable().describe('When something last arrived'),
  received: z.int().describe('Messages'),
  stored: z.int().describe('Readings'),
  refused: z.int().describe('Messages and uplinks of which nothing could be stored'),
  lastFault: z.enum(feedFaults).nullable(),
  lastFaultDetail: z.string(),
  lastFaultAt: z.string().nullable(),
  edge: EdgeSign.extend({ at: z.string() }).nullable().describe('What an edge said last of itself; null = nothing yet'),
});
export type FeedState = z.output<typeof FeedState>;

export const Feed = z
  .object({
    id: z.int(),
    kind: z.enum(feedKinds),
    config: z.enum(feedConfigs).nullable().describe('As what it asks a third party; null = it asks nobody'),
    ...answeredFields,
    key: z
      .string()
      .describe('Part of the address of a webhook, user name at our broker and over SFTP and FTP, name of the folder'),
    hasPassword: z.boolean(),
    hasSecret: z.boolean().describe('Of a folder: whether files may be uploaded over SFTP and FTP with a secret'),
    byName: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'Feed' });
export type Feed = z.output<typeof Feed>;

const FeedDevice = z.object({
  source: z.string(),
  deviceId: z.int(),
  sncode: z.string(),
  deviceName: z.string(),
  model: z.string(),
  format: Format.nullable().describe("null = the model's"),
});
export const FeedUnknown = z
  .object({
    source: z.string(),
    firstAt: z.string(),
    lastAt: z.string(),
    times: z.int(),
    frames: z
      .array(z.object({ at: z.string(), topic: z.string(), text: z.string().nullable(), hex: z.string() }))
      .describe('Its newest messages, shortened; text null = it is none'),
  })
  .meta({ id: 'FeedUnknown' });
export type FeedUnknown = z.output<typeof FeedUnknown>;

const within = { corporationId: id };
const one = { ...within, feedId: id };
const read = { needs: 'Retrieve:Corporation', within: 'corporationId', shows: ['feed'] } as const;
const write = { needs: 'Update:Corporation', within: 'corporationId', changes: ['feed'] } as const;

const input = z.object({ ...answeredFields, password }).partial();
const aConfig = { corporationId: 1, kind: 'http', name: 'Rainfall', pullUrl: 'https://rainfall.example/' };
const config = z
  .enum(feedConfigs)
  .optional()
  .describe('Of HTTP and databases: as what the specification lists it; apidata unless given');
export const addresses = z.object({
  webhook: z.string().describe('Address of our webhooks, before the key'),
  broker: z.object({ host: z.string(), port: z.int() }).nullable(),
  folder: z.string().describe('Folder of the server that holds the folders of feeds'),
  sftp: z
    .object({ host: z.string(), port: z.int() })
    .nullable()
    .describe('Where files of folder feeds are uploaded; null = nowhere'),
  ftp: z
    .object({
      host: z.string(),
      port: z.int(),
      hasTls: z.boolean().describe('Whether TLS is offered'),
      mayBePlain: z.boolean().describe('Whether a feed may allow it without TLS'),
    })
    .nullable()
    .describe('Where they are uploaded over FTP; null = nowhere'),
});

export const feeds = {
  list: route({
    ...read,
    method: 'GET',
    path: '/corporations/{corporationId}/feeds',
    aliases: configAliases,
    summary: 'The feeds of a corporation with what came of them, without their secrets.',
    background: true,
    input: z.object({
      ...within,
      config: z.enum(feedConfigs).optional().describe('Those alone that ask a third party as this'),
    }),
    reply: z.object({ feeds: z.array(Feed), states: z.array(FeedState), addresses }),
  }),
  get: route({
    ...read,
    method: 'GET',
    path: '/corporations/{corporationId}/feeds/{feedId}',
    aliases: configAliasesOfOne(),
    summary: 'One feed with what came of it, without its secrets.',
    input: z.object(one),
    reply: z.object({ feed: Feed, state: FeedState }),
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/corporations/{corporationId}/feeds',
    aliases: configAliases.map((alias) => ({ ...alias, example: aConfig })),
    summary: 'Sets up a feed and returns the secret that its sender has to show, only this once.',
    secures: 'secret',
    input: input
      .required({ name: true })
      .extend({ corporationId: id, kind: z.enum(feedKinds), config })
      .check(judge),
    reply: z.object({ feed: Feed, secret: z.string().nullable() }),
    fails: ['nameTaken', 'feedsFull'],
    example: { corporationId: 1, kind: 'webhook', name: 'LoRaWAN', wrapping: 'chirpStack' },
  }),
  update: route({
    ...write,
    method: 'PATCH',
    path: '/corporations/{corporationId}/feeds/{feedId}',
    aliases: configAliasesOfOne(),
    summary: 'Changes the given fields of a feed. A password that is empty stays as it is.',
    secures: 'secret',
    guards: { read: 'list', part: 'feeds', by: { field: 'id', input: 'feedId' } },
    input: input.extend(one),
    reply: z.object({ feed: Feed }),
    fails: ['nameTaken'],
    example: { corporationId: 1, feedId: 1, enabled: false },
  }),
  newSecret: route({
    ...write,
    method: 'POST',
    path: '/corporations/{corporationId}/feeds/{feedId}/secret',
    summary:
      'Replaces the secret of a feed and returns it, only this once. The old one stops working at once. A folder gets one by it, for uploads over SFTP and FTP.',
    secures: 'secret',
    input: z.object(one),
    reply: z.object({ secret: z.string() }),
  }),
  remove: route({
    ...write,
    method: 'DELETE',
    path: '/corporations/{corporationId}/feeds/{feedId}',
    aliases: configAliasesOfOne(),
    summary: 'Deletes a feed with its assignments and its list of unknown sources. Devices and readings stay.',
    secures: 'secret',
    input: z.object(one),
    reply: done,
  }),
  devices: route({
    ...read,
    method: 'GET',
    path: '/corporations/{corporationId}/feeds/{feedId}/devices',
    summary: 'Which device stands behind which source, as far as it was assigned by hand.',
    input: z.object(one),
    reply: z.object({ devices: z.array(FeedDevice) }),
  }),
  unknown: route({
    ...read,
    method: 'GET',
    path: '/corporations/{corporationId}/feeds/{feedId}/unknown',
    summary: 'Sources of a feed that are no device yet, the newest first, with their newest messages: at most 200.',
    background: true,
    input: z.object(one),
    reply: z.object({ unknown: z.array(FeedUnknown) }),
  }),
  assign: route({
    ...write,
    method: 'POST',
    path: '/corporations/{corporationId}/feeds/{feedId}/devices',
    summary:
      'Makes a source a device of the corporation. It leaves the list of unknown sources. Without it, a source is the device that has it as serial number or register id.',
    input: z.object({ ...one, source, deviceId: id }),
    reply: done,
    fails: ['sourceInUse', 'feedsFull'],
    example: { corporationId: 1, feedId: 1, source: '70B3D57ED0000A01', deviceId: 1 },
  }),
  setFormat: route({
    ...write,
    method: 'PUT',
    path: '/corporations/{corporationId}/feeds/{feedId}/format',
    summary: "Sets the format of one device of a feed, where it is not its model's; null takes it away.",
    guards: { read: 'devices', part: 'devices', by: { field: 'source', input: 'source' } },
    input: z.object({ ...one, source, format: Format.nullable() }),
    reply: done,
    example: { corporationId: 1, feedId: 1, source: 'x', format: null },
  }),
  release: route({
    ...write,
    method: 'DELETE',
    path: '/corporations/{corporationId}/feeds/{feedId}/devices',
    summary: 'Takes an assignment away: the source is unknown again. The device stays.',
    input: z.object({ ...one, source }),
    reply: done,
    example: { corporationId: 1, feedId: 1, source: 'x' },
  }),
  forget: route({
    ...write,
    method: 'DELETE',
    path: '/corporations/{corporationId}/feeds/{feedId}/unknown',
    summary: 'Empties the list of unknown sources of a feed.',
    input: z.object(one),
    reply: done,
  }),
  receive: route({
    method: 'POST',
    path: '/feeds/{feedKey}',
    summary:
      'Takes a message of a feed. The secret of the feed is shown as bearer, as password of HTTP Basic, or in X-Feed-Secret. Answered after COMMIT; the same message again changes nothing. One that holds no time is the same with the same Idempotency-Key, or while the first was not answered.',
    changes: { nothing: 'For senders alone' },
    needs: 'feed',
    bodyLimit: 1024 * 1024,
    input: z.object({ feedKey: z.string().max(40) }),
    body: z.unknown(),
    reply: z.object({
      stored: z.int(),
      unchanged: z.int(),
      refused: z.int(),
      unknown: z.int().describe('Uplinks of sources that are no device yet'),
    }),
    fails: ['feedRefused', 'busy'],
  }),
};

/** Returns whether this installation connects to a host to get its messages; of HTTP that is in the address. */
export const isFetched = (kind: FeedKind | undefined): boolean =>
  kind === 'externalBroker' || kind === 'ftp' || kind === 'mailbox' || kind === 'sql';

/** Returns whether a feed can be looked at before it stores, and asked once more for what lies before. */
export const isPulled = (kind: FeedKind | undefined): boolean => kind === 'http' || kind === 'sql';

/** Returns whether it is looked into by the clock. */
export const isPolled = (kind: FeedKind | undefined): boolean => kind === 'ftp' || kind === 'mailbox' || isPulled(kind);

/** What a feed of its kind cannot do without. */
function judge(context: { readonly value: object; readonly issues: unknown[] }): void {
  const value = context.value as {
    kind?: FeedKind;
    host?: string | null;
    topics?: readonly string[];
    wrapping?: string;
    config?: string;
    siteProjectId?: number | null;
    senders?: readonly string[];
  };
  const issue = (path: string, message: string) =>
    context.issues.push({ code: 'custom', message, input: value, path: [path] });
  if (isFetched(value.kind) && !value.host) issue('host', 'required');
  for (const { path, message } of lackingOfPull(value)) issue(path, message);
  if (value.config !== undefined && !isPulled(value.kind)) issue('kind', 'feedAsksNobody');
  if (value.kind === 'mailbox' && (value.senders ?? []).length === 0) issue('senders', 'required');
  if (value.kind === 'externalBroker' && (value.topics ?? []).length === 0) issue('topics', 'required');
  if (value.kind === 'edge' && !value.siteProjectId) issue('siteProjectId', 'required');
  if (value.wrapping === 'sparkplugB' && value.kind !== 'broker' && value.kind !== 'externalBroker')
    issue('wrapping', 'sparkplugNeedsBroker');
}
