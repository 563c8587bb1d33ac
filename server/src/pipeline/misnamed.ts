/**
 * Samples that name their quantities otherwise than their point reads them: the commonest fault of a first integration,
 * and one that must not look like success. Pure.
 */
import type { Sample } from '@plumbline/science/sensors/recipes';

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * Returns whether a sample was meant to hold a quantity that it does not: it lacks one of its point, has one that the
 * point does not read, and either a value is missing or the names differ in writing alone. More than the point reads
 * is no fault.
 */
export function isMisnamed(
  sample: Sample,
  values: readonly (number | null)[],
  quantities: ReadonlySet<string>,
): boolean {
  const unread = Object.keys(sample).filter((name) => !quantities.has(name));
  if (unread.length === 0) return false;
  const missing = [...quantities].filter((name) => !Object.hasOwn(sample, name));
  if (missing.length === 0) return false;
  if (values.includes(null)) return true;
  const written = new Set(unread.map(plain));
  return missing.some((name) => written.has(plain(name)));
}

/** Returns the names that the point reads and those that were sent, for people. */
export const namesOf = (sample: Sample, quantities: ReadonlySet<string>) => ({
  reads: [...quantities].slice(0, 20),
  sent: Object.keys(sample).slice(0, 20),
});
