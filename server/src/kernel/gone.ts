/**
 * Requests whose account, or what they are about, went while they ran: the row that they point at is not there any more, or
 * the database refuses the reference. Invariant: they are answered as one that came later would be, not as a fault.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { NoResultError } from 'kysely';
import { asFailure } from './failures.ts';
import type { Logger } from './transaction.ts';

/**
 * A row that was there when the request began is read no more, or one was written that points at one which is not there. (One
 * that others point at was deleted: that is a fault.)
 */
function lacksRow(error: unknown): boolean {
  if (error instanceof NoResultError) return true;
  const { code, detail = '' } = (error ?? {}) as { code?: unknown; detail?: string };
  return code === '23503' && !/still referenced/.test(detail);
}

/**
 * Returns the failure to answer in the place of an error: what `authorizeAgain` throws, which asks who the caller is
 * and what they may do there as it is now; notFound where a row is missing all the same; otherwise the error
 * itself.
 */
export async function failureUnlessGone(
  error: unknown,
  log: Pick<Logger, 'warn'>,
  authorizeAgain: () => Promise<unknown>,
): Promise<unknown> {
  if (asFailure(error)) return error;
  const refusal = await authorizeAgain().then(
    () => (lacksRow(error) ? new Failure('notFound') : undefined),
    (thrown: unknown) => (thrown instanceof Failure ? thrown : undefined),
  );
  if (!refusal) return error;
  log.warn({ err: error, answer: refusal.name }, 'what a request is about went while it ran');
  return refusal;
}
