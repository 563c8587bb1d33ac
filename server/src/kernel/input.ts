/**
 * The input of a request: query (GET) or body, of a DELETE both, then the path last, so that a body can never point the request
 * at another place. Invariants: what a route does not read is refused by its name, and never dropped; each fault is told once.
 */
import { type Address, placeFields } from '@plumbline/contract/kernel/aliases';
import { Failure } from '@plumbline/contract/kernel/errors';
import { type Route, type Schema, secretFields, sendsQuery } from '@plumbline/contract/kernel/route';
import { id } from '@plumbline/contract/points/fields';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Caller } from './context.ts';
import { asSent } from './query-values.ts';
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
  const restName = route.rest ? /\{(\w+)\}$/.exec(route.path)?.[1] : undefined;
  return restName === undefined ? { ...params } : { ...params, [restName]: params['*'] };
}

interface Sent {
  readonly fields: Fields;
  readonly issues: readonly Issue[];
}

/** What a request holds beside its path. Throws badInput where its body is no object. */
function sentBy(address: Address, request: FastifyRequest): Sent {
  const query = (request.query ?? {}) as Fields;
  if (sendsQuery(address)) return { fields: query, issues: noIds(query) };
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new Failure('badInput', [{ path: '', message: 'object' }]);
  const fields = fieldsOf(address);
  const inQuery = Object.entries(query).map(([key, text]) => {
    const isRead = address.method === 'DELETE' && fields.has(key) && !secretFields.has(key);
    return { key, text, isRead };
  });
  const read = Object.fromEntries(
    inQuery.filter(({ isRead }) => isRead).map(({ key, text }) => [key, asSent(fields.get(key), text)]),
  );
  const stray = inQuery
    .filter(({ isRead }) => !isRead)
    .map(({ key }) => ({ path: key.slice(0, 100), message: fields.has(key) ? 'onlyInBody' : 'fieldUnknown' }));
  return { fields: { ...read, ...body }, issues: [...stray, ...noIds(read), ...twice(body, read)] };
}

const fieldsOf = ({ input }: Address): ReadonlyMap<string, z.ZodType> =>
  new Map(Object.entries((input as unknown as { shape?: Record<string, z.ZodType> }).shape ?? {}));

/**
 * `byRow` = the place that the row of the address says, where the request does not; `elsewhere` = ids that only the path of an
 * alias has: they are checked and go no further. Throws badInput with everything that is wrong, and with what nobody would read.
 */
export function readInput(
  route: Route,
  address: Address,
  request: FastifyRequest,
  { corporationId }: Pick<Caller, 'corporationId'>,
  byRow: Readonly<Fields> = {},
): { input: Fields; elsewhere: Fields } {
  const sentBeside = sentBy(address, request);
  const isOwn = address.ownCorporation && corporationId !== null;
  const sent: Fields = { ...(isOwn && { corporationId }), ...byRow, ...sentBeside.fields };
  const params = paramsOf(address, request);
  const unread: Issue[] = [
    ...noIds(params),
    ...sentBeside.issues,
    ...twice(sent, params),
    ...unreadIn(address.input as unknown as z.ZodType, { ...sent, ...params }),
  ];
  // What a list holds beyond its bound is not looked at.
  if (unread.some(({ code }) => code === 'too_big')) throw new Failure('badInput', onceEach([unread]));
  const extra = address === route ? [] : placeFields(route, address);
  const elsewhere = parse(z.object(Object.fromEntries(extra.map((field) => [field, id]))), params);
  const ownParams = Object.fromEntries(Object.entries(params).filter(([field]) => !extra.includes(field)));
  const input = parse(route.input, { ...sent, ...fixedBy(route, address), ...ownParams });
  if (!input.data || !elsewhere.data || unread.length > 0)
    throw new Failure('badInput', onceEach([unread, input.issues, elsewhere.issues]).slice(0, maxIssues));
  return { input: input.data, elsewhere: elsewhere.data };
}

/** Input fields that the address says by itself. */
const fixedBy = (route: Route, { fixes = {} }: Address): Fields =>
  Object.fromEntries(Object.entries(fixes).filter(([field]) => fieldsOf(route).has(field)));

/** What several looks found, of each field what the first of them says: a second look sees the same fault in other words. */
function onceEach(lists: readonly (readonly Issue[])[]): Issue[] {
  const byText = new Map<string, Issue>();
  const paths = new Set<string>();
  for (const issues of lists) {
    const fresh = issues.filter(({ path }) => !paths.has(path));
    for (const issue of fresh) byText.set(`${issue.path}\n${issue.message}`, issue);
    for (const { path } of fresh) paths.add(path);
  }
  return [...byText.values()];
}

/** Issues of a value that is none of those that are taken. */
const ofKind: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

/** What a schema makes of a value, or every issue it finds. */
function parse(schema: Schema, value: unknown): { data: Fields | null; issues: readonly Issue[] } {
  const parsed = (schema as unknown as z.ZodType<Fields>).safeParse(value);
  if (parsed.success) return { data: parsed.data, issues: [] };
  return {
    data: null,
    issues: parsed.error.issues.map(({ path, message, code }) => {
      const isMissing = ofKind.has(code) && valueAt(value, path) === undefined;
      return { path: path.join('.'), message: isMissing ? 'required' : message, code };
    }),
  };
}

/** What stands at a path of a value; undefined = nothing. */
function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let each = value;
  for (const key of path) {
    if (typeof each !== 'object' || each === null) return undefined;
    each = (each as Record<PropertyKey, unknown>)[key];
  }
  return each;
}

/** Ids in an address that are numbers only by a stretch: `1e3`, `0x10`, ` 7`. */
const noIds = (fields: object): Issue[] =>
  Object.entries(fields)
    .filter(([key, value]) => /Ids?$/.test(key) && [value].flat().some((each) => !/^\d{1,10}$/.test(String(each))))
    .map(([key]) => ({ path: key, message: 'invalid' }));

/** What the path, or the query, says already, and the rest of the request otherwise. */
const twice = (sent: object, other: Readonly<Fields>): Issue[] =>
  Object.entries(sent)
    .filter(([key, value]) => Object.hasOwn(other, key) && String(value) !== String(other[key]))
    .map(([key]) => ({ path: key, message: 'fieldUnknown' }));
