/** JSON schemas of the contract's schemas, as OpenAPI 3.1 and its generators read them. */
import { z } from 'zod';
import { type JsonSchema, nameOfRef } from './openapi.shape-names.ts';

/** A name that zod made for a shape that holds itself and has none: in the contract, any JSON. */
const isAnonymous = (name: string) => name.startsWith('__');

interface Node {
  readonly zodSchema: unknown;
  readonly jsonSchema: JsonSchema;
}
interface Def {
  readonly type: string;
  readonly in?: { readonly _zod: { readonly def: Def } };
  readonly out?: { readonly _zod: { readonly def: Def } };
}

/** Formats that say what zod writes out once more as a regular expression of three hundred letters. */
const formats: ReadonlySet<unknown> = new Set(['date-time', 'date', 'uuid', 'time']);

/** Corrects in place what zod writes: a switch in a query is a boolean, a map of known names has them as its fields. */
function correct({ zodSchema, jsonSchema }: Node, io: 'input' | 'output'): void {
  const { type, in: sent, out } = (zodSchema as { _zod: { def: Def } })._zod.def;
  if (type === 'pipe' && sent?._zod.def.type === 'string' && out?._zod.def.type === 'boolean')
    jsonSchema['type'] = 'boolean';
  if (formats.has(jsonSchema['format'])) delete jsonSchema['pattern'];
  // That a number is one of those that JavaScript counts exactly says nothing about the field.
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
  // An answer may say more in the next release.
  if (io === 'output' && type === 'object' && jsonSchema['additionalProperties'] === false)
    delete jsonSchema['additionalProperties'];
  const { propertyNames, additionalProperties, required } = jsonSchema as {
    propertyNames?: JsonSchema;
    additionalProperties?: JsonSchema;
    required?: string[];
  };
  const names = propertyNames?.['enum'] as string[] | undefined;
  if (names === undefined || typeof additionalProperties !== 'object') return;
  delete jsonSchema['propertyNames'];
  jsonSchema['properties'] = Object.fromEntries(names.map((name) => [name, structuredClone(additionalProperties)]));
  jsonSchema['additionalProperties'] = false;
  if (required === undefined) delete jsonSchema['required'];
}

/** JSON schema of a zod schema; what it names is moved into `schemas`, apart for input and output. */
export function schemaOf(schema: unknown, io: 'input' | 'output', schemas: Record<string, JsonSchema>): JsonSchema {
  const {
    $schema: _,
    $defs,
    ...schemaBody
  } = z.toJSONSchema(schema as z.ZodType, {
    io,
    unrepresentable: 'any',
    override: (node) => correct(node as unknown as Node, io),
  }) as JsonSchema;
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
  return moved(schemaBody) as JsonSchema;
}
