import type { Alert, AlertStatus } from '@plumbline/contract/alerts/alerts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldWord } from '../../../kernel/field-words.ts';

/** Returns the words for the measurement of an alert: the field and, where it is not the plain value, its change or its rate. */
export function useMeasured(): (
  alert: Pick<Alert, 'family' | 'field' | 'measure' | 'unit' | 'precision'> & Partial<Pick<Alert, 'event'>>,
) => {
  quantity: string;
  unit: string;
  precision: number;
} {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  return useCallback(
    ({ family, field, measure, unit, precision, event }) => {
      const name = fieldWord(family, field);
      const ofEvent = event && t('alerts:measure.event', { field: name, axis: event.axis.toUpperCase() });
      return {
        quantity: ofEvent || (measure === 'value' ? name : t(`alerts:measure.${measure}`, { field: name })),
        unit,
        precision,
      };
    },
    [t, fieldWord],
  );
}

/** Returns whether an alert waits for a verdict. */
export const isOpenStatus = (status: AlertStatus): boolean => status === 'Pending' || status === 'Notice';
