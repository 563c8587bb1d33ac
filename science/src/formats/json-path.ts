/**
 * Places in a JSON value, as a person writes them: `data.temp`, `nodes[2].x`, `nodes[*].x` for a list of all of them,
 * `["Tank 1/Level"]` for a name that holds other signs. A `$` at the beginning may be written. Pure.
 *
 * Invariant: nothing but own properties of objects and elements of lists is reached.
 */

/** A name, a place in a list counted from 0, or null for every element of a list. */
export type Step = string | number | null;

const maxSteps = 16;
const step = /\.?([^.[\]"'\s]+)|\[(\d{1,5})\]|\[(\*)\]|\["([^"]{1,128})"\]|\['([^']{1,128})'\]/y;

/** The steps of a path; null = it is none. '' and '$' are the whole. */
export function readPath(path: string): readonly Step[] | null {
  const text = path.trim().replace(/^\$\.?/, '');
  const steps: Step[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < text.length) {
    const match = step.exec(text);
    if (match === null || steps.length >= maxSteps) return null;
    const [, name, index, all, quoted, singly] = match;
    if (index !== undefined) steps.push(Number(index));
    else if (all !== undefined) steps.push(null);
    else steps.push(name ?? quoted ?? singly ?? '');
  }
  return steps.filter((each) => each === null).length > 1 ? null : steps;
}

/** Returns the value at a path: one value, or with `[*]` a list of them; undefined = nothing. At most `limit` elements are looked into. */
export function valueAt(root: unknown, steps: readonly Step[], limit: number): unknown {
  let value = root;
  for (const [at, next] of steps.entries()) {
    if (next === null) {
      if (!Array.isArray(value)) return undefined;
      const following = steps.slice(at + 1);
      return value.slice(0, limit).map((each: unknown) => valueAt(each, following, limit));
    }
    value = childOf(value, next);
    if (value === undefined) return undefined;
  }
  return value;
}

function childOf(value: unknown, next: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return typeof next === 'number' ? value[next] : undefined;
  return Object.hasOwn(value, next) ? (value as Record<string, unknown>)[next] : undefined;
}
