import type { ErrorName } from '@plumbline/contract/kernel/errors';
import type { TFunction } from 'i18next';

const missingClient = 'sqlServerClientMissing' satisfies ErrorName;

/** What failed, in words where it is a failure of our own; else as the service or its driver says it. */
export const pullFault = (t: TFunction, fault: string): string =>
  fault === missingClient ? t(`errors:${missingClient}`) : fault;
