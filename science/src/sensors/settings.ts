/**
 * The parameters of a channel's conversion. A recipe asks for each parameter once, while it is built; what it asked for
 * is the list that the product shows, so the list and the conversion cannot drift apart.
 */

export interface Parameter {
  readonly key: string;
  readonly unit: string;
  readonly default: number | null;
  /** Without it the main field cannot be calculated and is null. */
  readonly required: boolean;
}

export class Settings {
  readonly parameters: Parameter[] = [];
  private readonly given: Readonly<Record<string, number>>;

  constructor(parameters: Readonly<Record<string, number>>) {
    this.given = parameters;
  }

  private read(key: string, unit: string, fallback: number | null, required: boolean): number | null {
    if (!this.parameters.some((each) => each.key === key))
      this.parameters.push({ key, unit, default: fallback, required });
    const value = Object.hasOwn(this.given, key) ? this.given[key] : undefined;
    return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
  }

  /** The value, or the default. */
  take(key: string, unit: string, fallback: number): number {
    return this.read(key, unit, fallback, false) as number;
  }

  /** The value of a required parameter; NaN when it is not set, so that nothing is calculated from it. */
  need(key: string, unit: string): number {
    return this.read(key, unit, null, true) ?? Number.NaN;
  }

  /** The value, or null when it is not set. */
  may(key: string, unit: string): number | null {
    return this.read(key, unit, null, false);
  }
}

/** The raw values of one channel at one time, by quantity. */
export type Sample = Readonly<Record<string, number | readonly number[] | readonly (number | null)[] | null>>;

/** A quantity of the sample; NaN when it is missing or no finite number. */
export function amount(sample: Sample, quantity: string): number {
  const value = sample[quantity];
  return typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN;
}

/** The first of two numbers that is not NaN. */
export function either(a: number, b: number): number {
  return !Number.isNaN(a) ? a : b;
}
