/** One message on its way: put together, sent through the guard for outgoing addresses, its answer read up to a bound. */
import type { CustomPushType } from '@plumbline/contract/reports/push-formats';
import type { PushFault } from '@plumbline/contract/reports/push-rules';
import { mediaTypes, writeBody } from '@plumbline/science/push/body';
import { metaEntries, type PushMessage, type PushRow } from '@plumbline/science/push/rows';
import { type Outbound, OutboundRefused } from '../../../../kernel/outbound.ts';
import type { SecretBox } from '../../../../kernel/secret-box.ts';
import type { PushRuleSettings, PushSecrets } from '../../../../kernel/tables.push.ts';
import { authOf, SecretMissing } from './auth.ts';
import { forgetToken, TokenRefused, tokenOf } from './tokens.ts';

const timeoutMs = 10_000;
const answerBytes = 65_536;
const answerLength = 500;
/** Answers to what is in a message: the same again would be refused again. */
const finalStatuses = new Set([400, 409, 413, 415, 422]);

export interface Target {
  readonly settings: PushRuleSettings;
  readonly secrets: PushSecrets;
  readonly format: CustomPushType;
}
export interface Posted {
  /** null = taken. */
  readonly fault: PushFault | null;
  /** True where the receiver refuses this message, and another may go well. */
  readonly isFinal: boolean;
  readonly status: number | null;
  /** The beginning of the answer, or what went wrong. */
  readonly answer: string;
  readonly bytes: number;
  readonly ms: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: [string, string][];
    readonly body: string;
  } | null;
}

/** Never throws: what goes wrong is its fault. */
export async function post(
  { outbound, secrets: box }: { readonly outbound: Outbound; readonly secrets: SecretBox },
  { settings, secrets, format }: Target,
  rows: readonly PushRow[],
  message: PushMessage,
): Promise<Posted> {
  const startedAt = performance.now();
  const done = (result: Pick<Posted, 'fault' | 'status' | 'answer'> & Partial<Posted>): Posted => ({
    isFinal: false,
    bytes: 0,
    request: null,
    ...result,
    answer: result.answer.replace(/[\p{Cc}]/gu, ' ').slice(0, answerLength),
    ms: Math.round(performance.now() - startedAt),
  });
  let written: ReturnType<typeof write> | undefined;
  try {
    const opened = new Map(
      Object.entries(secrets)
        .filter(([path, { method }]) => format.authKeys.some((key) => key.path === path && key.method === method))
        .map(([path, { sealed }]) => [path, box.decrypt(sealed)]),
    );
    const tokens = await tokensOf(outbound, { settings, format, opened }, message.sentAt);
    written = write({ settings, format }, { rows, message, opened, tokens });
    const { url, headers, body } = written;
    const bytes = Buffer.byteLength(body);
    const { status, body: answer } = await outbound.send(url, {
      method: settings.method,
      headers: Object.fromEntries(headers),
      body,
      timeoutMs,
      maxBytes: answerBytes,
      // Its status says whether the message was taken, however much follows.
      cutsLong: true,
    });
    const request = written.shown;
    const text = answer.toString('utf8');
    if (status >= 200 && status < 300) return done({ fault: null, status, answer: text, bytes, request });
    if (status === 401) for (const at of tokenPlaces({ settings, format, opened })) forgetToken(at);
    const fault = status >= 300 && status < 400 ? 'redirected' : 'status';
    return done({ fault, isFinal: finalStatuses.has(status), status, answer: text, bytes, request });
  } catch (error) {
    const faultOf = faultOfError(error);
    return done({ fault: faultOf, status: null, answer: detailOf(error), request: written?.shown ?? null });
  }
}

function faultOfError(error: unknown): PushFault {
  const refused = [error, (error as Error).cause].find((each) => each instanceof OutboundRefused);
  if (refused instanceof OutboundRefused) return refused.reason === 'tooLarge' ? 'answerTooLong' : 'addressRefused';
  if (error instanceof SecretMissing) return 'secretMissing';
  if (error instanceof TokenRefused) return 'tokenRefused';
  if ((error as Error).name === 'TimeoutError') return 'timeout';
  return 'code' in (error as object) ? 'unreachable' : 'formatFailed';
}

/** Name of a failure of the network; empty = it has none, or the number of a DOMException. */
const codeOf = ({ code }: { readonly code?: unknown }): string => (typeof code === 'string' ? code : '');

/** No address that the guard refused is named: nobody learns by it what lies inside. */
const detailOf = (error: unknown): string =>
  error instanceof OutboundRefused || (error as Error).cause instanceof OutboundRefused
    ? ''
    : codeOf(error as object) || (error as Error).message;

interface Opened {
  readonly settings: PushRuleSettings;
  readonly format: CustomPushType;
  readonly opened: ReadonlyMap<string, string>;
}

function tokenPlaces({ settings, format, opened }: Opened) {
  return format.authKeys.flatMap(({ path, method }) => {
    const secret = opened.get(path);
    return method === 'oauth' && secret !== undefined && settings.tokenUrl !== null
      ? [{ path, tokenUrl: settings.tokenUrl, clientId: settings.clientId, secret }]
      : [];
  });
}

async function tokensOf(outbound: Outbound, of: Opened, nowMs: number): Promise<ReadonlyMap<string, string>> {
  const tokens = new Map<string, string>();
  for (const { path, ...at } of tokenPlaces(of)) tokens.set(path, await tokenOf(outbound, at, nowMs));
  return tokens;
}

const mask = '••••';

function write(
  { settings, format }: Pick<Target, 'settings' | 'format'>,
  {
    rows,
    message,
    opened,
    tokens,
  }: {
    readonly rows: readonly PushRow[];
    readonly message: PushMessage;
    readonly opened: ReadonlyMap<string, string>;
    readonly tokens: ReadonlyMap<string, string>;
  },
) {
  const meta = metaEntries(format.metaKeys, message, rows.length);
  const auth = authOf({ keys: format.authKeys, secrets: opened, meta, nowMs: message.sentAt, tokens });
  const body = writeBody(format, rows, [...meta, ...auth.inBody]);
  const outside = auth.outside(body);
  const url = (query: readonly [string, string][]) => {
    const at = new URL(settings.url);
    for (const [name, value] of query) at.searchParams.set(name, value);
    return at.href;
  };
  const fixed: [string, string][] = [
    ['content-type', mediaTypes[format.body]],
    ...settings.headers.map(({ name, value }): [string, string] => [name, value]),
  ];
  const isSecret = (path: string) =>
    format.authKeys.some((key) => key.path === path && key.method !== 'random' && key.method !== 'timestamp');
  const masked = (pairs: readonly [string, string][]) =>
    pairs.map(([name, value]): [string, string] => [name, isSecret(name) ? mask : value]);
  const shownBody = writeBody(format, rows, [
    ...meta,
    ...auth.inBody.map(({ path, value }) => ({ path, value: isSecret(path) ? mask : value })),
  ]);
  return {
    url: url(outside.query),
    headers: [...fixed, ...outside.headers],
    body,
    shown: {
      method: settings.method,
      url: url(masked(outside.query)),
      headers: [...fixed, ...masked(outside.headers)],
      body: shownBody.slice(0, 20_000),
    },
  };
}
