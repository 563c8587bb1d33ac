import { accountPermissions, type Permission } from '@plumbline/contract/kernel/permissions';
import type { OutputOf, Route } from '@plumbline/contract/kernel/route';
import type { sessions } from '@plumbline/contract/people/sessions';
import type { Preferences } from '@plumbline/contract/people/users';
import { useSyncExternalStore } from 'react';
import { ownToken, restoreOwnToken, storedToken, tokenKey } from './stored-token.ts';

/**
 * Session of this page. Invariant: `state` is null exactly while nobody is; every change tells the listeners. The
 * token lies in sessionStorage, or in localStorage when the person asked to stay signed in.
 */
export type Session = OutputOf<(typeof sessions)['session']['reply']>;

let state: Session | null = null;
/** Why the last session ended, for the sign-in page. */
let ended: 'expired' | 'inactive' | 'left' | null = null;
const listeners = new Set<() => void>();
const notify = (): void => {
  for (const listener of listeners) listener();
};

export const token = storedToken;
export const current = (): Session | null => state;
/** Returns whether this browser has a session and the server could not be asked yet whose: nobody is signed out by that. */
export const isUnasked = (): boolean => state === null && token() !== null;
export const whyEnded = (): 'expired' | 'inactive' | 'left' | null => ended;
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function keepToken(text: string, remember: boolean): void {
  forgetToken();
  (remember ? localStorage : sessionStorage).setItem(tokenKey, text);
}
function forgetToken(): void {
  // The entered project, and what the person was warned of, went with the session.
  sessionStorage.clear();
  localStorage.removeItem(tokenKey);
}

/** Begins, or replaces, the session of this page. */
export function begin(session: Session): void {
  state = session;
  ended = null;
  notify();
}

/** The person left: nothing of them stays. */
export function leave(): void {
  forgetToken();
  state = null;
  ended = 'left';
  notify();
}

/** This tab goes back from somebody else's view; until it is loaded anew, what calls of that view say counts no more. */
let returns = false;

/** Goes back to the tab's own session, and to its page, from what somebody else sees, however that view ended. */
export function returnToOneself(): void {
  if (returns) return;
  returns = true;
  location.hash = restoreOwnToken();
  location.reload();
}

/** The session ended by itself: the shell says so and goes to the sign-in page. A view of somebody else's ends alone. */
export function expire(why: 'expired' | 'inactive'): void {
  if (returns || (state === null && token() === null)) return;
  if (why === 'expired' && ownToken() !== null) {
    returnToOneself();
    return;
  }
  forgetToken();
  state = null;
  ended = why;
  notify();
}

/** The corporation has come to demand a second factor: until it is set up, nothing else is answered. */
export function limit(): void {
  if (state && !state.needsSecondFactor) begin({ ...state, needsSecondFactor: true });
}

/** Error codes that end a session: specification 8 names the first. */
export const endedCode = { tokenExpired: 8007, notSignedIn: 8001 } as const;

/** Returns whether an answer, of a call or of a socket, says that its token is good no longer. */
export const isSessionExpired = ({ error, code }: { readonly error?: unknown; readonly code?: unknown }): boolean =>
  code === endedCode.tokenExpired || code === endedCode.notSignedIn || error === 'credentials_required';

export function changeUser(user: Partial<Session['user']>): void {
  if (state) begin({ ...state, user: { ...state.user, ...user } });
}
export function changePreferences(preferences: Partial<Preferences>): void {
  if (state) begin({ ...state, preferences: { ...state.preferences, ...preferences } });
}

/** The session of this page, or null. */
export const useMaybeSession = (): Session | null => useSyncExternalStore(subscribe, current);
/** The session, for what is only shown to signed-in people. */
export function useSession(): Session {
  const session = useMaybeSession();
  if (!session) throw new Error('no session');
  return session;
}

/** Returns whether the caller holds a permission anywhere, or no more than a session is asked. */
export const holds = (session: Session | null, needs: Route['needs']): boolean =>
  needs === 'anyone' ||
  (session !== null && (needs === 'signed-in' || session.permissions.includes(needs as Permission)));

/** Returns whether the caller holds a permission throughout the corporation, not in some of its projects alone. */
export const holdsThroughout = ({ user }: Session, needs: Route['needs']): boolean =>
  needs === 'anyone' || needs === 'signed-in' || accountPermissions[user.type].includes(needs as Permission);
