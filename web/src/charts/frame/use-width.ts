import { useCallback, useRef, useState } from 'react';

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
