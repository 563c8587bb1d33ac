import { useSyncExternalStore } from 'react';
import * as session from '../../../kernel/session.ts';

/**
 * Device secrets that the server has just shown. Invariant: they live in the memory of this page alone: no address, no
 * storage, no history entry holds one, and they are gone with a reload or with the session.
 */
const secretById = new Map<number, string>();
const watchers = new Set<() => void>();
const notify = (): void => {
  for (const watcher of watchers) watcher();
};

export function keepSecret(deviceId: number, secret: string): void {
  secretById.set(deviceId, secret);
  notify();
}
export function dropSecret(deviceId: number): void {
  if (secretById.delete(deviceId)) notify();
}
session.subscribe(() => {
  if (session.current() !== null || secretById.size === 0) return;
  secretById.clear();
  notify();
});

/** The secret of a device where this page has seen it, else null. */
export const useSecret = (deviceId: number): string | null =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => secretById.get(deviceId) ?? null,
  );
