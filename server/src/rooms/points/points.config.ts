/**
 * Whether a point can be converted as it is set up: its mode, parameters, formulas and initial values, checked against
 * the recipe of its family. Pure; what passes here compiles in the pipeline.
 */
import { Failure } from '@plumbline/contract/errors';
import { type Family, type FamilyCode, families, fieldsOf } from '@plumbline/contract/families';
import { compile, FormulaError } from '@plumbline/science/formulas/language';
import { type Recipe, recipe, variablesOf } from '@plumbline/science/sensors/recipes';

export interface PointConfig {
  readonly family: FamilyCode;
  readonly mode: number;
  readonly nodeCount: number;
  readonly formulaType: 'SYSTEM_FORMULA' | 'CUSTOM_FORMULA';
  readonly parameters: Readonly<Record<string, number>>;
  readonly customFormula: Readonly<Record<string, string>>;
  readonly initialValues: Readonly<Record<string, number>>;
}

const wrong = (path: string, message: string) => new Failure('badInput', [{ path, message, code: 'custom' }]);
const isName = (key: string) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key);

/** Throws badInput with the path of what does not fit, or formulaIllegal with the field and the character. */
export function checkConfig(config: PointConfig): void {
  const { family, mode, nodeCount, initialValues } = config;
  const known: Family = families[family];
  if (!(known.modes as readonly number[]).includes(mode)) throw wrong('mode', 'modeOfFamily');
  if (known.nodeFields ? nodeCount === 0 : nodeCount > 0) throw wrong('nodeCount', 'nodesOfFamily');
  const fields = new Set(fieldsOf(family, nodeCount).map(({ key }) => key));
  for (const key of Object.keys(initialValues))
    if (!fields.has(key)) throw wrong(`initialValues.${key}`, 'fieldUnknown');

  const system = recipe({ family, mode, nodeCount, parameters: config.parameters });
  if (config.formulaType === 'CUSTOM_FORMULA') checkFormulas(config, system, fields);
  else checkParameters(config, system);
}

/** Throws badInput for a field that the point does not have. */
export function checkMainField(
  { family, nodeCount }: Pick<PointConfig, 'family' | 'nodeCount'>,
  mainField: string,
): void {
  if (!fieldsOf(family, nodeCount).some(({ key }) => key === mainField)) throw wrong('mainField', 'fieldUnknown');
}

/** A recipe asks for some parameters only beside others, so a key also stands if the bare recipe knows it. */
function checkParameters({ family, mode, nodeCount, parameters }: PointConfig, system: Recipe): void {
  const bare = recipe({ family, mode, nodeCount, parameters: {} });
  const known = new Set([...bare.parameters, ...system.parameters].map(({ key }) => key));
  for (const key of Object.keys(parameters)) if (!known.has(key)) throw wrong(`parameters.${key}`, 'parameterUnknown');
  for (const { key, required } of system.parameters)
    if (required && !Object.hasOwn(parameters, key)) throw wrong(`parameters.${key}`, 'required');
}

/** Custom formulas may bring parameters of their own, and read what the sensor measures. */
function checkFormulas({ parameters, customFormula }: PointConfig, system: Recipe, fields: ReadonlySet<string>): void {
  for (const key of Object.keys(parameters)) if (!isName(key)) throw wrong(`parameters.${key}`, 'parameterName');
  const names = variablesOf(system, parameters);
  if (Object.keys(customFormula).length === 0) throw wrong('customFormula', 'required');
  for (const [field, source] of Object.entries(customFormula)) {
    if (!fields.has(field)) throw wrong(`customFormula.${field}`, 'fieldUnknown');
    try {
      compile(source, names);
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      throw new Failure('formulaIllegal', { field, at: error.at, reason: error.reason });
    }
  }
}
