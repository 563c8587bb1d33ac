import { useCallback, useEffect, useRef, useState } from 'react';
import { to } from '../../app/paths.ts';
import { restore } from '../../app/restore.queries.ts';
import { Unreachable } from '../../kernel/call.ts';

const retryEveryMs = 5_000;
/** An answer that takes longer is not waited for in silence. */
const quietMs = 2_500;

/** Goes on at the address that was asked for: its file may not have come either, so all of it is loaded again. */
function goOn(): void {
  if (location.hash.startsWith(`#${to('NoNetwork')}`)) location.hash = '#/';
  location.reload();
}

/** Asks the server who is here until it answers, and at once when a network comes. `failure` null = it is being asked for the first time. */
export function useReturn() {
  const [failure, setFailure] = useState<unknown>(() => (navigator.onLine ? null : new Unreachable('network')));
  const [isAsking, setAsking] = useState(false);
  const isRunning = useRef(false);
  const hasFailed = useRef(!navigator.onLine);
  const retry = useCallback(async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setAsking(true);
    const error = await restore();
    isRunning.current = false;
    setAsking(false);
    hasFailed.current ||= error !== null;
    if (error !== null) setFailure(error);
    // Answered at once, the session alone was missing, and with it the page is drawn.
    else if (hasFailed.current || location.hash.startsWith(`#${to('NoNetwork')}`)) goOn();
  }, []);
  useEffect(() => {
    const retryNow = (): void => void retry();
    retryNow();
    const slow = setTimeout(() => setFailure((old: unknown) => old ?? new Unreachable('timeout')), quietMs);
    const timer = setInterval(retryNow, retryEveryMs);
    addEventListener('online', retryNow);
    return () => {
      clearTimeout(slow);
      clearInterval(timer);
      removeEventListener('online', retryNow);
    };
  }, [retry]);
  return { failure, isAsking, retry };
}
