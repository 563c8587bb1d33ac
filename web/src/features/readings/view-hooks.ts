import { useCallback, useMemo, useRef, useState } from 'react';
import type { Range } from '../../charts/frame/range.ts';
import { useNow } from '../../kernel/now.ts';
import { rangeOf, requestedRange, startRange, stepOf } from './presets.ts';
import type { View } from './view-state.ts';

/**
 * Three ranges of one choice. `shown` moves on with the present; `asked` is what the server is asked for the curve and
 * moves in larger steps, the socket filling the time between; `listed` is what statistics and table stand for.
 */
export function useRanges(
  { preset, custom }: Pick<View, 'preset' | 'custom'>,
  zone: string,
): { shown: Range; requested: Range; listed: Range } {
  const sizeNow = useMemo(() => custom ?? rangeOf(preset ?? startRange, Date.now(), zone), [custom, preset, zone]);
  const step = stepOf(sizeNow);
  const tick = useNow(custom ? 300_000 : step);
  const anchor = useNow(custom ? 300_000 : Math.max(30_000, step * 5));
  return useMemo(() => {
    if (custom) return { shown: custom, requested: requestedRange(custom, anchor), listed: custom };
    const named = preset ?? startRange;
    return {
      shown: rangeOf(named, tick, zone),
      requested: requestedRange(rangeOf(named, anchor, zone), anchor),
      listed: rangeOf(named, anchor, zone),
    };
  }, [custom, preset, zone, tick, anchor]);
}

/** The width of a place, in steps of 50 px so that a scroll bar asks nothing again. */
export function useWidth(): [(element: HTMLDivElement | null) => void, number] {
  const [widthPx, setWidthPx] = useState(0);
  const observer = useRef<ResizeObserver>(null);
  const place = useCallback((element: HTMLDivElement | null) => {
    observer.current?.disconnect();
    if (!element) return;
    const measure = (): void => setWidthPx(Math.ceil(element.clientWidth / 50) * 50);
    observer.current = new ResizeObserver(measure);
    observer.current.observe(element);
    measure();
  }, []);
  return [place, widthPx];
}
