/**
 * The input of a request: query (GET) or body, then the path last, so that a body can never point the request at another
 * place. Invariant: what a route does not read is refused by its name, and never dropped.
 */
import { placeFields } from '@plumbline/contract/kernel/aliases';
import { Failure } from '@plumbline/contract/kernel/errors';
import { type Route, type Schema, sendsQuery } from '@plumbline/contract/kernel/route';
import { id } from '@plumbline/contract/points/fields';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Caller } from './context.ts';
import { unreadIn } from './unread.ts';

type Fields = Record<string, unknown>;
interface Issue {
  readonly path: string;
  readonly message: string;
  readonly code?: string;
}

/** An answer names so many: the rows of a large table, each with a fault, and no more. */
const maxIssues = 10_000;

/** What the path holds, by the names of the route. */
function paramsOf(route: Route, request: FastifyRequest): Fields {
  const params = request.params as Record<string, string>;
  const rest = route.rest ? /\{(\w+)\}$/.exec(route.path)?.[1] : undefined;
  return rest === undefined ? { ...params } : { ...params, [rest]: params['*'] };
}

/**
 * `elsewhere` = ids that only the path of an alias has; they are checked and go no further.
 * Throws badInput with everything that is wrong, and with what nobody would read.
 */
export function readInput(
  route: Route,
  address: Route,
  request: FastifyRequest,
  { corporationId }: Pick<Caller, 'corporationId'>,
): { input: Fields; elsewhere: Fields } {
  const fromBody = !sendsQuery(address);
  const given = (fromBody ? request.body : request.query) ?? {};
  if (typeof given !== 'object' || Array.isArray(given))
    throw new Failure('badInput', [{ path: '', message: 'object' }]);
  const sent = route.ownCorporation && corporationId !== null ? { corporationId, ...given } : given;
  const params = paramsOf(address, request);
  const unread: Issue[] = [
    ...noIds(params),
    ...(fromBody ? strayQuery(request) : noIds(sent)),
    ...twice(sent, params),
    ...unreadIn(address.input as unknown as z.ZodType, { ...sent, ...params }),
  ];
  // What a list holds beyond its bound is not looked at.
  if (unread.some(({ code }) => code === 'too_big')) throw new Failure('badInput', unread);
  const extra = address === route ? [] : placeFields(route, address);
  const elsewhere = parse(z.object(Object.fromEntries(extra.map((field) => [field, id]))), params);
  const own = Object.fromEntries(Object.entries(params).filter(([field]) => !extra.includes(field)));
  const input = parse(route.input, { ...sent, ...own });
  if (!input.data || !elsewhere.data || unread.length > 0)
    throw new Failure('badInput', [...input.issues, ...elsewhere.issues, ...unread].slice(0, maxIssues));
  return { input: input.data, elsewhere: elsewhere.data };
}

/** What a schema makes of a value, or every issue it finds. */
function parse(schema: Schema, value: unknown): { data: Fields | null; issues: readonly Issue[] } {
  const parsed = (schema as unknown as z.ZodType<Fields>).safeParse(value);
  if (parsed.success) return { data: parsed.data, issues: [] };
  return {
    data: null,
    issues: parsed.error.issues.map(({ path, message, code }) => ({ path: path.join('.'), message, code })),
  };
}

/** Ids in an address that are numbers only by a stretch: `1e3`, `0x10`, ` 7`. */
const noIds = (fields: object): Issue[] =>
  Object.entries(fields)
    .filter(([key, value]) => /Ids?$/.test(key) && [value].flat().some((each) => !/^\d{1,10}$/.test(String(each))))
    .map(([key]) => ({ path: key, message: 'invalid' }));

/** What the path says, and the rest of the request otherwise. */
const twice = (sent: object, params: Readonly<Fields>): Issue[] =>
  Object.entries(sent)
    .filter(([key, value]) => key in params && String(value) !== String(params[key]))
    .map(([key]) => ({ path: key, message: 'fieldUnknown' }));

/** The query of a route that reads its body. */
const strayQuery = ({ query }: FastifyRequest): Issue[] =>
  Object.keys((query ?? {}) as object).map((key) => ({ path: key.slice(0, 100), message: 'fieldUnknown' }));
