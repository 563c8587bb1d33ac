/**
 * Counts of an inclinometer probe as a sample: `a0` and `a180` of every interval from the top down, `b0` and `b180` where the
 * second axis was read too, and `constant`, the counts for a tilt of 90 degrees. Invariant: counts are kept as they were read;
 * angles are made of them, so that a chain of segments and a casing that is read by hand are calculated by one recipe.
 */
import type { Sample } from './settings.ts';

const degree = Math.PI / 180;

/** Returns whether a sample holds counts of a probe. */
export const isProbeSample = (sample: Sample): boolean => Array.isArray(sample['a0']);

/**
 * Tilt of every interval, degrees from the vertical, + where its top leans to A+: asin((A0 - A180) / 2 / C), so that
 * L sin(tilt) is the deviation (A0 - A180) / 2 x L / C. null where one of the two is missing. Source: ASTM D6230, ISO 18674-3.
 */
function tiltsDeg(zero: readonly (number | null)[], turned: readonly (number | null)[], constant: number) {
  return zero.map((count, i) => {
    const other = turned[i] ?? null;
    if (count === null || other === null) return null;
    const tilt = Math.asin((count - other) / 2 / constant) / degree;
    return Number.isFinite(tilt) ? tilt : null;
  });
}

const listIn = (sample: Sample, name: string): readonly (number | null)[] | null => {
  const list = sample[name];
  return Array.isArray(list) ? list : null;
};

/** The sample of a chain of segments that the counts stand for; no list of an axis that was not read in both directions. */
export function chainSampleOf(sample: Sample): Sample {
  const constant = sample['constant'];
  if (typeof constant !== 'number' || !(constant > 0)) return {};
  const axis = (name: 'a' | 'b') => {
    const [zero, turned] = [listIn(sample, `${name}0`), listIn(sample, `${name}180`)];
    return zero && turned ? tiltsDeg(zero, turned, constant) : null;
  };
  const [x, y] = [axis('a'), axis('b')];
  return { ...(x && { x }), ...(y && { y }) };
}
