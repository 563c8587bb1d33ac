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
export function placeFields(route: Route, alias: Alias): string[] {
  const inputFields = shapeOf(route.input);
  return Array.from(alias.path.matchAll(/\{(\w+)\}/g), (match) => match[1] ?? '').filter(
    (field) => !(field in inputFields),
  );
}

/** What an alias takes: the route's input, with the ids that only its path has. */
function inputOf(route: Route, alias: Alias): Schema {
  const extra = placeFields(route, alias);
  if (extra.length === 0) return route.input;
  return z.object({ ...shapeOf(route.input), ...Object.fromEntries(extra.map((field) => [field, id])) });
}

/** Each alias as a route of its own, for what describes, serves or tests routes one by one. */
export function aliasRoutes({ aliases = [], ...route }: Route): Route[] {
  return aliases.map((alias) => ({
    ...route,
    method: alias.method ?? route.method,
    path: alias.path,
    input: inputOf(route, alias),
    ...(route.example !== undefined && {
      example: {
        ...(route.example as object),
        ...Object.fromEntries(placeFields(route, alias).map((field) => [field, 1])),
      },
    }),
  }));
}
