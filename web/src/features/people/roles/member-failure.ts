import { Failure } from '@plumbline/contract/kernel/errors';
import type { TFunction } from 'i18next';
import { Worded } from '../../../kernel/failures.ts';

/** Returns the error with words for members, because those of the catalogue are for every record. */
export function memberFailure(error: unknown, t: TFunction): unknown {
  if (!(error instanceof Failure)) return error;
  if (error.name === 'nameTaken') return new Worded(t('people:members.already'));
  if (error.name !== 'protectedRecord') return error;
  const { roleType } = (error.detail ?? {}) as { roleType?: string };
  return new Worded(roleType === 'Owner' ? t('people:members.ownerStays') : t('people:members.managersByOwner'));
}
