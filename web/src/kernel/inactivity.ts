import { limits } from '@plumbline/contract/kernel/constants';
import * as session from './session.ts';

/**
 * Ends the session of a person who has not clicked for as long as their profile allows: 2 hours unless told, never
 * when negative; looked at every 60 s (specification 9). Other tabs of the same browser count as clicks.
 */
const key = 'plumbline.clickedAt';

/** Returns whether the time is up. `timeoutSeconds` negative = never, zero = the default. */
export function timeIsUp(clickedAt: number, now: number, timeoutSeconds: number): boolean {
  if (timeoutSeconds < 0) return false;
  return now - clickedAt >= (timeoutSeconds || limits.sessionTimeoutSeconds) * 1000;
}

/** Watches until the returned function is called. */
export function watchInactivity(): () => void {
  let clickedAt = Date.now();
  let lastExtendedAt = 0;
  const clicked = (): void => {
    clickedAt = Date.now();
    if (clickedAt - lastExtendedAt < 5_000) return;
    lastExtendedAt = clickedAt;
    localStorage.setItem(key, String(clickedAt));
  };
  clicked();
  const check = (): void => {
    const signedIn = session.current();
    if (!signedIn) return;
    const lastAt = Math.max(clickedAt, Number(localStorage.getItem(key) ?? 0));
    if (timeIsUp(lastAt, Date.now(), signedIn.user.sessionTimeout)) session.expire('inactive');
  };
  const timer = setInterval(check, limits.sessionCheckMs);
  addEventListener('click', clicked, true);
  addEventListener('keydown', clicked, true);
  return () => {
    clearInterval(timer);
    removeEventListener('click', clicked, true);
    removeEventListener('keydown', clicked, true);
  };
}
