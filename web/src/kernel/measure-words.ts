import type { FamilyCode } from '@plumbline/contract/points/families';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldWord } from './field-words.ts';

interface Measured {
  readonly family: FamilyCode;
  readonly field: string;
  readonly measure: 'value' | 'cumulative' | 'rate' | 'condition';
  /** Of a vibration event: which component of it was compared. */
  readonly event?: { readonly axis: string } | null | undefined;
}

/** Returns the words for what was compared with a limit: the field and, where it is not the plain value, its change or its rate. */
export function useMeasureWord(): (measured: Measured) => string {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  return useCallback(
    ({ family, field, measure, event }) => {
      const name = fieldWord(family, field);
      if (event) return t('common:measure.event', { field: name, axis: event.axis.toUpperCase() });
      return measure === 'value' ? name : t(`common:measure.${measure}`, { field: name });
    },
    [t, fieldWord],
  );
}
