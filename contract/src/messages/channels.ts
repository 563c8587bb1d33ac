/** Notification channels of a corporation: by which mail server, SMS or voice vendor, webhook or chat robot messages leave. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { pluginPart } from '../platform/plugins.package.ts';
import { done, email, host, id, name, port } from '../points/fields.ts';

export const smsVendors = ['aliyun', 'tencent', 'twilio'] as const;
export type SmsVendor = (typeof smsVendors)[number];
/** The same vendors where they call a telephone and read a message out. */
export const voiceVendors = ['aliyunVoice', 'tencentVoice', 'twilioVoice'] as const;
export type VoiceVendor = (typeof voiceVendors)[number];
/** Receivers of messages at an address of their own: a program, the robot of a chat group, or a service that a plug-in speaks to. */
export const hookKinds = [
  'webhook',
  'wecom',
  'dingtalk',
  'feishu',
  'teams',
  'slack',
  'slackApp',
  'feishuApp',
  'plugin',
] as const;
export type HookKind = (typeof hookKinds)[number];
/** Apps of a chat: they edit what they posted, and say who pressed a button of it. A robot does neither. */
export const chatAppKinds = ['slackApp', 'feishuApp'] as const satisfies readonly HookKind[];
export type ChatAppKind = (typeof chatAppKinds)[number];
export const isChatApp = (kind: ChannelKind): kind is ChatAppKind => (chatAppKinds as readonly string[]).includes(kind);
export const channelKinds = ['email', ...smsVendors, ...voiceVendors, ...hookKinds] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** Returns where the vendor of a chat app tells of presses, below the address of the installation. */
export const callbackPathOf = ({ id, kind }: { readonly id: number; readonly kind: ChannelKind }): string =>
  `/api/channels/${id}/${kind.replace('App', '')}`;

/** How a message reaches somebody: a mailbox, a telephone that shows or reads it, a device of theirs (which needs no channel), a hook. */
export const media = ['email', 'sms', 'voice', 'push', 'hook'] as const;
export type Medium = (typeof media)[number];
export const mediumOf = (kind: ChannelKind): Exclude<Medium, 'push'> => {
  if (kind === 'email') return 'email';
  if ((smsVendors as readonly string[]).includes(kind)) return 'sms';
  return (voiceVendors as readonly string[]).includes(kind) ? 'voice' : 'hook';
};

/** A corporation has one mail server, one SMS and one voice vendor, and this many hooks. */
export const maxHooks = 20;

/** Specification 5: what a custom SMS may say. */
export const smsVariables = [
  'project',
  'structure',
  'mp',
  'device',
  'value',
  'unit',
  'field',
  'threshold',
  'level',
  'reason',
] as const;
export type SmsVariable = (typeof smsVariables)[number];
const variable = /#([^#\s]{1,20})#/g;
/** The variables that a text names, in their order, each once. */
export const variablesIn = (text: string): SmsVariable[] => [
  ...new Set([...text.matchAll(variable)].map(([, name]) => name as SmsVariable)),
];
const areKnown = (text: string): boolean =>
  variablesIn(text).every((name) => (smsVariables as readonly string[]).includes(name));
/** A text with its variables filled in. */
export const fillIn = (text: string, values: Readonly<Record<SmsVariable, string>>): string =>
  text.replace(variable, (placeholder, name: string) => values[name as SmsVariable] ?? placeholder);

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u);
/** http is for a receiver inside one's own network, which the setting OUTBOUND_ALLOW must name. */
const address = z
  .string()
  .trim()
  .max(1_000)
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return (url?.protocol === 'https:' || url?.protocol === 'http:') && !url.username && !url.password;
  }, 'url');

/** Characters in one variable of a vendor's template, as corporations may set it. */
export const variableLimits = { min: 5, max: 500 } as const;

export const mailSecurity = ['tls', 'starttls', 'none'] as const;

