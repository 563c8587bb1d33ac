import { useEffect, useState } from 'react';

/** The present, in steps: the end of the running step of `stepMs`, so that equal questions stay equal within it. */
export function useNow(stepMs: number): number {
  const read = (): number => Math.ceil(Date.now() / stepMs) * stepMs;
  const [now, setNow] = useState(read);
  useEffect(() => {
    const refresh = (): void => setNow(Math.ceil(Date.now() / stepMs) * stepMs);
    refresh();
    const timer = setInterval(refresh, Math.min(stepMs, 60_000));
    return () => clearInterval(timer);
  }, [stepMs]);
  return now;
}
