/**
 * Routes read from within the server, for other protocols than our own. Invariant: what comes out is what the route answers this
 * caller over HTTP: the same input, access, module, handler and reply. Nothing that writes can be called.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { InputOf, OutputOf, Route } from '@plumbline/contract/kernel/route';
import type { z } from 'zod';
import { authorize, type Places } from './access.ts';
import type { Context } from './context.ts';
import type { Handle } from './guard.ts';
import { idsIn } from './security-log.ts';

type Input = Readonly<Record<string, unknown>>;

const handles = new WeakMap<Route, Handle>();

/** Remembers the handler of a route that is served; handlers are functions of their context, so one holds for every server. */
export function noteHandle(route: Route, handle: Handle): void {
  handles.set(route, handle);
}

/** Answers as the route does. Throws what it throws: badInput, notAllowed, notFound, moduleOff and its own. */
export type ReadRoute = <R extends Route>(
  context: Context,
  route: R,
  input: InputOf<R['input']>,
) => Promise<OutputOf<R['reply']>>;

export const readerOf =
  (places: Places, refuseClosed: (route: Route, places: Awaited<ReturnType<typeof authorize>>) => Promise<void>) =>
  async <R extends Route>(context: Context, route: R, sent: InputOf<R['input']>): Promise<OutputOf<R['reply']>> => {
    const handle = handles.get(route);
    const reads = (route.method === 'GET' || route.readOnly === true) && (route.kind ?? 'json') === 'json';
    if (!reads || !handle) throw new Error(`${route.method} ${route.path} is not read from within`);
    const parsed = (route.input as unknown as z.ZodType<Input>).safeParse(sent);
    if (!parsed.success)
      throw new Failure(
        'badInput',
        parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      );
    const placesOfInput = await authorize(context.db, places, context.caller, route, parsed.data).catch((error) => {
      if (error instanceof Failure) noteRefusal(context, route, parsed.data, error);
      throw error;
    });
    await refuseClosed(route, placesOfInput);
    const reply = await handle(context, parsed.data);
    return (route.reply as unknown as z.ZodType).parse(reply) as OutputOf<R['reply']>;
  };

/** What is foreign, or not allowed, is a line of the security log here as it is for the route itself. */
function noteRefusal({ services, log, caller, ip }: Context, route: Route, input: Input, { name }: Failure): void {
  services.security.refuse(log, {
    event: 'refused',
    outcome: name,
    accountId: caller.accountId || null,
    ip,
    route: `${route.method} ${route.path}`,
    on: idsIn(input),
  });
}
