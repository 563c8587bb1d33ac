import { type ErrorName, Failure } from '@plumbline/contract/kernel/errors';
import type { TFunction } from 'i18next';
import { AnsweredFailure, Unreachable } from './call.ts';

/** Text of a failure, in the reader's words: one sentence, and a quiet line of detail where there is any. */
export interface FailureText {
  readonly words: string;
  readonly detail: string | null;
}

/** A failure that a page has already put into the reader's words, where the catalogue's would say too little. */
export class Worded extends Error {}

const plain = (detail: unknown): Record<string, string | number> =>
  typeof detail === 'object' && detail !== null && !Array.isArray(detail)
    ? Object.fromEntries(
        Object.entries(detail).filter((entry): entry is [string, string | number] =>
          ['string', 'number'].includes(typeof entry[1]),
        ),
      )
    : {};

/** A failure that an answer names beside others. One that this build has no words for is told as unknown. */
export const failureNamed = (name: string, detail?: unknown): Failure => new Failure(name as ErrorName, detail);

/** The number of a failure in the catalogue, by which support finds it; null for what is not of the catalogue. */
export const codeOf = (error: unknown): number | null => (error instanceof AnsweredFailure ? error.code : null);

export function wordsOf(error: unknown, t: TFunction): FailureText {
  if (error instanceof Worded) return { words: error.message, detail: null };
  if (error instanceof Failure) {
    const values = plain(error.detail);
    const detail =
      'requestId' in values
        ? t('errors:request', { id: values.requestId })
        : 'needs' in values
          ? t('errors:needs', values)
          : null;
    // Where the catalogue has words for the fault itself, those.
    const context = typeof values['fault'] === 'string' ? { context: values['fault'] } : {};
    return { words: t([`errors:${error.name}`, 'errors:unknown'], { ...values, ...context }), detail };
  }
  if (error instanceof Unreachable) {
    if (error.reason === 'timeout') return { words: t('errors:timeout'), detail: null };
    if (error.reason === 'network')
      return { words: t(navigator.onLine ? 'errors:network' : 'errors:offline'), detail: null };
    if (error.reason === 'stopped') return { words: t('errors:stopped'), detail: null };
    return { words: t('errors:status', { status: error.status }), detail: null };
  }
  return { words: t('errors:unknown'), detail: null };
}
