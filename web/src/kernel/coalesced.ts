import { useCallback, useEffect, useRef } from 'react';

/**
 * Runs `act` at once, and again at the end of `waitMs` when it was asked for meanwhile. Never twice at a time: over a slow
 * connection each new event would otherwise cancel the request of the one before, and nothing would ever arrive.
 */
export function coalesce(act: () => unknown, waitMs: number): { request: () => void; stop: () => void } {
  let startedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let again = false;
  const run = async (): Promise<void> => {
    timer = undefined;
    startedAt = Date.now();
    running = true;
    try {
      await act();
    } finally {
      running = false;
      if (again) request();
    }
  };
  const request = (): void => {
    again = running;
    if (running || timer !== undefined) return;
    timer = setTimeout(() => void run().catch(() => undefined), Math.max(0, startedAt + waitMs - Date.now()));
  };
  return {
    request,
    stop() {
      clearTimeout(timer);
      timer = undefined;
      again = false;
    },
  };
}

/** `coalesce` while a component lives; `act` may be new on each render. */
export function useCoalesced(act: () => unknown, waitMs: number): () => void {
  const latest = useRef(act);
  latest.current = act;
  const coalesced = useRef<ReturnType<typeof coalesce>>(null);
  useEffect(() => () => coalesced.current?.stop(), []);
  return useCallback(() => {
    coalesced.current ??= coalesce(() => latest.current(), waitMs);
    coalesced.current.request();
  }, [waitMs]);
}
