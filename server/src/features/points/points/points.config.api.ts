/**
 * Whether a point can be converted as it is set up: its kind, mode, parameters, formulas and initial values, checked
 * against the recipe of its family. Pure; what passes here compiles in the pipeline.
 */
import { type Parameters, parametersInForce } from '@plumbline/contract/devices/devices.parameters';
import { Failure } from '@plumbline/contract/kernel/errors';
import {
  type Family,
  type FamilyCode,
  families,
  fieldsOf,
  initialValueOf,
  takesInitialValue,
} from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import { pointTypes } from '@plumbline/contract/points/points.point';
import type { ChartConfig } from '@plumbline/contract/points/points.settings';
import { compile, FormulaError } from '@plumbline/science/formulas/language';
import { chainFault } from '@plumbline/science/sensors/chain';
import { recipe, variablesOf } from '@plumbline/science/sensors/recipes';
import { changeOf, type FieldChange, hasInitial, zeroedKeys } from '@plumbline/science/series/changes';
import { followsOf } from '@plumbline/science/series/followers';

/** Kinds of points, as its `type` says it. */
export const kinds = Object.fromEntries(pointTypes.map((kind, type) => [kind, type])) as Readonly<
  Record<(typeof pointTypes)[number], number>
>;

export interface PointConfig {
  readonly type: number;
  readonly family: FamilyCode;
  /** 0 for what has no sensor. */
  readonly mode: number;
  readonly nodeCount: number;
  readonly formulaType: 'SYSTEM_FORMULA' | 'CUSTOM_FORMULA';
  readonly parameters: Parameters;
  /** Parameters that its device says. */
  readonly deviceParameters?: Parameters | undefined;
  readonly customFormula: Readonly<Record<string, string>>;
  readonly initialValues: Readonly<Record<string, number>>;
  readonly slaves: readonly { readonly variable?: string | undefined }[];
}

/** The sensor mode of a chain of segments. */
const chainMode = 5;

/** badInput about one field of the input; `message` is the issue as forms say it. */
export const wrong = (path: string, message: string) => new Failure('badInput', [{ path, message, code: 'custom' }]);
const isName = (key: string) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key);

/** Throws badInput with the path of what does not fit, or formulaIllegal with the field and the character. */
export function checkConfig(config: PointConfig): void {
  const { type, family, nodeCount, initialValues } = config;
  const known: Family = families[family];
  // A master shows its slaves: it may go without nodes of its own.
  if (known.nodeFields ? nodeCount === 0 && type !== kinds.master : nodeCount > 0)
    throw wrong('nodeCount', 'nodesOfFamily');
  const fields = new Set(fieldsOf(family, nodeCount).map(({ key }) => key));
  for (const key of Object.keys(initialValues))
    if (!fields.has(key)) throw wrong(`initialValues.${key}`, 'fieldUnknown');

  if (type === kinds.automated) checkSensor(config, known, fields);
  else if (type === kinds.composite) checkComposite(config, fields);
  else checkPlain(config);
}

function checkSensor(config: PointConfig, known: Family, fields: ReadonlySet<string>): void {
  const { family, mode, nodeCount } = config;
  const parameters = parametersInForce(config);
  if (!(known.modes as readonly number[]).includes(mode)) throw wrong('mode', 'modeOfFamily');
  if (config.slaves.length > 0) throw wrong('slaves', 'slavesOfKind');
  const fault = family === 'deepDisplacement' ? chainFault(parameters) : null;
  if (fault) throw wrong(`parameters.${fault.key}`, fault.fault);
  const system = recipe({ family, mode, nodeCount, parameters });
  if (config.formulaType === 'CUSTOM_FORMULA') {
    checkParameterNames(config.parameters);
    checkFormulas(config, variablesOf(system, parameters), fields);
  } else checkParameters(config);
}

/** A composite has no system formula: its fields are formulas over its slaves and its own parameters. */
function checkComposite(config: PointConfig, fields: ReadonlySet<string>): void {
  const { parameters, slaves } = config;
  if (config.formulaType !== 'CUSTOM_FORMULA') throw wrong('formulaType', 'formulaOfComposite');
  checkParameterNames(parameters);
  if (slaves.length === 0) throw wrong('slaves', 'required');
  const variables = new Set<string>();
  for (const [i, { variable }] of slaves.entries()) {
    if (!variable) throw wrong(`slaves.${i}.variable`, 'required');
    if (variables.has(variable) || Object.hasOwn(parameters, variable))
      throw wrong(`slaves.${i}.variable`, 'variablesRepeat');
    variables.add(variable);
  }
  checkFormulas(config, [...variables, ...Object.keys(parameters)], fields);
}

