/**
 * Formats of data push: how readings and alerts are written for a receiver, as data. A key says where in a message a value
 * goes and where it comes from; nothing in a format is run. Its bounds keep a message small however it is put together.
 */
import { z } from 'zod';

export const pushFormatLimits = {
  /** Formats of a project. */
  formats: 50,
  /** Keys of each kind. */
  keys: 60,
  /** Names in a path, so levels of a message. */
  levels: 8,
} as const;

/** Bodies of a message. */
export const pushBodies = ['json', 'xml', 'csv', 'form'] as const;
/** One message for many readings, or one for each. */
export const pushLayouts = ['batch', 'single'] as const;
/** A row for a reading with all its fields, or for each field of it. */
export const pushRows = ['reading', 'field'] as const;

export const pushKeyTypes = ['string', 'number'] as const;
/** Sources of a data key: of a reading. */
export const pushDataSources = [
  'constant',
  'time',
  'value',
  'field',
  'unit',
  'pointName',
  'pointId',
  'structure',
  'project',
  'family',
] as const;
/** Sources of a meta key: of a message. */
export const pushMetaSources = ['constant', 'time', 'project', 'projectId', 'count'] as const;
/** Sources of an alert key. */
export const pushAlertSources = [
  'constant',
  'time',
  'value',
  'field',
  'unit',
  'pointName',
  'pointId',
  'structure',
  'project',
  'alertId',
  'level',
  'status',
  'released',
] as const;

export const pushAuthMethods = ['fixed', 'random', 'timestamp', 'hash', 'body', 'oauth'] as const;
export const pushAlgorithms = ['md5', 'sha1', 'sha256', 'hmacSha1', 'hmacSha256'] as const;
/** Methods that need a secret of the rule. */
export const secretMethods: readonly PushAuthMethod[] = ['fixed', 'hash', 'oauth'];
export type PushAuthMethod = (typeof pushAuthMethods)[number];

/** Names that would reach into objects themselves. */
const reserved = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Names joined by `/`: `data/values/x`. A last name `*` stands for the outgoing name of each field, `{point}` in the path of the
 * list for the name of the point.
 */
const path = (isEmptyAllowed: boolean) =>
  z
    .string()
    .trim()
    .max(200)
    .refine((text) => {
      if (text === '') return isEmptyAllowed;
      const names = text.split('/');
      return names.length <= pushFormatLimits.levels && names.every((name) => name !== '' && !reserved.has(name));
    }, 'pushPath');

/** `iso`, `s`, `ms`, or digits of a clock such as `yyyy-MM-dd HH:mm:ss.SSS`. */
const timePattern = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^(?:iso|s|ms|(?:yyyy|MM|dd|HH|mm|ss|SSS|[-/.:, TZ]|年|月|日|时|分|秒)+)$/u, 'pushTime');

const keyOf = <const S extends readonly [string, ...string[]]>(sources: S) =>
  z.object({
    path: path(false),
    type: z.enum(pushKeyTypes).describe('How a value is written'),
    source: z.enum(sources).describe('What is written there'),
    text: z.string().max(200).default('').describe('Of a constant: what is written'),
    pattern: timePattern
      .default('iso')
      .describe('Of a time: iso, s, ms, or a pattern of digits in the zone of the rule'),
    field: z
      .string()
      .trim()
      .max(50)
      .nullable()
      .default(null)
      .describe('Of a value in rows of readings: key of its field; null = the main one'),
  });

export const PushDataKey = keyOf(pushDataSources).meta({ id: 'PushDataKey' });
export type PushDataKey = z.output<typeof PushDataKey>;
export const PushMetaKey = keyOf(pushMetaSources).meta({ id: 'PushMetaKey' });
export type PushMetaKey = z.output<typeof PushMetaKey>;
export const PushAlertKey = keyOf(pushAlertSources).meta({ id: 'PushAlertKey' });
export type PushAlertKey = z.output<typeof PushAlertKey>;

export const PushAuthKey = z.object({
  path: path(false).describe('Name of the header or of the query, or path in the body'),
  place: z.enum(['header', 'query', 'body']),
  method: z.enum(pushAuthMethods),
  length: z.int().min(4).max(64).default(16).describe('Of a random value: its characters'),
  unit: z.enum(['s', 'ms']).default('s').describe('Of a timestamp'),
  type: z.enum(pushKeyTypes).default('string').describe('Of a timestamp in the body'),
  algorithm: z.enum(pushAlgorithms).nullable().default(null).describe('Of a hash, and of the digest of a body'),
  inputs: z
    .array(z.string().trim().min(1).max(200))
    .max(20)
    .default([])
    .describe(
      'Of a hash: paths of the auth keys and meta keys whose values go into it, in this order; the secret comes last',
    ),
});
export type PushAuthKey = z.output<typeof PushAuthKey>;

const described = {
  body: z.enum(pushBodies).describe('How a message is written: JSON, XML, CSV or a form'),
  layout: z.enum(pushLayouts).describe('One message for many rows, or one for each'),
  rows: z.enum(pushRows).describe('A row for a reading with all its fields, or for each field of it'),
  listPath: path(true).describe('Where the list of rows goes in the message; empty = the message is the list'),
  root: z
    .string()
    .trim()
    .max(50)
    .regex(/^[A-Za-z_][\w.-]*$/, 'pushPath')
    .default('push')
    .describe('Of XML: name of the root'),
  dataKeys: z.array(PushDataKey).max(pushFormatLimits.keys).default([]),
  metaKeys: z.array(PushMetaKey).max(pushFormatLimits.keys).default([]),
  authKeys: z.array(PushAuthKey).max(20).default([]),
  alertKeys: z.array(PushAlertKey).max(pushFormatLimits.keys).default([]),
};

