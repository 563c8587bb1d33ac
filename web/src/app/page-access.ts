import { useAllowed } from '../kernel/allowed.tsx';
import { useMaybeSession } from '../kernel/session.ts';
import type { Page } from './page.ts';
import { isOpen } from './page-needs.ts';

/** Returns whether a page is for its reader; a page of a project as far as the project is known where this is asked. */
export function useCanOpen(): (page: Page) => boolean {
  const allowed = useAllowed();
  const session = useMaybeSession();
  return (page) => isOpen(page, allowed, session);
}
