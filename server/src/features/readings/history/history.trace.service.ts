/**
 * Where a shown value comes from: the sample as it came, the conversion in force at that time worked out again, what is
 * stored, each correction, what is shown; who or what brought it, what the tests found, and what stood there before.
 */
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { history } from '@plumbline/contract/readings/history';
import type { Trace } from '@plumbline/contract/readings/history.trace';
import { compile, FormulaError } from '@plumbline/science/formulas/language';
import { flagAt, quality } from '@plumbline/science/quality/flags';
import { conversionOf } from '@plumbline/science/sensors/conversion';
import { chainSampleOf, isProbeSample } from '@plumbline/science/sensors/probe-sample';
import { type Recipe, recipe, type Sample, variablesOf } from '@plumbline/science/sensors/recipes';
import { isOfComponents } from '@plumbline/science/series/changes';
import { isInForce } from '@plumbline/science/series/correction';
import { correctRecord } from '@plumbline/science/series/corrections';
import { initialAt } from '@plumbline/science/series/initials';
import type { Context } from '../../../kernel/context.ts';
import type { Pool } from '../../../kernel/db.ts';
import { changeById } from '../../platform/store/store.changes.api.ts';
import { conversionsOf, type PeriodConversion } from '../../points/bindings/bindings.conversions.api.ts';
import { ofPoint } from '../corrections/corrections.api.ts';
import { cumulativeRecord, fieldChange, offsetAt } from '../corrections/corrections.changes.api.ts';
import { at as recordAt, type StoredRecord } from '../readings/readings.api.ts';
import {
  type IndexedField,
  initialOf,
  type ShownPoint,
  shownCurve,
  shownPoints,
} from '../readings/readings.effective.api.ts';
import { chosenFields, flagWords, iso, orNull, unitOf } from '../readings/readings.query.api.ts';
import { lineOf } from './history.lines.api.ts';
import { shapeOf } from './history.service.ts';
import { membersOf, sourcesOf } from './history.sources.service.ts';
import type { Undoers } from './history.undo.api.ts';
import { versionsAt } from './history.versions.table.ts';

type Step = Trace['steps'][number];

/** Numbers of a sample that are shown one by one; a chain of 150 nodes has 300. */
const maxVariables = 400;

export async function trace(context: Context, input: OutputOf<typeof history.trace.input>): Promise<{ trace: Trace }> {
  const { pool, undoers } = context.services;
  const { pointId } = input;
  const atMs = Date.parse(input.at);
  const points = await shownPoints(context.db, [pointId], false);
  const { point, fields } = elementAt(
    chosenFields(points, input.field === undefined ? undefined : [input.field], 'first'),
    0,
  );
  const [field] = fields;
  const record = field && (await recordAt(pool, pointId, atMs));
  if (!field) throw new Failure('noCollections');
  if (!record) return { trace: await surveyTrace(context, pointId, field, atMs) };
  const conversions = getOrThrow(await conversionsOf(context.db, [pointId]), pointId);
  const conversion = conversions.find((period) => atMs >= period.fromMs && atMs < period.toMs);
  if (!conversion) throw new Error(`no conversion of point ${pointId} is in force at ${atMs}`);
  const { intervalSeconds } = point.facts;
  const sources = conversion.type === 1 ? await sourcesOf(context, { pointId, record, intervalSeconds }) : [];
  const versions = await versionsAt(pool, pointId, atMs);
  const changes = await changesBy([record.changeId, ...versions.map((version) => version.changeId)], undoers, pool);
  const change = (id: number | null) => (id === null ? null : (changes.get(id) ?? null));
  const sncode = record.deviceId !== null && record.deviceId === conversion.deviceId ? conversion.sncode : null;
  return {
    trace: {
      pointId,
      field: field.key,
      unit: field.unit,
      precision: field.precision,
      at: iso(atMs),
      receivedAt: iso(record.receivedAt),
      delaySeconds: (record.receivedAt - atMs) / 1000,
      device: record.deviceId === null ? null : { id: record.deviceId, sncode },
      change: change(record.changeId),
      conversion: shapeOfConversion(conversion),
      steps: [
        ...conversionSteps(record, conversion, field, point, {
          sources,
          line: await importedLine(pool, pointId, record, change),
        }),
        ...(await shownSteps(context, record, field, point)),
        await rateStep(pool, point, field, atMs),
      ],
      ...flagWords(flagAt(record.flags, record.values, field.index)),
      versions: versions.map((version) => ({
        how: version.how,
        replacedAt: iso(version.replacedAt),
        receivedAt: iso(version.record.receivedAt),
        value: version.record.values[field.index] ?? null,
        raw: version.record.raw,
        quality: flagWords(flagAt(version.record.flags, version.record.values, field.index)).quality,
        change: change(version.changeId),
      })),
    },
  };
}

