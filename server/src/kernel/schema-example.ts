/** A value that fits a JSON schema: for the API page's examples, and for the test that calls every route. */
import { type JsonSchema, nameOfRef } from './openapi.shape-names.ts';

/** Tried in this order where a text must match patterns. */
const words = [
  'Sample',
  'sample',
  '1',
  'Plumb-2026',
  '00ff',
  '2026-03-01T00:00:00Z',
  'a',
  'Ab3dEf7h',
  '08:00',
  'somebody@example.org',
  '13800138000',
  '123456',
  '0'.repeat(44),
  'vi',
  'project-1',
  'plug-in/part',
  '0.1.0',
];

/** `schemas` = what `#/components/schemas/...` and `#/$defs/...` refer to. Throws Error for a text pattern that no known word fits. */
export function exampleOf(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>> = {}): unknown {
  if (schema.default !== undefined) return schema.default;
  const ref = schema.$ref as string | undefined;
  if (ref) return exampleOf(schemas[nameOfRef(ref)] ?? {}, schemas);
  if (schema.const !== undefined) return schema.const;
  const values = schema.enum as unknown[] | undefined;
  if (values) return values[0];
  const any = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (any?.[0]) return exampleOf(any[0], schemas);
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: Number(schema.minItems ?? 0) }, () =>
        exampleOf((schema.items ?? {}) as JsonSchema, schemas),
      );
    case 'object':
      return objectOf(schema, schemas);
    default:
      return 'sample';
  }
}

/** Only what must be there. */
function objectOf(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>) {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const required = (schema.required ?? []) as string[];
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {}, schemas)]));
}

function numberOf(schema: JsonSchema): number {
  const above = schema.exclusiveMinimum === undefined ? Number.NEGATIVE_INFINITY : Number(schema.exclusiveMinimum) + 1;
  const low = Math.max(above, Number(schema.minimum ?? Number.NEGATIVE_INFINITY));
  const high = Number(schema.maximum ?? Number.POSITIVE_INFINITY);
  return Math.min(Math.max(1, low), high);
}

function textOf(schema: JsonSchema): string {
  if (schema.format === 'date-time') return '2026-03-01T00:00:00Z';
  if (schema.format === 'date') return '2026-03-01';
  if (schema.format === 'uuid') return '5f1d7a0e-8a43-4c7e-9b1d-2f6a1c3e4d5b';
  const all = [schema, ...((schema.allOf ?? []) as JsonSchema[])];
  const patterns = all.flatMap((each) => (each.pattern ? [new RegExp(each.pattern as string, 'u')] : []));
  const shortest = Number(schema.minLength ?? 0);
  const longest = Number(schema.maxLength ?? Number.POSITIVE_INFINITY);
  const word = words.find(
    (each) => each.length >= shortest && each.length <= longest && patterns.every((pattern) => pattern.test(each)),
  );
  if (word === undefined) throw new Error(`no sample for ${JSON.stringify(schema)}: give the route an example`);
  return word;
}
