import type { Alert, AlertStatus } from '@plumbline/contract/alerts/alerts';
import { useCallback } from 'react';
import { useMeasureWord } from '../../../kernel/measure-words.ts';

/** Returns the words for the measurement of an alert: the field and, where it is not the plain value, its change or its rate. */
export function useMeasured(): (
  alert: Pick<Alert, 'family' | 'field' | 'measure' | 'unit' | 'precision'> & Partial<Pick<Alert, 'event'>>,
) => {
  quantity: string;
  unit: string;
  precision: number;
} {
  const measureWord = useMeasureWord();
  return useCallback(
    (alert) => ({ quantity: measureWord(alert), unit: alert.unit, precision: alert.precision }),
    [measureWord],
  );
}

/** Returns whether an alert waits for a verdict. */
export const isOpenStatus = (status: AlertStatus): boolean => status === 'Pending' || status === 'Notice';
