import { Failure } from '@plumbline/contract/kernel/errors';
import { keepToken } from './session.ts';

/** Keeps the token of a sign-in. Throws notSignedIn for an answer that holds none, or no user. */
export function takeUp(
  { token, user }: { readonly token?: unknown; readonly user?: unknown },
  remember: boolean,
): void {
  if (typeof token !== 'string' || token === '' || !user) throw new Failure('notSignedIn');
  keepToken(token, remember);
}
