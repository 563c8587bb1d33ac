import { useSyncExternalStore } from 'react';
import * as session from '../../kernel/session.ts';

/**
 * Device secrets that the server has just shown. Invariant: they live in the memory of this page alone: no address, no
 * storage, no history entry holds one, and they are gone with a reload or with the session.
 */
const kept = new Map<number, string>();
const watchers = new Set<() => void>();
const tell = (): void => {
  for (const watcher of watchers) watcher();
};

export function keepSecret(deviceId: number, secret: string): void {
  kept.set(deviceId, secret);
  tell();
}
export function dropSecret(deviceId: number): void {
  if (kept.delete(deviceId)) tell();
}
session.subscribe(() => {
  if (session.current() !== null || kept.size === 0) return;
  kept.clear();
  tell();
});

/** The secret of a device where this page has seen it, else null. */
export const useSecret = (deviceId: number): string | null =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => kept.get(deviceId) ?? null,
  );
