import { useCallback, useMemo } from 'react';
import type { PlaneWindow } from '../../../charts/frame/plane-window.ts';
import type { Range } from '../../../charts/frame/range.ts';
import { hiddenParameter } from '../../../charts/frame/use-hidden.ts';
import { useUrlState } from '../../../kernel/url-state.ts';

/**
 * What of a drawing is in view, in the address: of a plane its middle and the side of what is seen, of an axis its ends. Left
 * out while all is in view, and dropped with the point and the view that it belongs to.
 */
const parameter = 'window';

const numbersIn = (text: string, count: number): readonly number[] | null => {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : null;
};

export function readWindow(text: string): PlaneWindow | null {
  const [x, y, side] = numbersIn(text, 3) ?? [];
  return x === undefined || y === undefined || side === undefined || side <= 0 ? null : { x, y, side };
}
export const writeWindow = ({ x, y, side }: PlaneWindow): string => [x, y, side].join();

export function readStretch(text: string): Range | null {
  const [from, to] = numbersIn(text, 2) ?? [];
  return from === undefined || to === undefined || from >= to ? null : { from, to };
}

/** For a chart of a plane. */
export function useShownWindow() {
  const [text, setText] = useUrlState(parameter, '');
  const window = useMemo(() => readWindow(text), [text]);
  const onWindow = useCallback((next: PlaneWindow | null) => setText(next && writeWindow(next)), [setText]);
  return { window, onWindow };
}

/** For a chart along an axis of which these are the ends. */
export function useShownStretch(from: number, to: number) {
  const [text, setText] = useUrlState(parameter, '');
  const bounds = useMemo(() => ({ from, to }), [from, to]);
  const range = useMemo(() => readStretch(text) ?? bounds, [text, bounds]);
  const onRange = useCallback(
    (next: Range) => setText(next.from === bounds.from && next.to === bounds.to ? null : `${next.from},${next.to}`),
    [setText, bounds],
  );
  return { range, onRange, whole: bounds };
}

/** The address without it: another point or another view is drawn. */
export function withoutWindow(search: URLSearchParams): URLSearchParams {
  search.delete(parameter);
  // Nor do the names of what was hidden mean anything there.
  search.delete(hiddenParameter);
  return search;
}
