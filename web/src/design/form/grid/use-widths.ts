import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import type { Column } from './cells.ts';

const usual = { INPUT: 150, NUMBER: 100, SELECT: 150, CHECK: 72, SWITCH: 72, DATE: 150 } as const;

/** Width and left edge of each column in px: what was asked for, and the room that is left shared out by width. */
export function useWidths(place: RefObject<HTMLDivElement | null>, columns: readonly Column[], firstPx: number) {
  const [availablePx, setAvailablePx] = useState(0);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = (): void => setAvailablePx(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return useMemo(() => {
    const requestedPx = columns.map(({ definition }) => definition.widthPx ?? usual[definition.type]);
    const sum = requestedPx.reduce((total, each) => total + each, 0);
    const stretch = sum > 0 ? Math.max(1, (availablePx - firstPx) / sum) : 1;
    const widths = requestedPx.map((each) => Math.floor(each * stretch));
    const lefts: number[] = [];
    let left = firstPx;
    for (const width of widths) {
      lefts.push(left);
      left += width;
    }
    return { widths, lefts, totalPx: left };
  }, [columns, availablePx, firstPx]);
}
