import { AnsweredFailure } from '../../../kernel/call.ts';
import * as session from '../../../kernel/session.ts';

/** Returns the state of an entry after sending; null = nothing: it waits, and the rest with it. */
export function stateAfter(error: unknown): 'differs' | 'refused' | null {
  if (!(error instanceof AnsweredFailure)) return null;
  if (error.name === 'entryExists') return 'differs';
  // Who may send, how often, and a server that is not well: all of that passes.
  const passes = error.status >= 500 || error.status === 401 || error.status === 429 || error.status === 421;
  return passes ||
    session.isSessionExpired({ error: error.name, code: error.code }) ||
    error.name === 'secondFactorMissing'
    ? null
    : 'refused';
}
