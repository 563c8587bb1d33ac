import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { headPx, numberPx, rowPx } from './GridRows.tsx';
import type { Cell } from './moves.ts';

/** Returns the rows to draw, how many a page key moves by, and how a cell is brought into sight. */
export function useSight(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  { widths, lefts }: { readonly widths: readonly number[]; readonly lefts: readonly number[] },
) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
    paddingStart: headPx,
    scrollPaddingStart: headPx,
    scrollPaddingEnd: rowPx,
    // Rows stand in the first frame, before the place is measured in the second.
    initialRect: { width: 1000, height: 600 },
  });
  const show = (cell: Cell): void => {
    virtual.scrollToIndex(cell.row, { align: 'auto' });
    const box = scroller.current;
    const left = lefts[cell.column] ?? 0;
    if (!box) return;
    if (left < box.scrollLeft + numberPx) box.scrollLeft = left - numberPx;
    else if (left + (widths[cell.column] ?? 0) > box.scrollLeft + box.clientWidth)
      box.scrollLeft = left + (widths[cell.column] ?? 0) - box.clientWidth;
  };
  const pageRows = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 300) - headPx) / rowPx) - 1);
  return { virtual, show, pageRows };
}
