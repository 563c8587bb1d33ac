/** Values of a query string as the schema of a body takes them: a query has nothing but texts, and one text for a list of one. */
import type { z } from 'zod';

interface Def {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
}

/** Returns a value of a query as a body would hold it; what it cannot be read as stays text, for the schema to refuse. */
export function asSent(schema: z.ZodType | undefined, text: unknown): unknown {
  if (schema === undefined) return text;
  const { type, innerType, element } = (schema as unknown as { _zod: { def: Def } })._zod.def;
  if (innerType) return asSent(innerType, text);
  if (type === 'array') return [text].flat().map((each) => asSent(element, each));
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type === 'number' && typeof text === 'string' && /^-?\d{1,16}(?:\.\d+)?$/.test(text)) return Number(text);
  return text;
}