/** A master stores nothing: what it shows at a time is computed from the readings of its points. Throws noCollections without any. */
async function surveyTrace(context: Context, pointId: number, field: IndexedField, atMs: number): Promise<Trace> {
  const { sources, receivedAtMs } = await membersOf(context, pointId, atMs);
  if (receivedAtMs === null) throw new Failure('noCollections');
  const conversion = elementAt(getOrThrow(await conversionsOf(context.db, [pointId]), pointId), -1);
  return {
    pointId,
    field: field.key,
    unit: field.unit,
    precision: field.precision,
    at: iso(atMs),
    receivedAt: iso(receivedAtMs),
    delaySeconds: (receivedAtMs - atMs) / 1000,
    device: null,
    change: null,
    conversion: shapeOfConversion(conversion),
    steps: [{ kind: 'raw', variables: [], sample: null, sources, line: null }],
    ...flagWords(quality.notEvaluated),
    versions: [],
  };
}

/** The lines of a file that a reading came from; null where no import of a file brought it. */
async function importedLine(
  pool: Pool,
  pointId: number,
  { at, changeId }: StoredRecord,
  change: (id: number | null) => Trace['change'],
) {
  const act = change(changeId);
  const fileName = (act?.detail as { fileName?: unknown } | undefined)?.fileName;
  if (act?.kind !== 'import' || changeId === null || typeof fileName !== 'string') return null;
  const line = await lineOf(pool, { pointId, changeId, at });
  return { fileName, ...(line ?? { from: null, to: null, factors: [] }) };
}

async function changesBy(ids: readonly (number | null)[], undoers: Undoers, pool: Pool) {
  const found = new Map<number, ReturnType<typeof shapeOf>>();
  for (const id of new Set(ids)) {
    const change = id === null ? null : await changeById(pool, id);
    if (change) found.set(change.id, shapeOf(change, undoers));
  }
  return found;
}

const shapeOfConversion = ({
  fromMs,
  toMs,
  family,
  mode,
  formulaType,
  sncode,
  channel,
  fromDevice,
}: PeriodConversion) => ({
  from: Number.isFinite(fromMs) ? iso(fromMs) : null,
  to: Number.isFinite(toMs) ? iso(toMs) : null,
  family,
  mode,
  formulaType,
  sncode,
  channel,
  fromDevice: Object.keys(fromDevice),
});

/** The sensor mode of a chain of segments: a probe is calculated as one. */
const chainMode = 5;

/** From the sample to what is stored: the same steps that the gateway took, taken again with what was in force then. */
function conversionSteps(
  record: StoredRecord,
  conversion: PeriodConversion,
  field: IndexedField,
  point: ShownPoint,
  { sources, line }: Pick<Extract<Step, { readonly kind: 'raw' }>, 'sources' | 'line'>,
): Step[] {
  const sample = (typeof record.raw === 'object' && record.raw !== null ? record.raw : {}) as Sample;
  const steps: Step[] = [{ kind: 'raw', variables: numbersIn(sample), sample: record.raw, sources, line }];
  const stored = record.values[field.index] ?? null;
  let worked: number | null | undefined;
  if (conversion.type === 2 && isProbeSample(sample)) {
    worked = conversionOf({ ...conversion, customFormula: {} })(sample)[field.index] ?? null;
    const known = recipeOf({ ...conversion, mode: chainMode }, point.facts.nodeCount);
    const step = systemStep(known, chainSampleOf(sample), { ...conversion, mode: chainMode }, field);
    if (step) steps.push({ ...step, value: worked });
  } else if (conversion.type === 2) {
    const entered = sample[field.key];
    worked = typeof entered === 'number' ? entered : null;
    steps.push({ kind: 'entered', value: worked });
  } else {
    const known = recipeOf(conversion, point.facts.nodeCount);
    const source = conversion.formulaType === 'CUSTOM_FORMULA' ? conversion.customFormula[field.key] : undefined;
    const step =
      source === undefined
        ? systemStep(known, sample, conversion, field)
        : customStep(known, sample, conversion, source);
    if (step) {
      steps.push(step);
      worked = step.value;
    }
  }
  const agrees = worked === undefined ? null : same(worked, stored);
  steps.push({ kind: 'stored', value: stored, agrees });
  return steps;
}

/** Stored values are rounded to a millionth of their unit (docs/decisions/0012). */
const same = (a: number | null, b: number | null) =>
  a === null || b === null ? a === b : Math.abs(a - b) <= 1e-6 + Math.abs(b) * 1e-12;