/** What is shown of a channel. Which of it counts is decided by its kind. */
const visibleFields = {
  name: name(32),
  enabled: z.boolean(),
  host: host.nullable().describe('Mail server'),
  port: port.nullable(),
  security: z
    .enum(mailSecurity)
    .nullable()
    .describe('tls = from the first byte (465); starttls = asked for and insisted on (587); none = in the open'),
  userName: line(100).nullable().describe('null = the mail server asks for no name'),
  from: email.nullable().describe('Sender of e-mails'),
  endpoint: address.nullable().describe("Of a vendor: another address of its service; null = the vendor's own"),
  keyId: line(100).nullable().describe('Of a vendor: AccessKey id, SecretId, Account SID'),
  appId: line(50).nullable().describe('Tencent: SdkAppId; Feishu app: App ID'),
  region: line(30).nullable().describe('Tencent: region'),
  sign: line(50)
    .nullable()
    .describe(
      'Signature of SMS; of Twilio the number that sends or calls; of Alibaba Cloud voice the number that is shown',
    ),
  templateCode: line(50).nullable().describe('Id of the template that the vendor has approved; Twilio has none'),
  codeTemplate: line(50)
    .nullable()
    .describe(
      'Id of the template for verification codes, with the code as its one variable; empty = this vendor sends none. Twilio needs none',
    ),
  templateText: line(300)
    .nullable()
    .describe('What an SMS or a call says, with its variables (#project# ...); counts where activeCustomSms is on')
    .refine((text) => text === null || areKnown(text), 'smsVariableUnknown'),
  chatId: line(100).nullable().describe('Of a chat app: id of the channel or group that it posts to'),
  pushType: pluginPart.nullable().describe('Of a plug-in: which of its push types, `plug-in/type`'),
  variableLimit: z
    .int()
    .min(variableLimits.min)
    .max(variableLimits.max)
    .nullable()
    .describe('Characters that the vendor takes in one variable of its template; null = its usual limit'),
} as const;
/** What goes in and never comes out. */
const hidden = {
  secret: z
    .string()
    .max(500)
    .describe(
      'Password of the mail server, secret of the SMS vendor, webhook or robot, bot token of a Slack app, App Secret of a Feishu app; empty = as it is',
    ),
  signingSecret: z
    .string()
    .max(200)
    .describe(
      'Of a chat app: what its vendor signs with (Slack: Signing Secret; Feishu: Encrypt Key); empty = as it is',
    ),
  url: z.union([z.literal(''), address]).describe('Address of a webhook or robot; empty = as it is'),
} as const;

type Needed = keyof typeof visibleFields | keyof typeof hidden;
/** Fields that each kind requires. */
export const neededBy: Readonly<Record<ChannelKind, readonly Needed[]>> = {
  email: ['host', 'port', 'security', 'from'],
  aliyun: ['keyId', 'secret', 'sign', 'templateCode'],
  tencent: ['keyId', 'secret', 'appId', 'region', 'sign', 'templateCode'],
  twilio: ['keyId', 'secret', 'sign'],
  aliyunVoice: ['keyId', 'secret', 'templateCode'],
  tencentVoice: ['keyId', 'secret', 'appId', 'region', 'templateCode'],
  twilioVoice: ['keyId', 'secret', 'sign'],
  webhook: ['url', 'secret'],
  wecom: ['url'],
  dingtalk: ['url'],
  feishu: ['url'],
  teams: ['url'],
  slack: ['url'],
  slackApp: ['secret', 'signingSecret', 'chatId'],
  feishuApp: ['appId', 'secret', 'signingSecret', 'chatId'],
  plugin: ['url', 'pushType'],
};

export const Channel = z
  .object({
    id: z.int(),
    kind: z.enum(channelKinds),
    ...visibleFields,
    urlHost: z.string().nullable().describe('Of a webhook or robot: the host of its address, which is kept secret'),
    hasSecret: z.boolean(),
    callbackUrl: z
      .string()
      .nullable()
      .describe('Of a chat app: the address that its vendor is to be given, where it tells who pressed a button'),
    byName: z.string().describe('Who set it up'),
    createdAt: z.string(),
  })
  .meta({ id: 'Channel' });
export type Channel = z.output<typeof Channel>;

