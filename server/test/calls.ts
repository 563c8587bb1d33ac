/** Calls of a server's routes as the browser makes them, typed by the contract. */
import { errors, everywhere } from '@plumbline/contract/kernel/errors';
import { type InputOf, type OutputOf, type Route, sendsQuery } from '@plumbline/contract/kernel/route';
import { describe } from '../src/kernel/openapi.ts';

interface Answer<T> {
  readonly status: number;
  /** The reply, or `{ error, code, detail }`. */
  readonly body: T & { error?: string; code?: number; detail?: unknown };
}

/** How a route is called at an address. */
export const callerOf = (address: string) =>
  async function call<R extends Route>(
    route: R,
    input: InputOf<R['input']>,
    token?: string,
  ): Promise<Answer<OutputOf<R['reply']>>> {
    const rest: Record<string, unknown> = { ...(input as object) };
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(rest[name]);
      delete rest[name];
      return encodeURIComponent(value);
    });
    const asQuery = sendsQuery(route);
    const entries = Object.entries(rest).filter(([, value]) => value !== undefined);
    const query =
      asQuery && entries.length
        ? `?${new URLSearchParams(entries.map(([key, value]): [string, string] => [key, String(value)]))}`
        : '';
    const response = await fetch(`${address}/api${path}${query}`, {
      method: route.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(!asQuery && { 'content-type': 'application/json' }),
      },
      ...(!asQuery && { body: JSON.stringify(rest) }),
    });
    const body = (await response.json()) as Answer<OutputOf<R['reply']>>['body'];
    refuseUndeclared(route, response.status, body.error);
    return { status: response.status, body };
  };

/** The statuses that each route says it answers with. */
const declared: ReadonlyMap<Route, ReadonlySet<number>> = new Map(
  describe().routes.map(({ route, fails }) => [
    route,
    new Set([200, 204, ...[...fails, ...everywhere].map((name) => errors[name].status)]),
  ]),
);

/** Whatever a test is about: a route answers with what it declares, and the description of the API says so. */
function refuseUndeclared(route: Route, status: number, error: string | undefined): void {
  if (declared.get(route)?.has(status) === false)
    throw new Error(`${route.method} ${route.path} answers ${status} ${error}, not declared`);
}
