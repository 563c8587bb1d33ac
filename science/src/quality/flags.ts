/**
 * The quality of a value as it is stored: one small number per field, quality + 16 * tests. Qualities are the numbers of
 * QARTOD (IOOS, Manual for Real-Time Quality Control); tests are bits, and say which of them found something. A reading
 * in which nothing was found has no array at all: every value passed, and is missing where it is null.
 */

export const quality = { pass: 1, notEvaluated: 2, suspect: 3, fail: 4, missing: 9 } as const;
export type Quality = (typeof quality)[keyof typeof quality];

/** One bit a test. `gap` alone leaves the quality at pass; `person` is somebody's own verdict. */
export const tests = { range: 1, spike: 2, rate: 4, flat: 8, gap: 16, clock: 32, person: 64 } as const;
export type QualityTest = keyof typeof tests;

type Values = readonly (number | null)[];
type Flags = readonly number[] | null;

/** quality + 16 * bits. */
export function flagOf(of: Quality, bits = 0): number {
  return of + 16 * bits;
}

/** The quality in a flag. */
export function qualityOf(flag: number): Quality {
  return (flag & 15) as Quality;
}

/** The tests that found something, in the order of their bits. */
export function testsOf(flag: number): QualityTest[] {
  return (Object.keys(tests) as QualityTest[]).filter((test) => ((flag >> 4) & tests[test]) !== 0);
}

/** The flag of field `i`, also where there is no array. */
export function flagAt(flags: Flags, values: Values, i: number): number {
  return flags?.[i] ?? plain(values[i]);
}

const plain = (value: number | null | undefined): number =>
  value === null || value === undefined || Number.isNaN(value) ? quality.missing : quality.pass;

/** Returns whether limits may look at a value: it is there and has not failed. Suspect values are looked at. */
export function isTrusted(flag: number): boolean {
  const of = qualityOf(flag);
  return of !== quality.fail && of !== quality.missing;
}

/** Returns whether a value of a reading failed its tests, or a person found it wrong. */
export const hasFailed = (flags: Flags): boolean => flags?.some((flag) => qualityOf(flag) === quality.fail) ?? false;

/**
 * Returns whether a reading says too little of its point to stand for its present: one of its values failed, or it has
 * none in the field that the point is shown by, as of a logger whose sensor is cut off.
 */
export const lacksGoodValue = (flags: Flags, values: Values, mainIndex: number): boolean =>
  hasFailed(flags) || (values[mainIndex] ?? null) === null;

/** Null when the flags say no more than the values do by themselves; else a copy of the flags. */
export function compact(flags: readonly number[], values: Values): number[] | null {
  return flags.every((flag, i) => flag === plain(values[i])) ? null : [...flags];
}

/**
 * A person's verdict on some fields of a reading: `to` takes the place of their quality and the bit `person` is added;
 * what the tests found stays to be seen. Missing values have no quality to change. Null when nothing remains to be said.
 */
export function flaggedBy(
  flags: Flags,
  values: Values,
  fieldIndexes: readonly number[],
  to: 1 | 3 | 4,
): number[] | null {
  const out = values.map((_, i) => flagAt(flags, values, i));
  for (const i of fieldIndexes) {
    const flag = out[i];
    if (flag === undefined || qualityOf(flag) === quality.missing) continue;
    out[i] = flagOf(to, (flag >> 4) | tests.person);
  }
  return compact(out, values);
}
