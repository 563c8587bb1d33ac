/** Samples brought together: what is not named anew stays, quantity by quantity and node by node. */
import { isProbeSample } from './probe-sample.ts';
import type { Sample } from './settings.ts';

/**
 * What stands after `named` is brought to what stood before. A node that is null is not named; null in the place of a
 * whole quantity takes it out. `same` says when two numbers count as equal: then the former one stays.
 */
function mergeSamples(
  before: Sample | null,
  named: Sample,
  same: (a: number, b: number) => boolean = (a, b) => a === b,
): Sample {
  const pick = (was: unknown, is: number | null) =>
    typeof was === 'number' && typeof is === 'number' && same(was, is) ? was : is;
  const merged: Record<string, Sample[string]> = { ...before };
  for (const [name, value] of Object.entries(named)) {
    const was = merged[name];
    if (!Array.isArray(value)) merged[name] = pick(was, value as number | null);
    else if (!Array.isArray(was)) merged[name] = value;
    else {
      const length = Math.max(value.length, was.length);
      merged[name] = Array.from({ length }, (_, i) => pick(was[i], value[i] ?? null) ?? was[i] ?? null);
    }
  }
  return merged;
}

/** Fields are stored to the millionth: what differs beyond that is the same value written with fewer digits. */
const sameToTheMillionth = (a: number, b: number): boolean => Math.round(a * 1e6) === Math.round(b * 1e6);

/**
 * Returns the sample at a time after an entry or import, by the kind of the point (2 = manual). A run of a probe is read as a whole:
 * it and entered values take each other's place.
 */
export const sampleAfter = (pointType: number, before: Sample | null, named: Sample): Sample =>
  pointType === 2 && (isProbeSample(named) || (before !== null && isProbeSample(before)))
    ? named
    : mergeSamples(before, named, pointType === 2 ? sameToTheMillionth : undefined);
