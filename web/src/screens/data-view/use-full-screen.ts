import { type RefObject, useEffect, useRef, useState } from 'react';
import { enlargementOf } from '../../design/enlarged.ts';

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role="combobox"]') !== null;

/**
 * The point alone on the whole screen: F goes there and back, Esc leaves. The browser's own full screen is asked for beside
 * it where the browser allows that.
 */
export function useFullScreen(isFull: boolean, onChange: (isFull: boolean) => void): void {
  const latest = useRef({ isFull, onChange });
  latest.current = { isFull, onChange };
  useEffect(() => {
    const turn = (to: boolean): void => latest.current.onChange(to);
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const isOpen = document.querySelector(
        '.ant-modal-wrap, .ant-drawer-open, .ant-dropdown:not(.ant-dropdown-hidden)',
      );
      if (isOpen) return;
      if (event.key === 'f' || event.key === 'F') turn(!latest.current.isFull);
      else if (event.key === 'Escape' && latest.current.isFull) turn(false);
    };
    // Esc leaves the browser's full screen without a key that a page sees.
    const left = (): void => {
      if (!document.fullscreenElement && latest.current.isFull) turn(false);
    };
    document.addEventListener('keydown', press);
    document.addEventListener('fullscreenchange', left);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('fullscreenchange', left);
    };
  }, []);
  useEffect(() => {
    if (isFull && !document.fullscreenElement) document.documentElement.requestFullscreen?.().catch(() => undefined);
    if (!isFull && document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
  }, [isFull]);
  useEffect(() => () => void (document.fullscreenElement && document.exitFullscreen().catch(() => undefined)), []);
}

/** How high the window is, in px of an element: fewer where a very wide screen enlarges the page. */
export function useWindowHeight(place: RefObject<HTMLElement | null>): number {
  const [heightPx, setHeightPx] = useState(() => window.innerHeight);
  useEffect(() => {
    const measure = (): void =>
      setHeightPx(Math.round(window.innerHeight / (place.current ? enlargementOf(place.current) : 1)));
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [place]);
  return heightPx;
}