/** What people enter, and what only joins other points, is converted by nothing. */
function checkPlain(config: PointConfig): void {
  const { type, formulaType, parameters, customFormula, slaves } = config;
  if (formulaType !== 'SYSTEM_FORMULA') throw wrong('formulaType', 'formulaOfKind');
  if (type === kinds.manual && config.family === 'deepDisplacement') checkEnteredChain(config);
  else if (Object.keys(parameters).length > 0) throw wrong('parameters', 'formulaOfKind');
  if (Object.keys(customFormula).length > 0) throw wrong('customFormula', 'formulaOfKind');
  if (type === kinds.manual && slaves.length > 0) throw wrong('slaves', 'slavesOfKind');
  if (type === kinds.master && slaves.length === 0) throw wrong('slaves', 'required');
}

/** What people enter of a chain are movements: its views need to know how it lies, and nothing else of it. */
function checkEnteredChain({ family, nodeCount, parameters }: PointConfig): void {
  const fault = chainFault(parameters);
  if (fault) throw wrong(`parameters.${fault.key}`, fault.fault);
  checkParameters({ family, mode: chainMode, nodeCount, parameters });
}

/** Throws badInput for a field that the point does not have. */
export function checkMainField(
  { family, nodeCount }: Pick<PointConfig, 'family' | 'nodeCount'>,
  mainField: string,
): void {
  if (!fieldsOf(family, nodeCount).some(({ key }) => key === mainField)) throw wrong('mainField', 'fieldUnknown');
}

/** A recipe asks for some parameters only beside others, so a key also stands if the bare recipe knows it. */
function checkParameters(
  config: Pick<PointConfig, 'family' | 'mode' | 'nodeCount' | 'parameters' | 'deviceParameters'>,
): void {
  const { family, mode, nodeCount, parameters } = config;
  const inForce = parametersInForce(config);
  const system = recipe({ family, mode, nodeCount, parameters: inForce });
  const bare = recipe({ family, mode, nodeCount, parameters: {} });
  const known = new Set([...bare.parameters, ...system.parameters].map(({ key }) => key));
  for (const key of Object.keys(parameters)) if (!known.has(key)) throw wrong(`parameters.${key}`, 'parameterUnknown');
  for (const { key, required } of system.parameters)
    if (required && !Object.hasOwn(inForce, key)) throw wrong(`parameters.${key}`, 'required');
}

/** Custom formulas may bring parameters of their own. */
function checkParameterNames(parameters: PointConfig['parameters']): void {
  for (const key of Object.keys(parameters)) if (!isName(key)) throw wrong(`parameters.${key}`, 'parameterName');
}

/** Formulas may read the names that are given to them, and nothing else. */
function checkFormulas({ customFormula }: PointConfig, names: readonly string[], fields: ReadonlySet<string>): void {
  if (Object.keys(customFormula).length === 0) throw wrong('customFormula', 'required');
  for (const [field, source] of Object.entries(customFormula)) {
    if (!fields.has(field)) throw wrong(`customFormula.${field}`, 'fieldUnknown');
    checkFormula(source, names, field);
  }
}

/** Throws formulaIllegal with `field`, the character and the reason. */
export function checkFormula(source: string, names: readonly string[], field: string): void {
  try {
    compile(source, names);
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    throw new Failure('formulaIllegal', { field, at: error.at, reason: error.reason });
  }
}

/** The input without its undefined fields. */
export const given = <T extends object>(input: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as never;

/** Throws badInput for a field that the point does not have. */
export function checkChart(point: Pick<Point, 'family' | 'nodeCount'>, chart: Partial<ChartConfig>): void {
  const known = new Set(fieldsOf(point.family, point.nodeCount).map(({ key }) => key));
  for (const [i, field] of (chart.fields ?? []).entries())
    if (!known.has(field)) throw wrong(`fields.${i}`, 'fieldUnknown');
  for (const field of Object.keys(chart.axes ?? {}))
    if (!known.has(field)) throw wrong(`axes.${field}`, 'fieldUnknown');
}

/** As rows of points hold it. */
export interface InitialSetup {
  readonly family: FamilyCode;
  readonly node_count: number;
  readonly initial_values: Readonly<Record<string, number>>;
  readonly formula_type: string;
  readonly custom_formula: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, number>>;
}

function changeIn(point: InitialSetup, key: string): FieldChange {
  const { family, node_count, formula_type, custom_formula, parameters } = point;
  const keys = fieldsOf(family, node_count).map((field) => field.key);
  return changeOf(keys, key, followsOf(formula_type === 'CUSTOM_FORMULA' ? custom_formula : {}, parameters));
}

/**
 * Returns whether an initial value is set or not needed: fields computed from components counts from theirs;
 * directions and states from nothing, and lack nothing.
 */
export const hasInitialValue = (point: InitialSetup, key: string): boolean =>
  !takesInitialValue(key) ||
  hasInitial(changeIn(point, key), (each) => initialValueOf(point.family, point.initial_values, each));

/** The fields whose values of a reading become initial values: magnitudes only where it has no components of them. */
export const zeroedFields = (
  keys: readonly string[],
  values: readonly (number | null)[],
  own: readonly string[],
): readonly string[] => zeroedKeys(keys, values, { own }).filter(takesInitialValue);
