import { type Family, type FamilyCode, families, stateNamed } from '@plumbline/contract/points/families';
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

/** The word of a value that stands for a state, in the reader's language; null where a value of the field is an amount. */
export function useStateWord(): (key: string, value: number | null | undefined) => string | null {
  const { t } = useTranslation();
  return useCallback(
    (key, value) => {
      const state = stateNamed(key, value);
      return state && t(`families:state.${state}`);
    },
    [t],
  );
}

/**
 * Returns the names of a field shared by points of several families: each name once, in the order of the families.
 * Families without the field have no name for it: their key is not taken for one.
 */
export const sharedFieldWords = (
  fieldWord: (family: FamilyCode, key: string) => string,
  codes: readonly FamilyCode[],
  key: string,
): string[] => [...new Set(codes.map((code) => fieldWord(code, key)).filter((word) => word !== key))];
