/** What handlers may say to open pages; sockets.ts says it. */
import type { LiveReading, NotificationServerEvents } from '@plumbline/contract/kernel/events';
import type { PointStatus } from '@plumbline/contract/kernel/status';
import type { Place } from './context.ts';

/** Update that pages are sent of a stored reading. */
export interface LiveUpdate {
  readonly corporationId: number;
  readonly projectId: number;
  /** The value that trees and maps show. */
  readonly value: number | null;
  readonly status: PointStatus;
  /** The level that the reading found: not every level came with a reading. */
  readonly levelBefore: number | null;
  readonly live: LiveReading;
}
export interface Sockets {
  toAccount<E extends keyof NotificationServerEvents>(
    accountId: number,
    event: E,
    ...payload: Parameters<NotificationServerEvents[E]>
  ): void;
  /** To everyone who may see a project. */
  toProject<E extends keyof NotificationServerEvents>(
    place: { corporationId: number; projectId: number },
    event: E,
    ...payload: Parameters<NotificationServerEvents[E]>
  ): void;
  /** To everyone who may see a thing at that place: of its corporation, and of each of its projects. */
  toPlace<E extends keyof NotificationServerEvents>(
    place: Pick<Place, 'corporationId' | 'projectIds'>,
    event: E,
    ...payload: Parameters<NotificationServerEvents[E]>
  ): void;
  /** New readings; sent on in bundles, to pages that look at them. */
  live(updates: readonly LiveUpdate[]): void;
  close(): void;
}
