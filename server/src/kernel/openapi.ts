/** The routes of the contract as people and tools read them: what is not declared there is not served, and not described. */

import { aliasRoutes } from '@plumbline/contract/kernel/aliases';
import type { ErrorName } from '@plumbline/contract/kernel/errors';
import { type Route, secretFields, sendsQuery, tokensOf } from '@plumbline/contract/kernel/route';
import { registry } from '@plumbline/contract/registry';
import { type JsonSchema, nameOfRef } from './openapi.shape-names.ts';
import { schemaOf } from './openapi.shapes.ts';

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
  const named = schemaOf(route.input, 'input', schemas);
  const input = named.$ref === undefined ? named : (schemas[nameOfRef(named.$ref as string)] ?? named);
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

export const nameInPath = /\{(\w+)\}/g;
export const namesIn = (path: string) => [...path.matchAll(nameInPath)].map(([, name = '']) => name);
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

/** A choice between the words true and false is a boolean to whoever writes a query. */
function inText(schema: JsonSchema): JsonSchema {
  if (JSON.stringify(schema.enum) !== '["true","false"]') return schema;
  const { enum: _, default: preset, ...rest } = schema;
  return { ...rest, type: 'boolean', ...(preset !== undefined && { default: preset === 'true' }) };
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
    else if (inQuery(name))
      parameters.push({
        name,
        in: 'query',
        required: required.includes(name),
        schema: asQuery ? inText(schema) : schema,
      });
    else rest[name] = schema;
  }
  if (asQuery || Object.keys(rest).length === 0) return { parameters, body: null };
  const needed = required.filter((name) => name in rest);
  const { properties: _, required: __, ...others } = input;
  return { parameters, body: { ...others, properties: rest, ...(needed.length > 0 && { required: needed }) } };
}

function replyOf(route: Route, schemas: Record<string, JsonSchema>): JsonSchema {
  return route.kind === 'download' ? { type: 'string', format: 'binary' } : schemaOf(route.reply, 'output', schemas);
}

/** Returns whether a route asks who the person is, by a session or an access token. */
export const identifiesCaller = (route: Pick<Route, 'needs'>): boolean => route.needs !== 'anyone' && !isSender(route);
/** Returns whether it is called by a device, feed or vendor, with a secret of its own. */
export const isSender = ({ needs }: Pick<Route, 'needs'>): boolean =>
  needs === 'device' || needs === 'feed' || needs === 'vendor';
