import type { ErrorName } from '@plumbline/contract/kernel/errors';
import type { TFunction } from 'i18next';

const missingClient = 'sqlServerClientMissing' satisfies ErrorName;

/** Returns the words for a failed pull: our own for our own failures, else those of the service or its driver. */
export const pullFault = (t: TFunction, fault: string): string =>
  fault === missingClient ? t(`errors:${missingClient}`) : fault;
