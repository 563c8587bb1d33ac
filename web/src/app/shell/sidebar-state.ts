import type { Preferences } from '@plumbline/contract/people/users';
import { matchPath, useLocation } from 'react-router';
import { useSession } from '../../kernel/session.ts';
import type { Page } from '../page.ts';
import { pages } from '../pages.ts';

const dataPaths = Object.values<Page>(pages).flatMap(({ path, isFullOfData }) => (isFullOfData ? [path] : []));

/** Returns whether the sidebar shows icons alone on this page, and by which preference. */
export function useSidebarState(): {
  readonly collapsed: boolean;
  readonly preference: keyof Pick<Preferences, 'isCollapse' | 'isCollapseOnData'>;
} {
  const { pathname } = useLocation();
  const { preferences } = useSession();
  const isFullOfData = dataPaths.some((path) => matchPath({ path, end: true }, pathname) !== null);
  const preference = isFullOfData ? 'isCollapseOnData' : 'isCollapse';
  return { collapsed: preferences[preference], preference };
}
