/**
 * What rules and tests look at: the corrected value, and nothing where it failed its tests or is missing. What is stored
 * stays as it was converted. Pure.
 */
import { flagAt, isTrusted } from '@plumbline/science/quality/flags';
import { correctRecord } from '@plumbline/science/series/corrections';
import type { BoundPoint } from './bind.ts';

type Values = readonly (number | null)[];
type Corrected = Pick<BoundPoint, 'keys' | 'corrections' | 'options'>;

/** The values as people see them; the same array where no correction is on record. */
export const correctedValues = ({ keys, corrections, options }: Corrected, at: number, values: Values): Values =>
  corrections.length === 0 ? values : correctRecord(at, values, keys, corrections, options);

/** Without the values that failed; the same array where none did. */
export function trustedValues(values: Values, flags: readonly number[] | null): Values {
  if (flags === null) return values;
  return values.map((value, i) => (isTrusted(flagAt(flags, values, i)) ? value : null));
}
