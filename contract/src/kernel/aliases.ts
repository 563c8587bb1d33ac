import { z } from 'zod';
import { id } from '../points/fields.ts';
import type { Alias, Route, Schema } from './route.ts';

/** The fields of an object schema, with or without refinements; empty where the input is no plain object. */
function shapeOf(schema: unknown): Readonly<Record<string, z.ZodType>> {
  if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.ZodType>;
  if (schema instanceof z.ZodPipe) return shapeOf(schema.in);
  return {};
}

/** Ids in the path of an alias that the route's input does not know: they must agree with the place of the request. */
export function placeFields(route: Route, alias: Pick<Alias, 'path'>): string[] {
  const inputFields = shapeOf(route.input);
  return Array.from(alias.path.matchAll(/\{(\w+)\}/g), (match) => match[1] ?? '').filter(
    (field) => !(field in inputFields),
  );
}

/** Input fields that a caller of an alias need not send, or cannot: the row that it names knows them, or the address says them. */
const impliedFields = ({ within }: Route, { row, fixes = {} }: Alias): string[] => [
  ...(row !== undefined && within !== undefined ? [within] : []),
  ...Object.keys(fixes),
];

/** What an alias takes: the route's input, with the ids that only its path has. */
function inputOf(route: Route, alias: Alias): Schema {
  const extra = placeFields(route, alias);
  const implied = impliedFields(route, alias);
  if (extra.length === 0 && implied.length === 0) return route.input;
  const fields = Object.entries({ ...shapeOf(route.input), ...Object.fromEntries(extra.map((field) => [field, id])) });
  return z.object(
    Object.fromEntries(
      fields
        .filter(([field]) => !(field in (alias.fixes ?? {})))
        .map(([field, schema]) => [field, implied.includes(field) ? schema.optional() : schema]),
    ),
  );
}

function exampleOf(route: Route, alias: Alias): Partial<Pick<Route, 'example'>> {
  if (route.example === undefined) return {};
  if (alias.example !== undefined) return { example: alias.example };
  const implied = impliedFields(route, alias);
  const ownFields = Object.entries(route.example as object).filter(([field]) => !implied.includes(field));
  const extra = placeFields(route, alias).map((field) => [field, 1] as const);
  return { example: Object.fromEntries([...ownFields, ...extra]) };
}

/** A route at one of its addresses: its own, or an alias. */
export type Address = Route & Pick<Alias, 'row' | 'fixes'>;

/** Each alias as a route of its own, for what describes, serves or tests routes one by one. */
export function aliasRoutes({ aliases = [], ...route }: Route): Address[] {
  return aliases.map((alias) => ({
    ...route,
    ...(alias as Pick<Alias, 'path' | 'row' | 'fixes' | 'ownCorporation'>),
    method: alias.method ?? route.method,
    input: inputOf(route, alias),
    ...exampleOf(route, alias),
  }));
}
