import { useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';

/** The page in the address bar, which may still be drawn while the page before it stands there. */
const addressed = (): string => location.hash.replace(/^#/, '').replace(/\?.*$/, '') || '/';

/**
 * For what stands over a page: another page, by a link, Back or the address bar, is not the one that it was opened over.
 * A page that was on its way by then is.
 */
export function useOtherPage(onOther: () => void): void {
  const { pathname } = useLocation();
  // While its code is fetched the address is still the one before.
  const { location: next } = useNavigation();
  const awaited = useRef(next?.pathname ?? addressed());
  const before = useRef(pathname);
  const close = useRef(onOther);
  useEffect(() => {
    close.current = onOther;
  });
  useEffect(() => {
    if (pathname === awaited.current) before.current = pathname;
    else if (pathname !== before.current) close.current();
  }, [pathname]);
  // Back from a page that was not drawn yet leads to the one that still stands there: its path never changes. Heard by one listener all the
  // time: the router draws while the event is under way, and one that is added then would not hear of it.
  useEffect(() => {
    const leave = (): void => {
      if (addressed() !== awaited.current) close.current();
    };
    addEventListener('popstate', leave);
    return () => removeEventListener('popstate', leave);
  }, []);
}
