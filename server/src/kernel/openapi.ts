/** The OpenAPI 3.1 document, made from the contract alone: what is not declared there is not served, and not described. */

import { aliasRoutes } from '@plumbline/contract/kernel/aliases';
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { type ErrorName, errors, everywhere } from '@plumbline/contract/kernel/errors';
import { type Route, secretFields, sendsQuery, tokensOf } from '@plumbline/contract/kernel/route';
import { registry } from '@plumbline/contract/registry';
import { z } from 'zod';
import { version } from './version.ts';

export type JsonSchema = { [key: string]: unknown };
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: JsonSchema;
}
/** One route as people and tools read it. */
export interface Described {
  readonly feature: string;
  readonly name: string;
  /** The operation that this is another address of; null = the address of the route itself. */
  readonly aliasOf: string | null;
  readonly route: Route;
  readonly parameters: readonly Parameter[];
  /** What the JSON body holds; null = no body. */
  readonly body: JsonSchema | null;
  readonly reply: JsonSchema;
  readonly fails: readonly ErrorName[];
}

/** Every route of the contract, with the named schemas that they refer to (`#/components/schemas/...`). */
export function describe(): { routes: Described[]; schemas: Record<string, JsonSchema> } {
  const schemas: Record<string, JsonSchema> = {};
  const routes = Object.entries(registry as Record<string, Record<string, Route>>).flatMap(([feature, declared]) =>
    Object.entries(declared).flatMap(([name, route]) => [
      describeOne(feature, name, route, null, schemas),
      ...aliasRoutes(route).map((alias, index) =>
        describeOne(feature, `${name}.alias${index + 1}`, alias, `${feature}.${name}`, schemas),
      ),
    ]),
  );
  return { routes, schemas };
}

function describeOne(
  feature: string,
  name: string,
  route: Route,
  aliasOf: string | null,
  schemas: Record<string, JsonSchema>,
): Described {
  const input = schemaOf(route.input, 'input', schemas);
  return {
    feature,
    name,
    aliasOf,
    route,
    ...splitInput(route, input),
    ...(route.body && { body: schemaOf(route.body, 'input', schemas) }),
    reply: replyOf(route, schemas),
    fails: failsOf(route),
  };
}

export function openApi(publicUrl: string | null = null) {
  const { routes, schemas } = describe();
  const paths: Record<string, Record<string, unknown>> = {};
  const templates = templatesOf(routes.map(({ route }) => route.path));
  for (const each of routes) {
    const { route } = each;
    const template = getOrThrow(templates, shapeOf(route.path));
    const path = `/api${template}`;
    const parameters = renamed(each.parameters, route.path, template);
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = {
      operationId: `${each.feature}.${each.name}`,
      tags: [each.feature],
      summary: route.summary,
      ...(each.aliasOf && { 'x-alias-of': each.aliasOf }),
      'x-permission': route.needs,
      ...(identifiesCaller(route) && { 'x-access-tokens': tokensOf(route) }),
      ...(route.within && { 'x-within': route.within }),
      security: route.needs === 'anyone' ? [] : [{ [isSender(route) ? route.needs : 'token']: [] }],
      ...(parameters.length > 0 && { parameters }),
      ...bodyOf(each),
      responses: responsesOf(each),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Plumbline', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: publicUrl ?? '/' }],
    tags: Object.keys(registry).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A session token (sign-in) or an access token (profile).',
        },
        device: { type: 'http', scheme: 'bearer', description: "The device's own secret." },
        feed: { type: 'http', scheme: 'bearer', description: 'The secret of the feed.' },
        vendor: {
          type: 'apiKey',
          in: 'header',
          name: 'x-slack-signature',
          description: 'The signature of the vendor over the body, in the header that it publishes.',
        },
      },
      schemas: { ...schemas, Failure: failureSchema },
    },
  };
}

/** The name at the end of `#/components/schemas/...` or `#/$defs/...`. */
export const nameOfRef = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

const nameInPath = /\{(\w+)\}/g;
const namesIn = (path: string) => [...path.matchAll(nameInPath)].map(([, name = '']) => name);
const shapeOf = (path: string) => path.replace(nameInPath, '{}');

/**
 * By shape, one template for all paths that differ by the names in them alone: OpenAPI has them as one path. Where routes
 * name the same place differently (`deviceId`, `sncode`), the document names it by both.
 */
function templatesOf(paths: readonly string[]): Map<string, string> {
  const names = new Map<string, Set<string>[]>();
  for (const path of paths) {
    const known = names.get(shapeOf(path)) ?? namesIn(path).map(() => new Set<string>());
    for (const [place, name] of namesIn(path).entries()) elementAt(known, place).add(name);
    names.set(shapeOf(path), known);
  }
  const joined = ([first = '', ...others]: readonly string[]) =>
    first + others.map((name) => `Or${name.charAt(0).toUpperCase()}${name.slice(1)}`).join('');
  return new Map(
    [...names].map(([shape, places]) => {
      let place = 0;
      return [shape, shape.replaceAll('{}', () => `{${joined([...elementAt(places, place++)].sort())}}`)];
    }),
  );
}

/** The parameters of a route as the template of its path names them. */
function renamed(parameters: readonly Parameter[], path: string, template: string): Parameter[] {
  const own = namesIn(path);
  const shared = namesIn(template);
  return parameters.map((each) =>
    each.in === 'path' ? { ...each, name: shared[own.indexOf(each.name)] ?? each.name } : each,
  );
}

