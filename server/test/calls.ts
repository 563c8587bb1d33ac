/** Calls of a server's routes as the browser makes them, typed by the contract. */
import { type InputOf, type OutputOf, type Route, sendsQuery } from '@plumbline/contract/route';

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
    return { status: response.status, body: (await response.json()) as Answer<OutputOf<R['reply']>>['body'] };
  };
