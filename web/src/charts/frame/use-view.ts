import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { boundedBy, type Range } from './range.ts';

/** Asked for this long after the last move. */
const settleMs = 200;

/** Part of a drawing in view: a stretch of an axis, a part of a plane. */
export interface Moving<View = Range> {
  readonly view: View;
  /** Holds the view between two moves of which nothing was drawn yet. */
  readonly newest: RefObject<View>;
  /** undefined = the chart stays where it is. */
  readonly move: ((next: View) => void) | undefined;
}

/**
 * Views that were told to who owns the chart, and that come back from there when the page has been drawn with them. One that was overtaken by a
 * newer move must not undo it.
 */
export class Echoes {
  #told: string[] = [];

  note(view: string): void {
    this.#told.push(view);
  }

  /** Returns whether a view that comes from outside counts. `isMoving`: a newer one has yet to be told. */
  counts(view: string, isMoving: boolean): boolean {
    const place = this.#told.lastIndexOf(view);
    this.#told = place < 0 ? [] : this.#told.slice(place + 1);
    return place < 0 || (this.#told.length === 0 && !isMoving);
  }
}

const keyOf = (view: object | null): string => (view === null ? '' : Object.values(view).join());

/** A move counts at once over what is already there, and then is told to `onMoved`. */
export function useView<View extends object | null>(
  controlled: View,
  onMoved: ((next: View) => void) | undefined,
): Moving<View> {
  const [view, setView] = useState(controlled);
  const numbers = keyOf(controlled);
  const echoes = useRef(new Echoes());
  const asking = useRef<ReturnType<typeof setTimeout>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object of the same numbers must not undo a move
  useEffect(() => {
    if (echoes.current.counts(numbers, asking.current !== undefined)) setView(controlled);
  }, [numbers]);
  const newest = useRef(view);
  newest.current = view;
  const latestOnMoved = useRef(onMoved);
  latestOnMoved.current = onMoved;
  useEffect(() => () => clearTimeout(asking.current), []);
  const move = useCallback((next: View): void => {
    newest.current = next;
    setView(next);
    clearTimeout(asking.current);
    asking.current = setTimeout(() => {
      asking.current = undefined;
      echoes.current.note(keyOf(next));
      latestOnMoved.current?.(next);
    }, settleMs);
  }, []);
  return { view, newest, move: onMoved && move };
}

/** The same of an axis that has ends: what lies beyond them is never in view. */
export function useStretch(
  range: Range,
  onMoved: ((next: Range) => void) | undefined,
  bounds: Range | undefined,
): Moving {
  const moving = useView(range, onMoved);
  const { view, newest, move } = moving;
  return useMemo(
    () => (bounds && move ? { view, newest, move: (next) => move(boundedBy(next, bounds)) } : { view, newest, move }),
    [view, newest, move, bounds],
  );
}
