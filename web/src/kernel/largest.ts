/** The headline of a master, which has no reading of its own: the largest among the points that it joins. Pure. */
import type { Status } from '@plumbline/contract/kernel/status';

interface Part {
  readonly value?: number | null | undefined;
  readonly unit?: string | undefined;
  readonly status: Status;
}

/**
 * The part with the largest value by its size, of those that report; where none does, of the others that have a value. null where
 * none has one, or where they are not of one unit: then nothing is the largest.
 */
export function largestOf<P extends Part>(parts: readonly P[]): P | null {
  const read = parts.filter(({ value }) => typeof value === 'number');
  if (new Set(read.map(({ unit }) => unit)).size > 1) return null;
  const reporting = read.filter(({ status }) => status.state === 'reporting');
  const size = ({ value }: P): number => Math.abs(value ?? 0);
  return (reporting.length > 0 ? reporting : read).reduce<P | null>(
    (largest, each) => (largest === null || size(each) > size(largest) ? each : largest),
    null,
  );
}
