/** Descriptions of the fields of the API: from their schemas, and where these say nothing, from the words of the contract. */
import { fieldMeanings } from '@plumbline/contract/kernel/meanings/fields';
import type { JsonSchema } from './openapi.shape-names.ts';

/** Names around a field, nearest first: the named shape or field that holds it, and the feature. */
export type Around = readonly string[];

/** The key of the words that describe a field there; undefined = none do. */
export function meaningKey(name: string, around: Around): string | undefined {
  return [...around.map((outer) => `${outer}.${name}`), name].find((key) => Object.hasOwn(fieldMeanings, key));
}

/** The schema of a field with its description, and so whatever lies in it. */
export function describedField(name: string, schema: JsonSchema, around: Around): JsonSchema {
  const [outer, ...feature] = [name, around.at(-1)].filter((each) => each !== undefined);
  const { description, ...otherKeys } = withLifted(described(schema, [outer ?? name, ...feature]));
  const words = description ?? fieldMeanings[meaningKey(name, around) ?? ''];
  return { ...(words !== undefined && { description: words }), ...otherKeys };
}

/** The schema with a description at each of its fields, in whatever depth. `around` = its own name, and the feature. */
export function described(schema: JsonSchema, around: Around): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties')
        return [
          key,
          Object.fromEntries(
            Object.entries(value as Record<string, JsonSchema>).map(([name, field]) => [
              name,
              describedField(name, field, around),
            ]),
          ),
        ];
      if (Array.isArray(value)) return [key, value.map((each) => (isSchema(each) ? described(each, around) : each))];
      return [key, isSchema(value) && key !== 'default' ? described(value, around) : value];
    }),
  );
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What one of several choices says of a field is said of the field. */
function withLifted(schema: JsonSchema): JsonSchema {
  const choices = schema.anyOf as JsonSchema[] | undefined;
  const speaking = choices?.find((each) => each.description !== undefined);
  if (schema.description !== undefined || choices === undefined || speaking === undefined) return schema;
  const anyOf = choices.map((each) => {
    if (each !== speaking) return each;
    const { description: _, ...otherKeys } = each;
    return otherKeys;
  });
  return { ...schema, description: speaking.description, anyOf };
}
