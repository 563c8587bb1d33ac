import type { Operation } from '@plumbline/contract/platform/operations';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../kernel/format.ts';
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

/** The word of the address for what a line is about; null where its id is that of the place: in lines of before. */
export function kindOf({ record, route, scopeId, action }: Operation): string | null {
  if (record) return record.kind;
  if (scopeId === null || action === 'Create') return null;
  const parts = route.split('/');
  const last = parts.findLastIndex((part) => part.startsWith('{'));
  return parts.slice(0, Math.max(last, 0)).findLast((part) => !part.startsWith('{')) ?? null;
}

/** Returns the words for what a line is about: its kind, its name of then where it had one, and its number. */
export function useSubject(): (operation: Operation) => string {
  const { t, i18n } = useTranslation();
  return (operation) => {
    const { record, scope, scopeId } = operation;
    const key = `operations:records.${kindOf(operation) ?? ''}`;
    const kind = i18n.exists(key) ? t(wordKey(key)) : t(wordKey(`operations:scopes.${scope}`));
    if (record && record.count > 1) return t('operations:several', { kind, count: formatCount(record.count) });
    return [kind, record?.name, scopeId].filter((part) => part !== null && part !== undefined).join(' ');
  };
}
