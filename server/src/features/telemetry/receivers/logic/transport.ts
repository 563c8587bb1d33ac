/**
 * The interface of a way on which messages leave. Each is one function: it resolves when the receiver has taken the message, and
 * throws PushRefused, or what the network says, where it has not.
 */
import type { PushFault } from '@plumbline/contract/reports/push-rules';
import type { PushEntry, PushRow } from '@plumbline/science/push/rows';
import type { Outbound } from '../../../../kernel/outbound.ts';
import type { PushRuleSettings } from '../../../../kernel/tables.push.ts';
import type { Links } from './links.ts';

/** Secrets of a transport, opened; empty = not given. */
export interface Login {
  readonly userName: string;
  readonly password: string;
  readonly certificate: string;
  readonly key: string;
}
/** A message that was sent as it is shown, its secrets masked. */
export interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: [string, string][];
  readonly body: string;
}
export interface Delivery {
  readonly outbound: Outbound;
  readonly ruleId: number;
  readonly ruleName: string;
  /** Number of the next file. */
  readonly number: number;
  readonly settings: PushRuleSettings;
  readonly login: Login;
  readonly body: string;
  readonly shownBody: string;
  readonly mediaType: string;
  /** Of HTTP: what goes into headers and query, and how that is shown. */
  readonly outside: Outside;
  readonly shownOutside: Outside;
  readonly rows: readonly PushRow[];
  readonly meta: readonly PushEntry[];
  /** Epoch ms. */
  readonly sentAt: number;
  /** null = a connection of its own, which ends with the message. */
  readonly links: Links | null;
  /** Aborted when the time for the message is over: what is open is to be closed. */
  readonly signal: AbortSignal;
  /** Called with what goes out, before it does. */
  readonly show: (request: ShownRequest) => void;
  /** Called when all of it is written and only the acknowledgement is awaited. */
  readonly written: () => void;
}
interface Outside {
  readonly headers: readonly [string, string][];
  readonly query: readonly [string, string][];
}
export interface Delivered {
  /** Of HTTP alone. */
  readonly status: number | null;
  readonly answer: string;
  /** Number that the next file has. */
  readonly nextNumber?: number;
}
export type Transport = (delivery: Delivery) => Promise<Delivered>;

/** The receiver, or what comes before it, has not taken a message. */
export class PushRefused extends Error {
  readonly fault: PushFault;
  readonly isFinal: boolean;
  readonly status: number | null;
  /** `isFinal` = this message is refused for good, and another may go well. */
  constructor(fault: PushFault, answer: string, { isFinal = false, status = null as number | null } = {}) {
    super(answer);
    this.name = 'PushRefused';
    this.fault = fault;
    this.isFinal = isFinal;
    this.status = status;
  }
}

/** Host and port of an address, as the way out takes them. */
export function targetOf(url: string, port: number): { readonly host: string; readonly port: number } {
  const { hostname, port: named } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: named === '' ? port : Number(named) };
}

/** Closes something when the time is over; the function that is given ends the watch. */
export function onTimeOver(signal: AbortSignal, close: () => void): () => void {
  if (signal.aborted) close();
  signal.addEventListener('abort', close, { once: true });
  return () => signal.removeEventListener('abort', close);
}
