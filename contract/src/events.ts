import type { Notification } from './notifications.ts';

/** Server events that travel by the outbox: written in the transaction that causes them, handled at least once after it. */
export interface Events {
  alertRaised: { alertId: number; projectId: number };
  alertReleased: { alertId: number; projectId: number };
  alertSettled: { alertId: number; projectId: number; status: string; userId: number };
}
export type EventName = keyof Events;

/** A reading as it reaches an open page. `values` in the order of `fieldsOf`. */
export interface LiveReading {
  pointId: number;
  at: number;
  receivedAt: number;
  values: (number | null)[];
  level: number;
}

/** Socket namespace `/notification`. Who is listening comes from the token in `auth`, never from a parameter. */
export interface NotificationServerEvents {
  NEW_NOTIFICATION: (notification: Notification) => void;
  /** New readings of points that the page subscribed to. */
  READINGS: (readings: LiveReading[]) => void;
  /** Latest value and level of points of the subscribed project, at most once a second. */
  POINT_STATES: (states: {
    projectId: number;
    points: { pointId: number; at: number; value: number | null; level: number }[];
  }) => void;
  /** Alerts of a project that the caller may see were raised, released or settled: fetch again. */
  ALERTS_CHANGED: (change: { projectId: number; alertId: number }) => void;
  /** The session has ended: code 8007. */
  TOKEN_EXPIRED: (reason: { error: 'tokenExpired'; code: 8007 }) => void;
}
export interface NotificationClientEvents {
  /** Replaces what the page listens to. The answer says what was granted. */
  SUBSCRIBE: (
    to: { projectId?: number; pointIds?: number[] },
    answer: (granted: { projectId?: number; pointIds: number[] }) => void,
  ) => void;
}

/** Socket namespace `/command`, query `register` or `device` (one required), checked against the token's rights. */
export interface CommandServerEvents {
  RESPONSE: (response: { sncode: string; commandId: string | null; text: string; at: string }) => void;
  CONNECTION: (state: { sncode: string; connection: 'notConnected' | 'connecting' | 'connected' }) => void;
}
export interface CommandClientEvents {
  COMMAND: (
    command: { text: string },
    answer: (result: { commandId: string } | { error: string; code: number }) => void,
  ) => void;
}
