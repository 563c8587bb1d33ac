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

/**
 * Returns the values that quality tests look at: corrected, but for the temperature. A range or a spike is of what the
 * instrument measured (the order of 5.2), and a thermistor that fails is no reason to doubt it.
 */
export const testedValues = (point: Corrected, at: number, values: Values): Values =>
  correctedValues({ ...point, corrections: beforeTemperature(point.corrections) }, at, values);

const shortened = new WeakMap<Corrected['corrections'], Corrected['corrections']>();
/** The same list where the point is not compensated. */
function beforeTemperature(corrections: Corrected['corrections']): Corrected['corrections'] {
  const known = shortened.get(corrections);
  if (known) return known;
  const isOther = (each: Corrected['corrections'][number]) => each.kind !== 'temperature';
  const others = corrections.every(isOther) ? corrections : corrections.filter(isOther);
  shortened.set(corrections, others);
  return others;
}

/** Without the values that failed; the same array where none did. */
export function trustedValues(values: Values, flags: readonly number[] | null): Values {
  if (flags === null) return values;
  return values.map((value, i) => (isTrusted(flagAt(flags, values, i)) ? value : null));
}
