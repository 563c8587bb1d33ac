import type { Alert, AlertStatus } from '@plumbline/contract/alerts/alerts';
import { pastLimit } from '@plumbline/science/limits/limit-distances';
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

/** By what a limit of the rule of an alert is multiplied to lie on the side that was passed: -1 on the lower one. */
export const sideSign = ({ value, threshold }: Pick<Alert, 'value' | 'threshold'>): 1 | -1 =>
  pastLimit(value, threshold).side === 'over' ? 1 : -1;

/** Returns whether an alert waits for a verdict. */
export const isOpenStatus = (status: AlertStatus): boolean => status === 'Pending' || status === 'Notice';
