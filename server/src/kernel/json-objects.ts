import type { z } from 'zod';

/** The object that a text is, where it is one of that form; null for any other text. */
export function objectIn<T>(schema: z.ZodType<T>, text: string): T | null {
  if (!text.startsWith('{')) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