const Described = z.object(described);
export type PushLayout = z.output<typeof Described>;

interface Problem {
  readonly path: string;
  readonly message: string;
}

/** Names that a header may have (RFC 9110); those that the transport writes itself are refused. */
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const transportHeaders = new Set([
  ...['host', 'content-length', 'transfer-encoding', 'connection', 'upgrade', 'keep-alive', 'te', 'trailer', 'expect'],
  'content-type',
]);
export const isFreeHeader = (name: string): boolean =>
  headerName.test(name) && !transportHeaders.has(name.toLowerCase());

const xmlName = /^[A-Za-z_][\w.-]*$/;

/** Problems of a format as a whole; none = nothing is wrong. Each rule of specification 5 has a message of its own. */
export function problemsOf(format: PushLayout): Problem[] {
  return [...fieldProblems(format), ...nameProblems(format), ...authProblems(format), ...bodyProblems(format)];
}

/** The field config is not empty, and a format is for readings or for alerts. */
function fieldProblems({ dataKeys, alertKeys }: PushLayout): Problem[] {
  if (dataKeys.length === 0 && alertKeys.length === 0) return [{ path: 'dataKeys', message: 'pushFieldsEmpty' }];
  if (dataKeys.length > 0 && alertKeys.length > 0) return [{ path: 'alertKeys', message: 'pushKeysTogether' }];
  return [];
}

/** The names of each part of a message are unique, and none lies where another has a value. */
function nameProblems(format: PushLayout): Problem[] {
  const { dataKeys, alertKeys, metaKeys, authKeys, layout, listPath } = format;
  const inBody = authKeys.filter(({ place }) => place === 'body').map(({ path }) => path);
  const rows = [...dataKeys, ...alertKeys].map(({ path }) => path);
  const meta = [...metaKeys.map(({ path }) => path), ...inBody];
  const parts: [string, string[]][] =
    layout === 'single'
      ? [['dataKeys', [...rows, ...meta]]]
      : [
          ['dataKeys', rows],
          ['metaKeys', listPath === '' ? meta : [...meta, listPath]],
        ];
  for (const place of ['header', 'query'] as const)
    parts.push([
      'authKeys',
      authKeys.filter((key) => key.place === place).map(({ path }) => (place === 'header' ? path.toLowerCase() : path)),
    ]);
  return parts.flatMap(([path, names]) => {
    if (new Set(names).size < names.length) return [{ path, message: 'pushNamesRepeat' }];
    return names.some((name) => names.some((other) => other.startsWith(`${name}/`)))
      ? [{ path, message: 'pushNameInside' }]
      : [];
  });
}

function authProblems({ authKeys, metaKeys }: PushLayout): Problem[] {
  return authKeys.flatMap((key, i): Problem[] => {
    const at = (field: string, message: string): Problem => ({ path: `authKeys.${i}.${field}`, message });
    const problems: Problem[] = [];
    if (key.place === 'header' && !isFreeHeader(key.path)) problems.push(at('path', 'pushHeader'));
    if ((key.method === 'hash' || key.method === 'body') && key.algorithm === null)
      problems.push(at('algorithm', 'pushHashAlgorithm'));
    // A digest of the body cannot be written into it, and one that needs a secret is a hash.
    if (key.method === 'body' && (key.place === 'body' || key.algorithm?.startsWith('hmac')))
      problems.push(at('place', 'pushBodyDigest'));
    if (key.method === 'hash' && key.inputs.length === 0) problems.push(at('inputs', 'pushHashInputs'));
    if (key.method === 'hash') {
      // Only keys before it: none can wait for itself.
      const names = new Set([...authKeys.slice(0, i), ...metaKeys].map(({ path }) => path));
      if (key.inputs.some((name) => !names.has(name))) problems.push(at('inputs', 'pushHashInputUnknown'));
    }
    return problems;
  });
}

function bodyProblems({
  body,
  layout,
  rows,
  listPath,
  dataKeys,
  metaKeys,
  authKeys,
  alertKeys,
}: PushLayout): Problem[] {
  const problems: Problem[] = [];
  const inBody = metaKeys.length > 0 || authKeys.some(({ place }) => place === 'body');
  if (body === 'form' && layout === 'batch') problems.push({ path: 'layout', message: 'pushFormSingle' });
  if (body === 'csv' && inBody) problems.push({ path: 'metaKeys', message: 'pushCsvMeta' });
  if (body === 'csv' && dataKeys.some(({ path }) => path.endsWith('*')))
    problems.push({ path: 'dataKeys', message: 'pushCsvFields' });
  if (body === 'json' && layout === 'batch' && listPath === '' && inBody)
    problems.push({ path: 'listPath', message: 'pushListPath' });
  if (body === 'xml' && layout === 'batch' && listPath === '')
    problems.push({ path: 'listPath', message: 'pushListPath' });
  const names = [...dataKeys, ...metaKeys, ...alertKeys, ...authKeys.filter(({ place }) => place === 'body')];
  if (body === 'xml' && [...names.map(({ path }) => path), listPath].some((path) => !isXmlPath(path)))
    problems.push({ path: 'dataKeys', message: 'pushXmlName' });
  const spread = (key: PushDataKey | PushAlertKey) => key.path === '*' || key.path.endsWith('/*');
  if (alertKeys.some(spread) || dataKeys.some((key) => spread(key) && (key.source !== 'value' || rows === 'field')))
    problems.push({ path: 'dataKeys', message: 'pushSpread' });
  return problems;
}

const isXmlPath = (path: string): boolean => path === '' || path.split('/').every((name) => xmlName.test(name));

export const pushFormatFields = described;
