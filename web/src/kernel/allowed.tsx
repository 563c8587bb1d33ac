import type { Permission } from '@plumbline/contract/kernel/permissions';
import type { Route } from '@plumbline/contract/kernel/route';
import { createContext, type ReactNode, useContext } from 'react';
import { holds, useMaybeSession } from './session.ts';

/**
 * What the caller may do where this page is. In a project its own permissions count (they come with the project);
 * elsewhere what is held anywhere. The server decides again: this only keeps away what would be refused.
 */
const PlaceContext = createContext<readonly Permission[] | null>(null);
/** Wrap a project's pages: `value` = the permissions that `projects.get` answered with. */
export const AllowedInPlace = PlaceContext.Provider;

export function useAllowed(): (to: Route | Route['needs']) => boolean {
  const session = useMaybeSession();
  const inPlace = useContext(PlaceContext);
  return (to) => {
    const needs = typeof to === 'string' ? to : to.needs;
    if (inPlace && isPermission(needs)) return inPlace.includes(needs);
    return holds(session, needs);
  };
}

const isPermission = (needs: Route['needs']): needs is Permission => needs.includes(':');

/** Shows its children only to those who may call the route; `otherwise` to the rest. */
export function Allowed({
  to,
  otherwise = null,
  children,
}: {
  to: Route | Permission;
  otherwise?: ReactNode;
  children: ReactNode;
}) {
  return useAllowed()(to) ? children : otherwise;
}
