/**
 * One message on its way: put together, and sent by the transport of its address, through the guard for outgoing addresses, within a
 * time; what comes back is read up to a bound.
 */
import type { CustomPushType } from '@plumbline/contract/reports/push-formats';
import type { PushFault } from '@plumbline/contract/reports/push-rules';
import { transportOf, transportProblems, transportSecrets } from '@plumbline/contract/reports/push-transports';
import type { PushMessage, PushRow } from '@plumbline/science/push/rows';
import { type Outbound, OutboundRefused } from '../../../../kernel/outbound.ts';
import type { SecretBox } from '../../../../kernel/secret-box.ts';
import type { PushRuleSettings, PushSecrets } from '../../../../kernel/tables.push.ts';
import {
  type Delivered,
  type Delivery,
  type Links,
  PushRefused,
  type ShownRequest,
  transports,
} from '../../../telemetry/receivers/receivers.api.ts';
import { SecretMissing } from './auth.ts';
import { withoutSecrets, writeMessage } from './message.ts';
import { forgetToken, TokenRefused, tokenOf } from './tokens.ts';

const answerLength = 500;
/** A transport that is told that its time is over says within this what it knows. */
const farewellMs = 1_000;

export interface Target {
  readonly rule: { readonly id: number; readonly name: string; readonly next_number: number };
  readonly settings: PushRuleSettings;
  readonly secrets: PushSecrets;
  readonly format: CustomPushType;
  /** null = a test: it has a connection of its own. */
  readonly links: Links | null;
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
  readonly request: ShownRequest | null;
  /** Of files: the number of the next one. */
  readonly nextNumber: number | null;
}

/** Never throws: what goes wrong is its fault. */
export async function post(
  { outbound, secrets: box }: { readonly outbound: Outbound; readonly secrets: SecretBox },
  target: Target,
  rows: readonly PushRow[],
  message: PushMessage,
): Promise<Posted> {
  const { settings, format } = target;
  const startedAt = performance.now();
  let request: ShownRequest | null = null;
  let bytes = 0;
  const opened = new Map<string, string>();
  const done = (result: Pick<Posted, 'fault' | 'status' | 'answer'> & Partial<Posted>): Posted => ({
    isFinal: false,
    nextNumber: null,
    bytes,
    request,
    ...result,
    answer: withoutSecrets(result.answer, [...opened.values()])
      .replace(/[\p{Cc}]/gu, ' ')
      .slice(0, answerLength),
    ms: Math.round(performance.now() - startedAt),
  });
  const placesOfTokens = () => tokenPlaces({ settings, format, opened });
  try {
    for (const [path, secret] of openedSecrets(box, target)) opened.set(path, secret);
    const [problem] = transportProblems(settings, format);
    if (problem) throw new PushRefused('formatFailed', problem.path);
    const tokens = new Map<string, string>();
    for (const { path, ...at } of placesOfTokens()) tokens.set(path, await tokenOf(outbound, at, message.sentAt));
    const written = writing(() => writeMessage(format, { rows, message, opened, tokens }));
    const {
      status,
      answer,
      nextNumber = null,
    } = await sentInTime({
      ...written,
      outbound,
      ruleId: target.rule.id,
      ruleName: target.rule.name,
      number: target.rule.next_number,
      settings,
      login: loginOf(opened),
      sentAt: message.sentAt,
      links: target.links,
      show: (leaving) => {
        request = leaving;
        bytes = Buffer.byteLength(written.body);
      },
    });
    return done({ fault: null, status, answer, nextNumber });
  } catch (error) {
    if (error instanceof PushRefused) {
      if (error.status === 401) for (const at of placesOfTokens()) forgetToken(at);
      return done({ fault: error.fault, isFinal: error.isFinal, status: error.status, answer: error.message });
    }
    return done({ fault: faultOfError(error), status: null, answer: detailOf(error) });
  }
}

/** What goes wrong here lies in the format. */
function writing<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw error instanceof SecretMissing ? error : new PushRefused('formatFailed', (error as Error).message);
  }
}

async function sentInTime(delivery: Omit<Delivery, 'signal' | 'written'>): Promise<Delivered> {
  const { send, limitMs } = transports[transportOf(delivery.settings.url) ?? 'http'];
  const stop = new AbortController();
  let isWritten = false;
  const sending = send({ ...delivery, signal: stop.signal, written: () => (isWritten = true) });
  const timers: NodeJS.Timeout[] = [];
  const later = (ms: number, act: () => void) => void timers.push(setTimeout(act, ms));
  try {
    return await new Promise<Delivered>((resolve, reject) => {
      // Once the time is over, only a refusal counts that was there already: the rest is what closing does.
      sending.then(resolve, (error) => {
        if (!stop.signal.aborted || error instanceof PushRefused) reject(error);
      });
      later(limitMs, () => {
        stop.abort();
        later(farewellMs, () => reject(new PushRefused(isWritten ? 'noAcknowledgement' : 'timeout', '')));
      });
    });
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

/** Those that the rule has for keys of the format by the same method, and for its transport. */
function openedSecrets(box: SecretBox, { secrets, format }: Target): [string, string][] {
  const counts = (path: string, method: string) =>
    path.startsWith('/') || format.authKeys.some((key) => key.path === path && key.method === method);
  return Object.entries(secrets)
    .filter(([path, { method }]) => counts(path, method))
    .map(([path, { sealed }]) => [path, box.decrypt(sealed)]);
}

const loginOf = (opened: ReadonlyMap<string, string>) => ({
  userName: opened.get(transportSecrets.userName) ?? '',
  password: opened.get(transportSecrets.password) ?? '',
  certificate: opened.get(transportSecrets.certificate) ?? '',
  key: opened.get(transportSecrets.key) ?? '',
});

function faultOfError(error: unknown): PushFault {
  const refused = [error, (error as Error).cause].find((each) => each instanceof OutboundRefused);
  if (refused instanceof OutboundRefused) return refused.reason === 'tooLarge' ? 'answerTooLong' : 'addressRefused';
  if (error instanceof SecretMissing) return 'secretMissing';
  if (error instanceof TokenRefused) return 'tokenRefused';
  return (error as Error).name === 'TimeoutError' ? 'timeout' : 'unreachable';
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
