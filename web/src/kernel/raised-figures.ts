/**
 * The numbers of an alert in words: what was compared, its value, its limit, and how far past that it was. One grammar for toast,
 * lists, boards, walls and the page of the alert.
 */
import { type FamilyCode, precisionOf } from '@plumbline/contract/points/families';
import { pastLimit } from '@plumbline/science/limits/limit-distances';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDistance, formatNumber } from './format.ts';
import { useMeasureWord } from './measure-words.ts';

export interface RaisedNumbers {
  readonly family: FamilyCode;
  readonly field: string;
  readonly unit: string;
  readonly value: number;
  readonly threshold: number;
}
export interface RaisedFigures {
  /** Without a unit. */
  readonly value: string;
  readonly limit: string;
  readonly distance: string;
  readonly side: 'over' | 'under';
}

/** With the decimals of the field; what is below them is less than the last. */
export function raisedFigures({ family, field, value, threshold }: Omit<RaisedNumbers, 'unit'>): RaisedFigures {
  const precision = precisionOf(family, field);
  const { side, distance } = pastLimit(value, threshold);
  return {
    side,
    value: formatNumber(value, precision),
    limit: formatNumber(threshold, precision),
    distance: formatDistance(distance, precision),
  };
}

type Raised = RaisedNumbers & Parameters<ReturnType<typeof useMeasureWord>>[0];

/** Returns the figures of an alert, the words of how far past its limit it was, and all of it in one line. */
export function useRaisedWords(): (raised: Raised) => RaisedFigures & { readonly past: string; readonly line: string } {
  const { t } = useTranslation();
  const measureWord = useMeasureWord();
  return useCallback(
    (raised) => {
      const figures = raisedFigures(raised);
      const [value, limit, distance] = [figures.value, figures.limit, figures.distance].map((each) =>
        `${each} ${raised.unit}`.trim(),
      );
      const past = t(`common:past.${figures.side}`, { distance, limit });
      return { ...figures, past, line: t('common:past.line', { quantity: measureWord(raised), value, past }) };
    },
    [t, measureWord],
  );
}
