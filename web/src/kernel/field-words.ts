import { type Family, type FamilyCode, families } from '@plumbline/contract/families';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { wordKey } from './words.ts';

/** The name of a field in the reader's language; a node's field carries the node's number (`X 12`). */
export function useFieldWord(): (family: FamilyCode, key: string) => string {
  const { t } = useTranslation();
  return useCallback(
    (family, key) => {
      const { fields, nodeFields = [] } = families[family] as Family;
      if (fields.some((field) => field.key === key)) return t(wordKey(`families:field.${family}.${key}`));
      const node = nodeFields.find((field) => key.startsWith(field.key) && /^\d+$/.test(key.slice(field.key.length)));
      return node ? `${t(wordKey(`families:field.${family}.${node.key}`))} ${key.slice(node.key.length)}` : key;
    },
    [t],
  );
}
