/** What a measurement family gives to the recipes: its fields and how it is built from a channel's parameters. */
import type { Sample, Settings } from './settings.ts';

/** A conversion in its inner form: a field that cannot be calculated is NaN (null only at the edge). */
export interface Values {
  readonly quantities: readonly string[];
  readonly convert: (sample: Sample) => Record<string, number>;
}

export interface FamilyRecipe {
  readonly fields: readonly string[];
  /** Fields that repeat for every node. */
  readonly nodeFields?: readonly string[];
  readonly modes: readonly number[];
  readonly build: (settings: Settings, mode: number, nodeCount: number) => Values;
}
