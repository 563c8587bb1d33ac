import type { Quantity } from '@plumbline/contract/readings/readings';
import { useMemo } from 'react';
import { useUrlChange, useUrlState } from '../../../kernel/url-state.ts';
import { type ContourSpan, contourSpans } from './contour-frames.ts';
import { type ContourGroup, maxContourPoints } from './contour-groups.ts';

/** Choice of contours, as the address says it; null = none. */
export interface ContourChoice {
  readonly group: ContourGroup | null;
  readonly quantity: Exclude<Quantity, 'rate'>;
  readonly span: ContourSpan;
  readonly choose: (key: string | null) => void;
  readonly setQuantity: (quantity: Exclude<Quantity, 'rate'>) => void;
  readonly setSpan: (span: ContourSpan) => void;
}

export function useContourChoice(groups: readonly ContourGroup[]): ContourChoice {
  const [key] = useUrlState('contours', '');
  const [quantity, setQuantity] = useUrlState<'value' | 'cumulative'>('contoursOf', 'cumulative');
  const [span, setSpan] = useUrlState<ContourSpan>('contoursOver', 'now');
  const change = useUrlChange();
  const group = groups.find((each) => each.key === key && each.points.length <= maxContourPoints) ?? null;
  return useMemo(
    () => ({
      group,
      quantity: quantity === 'value' ? 'value' : 'cumulative',
      // Whatever an address says.
      span: contourSpans.find((each) => each === span) ?? 'now',
      choose: (next) =>
        change(next === null ? { contours: null, contoursOf: null, contoursOver: null } : { contours: next }),
      setQuantity,
      setSpan,
    }),
    [group, quantity, span, change, setQuantity, setSpan],
  );
}
