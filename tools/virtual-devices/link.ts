/**
 * Link of a virtual device, whatever its protocol: messages go in, in order, and each ends delivered
 * (acknowledged by the other side) or refused for good. Nothing is forgotten in between: what was not acknowledged is
 * sent again after a broken connection.
 */

export interface Delivery {
  /** 1, 2, 3, ... in the order of `send`. */
  readonly seq: number;
  readonly payload: string;
  /** When it was last put on the wire, and acknowledged; ms, of performance.now(). */
  readonly sentAt: number;
  readonly ackedAt: number;
}

export interface Counts {
  /** Given to `send`. */
  readonly accepted: number;
  /** Put on the wire, repeats included. */
  readonly sent: number;
  /** Acknowledged by the other side (QoS 0: handed to the network). */
  readonly acked: number;
  /** Sent again because no acknowledgement came. */
  readonly resent: number;
  /** Refused by the other side (HTTP 4xx): not sent again. */
  readonly refused: number;
  readonly connects: number;
  /** Connections that the other side refused (bad secret, unknown device). */
  readonly rejects: number;
}
export type Tally = { -readonly [K in keyof Counts]: Counts[K] };
export const noCounts = (): Tally => ({
  accepted: 0,
  sent: 0,
  acked: 0,
  resent: 0,
  refused: 0,
  connects: 0,
  rejects: 0,
});

export interface LinkOptions {
  /** mqtt://host:port, mqtts://host:port, http://host:port or https://host:port. */
  readonly url: string;
  readonly sncode: string;
  readonly secret: string;
  /** MQTT: 1 (default) or 0. */
  readonly qos?: 0 | 1;
  /** Messages on the way at once; default 20, HTTP 1 (and order is only kept with 1). */
  readonly window?: number;
  readonly keepaliveSeconds?: number;
  /** First wait before connecting again, doubled up to 20 times of it; default 200 ms. */
  readonly reconnectMs?: number;
  /** How long to wait for an acknowledgement before the connection is taken for dead; default 30 s. */
  readonly ackTimeoutMs?: number;
  /** Called for every message when it is acknowledged: for the delivery log of a crash test. */
  readonly onDelivered?: (delivery: Delivery) => void;
  /** A command came down; what is returned goes up as the answer. */
  readonly onCommand?: (text: string) => string | undefined;
  /** HTTP 4xx: what was refused and why. */
  readonly onRefused?: (payload: string, status: number, reply: string) => void;
}

export interface Link {
  /** Takes a message (JSON text); gives its sequence number. It waits its turn when the window is full. */
  send(payload: string): number;
  /** Says something on the responses topic by itself, once; lost where the other side is away. */
  respond(text: string): void;
  /** Messages taken and not yet acknowledged or refused. */
  readonly waiting: number;
  readonly connected: boolean;
  readonly counts: Counts;
  /** Resolves at the first connection that is accepted; rejects when the link is stopped before. */
  ready(): Promise<void>;
  /** Resolves when nothing is waiting; rejects after `timeoutMs`. */
  idle(timeoutMs?: number): Promise<void>;
  /** Closes the connection and forgets what is waiting. */
  stop(): Promise<void>;
}
