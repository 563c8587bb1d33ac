import { matchPath, useLocation } from 'react-router';
import { allPages, type NamedPage } from '../pages.ts';

/** The page that is at the address. */
export function useOpenPage(): NamedPage | undefined {
  const { pathname } = useLocation();
  return allPages.find(({ path }) => matchPath(path, pathname) !== null);
}
