import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** A page may wait this long for what its heading names. */
const timeoutMs = 5_000;

/** Something that takes keys, or stands over the page: the focus was put there on purpose. */
const interactive = 'input, textarea, select, [contenteditable="true"], [role="dialog"] *, [role="dialog"]';

/**
 * After another page has opened the focus stands on its heading, so that the next Tab leads into it and a screen reader
 * says where one is; on the page itself while it has none. Not for the first page, not while only the query changes, and never away from an input.
 */
export function usePageFocus(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const place = main.current;
    if (!place) return;
    const began = document.activeElement;
    const put = (): boolean => {
      const now = document.activeElement;
      // Somebody, or the page itself, has put it elsewhere meanwhile.
      if (now?.matches(interactive) || (now !== began && now !== document.body && now !== place)) return true;
      const heading = place.querySelector('h1');
      if (!heading) {
        place.focus({ preventScroll: true });
        return false;
      }
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      return true;
    };
    if (put()) return;
    const watcher = new MutationObserver(() => put() && watcher.disconnect());
    watcher.observe(place, { childList: true, subtree: true });
    const timer = setTimeout(() => watcher.disconnect(), timeoutMs);
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
    };
  }, [pathname, main]);
}
