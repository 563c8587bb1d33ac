import { useSyncExternalStore } from 'react';

const watchNetwork = (watcher: () => void): (() => void) => {
  addEventListener('online', watcher);
  addEventListener('offline', watcher);
  return () => {
    removeEventListener('online', watcher);
    removeEventListener('offline', watcher);
  };
};

/** False where this device says that it is in no network. True promises nothing: the server may be away all the same. */
export const useHasNetwork = (): boolean => useSyncExternalStore(watchNetwork, () => navigator.onLine);