const kind = z.enum(channelKinds);
const medium = z.enum(media).optional();
/** The SMS channel of a corporation at the address of the specification, which holds nothing else. */
const smsConfig = { path: '/sms-config', fixes: { medium: 'sms' }, ownCorporation: true } as const;
const oneSmsConfig = { path: '/sms-config/{channelId}', fixes: { medium: 'sms' }, row: 'channelId' } as const;
const anSms = {
  corporationId: 1,
  kind: 'aliyun',
  name: 'SMS',
  keyId: 'LTAI',
  secret: 'a long secret',
  sign: 'Plumbline',
  templateCode: 'SMS_1',
};
/** Returns the required fields of a channel that are empty. */
export const lacking = (
  channel: { readonly kind: ChannelKind } & Readonly<Record<string, unknown>>,
): readonly Needed[] =>
  neededBy[channel.kind].filter(
    (field) => channel[field] === null || channel[field] === undefined || channel[field] === '',
  );

/** What says where the secret of a channel goes, and how openly. */
const destination = ['host', 'port', 'security', 'endpoint', 'pushType'] as const;
/** Returns whether a change hands a secret that was typed for one place to another: it has to be typed again, by somebody who knows it. */
export const isElsewhere = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) =>
  destination.some((field) => (before[field] ?? null) !== (after[field] ?? null));

const created = z
  .object({ corporationId: id, kind, medium, ...visibleFields, ...hidden })
  .partial()
  .required({ corporationId: true, kind: true, name: true });
const within = { corporationId: id };
const one = { ...within, channelId: id };
const read = { needs: 'Retrieve:Corporation', within: 'corporationId' } as const;
const write = {
  needs: 'Update:Corporation',
  within: 'corporationId',
  changes: ['channel'],
  secures: 'secret',
} as const;

export const channels = {
  list: route({
    ...read,
    method: 'GET',
    path: '/corporations/{corporationId}/channels',
    aliases: [smsConfig],
    summary: 'The notification channels of a corporation, without their secrets.',
    shows: ['channel'],
    input: z.object({ ...within, medium: medium.describe('Those alone by which messages go so') }),
    reply: z.object({ channels: z.array(Channel) }),
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/corporations/{corporationId}/channels',
    aliases: [{ ...smsConfig, example: anSms }],
    summary:
      'Sets up a notification channel: at most one mail server, one SMS and one voice vendor, twenty webhooks and robots.',
    input: created.check((context) => {
      if (context.value.medium && mediumOf(context.value.kind) !== context.value.medium)
        context.issues.push({ code: 'custom', message: 'kind', input: context.value, path: ['kind'] });
      for (const field of lacking(context.value))
        context.issues.push({ code: 'custom', message: 'required', input: context.value, path: [field] });
    }),
    reply: z.object({ channel: Channel }),
    fails: ['nameTaken', 'channelThere', 'channelsFull'],
    example: {
      corporationId: 1,
      kind: 'webhook',
      name: 'Control desk',
      url: 'https://example.com/in',
      secret: 'a long secret',
    },
  }),
  update: route({
    ...write,
    method: 'PATCH',
    path: '/corporations/{corporationId}/channels/{channelId}',
    aliases: [oneSmsConfig],
    summary: 'Changes the given fields of a notification channel. A secret that is empty stays as it is.',
    guards: { read: 'list', part: 'channels', by: { field: 'id', input: 'channelId' } },
    input: z.object({ ...one, ...z.object({ ...visibleFields, ...hidden }).partial().shape }),
    reply: z.object({ channel: Channel }),
    fails: ['nameTaken'],
    example: { corporationId: 1, channelId: 1, enabled: false },
  }),
  remove: route({
    ...write,
    method: 'DELETE',
    path: '/corporations/{corporationId}/channels/{channelId}',
    aliases: [oneSmsConfig],
    summary: 'Deletes a notification channel. What still waits for it is not sent.',
    input: z.object(one),
    reply: done,
  }),
  test: route({
    needs: 'Update:Corporation',
    within: 'corporationId',
    method: 'POST',
    path: '/corporations/{corporationId}/channels/{channelId}/test',
    summary: 'Sends a test message by a channel and gives what the other side answered.',
    changes: ['channel'],
    ownTransaction: true,
    input: z.object({
      ...one,
      to: z.string().trim().max(254).default('').describe('E-mail address or telephone number; a hook needs none'),
    }),
    reply: z.object({ accepted: z.boolean(), answer: z.string() }),
    example: { corporationId: 1, channelId: 1, to: 'duty@example.com' },
  }),
};
