import { sessions } from '@plumbline/contract/people/sessions';
import { rememberTheme } from '../design/theme.tsx';
import { call } from '../kernel/call.ts';
import { followSession } from '../kernel/follow-session.ts';
import * as session from '../kernel/session.ts';
import { useServerEvent } from '../kernel/socket.ts';
import { tokenFromOtherTab } from '../kernel/tabs.ts';

/**
 * Takes up the session that this browser kept, or that another tab of it has, if it still holds. Gives the failure when the
 * server could not be asked.
 */
export async function restore(): Promise<unknown> {
  if (!(await tokenFromOtherTab(again))) return null;
  try {
    adopt(await call(sessions.session, {}, { sent: takeFirst() }));
    return null;
  } catch (error) {
    return session.token() === null ? null : error;
  }
}

/** An open page looks at once as its corporation does now. */
export const useSessionChanges = (): void => useServerEvent('CORPORATION_CHANGED', again);
const again = (): void => void restore().then(followSession);

/** What index.html has asked already, where it was with the same token; once. */
function takeFirst(): Promise<Response> | undefined {
  const { firstSession } = window;
  window.firstSession = undefined;
  return firstSession?.token === session.token() ? firstSession?.answer : undefined;
}

/** Begins a session; where the account's theme is not the one painted, the page loads again in it: once, whatever the browser keeps. */
export function adopt(begun: session.Session): void {
  const { theme } = begun.user;
  try {
    rememberTheme(theme);
    if (document.documentElement.dataset.theme === theme) sessionStorage.removeItem(triedKey);
    else if (sessionStorage.getItem(triedKey) !== theme) {
      sessionStorage.setItem(triedKey, theme);
      if (sessionStorage.getItem(triedKey) === theme) location.reload();
    }
  } catch {
    // A browser that keeps nothing stays in the colours that it has.
  }
  session.begin(begun);
}
const triedKey = 'plumbline.themeTried';
