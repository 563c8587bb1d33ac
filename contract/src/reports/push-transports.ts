/**
 * Ways on which a push reaches its receiver. The scheme of the address chooses one of them; what one alone needs lies in an object
 * of the rule under its name.
 */
import { z } from 'zod';
import type { PushLayout } from './push-formats.shapes.ts';

/** Schemes of each, the one without encryption first. */
export const pushSchemes = {
  http: ['http', 'https'],
  mqtt: ['mqtt', 'mqtts'],
  tcp: ['tcp', 'tls'],
  ftp: ['ftp', 'ftps'],
  sftp: ['sftp'],
  postgresql: ['postgresql'],
  mysql: ['mysql'],
} as const;
export type PushTransport = keyof typeof pushSchemes;
export const pushTransports = Object.keys(pushSchemes) as PushTransport[];

const schemeOf = (url: string): string => url.slice(0, Math.max(0, url.indexOf(':'))).toLowerCase();
/** null = no push goes by this scheme. */
export const transportOf = (url: string): PushTransport | null =>
  pushTransports.find((each) => (pushSchemes[each] as readonly string[]).includes(schemeOf(url))) ?? null;

/** Returns whether a host may be named like this in an address of any scheme: the one way out reads it by the rules of HTTP. */
function isHost(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname !== '' && URL.canParse(`http://${hostname}`);
}
const needsPort = (transport: PushTransport | null): boolean => transport === 'tcp';

/** The folder of an address, from where one signs in to; empty = there. null = it can be no folder. */
export function folderOf(url: string): string | null {
  const path = new URL(url).pathname.slice(1);
  // Written with % it could end a command and begin another.
  if (/%(?![0-9A-F]{2})/i.test(path)) return null;
  try {
    const folder = decodeURIComponent(path);
    return /\p{Cc}/u.test(folder) ? null : folder;
  } catch {
    return null;
  }
}

