/** A sample becomes the values of its point, in the order of the family's fields: the recipe, and custom formulas over it. */
import { compile } from '../formulas/language.ts';
import { chainSampleOf, isProbeSample } from './probe-sample.ts';
import { type RecipeFamily, recipe, recipeFields, type Sample, variablesOf } from './recipes.ts';

export interface Conversion {
  /** 0 automated (default), 1 composite, 2 manual, 3 master. */
  readonly type?: number;
  readonly family: RecipeFamily;
  readonly mode: number;
  readonly nodeCount: number;
  readonly parameters: Readonly<Record<string, number>>;
  /** By field; a field without one keeps the system formula. Empty for SYSTEM_FORMULA. */
  readonly customFormula: Readonly<Record<string, string>>;
  /** Of a composite: what its formulas call the values of its slaves. */
  readonly variables?: readonly string[];
}
/** The sensor mode of a chain of segments. */
const chainMode = 5;

export type Convert = (sample: Sample) => (number | null)[];

/** The quantities that a sample of the point may carry. */
export function quantitiesOf({ type, family, mode, nodeCount, parameters, variables }: Conversion): readonly string[] {
  if (type === 1) return variables ?? [];
  if (type === 2) return recipeFields(family, nodeCount);
  return recipe({ family, mode, nodeCount, parameters }).quantities;
}

/** Computed values are kept to a millionth of their unit: finer is noise, and costs ten times the room when sealed. */
const resolution = 1e6;
const rounded = (value: number | null | undefined) => {
  if (value === null || value === undefined || !Number.isFinite(value)) return null;
  // -0 reads as a movement and is none.
  return Math.abs(value) < 1e9 ? Math.round(value * resolution) / resolution + 0 : value;
};

/** Compiles a point's conversion. Throws FormulaError for a formula that cannot be read. Never throws afterwards: what cannot be computed is null. */
export function conversionOf(conversion: Conversion): Convert {
  if (conversion.type === 1) return composed(conversion);
  if (conversion.type === 2) return entered(conversion);
  const { family, mode, nodeCount, parameters, customFormula } = conversion;
  const system = recipe({ family, mode, nodeCount, parameters });
  const keys = keysOf(conversion);
  const names = variablesOf(system, parameters);
  const custom = new Map(Object.entries(customFormula).map(([key, source]) => [key, compile(source, names)]));
  const defaults = new Map(system.parameters.map(({ key, default: value }) => [key, value]));
  const variables = new Float64Array(names.length);
  const constants = names.map((name) => parameters[name] ?? defaults.get(name));

  return (sample) => {
    const values = system.convert(sample);
    if (custom.size === 0) return keys.map((key) => rounded(values[key]));
    for (const [i, name] of names.entries()) variables[i] = variableIn(sample, name, constants[i]);
    return keys.map((key) => {
      const formula = custom.get(key);
      return rounded(formula ? formula.evaluate(variables) : values[key]);
    });
  };
}

const keysOf = ({ family, nodeCount }: Conversion) => recipeFields(family, nodeCount);

const numberIn = (sample: Sample, name: string): number | null => {
  const value = sample[name];
  return typeof value === 'number' ? value : null;
};

/** What was measured, NaN where it has no value; a constant only where the sample does not have the name at all. */
const variableIn = (sample: Sample, name: string, constant: number | null | undefined): number =>
  (Object.hasOwn(sample, name) ? numberIn(sample, name) : constant) ?? Number.NaN;

/** What people enter is taken as it is: the sample names the fields. A run of a probe is calculated as a chain of segments is. */
function entered(conversion: Conversion): Convert {
  const keys = keysOf(conversion);
  const probed = conversion.family === 'deepDisplacement' ? probeOf(conversion, keys) : null;
  return (sample) =>
    probed && isProbeSample(sample) ? probed(sample) : keys.map((key) => rounded(numberIn(sample, key)));
}

/** Counts of a probe by the recipe of a chain. An axis that was not read has no movement. */
function probeOf({ family, nodeCount, parameters }: Conversion, keys: readonly string[]): Convert {
  const chain = recipe({ family, mode: chainMode, nodeCount, parameters });
  const places = Array.from({ length: nodeCount }, (_, i) => i + 1);
  const untouched = places.map((node) => parameters[`iy${node}`] ?? 0);
  const isTwisted = places.some((node) => (parameters[`twist${node}`] ?? 0) !== 0);
  return (sample) => {
    const { x = null, y = null } = chainSampleOf(sample);
    // What is turned in the casing needs both axes.
    const values = y === null && isTwisted ? {} : chain.convert({ x, y: y ?? untouched });
    return keys.map((key) => (y === null && /^(y\d+|maxY)$/.test(key) ? null : rounded(values[key])));
  };
}

/** A composite has no system formula: its sample holds the values of its slaves under their variables. */
function composed(conversion: Conversion): Convert {
  const { parameters, customFormula, variables: slaves = [] } = conversion;
  const names = [...slaves, ...Object.keys(parameters)];
  const keys = keysOf(conversion);
  const formulas = new Map(Object.entries(customFormula).map(([key, source]) => [key, compile(source, names)]));
  const variables = new Float64Array(names.length);
  return (sample) => {
    for (const [i, name] of names.entries()) variables[i] = variableIn(sample, name, parameters[name]);
    return keys.map((key) => rounded(formulas.get(key)?.evaluate(variables)));
  };
}
