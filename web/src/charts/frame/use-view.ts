import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Range } from './range.ts';

/** Asked for this long after the last move. */
const restMs = 200;

export interface Moving {
  readonly view: Range;
  /** Holds the view between two moves of which nothing was drawn yet. */
  readonly newest: RefObject<Range>;
  /** undefined = the chart stays where it is. */
  readonly move: ((next: Range) => void) | undefined;
}

/**
 * The stretch that is shown. A move counts at once over what is already there, and then asks for that range by `onRange`.
 */
export function useView(range: Range, onRange: ((range: Range) => void) | undefined): Moving {
  const [view, setView] = useState(range);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object of the same range must not undo a move
  useEffect(() => setView(range), [range.from, range.to]);
  const newest = useRef(view);
  newest.current = view;
  const latestOnRange = useRef(onRange);
  latestOnRange.current = onRange;
  const asking = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(asking.current), []);
  const move = useCallback((next: Range): void => {
    newest.current = next;
    setView(next);
    clearTimeout(asking.current);
    asking.current = setTimeout(() => latestOnRange.current?.(next), restMs);
  }, []);
  return { view, newest, move: onRange && move };
}
