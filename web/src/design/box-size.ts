import { type RefObject, useLayoutEffect, useState } from 'react';

/** Width and height of a place in px, followed; 0 and 0 until it is measured, before the first painting. */
export function useBoxSize(place: RefObject<HTMLElement | null>): { readonly width: number; readonly height: number } {
  const [box, setBox] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = (): void => setBox({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return box;
}
