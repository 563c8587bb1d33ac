/**
 * What a feed needs that asks somebody else's service or database for readings by the clock: where, how it is let in, and how
 * far it has come. Spread into the settings of every feed (feeds.ts), where only kinds `http` and `sql` read it.
 */
import { z } from 'zod';

export const pullLimits = {
  /** Rows of one page of a database, and elements of one answer that are taken as messages. */
  rows: 1_000,
  /** Answers that one answer may lead to by its link to the next. */
  pages: 100,
  answerBytes: 8 * 1024 * 1024,
  /** Rounds that are remembered of a feed. */
  rounds: 200,
  /** Of a preview: messages that are decoded, and senders that are shown. */
  previewed: 200,
  previewSources: 50,
  /** Values of one message that are offered for points. */
  leaves: 60,
  /** Senders, and values of each, that become points at once. */
  quickSources: 50,
  quickRows: 60,
} as const;

/** Kinds of feeds that ask third parties, by the names of the specification: each has addresses of its own. */
const configAddresses = {
  apidata: 'apidata-configs',
  huasiMeasureSync: 'huasi-measure-sync-config',
  station: 'station-config',
} as const;
export type FeedConfig = keyof typeof configAddresses;
export const feedConfigs = Object.keys(configAddresses) as [FeedConfig, ...FeedConfig[]];
const eachConfig = <A extends object>(aliasOf: (address: string) => A) =>
  feedConfigs.map((config) => ({ ...aliasOf(configAddresses[config]), fixes: { config } }));
/** Addresses of all configs of a kind, of the caller's own corporation unless another is named. */
export const configAliases = eachConfig((address) => ({ path: `/${address}` as const, ownCorporation: true as const }));
/** Addresses of one config: its row knows the corporation. */
export const configAliasesOfOne = (suffix: '' | `/${string}` = '') =>
  eachConfig((address) => ({ path: `/${address}/{feedId}${suffix}` as const, row: 'feedId' as const }));

export const authSchemes = ['none', 'basic', 'bearer', 'header'] as const;
export const sqlDialects = ['postgres', 'mysql', 'sqlServer'] as const;
export type SqlDialect = (typeof sqlDialects)[number];
export const sqlPorts: Readonly<Record<SqlDialect, number>> = { postgres: 5432, mysql: 3306, sqlServer: 1433 };

const named = z
  .string()
  .trim()
  .min(1)
  .max(128)
  .regex(/^\P{Cc}+$/u, 'format')
  .nullable();

export const pullFields = {
  pullUrl: z
    .url({ protocol: /^https?$/ })
    .max(1_000)
    .nullable()
    .describe(
      'Of HTTP: the address that is asked. {from} and {to} stand for the time asked for (UTC, ISO 8601), {fromMs}, {toMs}, {fromSeconds}, {toSeconds} as numbers, {fromLocal}, {toLocal} in the time zone of the feed, {password} for the password',
    ),
  pullBody: z
    .string()
    .max(4_000)
    .nullable()
    .describe('Of HTTP: what is posted, with the same places; null = GET without one'),
  auth: z.enum(authSchemes).describe('Of HTTP: how the password is shown; header = in the one that `authName` names'),
  authName: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'header')
    .nullable(),
  records: z
    .string()
    .trim()
    .max(200)
    .nullable()
    .describe('Of HTTP: where in the JSON the list of readings is, each a message; null = the answer is one message'),
  nextPage: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .nullable()
    .describe('Of HTTP: where in the JSON the address of the next page is, of the same host; null = there is one page'),
  windowHours: z.int().min(1).max(744).describe('Of HTTP: how much time is asked for at once'),
  overlapMinutes: z
    .int()
    .min(0)
    .max(10_080)
    .describe('How far each round looks back behind what it has: for what arrives there late'),
  dialect: z.enum(sqlDialects).describe('Of a database'),
  database: named.describe('Of a database: its name'),
  table: named.describe('Of a database: the table or view, with its schema before a dot where it needs one'),
  cursorColumn: named.describe(
    'Of a database: the column that only grows, a time or a number; rows are taken in its order',
  ),
};

/** Settings of a feed that was set up before there were these, and of every other kind. */
export const usualPull = {
  pullUrl: null,
  pullBody: null,
  auth: 'none',
  authName: null,
  records: null,
  nextPage: null,
  windowHours: 24,
  overlapMinutes: 60,
  dialect: 'postgres',
  database: null,
  table: null,
  cursorColumn: null,
} as const satisfies { readonly [K in keyof typeof pullFields]: z.output<(typeof pullFields)[K]> };

type Lacking = { readonly path: string; readonly message: string };

/** Returns the required fields of such a feed that are empty. */
export function lackingOfPull(
  value: {
    readonly [K in keyof typeof pullFields | 'kind']?: unknown;
  },
): Lacking[] {
  const required = (...paths: (keyof typeof pullFields)[]) =>
    paths.flatMap((path) => (value[path] ? [] : [{ path, message: 'required' }]));
  if (value.kind === 'sql') return required('database', 'table', 'cursorColumn');
  if (value.kind !== 'http') return [];
  return [...required('pullUrl'), ...(value.auth === 'header' ? required('authName') : [])];
}
