import type { Route } from '@plumbline/contract/kernel/route';
import { holdsThroughout, type Session } from '../kernel/session.ts';
import type { Page } from './page.ts';
import { type RouteNeeds, routeNeeds } from './route-needs.ts';

const free: RouteNeeds = { needs: 'anyone' };
/** Returns the needs of a page: what its route needs. */
export const needsOf = ({ to }: Page): RouteNeeds => (to === null ? free : routeNeeds[to]);

/** Returns whether the server would answer on a page: what is asked of a whole corporation must be held throughout it. */
export function isOpen(page: Page, allowed: (needs: Route['needs']) => boolean, session: Session | null): boolean {
  const { needs, within } = needsOf(page);
  return within === 'corporationId' ? session !== null && holdsThroughout(session, needs) : allowed(needs);
}