const failureSchema: JsonSchema = {
  type: 'object',
  properties: {
    error: { type: 'string', enum: Object.keys(errors) },
    code: { type: 'integer' },
    detail: {},
  },
  required: ['error', 'code', 'detail'],
};

/** Places that may be archived. */
const archivable = new Set<string>(['projectId', 'structureId', 'pointId', 'pointIds']);

/** Errors that any route of this kind may answer, and its own. */
function failsOf(route: Route): ErrorName[] {
  const names: ErrorName[] = ['badInput'];
  if (route.kind === 'upload') names.push('badBody');
  else if (!sendsQuery(route)) names.push('badBody', 'tooLarge');
  if (identifiesCaller(route)) names.push('notSignedIn', 'tokenExpired');
  if (identifiesCaller(route) && (route.needs.includes(':') || tokensOf(route) !== 'any')) names.push('notAllowed');
  if (route.within || route.path.includes('{')) names.push('notFound');
  const writes = route.method !== 'GET' && !route.readOnly && !route.evenArchived;
  if (writes && route.within && archivable.has(route.within)) names.push('archived');
  if (route.kind === 'download' && route.method === 'GET') names.push('rangeInvalid');
  return [...new Set([...names, ...(route.fails ?? [])])];
}

function splitInput(route: Route, input: JsonSchema): { parameters: Parameter[]; body: JsonSchema | null } {
  const inPath = new Set(namesIn(route.path));
  const properties = (input.properties ?? {}) as Record<string, JsonSchema>;
  const own = (name: string) => route.ownCorporation === true && name === 'corporationId';
  const required = ((input.required ?? []) as string[]).filter((name) => !own(name));
  const asQuery = sendsQuery(route);
  // What reads its body itself has the rest of its input in the query.
  const inQuery = (name: string) =>
    asQuery || route.body !== undefined || (route.method === 'DELETE' && !secretFields.has(name));
  const parameters: Parameter[] = [];
  const rest: Record<string, JsonSchema> = {};
  for (const [name, schema] of Object.entries(properties)) {
    if (inPath.has(name)) parameters.push({ name, in: 'path', required: true, schema });
    else if (inQuery(name)) parameters.push({ name, in: 'query', required: required.includes(name), schema });
    else rest[name] = schema;
  }
  if (asQuery || Object.keys(rest).length === 0) return { parameters, body: null };
  const needed = required.filter((name) => name in rest);
  const { properties: _, required: __, ...others } = input;
  return { parameters, body: { ...others, properties: rest, ...(needed.length > 0 && { required: needed }) } };
}

function bodyOf({ route, body }: Described) {
  if (route.kind === 'upload')
    return {
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              properties: { file: { type: 'string', contentMediaType: route.upload?.types.join(', ') } },
              required: ['file'],
            },
          },
        },
      },
    };
  if (!body) return {};
  const needed = ((body.required ?? []) as string[]).length > 0;
  return { requestBody: { required: needed, content: { 'application/json': { schema: body } } } };
}

function replyOf(route: Route, schemas: Record<string, JsonSchema>): JsonSchema {
  return route.kind === 'download' ? { type: 'string', format: 'binary' } : schemaOf(route.reply, 'output', schemas);
}

function responsesOf({ route, reply, fails }: Described) {
  const type = route.kind === 'download' ? 'application/octet-stream' : 'application/json';
  const responses: Record<string, unknown> = { 200: { description: 'Done', content: { [type]: { schema: reply } } } };
  for (const name of fails) {
    const { status } = errors[name];
    const names = fails.filter((each) => errors[each].status === status);
    responses[status] = {
      description: names.map((each) => `${each} (${errors[each].code})`).join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    };
  }
  responses['default'] = {
    description: everywhere.map((each) => `${each} (${errors[each].status}, ${errors[each].code})`).join(', '),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  };
  return responses;
}

/** A name that zod made for a shape that holds itself and has none: in the contract, any JSON. */
const isAnonymous = (name: string) => name.startsWith('__');

/** JSON schema of a zod schema; what it names is moved into `schemas`, apart for input and output where they differ. */
function schemaOf(schema: unknown, io: 'input' | 'output', schemas: Record<string, JsonSchema>) {
  const {
    $schema: _,
    $defs,
    ...own
  } = z.toJSONSchema(schema as z.ZodType, { io, unrepresentable: 'any' }) as JsonSchema;
  const names = new Map<string, string>();
  const defined = Object.entries(($defs ?? {}) as Record<string, JsonSchema>);
  for (const [name] of defined) {
    if (!isAnonymous(name)) names.set(`#/$defs/${name}`, io === 'input' ? `${name}Input` : name);
  }
  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved);
    if (value === null || typeof value !== 'object') return value;
    const { $ref } = value as { $ref?: unknown };
    if (typeof $ref === 'string' && isAnonymous(nameOfRef($ref))) return { description: 'Any JSON value' };
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) =>
        key === '$ref' && names.has(each as string)
          ? [key, `#/components/schemas/${names.get(each as string)}`]
          : [key, moved(each)],
      ),
    );
  };
  for (const [name, body] of defined) {
    const key = names.get(`#/$defs/${name}`);
    if (key) schemas[key] = moved(body) as JsonSchema;
  }
  return moved(own) as JsonSchema;
}

/** Returns whether a route asks who the person is, by a session or an access token. */
const identifiesCaller = (route: Pick<Route, 'needs'>): boolean => route.needs !== 'anyone' && !isSender(route);
/** Whether it is called by a device, feed or vendor, with a secret of its own. */
const isSender = ({ needs }: Pick<Route, 'needs'>): boolean =>
  needs === 'device' || needs === 'feed' || needs === 'vendor';
