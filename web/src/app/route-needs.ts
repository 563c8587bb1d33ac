import type { Place, Route } from '@plumbline/contract/kernel/route';
import { registry } from '@plumbline/contract/registry';
import type { RouteName } from './page.ts';

/** Needs of a caller of a route, and the field of its input that says where. */
export interface RouteNeeds {
  readonly needs: Route['needs'];
  readonly within?: Place;
}

/**
 * Needs of each route. Worked out where the web app is built (web/vite.config.ts): the browser is sent the answers for
 * the routes that pages name, not every schema of the contract.
 */
export const routeNeeds = Object.fromEntries(
  Object.entries(registry).flatMap(([feature, routes]) =>
    Object.entries<Route>(routes).map(([name, { needs, within }]): [string, RouteNeeds] => [
      `${feature}.${name}`,
      { needs, ...(within && { within }) },
    ]),
  ),
) as Readonly<Record<RouteName, RouteNeeds>>;
