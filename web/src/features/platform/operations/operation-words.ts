import type { Operation } from '@plumbline/contract/platform/operations';
import { useTranslation } from 'react-i18next';
import { wordKey } from '../../../kernel/words.ts';

/** Returns the words for a person. */
export function useWho(): (operation: Operation) => string {
  const { t } = useTranslation();
  return ({ accountId, accountName, displayName }) => {
    if (accountId === null) return accountName || t('operations:nobody');
    return displayName ?? t('operations:gone', { name: accountName });
  };
}

export function useOutcome(): (outcome: string) => string {
  const { t } = useTranslation();
  return (outcome) => (outcome === 'done' ? t('operations:done') : t(wordKey(`errors:${outcome}`)));
}