function recipeOf({ family, mode, parameters }: PeriodConversion, nodeCount: number): Recipe | null {
  try {
    return recipe({ family, mode, parameters, nodeCount });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function systemStep(
  known: Recipe | null,
  sample: Sample,
  { family, mode, parameters }: PeriodConversion,
  field: IndexedField,
): (Step & { kind: 'system' }) | null {
  if (!known) return null;
  return {
    kind: 'system',
    family,
    mode,
    parameters: known.parameters.map(({ key, default: value }) => ({ name: key, value: parameters[key] ?? value })),
    value: known.convert(sample)[field.key] ?? null,
  };
}

function customStep(
  known: Recipe | null,
  sample: Sample,
  { parameters }: PeriodConversion,
  formula: string,
): Step & { kind: 'custom' } {
  const defaults = new Map(known?.parameters.map(({ key, default: value }) => [key, value]));
  const names = [
    ...new Set([...(known ? variablesOf(known, parameters) : Object.keys(parameters)), ...Object.keys(sample)]),
  ].filter((name) => !Array.isArray(sample[name]));
  const amount = (name: string): number => {
    const measured = sample[name];
    return typeof measured === 'number' ? measured : (parameters[name] ?? defaults.get(name) ?? Number.NaN);
  };
  try {
    const compiled = compile(formula, names);
    const variables = compiled.uses.map((name) => ({ name, value: orNull(amount(name)) }));
    return { kind: 'custom', formula, variables, value: compiled.evaluate(Float64Array.from(names, amount)) };
  } catch (error) {
    if (error instanceof FormulaError) return { kind: 'custom', formula, variables: [], value: null };
    throw error;
  }
}

/** The numbers of a sample by name; of a chain, node by node from 1. */
function numbersIn(sample: Sample) {
  const found: { name: string; value: number | null }[] = [];
  for (const [name, value] of Object.entries(sample)) {
    if (typeof value === 'number') found.push({ name, value });
    else if (Array.isArray(value)) found.push(...value.map((each, i) => ({ name: `${name}${i + 1}`, value: each })));
    if (found.length >= maxVariables) break;
  }
  return found.slice(0, maxVariables);
}

/** From what is stored to what is shown: each correction in force in its turn, and the initial value that counts. */
async function shownSteps(
  context: Context,
  record: StoredRecord,
  field: IndexedField,
  point: ShownPoint,
): Promise<Step[]> {
  const { at, values } = record;
  const inForce = point.corrections.filter((each) => isInForce(each, at));
  const shapes = new Map((await ofPoint(context.db, point.id)).map((each) => [each.id, each]));
  const steps: Step[] = [];
  const order = ['shift', 'basenode', 'topshift'] as const;
  let applied: typeof inForce = [];
  let before = values[field.index] ?? null;
  for (const kind of order)
    for (const each of inForce.filter((one) => one.kind === kind)) {
      applied = [...applied, each];
      const after = correctRecord(at, values, point.keys, applied, point.options)[field.index] ?? null;
      if (after !== before && each.kind !== 'temperature')
        steps.push({ kind, correction: getOrThrow(shapes, each.id), before, after });
      before = after;
    }
  const compensation = inForce.find((each) => each.kind === 'temperature');
  if (compensation?.field === field.key) {
    const all = correctRecord(at, values, point.keys, [...applied, compensation], point.options);
    const { coefficient, reference, temperatureField } = compensation;
    const temperature = all[point.keys.indexOf(temperatureField)] ?? null;
    const after = all[field.index] ?? null;
    steps.push({ kind: 'temperature', field: temperatureField, temperature, coefficient, reference, before, after });
    before = after;
  } else if (compensation)
    before = correctRecord(at, values, point.keys, [...applied, compensation], point.options)[field.index] ?? null;
  steps.push({ kind: 'shown', value: before });
  const own = initialOf(point, field.key);
  const initial = offsetAt(point, field.key, at);
  for (const each of inForce)
    if (each.kind === 'initshift' && each.initials[field.key] === initial && initial !== null)
      steps.push({ kind: 'initshift', correction: getOrThrow(shapes, each.id), before: own, after: initial });
  steps.push({ kind: 'cumulative', initial, ...cumulativeOf(record, field, point) });
  return steps;
}

/** The cumulative change, and what it is computed from where it is not of one number. */
function cumulativeOf({ at, values }: StoredRecord, field: IndexedField, point: ShownPoint) {
  const shown = correctRecord(at, values, point.keys, point.corrections, point.options);
  const value = cumulativeRecord(point, at, shown)[field.index] ?? null;
  const change = fieldChange(point, field.key);
  if (!isOfComponents(change) || offsetAt(point, field.key, at) !== null) return { value, components: [] };
  const components = change.keys.slice(0, -1).map((key) => ({
    field: key,
    value: shown[point.keys.indexOf(key)] ?? null,
    initial: initialAt(point.corrections, key, at, initialOf(point, key)),
  }));
  if (change.kind !== 'extreme') return { value, components };
  const governing = components.find(
    (each) => each.value !== null && each.value - (each.initial ?? Number.NaN) === value,
  );
  return { value, components: governing ? [governing] : [] };
}

async function rateStep(pool: Pool, point: ShownPoint, field: IndexedField, atMs: number): Promise<Step> {
  const view = { quantity: 'rate', quality: 'good' } as const;
  const { columns } = await shownCurve(pool, { point, fields: [field] }, view, atMs, atMs, 1_000_000);
  return { kind: 'rate', value: orNull(elementAt(columns, 0).values[0]), unit: unitOf(field, 'rate') };
}