/** An address that holds no user name and no password: these are secrets. */
export const pushAddress = z
  .string()
  .trim()
  .max(500)
  .superRefine((text, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    const transport = transportOf(text);
    if (transport === null || !/^[a-z]+:\/\/[^/]/i.test(text) || !URL.canParse(text) || !isHost(text))
      return refuse('pushAddress');
    if (/^[a-z]+:\/\/[^/?#]*@/i.test(text)) return refuse('pushCredentials');
    const { port, pathname, search, hash } = new URL(text);
    if (needsPort(transport) && port === '') return refuse('pushPort');
    const path = pathname.replace(/^\//, '');
    const isDatabase = transport === 'postgresql' || transport === 'mysql';
    if (isDatabase && !/^[^/%\p{Cc}]{1,64}$/u.test(path)) return refuse('pushDatabase');
    if ((transport === 'ftp' || transport === 'sftp') && folderOf(text) === null) return refuse('pushFolder');
    if ((transport === 'tcp' || transport === 'mqtt') && path !== '') return refuse('pushNoPath');
    if (transport !== 'http' && (search !== '' || hash !== '')) refuse('pushNoPath');
  });

/** Names that secrets of a transport have beside those of auth keys, whose paths never begin with a slash. */
export const transportSecrets = {
  userName: '/userName',
  password: '/password',
  certificate: '/certificate',
  key: '/key',
} as const;
export type TransportSecret = (typeof transportSecrets)[keyof typeof transportSecrets];

/** Secrets that a transport may have. */
export const secretsOfTransport = (transport: PushTransport | null): readonly TransportSecret[] => {
  const { userName, password, certificate, key } = transportSecrets;
  if (transport === 'http') return [certificate, key];
  return transport === 'tcp' || transport === null ? [] : [userName, password];
};

/** Topics that one publishes to: no wildcards, none of the broker's own. */
const topic = z
  .string()
  .trim()
  .max(200)
  .regex(/^(?!\$)[^#+\p{Cc}]*$/u, 'pushTopic');
const words = z.string().max(200);

const mqtt = z.object({
  topic: topic.describe('Where messages are published'),
  version: z.enum(['3.1.1', '5']).default('3.1.1').describe('Version of the protocol'),
  retain: z.boolean().default(false).describe('Whether the broker keeps the last message for who subscribes later'),
  clientId: z
    .string()
    .trim()
    .max(100)
    .regex(/^\P{Cc}*$/u, 'pushTopic')
    .default('')
    .describe('Name of the connection; empty = one of its own'),
  statusTopic: topic.default('').describe('Where birth and will are published, retained; empty = neither is'),
  birth: words.default('online').describe('Published when the connection is made'),
  will: words
    .default('offline')
    .describe('Published by the broker when the connection breaks, and by us when it is closed'),
});

const tcp = z.object({
  framing: z
    .enum(['line', 'length'])
    .default('line')
    .describe('How a message ends: by a line feed, or by its length before it (4 bytes, big-endian)'),
  awaits: z
    .enum(['nothing', 'anything', 'text'])
    .default('nothing')
    .describe(
      'What counts as taken: nothing = written to the socket, by which what is on its way can be lost; anything = an answer, framed as a message is; text = an answer that holds the text',
    ),
  text: z.string().max(100).default('').describe('Of awaits text: what the answer has to hold'),
});

const fileNames = ['time', 'rule', 'number'];
const file = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^(?!\.)[^/\\\p{Cc}<>:"|?*]+$/u, 'pushFileName')
    .refine(
      (text) => [...text.matchAll(/\{([^}]*)\}/g)].every(([, name]) => fileNames.includes(name ?? '')),
      'pushFileName',
    )
    .default('{rule}-{time}-{number}.txt')
    .describe(
      'Name of each file: {time} in the zone of the rule, {rule} its name, {number} counts the files of the rule',
    ),
  hostKey: z
    .string()
    .trim()
    .regex(/^(?:SHA256:[A-Za-z0-9+/]{43}=?)?$/, 'pushHostKey')
    .default('')
    .describe(
      'Of SFTP: SHA-256 fingerprint of the key of the server; without it nothing is sent, and a test shows the key',
    ),
});
const column = z
  .string()
  .trim()
  .min(1)
  .max(63)
  .regex(/^\P{Cc}+$/u, 'pushColumn');
const table = z.object({
  table: z
    .string()
    .trim()
    .max(127)
    .regex(/^(?:[^.\p{Cc}]{1,63}(?:\.[^.\p{Cc}]{1,63})?)?$/u, 'pushTable')
    .default('')
    .describe('Name of the table, with its schema where it has one: schema.table'),
  tls: z.boolean().default(true).describe('Whether the connection to the database is encrypted'),
  columns: z
    .array(z.object({ key: z.string().trim().min(1).max(200).describe('Key of the format'), column }))
    .max(60)
    .refine((all) => new Set(all.map(({ column }) => column)).size === all.length, 'pushNamesRepeat')
    .default([])
    .describe('Columns that are written, and the key of the format whose value each holds'),
  keyColumns: z
    .array(column)
    .max(10)
    .default([])
    .describe(
      'Columns by which a row is known, of a unique index of the table: a row that comes again takes the place of its former one. Empty = every row is added',
    ),
});

export const transportFields = {
  mqtt: mqtt.describe(
    'Of MQTT: where messages are published, by which version, and what says that the connection comes and goes',
  ),
  tcp: tcp.describe('Of TCP and TLS: how messages are told apart, and what counts as taken'),
  file: file.describe(
    'Of FTP, FTPS and SFTP: each message is a file, written under another name and renamed when it is whole',
  ),
  table: table.describe('Of PostgreSQL and MySQL: each row of the format is a row of a table'),
};

export type TransportSettings = { [K in keyof typeof transportFields]: z.output<(typeof transportFields)[K]> };

export const newTransport: TransportSettings = {
  mqtt: { topic: '', version: '3.1.1', retain: false, clientId: '', statusTopic: '', birth: 'online', will: 'offline' },
  tcp: { framing: 'line', awaits: 'nothing', text: '' },
  file: { name: '{rule}-{time}-{number}.txt', hostKey: '' },
  table: { table: '', tls: true, columns: [], keyColumns: [] },
};

type Format = Pick<PushLayout, 'body' | 'layout' | 'dataKeys' | 'alertKeys' | 'metaKeys' | 'authKeys'>;
export interface TransportProblem {
  readonly path: string;
  readonly message: string;
}

/** Settings of a rule that do not go together with each other or with its format; none = nothing is wrong. */
export function transportProblems(
  { url, mqtt: broker, tcp: socket, table: rows }: TransportSettings & { readonly url: string },
  format: Format,
): TransportProblem[] {
  const transport = transportOf(url);
  if (transport === null) return [{ path: 'url', message: 'pushAddress' }];
  if (transport === 'http') return [];
  const problems: TransportProblem[] = [];
  const refuse = (path: string, message: string) => void problems.push({ path, message });
  // Outside of the body there is nowhere to write them: a message without its proof must not go out.
  if (format.authKeys.some(({ place }) => place !== 'body')) refuse('formatId', 'pushAuthPlace');
  if (transport === 'mqtt' && broker.topic === '') refuse('mqtt.topic', 'required');
  if (transport === 'tcp') {
    if (socket.framing === 'line' && (format.body === 'xml' || format.body === 'csv'))
      refuse('tcp.framing', 'pushLines');
    if (socket.awaits === 'text' && socket.text === '') refuse('tcp.text', 'required');
  }
  if (transport === 'postgresql' || transport === 'mysql') problems.push(...tableProblems(rows, format));
  return problems;
}

function tableProblems(
  { table: name, columns, keyColumns }: TransportSettings['table'],
  format: Format,
): TransportProblem[] {
  const problems: TransportProblem[] = [];
  if (name === '') problems.push({ path: 'table.table', message: 'required' });
  const keys = [...format.dataKeys, ...format.alertKeys, ...format.metaKeys].map(({ path }) => path);
  if (keys.some((path) => path.includes('/') || path === '*'))
    problems.push({ path: 'formatId', message: 'pushNotFlat' });
  if (format.authKeys.length > 0) problems.push({ path: 'formatId', message: 'pushAuthTable' });
  if (columns.length === 0) problems.push({ path: 'table.columns', message: 'required' });
  if (columns.some(({ key }) => !keys.includes(key)))
    problems.push({ path: 'table.columns', message: 'pushColumnKey' });
  if (keyColumns.some((key) => !columns.some(({ column }) => column === key)))
    problems.push({ path: 'table.keyColumns', message: 'pushKeyColumn' });
  return problems;
}
