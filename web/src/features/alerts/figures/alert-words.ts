import type { Alert, AlertStatus } from '@plumbline/contract/alerts/alerts';
import { useCallback } from 'react';
import { useMeasureWord } from '../../../kernel/measure-words.ts';

/** What an alert measured, in words, with how it is written. */
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

/** Whether an alert waits for a verdict. */
export const isOpenStatus = (status: AlertStatus): boolean => status === 'Pending' || status === 'Notice';
