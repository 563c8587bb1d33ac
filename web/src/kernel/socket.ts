import { limits } from '@plumbline/contract/kernel/constants';
import { eventChanges, type NotificationServerEvents } from '@plumbline/contract/kernel/events';
import type { ClientEvents } from '@plumbline/contract/kernel/sockets';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';
import { useHasNetwork } from './network.ts';
import { markOld, readAgain } from './queries.ts';
import * as session from './session.ts';
import { subscribedPoints } from './subscribed-points.ts';

/**
 * The one socket of the page, on namespace /notification. It connects 5 s after sign-in, or at once when something on
 * the page asks to listen. Invariant: at most one connection, and none without a session; identity is the token.
 */
type Channel = Socket<NotificationServerEvents, ClientEvents<'/notification'>>;
export type ConnectionState = 'off' | 'connecting' | 'on' | 'lost';

let channel: Channel | null = null;
let opening: Promise<Channel> | null = null;
let state: ConnectionState = 'off';
const watchers = new Set<() => void>();
const setState = (next: ConnectionState): void => {
  state = next;
  for (const watcher of watchers) watcher();
};

/** What each part of the page subscribes to; the server is sent the sum. */
const subscriptions = new Map<symbol, { projectId?: number; pointIds?: readonly number[] }>();
function sendSubscriptions(): void {
  if (!channel?.connected) return;
  const projectId = [...subscriptions.values()].findLast(
    (subscription) => subscription.projectId !== undefined,
  )?.projectId;
  const pointIds = subscribedPoints([...subscriptions.values()].map((subscription) => subscription.pointIds ?? []));
  const requestChannel = channel;
  requestChannel.emit('SUBSCRIBE', { ...(projectId === undefined ? {} : { projectId }), pointIds }, (granted) => {
    // Too many of this session at once, or the database was away: nothing would arrive until the next subscription.
    if (
      'error' in granted &&
      requestChannel === channel &&
      (granted.error === 'tooMany' || granted.error === 'unavailable')
    )
      setTimeout(sendSubscriptions, 5_000);
  });
}

/** Opens the socket unless it is open. Rejects only when socket.io itself cannot be loaded. */
function open(): Promise<Channel> {
  opening ??= (async () => {
    setState('connecting');
    const { io } = await import('socket.io-client');
    const folder = new URL('./', location.href).pathname;
    let offered: string | null = null;
    const newChannel: Channel = io('/notification', {
      path: `${folder}socket.io`,
      transports: ['websocket'],
      auth: (give) => {
        offered = session.token();
        give({ token: offered });
      },
      reconnectionAttempts: limits.socketReconnectTries,
      reconnectionDelay: limits.socketReconnectDelayMs,
      reconnectionDelayMax: limits.socketReconnectDelayMaxMs,
    });
    let wasLost = false;
    newChannel.on('connect', () => {
      setState('on');
      // No event that was sent before reached this page: what it shows may be older than that. After a loss writes of
      // this page may have failed too, so everything is read again.
      void (wasLost ? markOld() : readAgain(...Object.values(eventChanges).map((tags) => ({ tags }))));
      wasLost = false;
      sendSubscriptions();
    });
    newChannel.on('disconnect', () => {
      wasLost = true;
      setState('lost');
    });
    newChannel.on('connect_error', (error: Error & { data?: { error?: unknown; code?: unknown } }) => {
      setState('lost');
      // Refused for its token: the page would stand with what it last showed, as if nothing had happened since.
      const refusal = { error: error.message, ...error.data };
      if (session.isSessionExpired(refusal) && offered === session.token()) session.expire('expired');
      // Nothing may be asked for a while: the page would not learn of it otherwise.
      if (refusal.error === 'secondFactorMissing') session.limit();
    });
    newChannel.on('TOKEN_EXPIRED', () => session.expire('expired'));
    channel = newChannel;
    return newChannel;
  })();
  return opening;
}

function close(): void {
  channel?.close();
  channel = null;
  opening = null;
  setState('off');
}

/** Runs with the session: opens after the delay of specification 9, closes with it. */
export function watchSocket(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = (): void => {
    clearTimeout(timer);
    if (session.current() === null) close();
    else if (!opening) timer = setTimeout(() => void open(), limits.notificationConnectMs);
  };
  follow();
  const stop = session.subscribe(follow);
  return () => {
    clearTimeout(timer);
    stop();
    close();
  };
}

/**
 * Listens to one server event while the component is mounted. `soon` opens the socket at once instead of waiting its 5 s.
 * Give a stable function (useCallback) or accept that it is registered again on each render.
 */
export function useServerEvent<E extends keyof NotificationServerEvents>(
  event: E,
  listener: NotificationServerEvents[E],
  soon = false,
): void {
  const connection = useConnection();
  useEffect(() => {
    if (soon && session.current()) void open();
  }, [soon]);
  // `connection` is named so that the listener is put on again after the channel was replaced.
  useEffect(() => {
    if (connection === 'off' || !channel) return;
    const subscribedChannel = channel;
    subscribedChannel.on(event, listener as never);
    return () => {
      subscribedChannel.off(event, listener as never);
    };
  }, [event, listener, connection]);
}

/** Opens the socket at once where a page lives by what the server announces, instead of waiting its 5 s. */
export function useSocketNow(): void {
  useEffect(() => {
    if (session.current()) void open();
  }, []);
}

/** Asks for live readings of points, or for states of a project's points, while the component lives. */
export function useSubscription(subscription: {
  projectId?: number | undefined;
  pointIds?: readonly number[] | undefined;
}): void {
  const { projectId } = subscription;
  const points = (subscription.pointIds ?? []).join(',');
  useEffect(() => {
    const mine = Symbol('wish');
    const pointIds = points === '' ? [] : points.split(',').map(Number);
    if (projectId === undefined && pointIds.length === 0) return;
    subscriptions.set(mine, { ...(projectId === undefined ? {} : { projectId }), pointIds });
    if (session.current()) void open().then(sendSubscriptions);
    return () => {
      subscriptions.delete(mine);
      sendSubscriptions();
    };
  }, [projectId, points]);
}

export const useConnection = (): ConnectionState =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => state,
  );

/** True without a network, and after the socket has been lost for longer than `graceMs`: what is shown may be old. */
export function useLongLost(graceMs = 3_000): boolean {
  const connection = useConnection();
  const hasNetwork = useHasNetwork();
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (connection !== 'lost') return setLong(false);
    const timer = setTimeout(() => setLong(true), graceMs);
    return () => clearTimeout(timer);
  }, [connection, graceMs]);
  return long || !hasNetwork;
}
