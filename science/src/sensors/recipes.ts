/**
 * The recipes: from the raw sample of a channel to the fields of its measurement family. A recipe is built once per
 * channel and then only calculates. A field that cannot be calculated (missing quantity, broken wire, loop fault,
 * non-finite result) is null, never 0.
 */
import { chainFamilies } from './families-chain.ts';
import { loadFamilies } from './families-load.ts';
import { movementFamilies } from './families-movement.ts';
import { waterFamilies } from './families-water.ts';
import type { FamilyRecipe } from './recipe.ts';
import { type Parameter, type Sample, Settings } from './settings.ts';

export type { Sample } from './settings.ts';

export interface RecipeSetup {
  readonly family: RecipeFamily;
  /** Sensor mode 1..9 of the channel. */
  readonly mode: number;
  readonly parameters: Readonly<Record<string, number>>;
  /** Segments of a chain (mode 5). */
  readonly nodeCount?: number;
}

export interface Recipe {
  /** All fields of the family, every one a finite number or null. */
  readonly convert: (sample: Sample) => Record<string, number | null>;
  readonly parameters: readonly Parameter[];
  /** The raw quantities that the channel may carry; where several can say the same, any one is enough. */
  readonly quantities: readonly string[];
}

/** A camera has pictures, no numbers. */
const camera: FamilyRecipe = {
  fields: [],
  modes: [],
  build: () => ({ quantities: [], convert: () => ({}) }),
};

const recipes = { ...chainFamilies, ...movementFamilies, ...loadFamilies, ...waterFamilies, camera };

/** The families that have a recipe. The server passes the contract's codes: a family without a recipe does not compile. */
export type RecipeFamily = keyof typeof recipes;
export const recipeFamilies = Object.keys(recipes) as RecipeFamily[];

/** Throws RangeError for a family that is none: it may come out of a database. */
function recipeOf(family: RecipeFamily): FamilyRecipe {
  const familyRecipe: FamilyRecipe | undefined = recipes[family];
  if (familyRecipe === undefined) throw new RangeError(`no recipe for family ${family}`);
  return familyRecipe;
}

/** The sensor modes that a family has a recipe for. */
export function recipeModes(family: RecipeFamily): readonly number[] {
  return recipeOf(family).modes;
}

/** The fields of a family in stored order; with nodes x1, y1, x2, y2, ... after its own. */
export function recipeFields(family: RecipeFamily, nodeCount = 0): readonly string[] {
  const recipe = recipeOf(family);
  const nodes = Array.from({ length: nodeCount }, (_, i) => (recipe.nodeFields ?? []).map((key) => `${key}${i + 1}`));
  return [...recipe.fields, ...nodes.flat()];
}

/** Names that an own formula may use beside a recipe: what the sensor measures, the recipe's parameters, the point's own. */
export function variablesOf(recipe: Recipe, parameters: Readonly<Record<string, number>>): string[] {
  return [...new Set([...recipe.quantities, ...recipe.parameters.map(({ key }) => key), ...Object.keys(parameters)])];
}

/** Builds the conversion of a channel. Throws RangeError for a family, or a mode of it, that has no recipe. */
export function recipe(setup: RecipeSetup): Recipe {
  const { family, mode, parameters, nodeCount = 0 } = setup;
  const recipeHere = recipeOf(family);
  if (recipeHere !== camera && !recipeHere.modes.includes(mode))
    throw new RangeError(`no recipe for ${family} in mode ${mode}`);
  const settings = new Settings(parameters);
  const { convert, quantities } = recipeHere.build(settings, mode, nodeCount);
  return {
    quantities,
    parameters: settings.parameters,
    convert: (sample) => {
      const values: Record<string, number | null> = convert(sample);
      for (const key in values) {
        const value = values[key] as number;
        // A sum of small movements may end in -0, which nobody measures.
        if (value === 0) values[key] = 0;
        else if (!Number.isFinite(value)) values[key] = null;
      }
      return values;
    },
  };
}
