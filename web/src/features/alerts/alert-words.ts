import type { Alert } from '@plumbline/contract/alerts';
import { type Family, families } from '@plumbline/contract/families';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldWord } from '../../kernel/field-words.ts';

/** What an alert measured, in words: the field and, where it is not the plain value, its change or its rate. */
export function useMeasured(): (alert: Pick<Alert, 'family' | 'field' | 'measure' | 'unit'>) => {
  quantity: string;
  unit: string;
  precision: number;
} {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  return useCallback(
    ({ family, field, measure, unit }) => {
      const { fields, nodeFields = [] } = families[family] as Family;
      const known =
        [...fields, ...nodeFields].find((each) => each.key === field) ??
        nodeFields.find((each) => field.startsWith(each.key));
      const name = fieldWord(family, field);
      return {
        quantity: measure === 'value' ? name : t(`alerts:measure.${measure}`, { field: name }),
        unit,
        precision: known?.precision ?? 3,
      };
    },
    [t, fieldWord],
  );
}
