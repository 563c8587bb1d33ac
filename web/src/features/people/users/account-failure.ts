import { Failure } from '@plumbline/contract/kernel/errors';
import type { TFunction } from 'i18next';
import { Worded } from '../../../kernel/failures.ts';

/** Returns the error with words for accounts, because those of the catalogue are for every record. */
export function accountFailure(error: unknown, t: TFunction): unknown {
  if (!(error instanceof Failure)) return error;
  const detail = (error.detail ?? {}) as { last?: string; type?: string };
  if (error.name === 'protectedRecord')
    return new Worded(detail.last ? t('people:lastAdministrator') : t('people:protected'));
  if (error.name === 'notAllowed' && detail.type) return new Worded(t('people:above'));
  return error;
}

/** Runs a call and throws its failure in words. */
export async function orInWords<T>(t: TFunction, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw accountFailure(error, t);
  }
}
