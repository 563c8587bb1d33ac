import { type RefObject, useLayoutEffect, useState } from 'react';
import { enlargementOf } from '../../enlarged.ts';
import { headPx, rowPx } from './GridRows.tsx';

/** What stays free under a table: the page's own edge and a line of words. */
const belowPx = 56;

/**
 * How high a table of a page is: down to the end of the window, at least `leastPx`, and never so that its last row is
 * cut. In a dialog, which has its own height, `leastPx` alone counts.
 */
export function useHeight(
  place: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  minPx: number | undefined,
): number | undefined {
  const [height, setHeight] = useState(minPx);
  useLayoutEffect(() => {
    if (minPx === undefined) return;
    const fit = (): void => {
      const [box, sheet] = [place.current, scroller.current];
      if (!box || !sheet) return;
      const belowTop = (innerHeight - box.getBoundingClientRect().top) / enlargementOf(box);
      const free = box.closest('[role="dialog"]') ? 0 : belowTop - belowPx;
      const framePx = box.offsetHeight - sheet.clientHeight;
      const rowsPx = Math.max(minPx, free) - framePx - headPx;
      setHeight(framePx + headPx + Math.floor(rowsPx / rowPx) * rowPx);
    };
    fit();
    addEventListener('resize', fit);
    return () => removeEventListener('resize', fit);
  }, [place, scroller, minPx]);
  return height;
}
