/**
 * Another conversion tried out on the raw readings of a point that it would convert: the latest one step by step, and what it
 * would make of the last days. Invariant: it converts by the very function of the pipeline, and writes nothing.
 */
import { parametersInForce } from '@plumbline/contract/devices/devices.parameters';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import {
  type Family,
  type Field,
  families,
  fieldAt,
  fieldsOf,
  initialValueOf,
} from '@plumbline/contract/points/families';
import type { formulas } from '@plumbline/contract/readings/formulas';
import { compile, FormulaError } from '@plumbline/science/formulas/language';
import { type Conversion, conversionOf } from '@plumbline/science/sensors/conversion';
import { type Recipe, recipe, type Sample, variablesOf } from '@plumbline/science/sensors/recipes';
import type { InitialOf } from '@plumbline/science/series/changes';
import { type FollowerOptions, followsOf } from '@plumbline/science/series/followers';
import { plainChange } from '@plumbline/science/series/rates';
import type { Context, Db } from '../../../kernel/context.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { conversionsOf, type PeriodConversion } from '../../points/bindings/bindings.conversions.api.ts';
import { pointPlans } from '../../points/bindings/bindings.plans.api.ts';
import { given } from '../../points/points/points.config.api.ts';
import { cumulativeIn } from '../corrections/corrections.changes.api.ts';
import { count, records, type StoredRecord } from '../readings/readings.api.ts';

type Input = OutputOf<typeof formulas.preview.input>;
type Plan = Awaited<ReturnType<typeof pointPlans>>[number];
type Proposed = Required<Conversion>;
/** What the cumulative change of each field is counted from. */
interface Initials {
  readonly before: InitialOf;
  readonly after: InitialOf;
}
const [ever, forever] = [Date.UTC(1900, 0, 1), Date.UTC(2200, 0, 1)];
/** Raw readings that are converted at most: as whole pages, spread evenly. */
const maxRecords = 50_000;
const pageRecords = 1_000;
const buckets = 250;

export async function preview({ db }: Context, input: Input) {
  const [latest] = await pointPlans(db, [input.pointId]);
  if (!latest || latest.type > 1)
    throw new Failure('kindUnsuitable', { pointId: input.pointId, type: latest?.type ?? null });
  const period = await periodOf(db, latest, input);
  const plan = { ...latest, ...(period.groupId !== null && conversionIn(period)) };
  const fields = fieldsOf(plan.family, plan.nodeCount);
  const shown = input.field ?? fieldAt(plan.family, plan.mainIndex)?.key;
  const index = shown === undefined ? 0 : fields.findIndex(({ key }) => key === shown);
  if (index < 0) throw wrong('field', 'fieldUnknown');
  const field = elementAt(fields, index).key;
  const trial = trialOf(plan, input, fields);

  const sql = sqlOver(db);
  const [newest] = await records(sql, plan.pointId, ...period.span, {
    newestFirst: true,
    offset: 0,
    limit: 1,
  });
  const none = { field, times: [], before: [], after: [], records: 0, sampled: 0 };
  if (!newest) return { latest: null, plot: none, largest: null, changed: 0 };
  const span = [Math.max(newest.at - input.days * dayMs, period.span[0]), newest.at] as const;
  const total = await count(sql, plan.pointId, ...span);
  const pages = evenly(total, (offset, limit) =>
    records(sql, plan.pointId, ...span, { newestFirst: false, offset, limit }),
  );
  const { pairs, changed } = await pairsOf(pages, trial, index);
  const drawn = thin(pairs);
  return {
    latest: latestStep(newest, trial, fields, {
      before: (key) => initialValueOf(plan.family, plan.initialValues, key),
      after: (key) => initialValueOf(plan.family, input.initialValues ?? plan.initialValues, key),
    }),
    plot: {
      field,
      times: drawn.map(({ at }) => at),
      before: drawn.map(({ before }) => before),
      after: drawn.map((pair) => pair.after),
      records: total,
      sampled: pairs.length,
    },
    largest: largestOf(pairs, fields[index]?.period ?? null),
    changed,
  };
}

/**
 * The conversion that is tried out in its time: that of a device group, or what is in force. Readings of other times are
 * converted otherwise. A composite has one for its whole curve.
 */
async function periodOf(db: Db, { pointId, type }: Plan, { groupId, validFrom }: Input) {
  const periods = type === 0 ? ((await conversionsOf(db, [pointId])).get(pointId) ?? []) : [];
  const inForce = periods.at(-1);
  const period = groupId === undefined ? inForce : periods.find((each) => each.groupId === groupId);
  if (groupId !== undefined && period?.type !== 0) throw new Failure('notFound', { groupId });
  const since = validFrom === undefined ? ever : Date.parse(validFrom);
  const { fromMs = ever, toMs = forever } = period ?? {};
  return {
    ...period,
    groupId: period?.groupId ?? null,
    span: [Math.max(fromMs, since, ever), Math.min(toMs - 1, forever)] as const,
  };
}

/** What a sealed conversion says in the place of the point. */
const conversionIn = ({
  mode,
  parameters,
  deviceParameters,
  formulaType,
  customFormula,
}: Partial<PeriodConversion>): Partial<Plan> =>
  given({
    mode,
    parameters,
    deviceParameters,
    customFormula: formulaType === 'CUSTOM_FORMULA' ? customFormula : {},
  });

/** A conversion that is tried out. */
interface Trial {
  readonly proposed: Proposed;
  /** The formulas and parameters in force. */
  readonly before: Pick<Proposed, 'customFormula' | 'parameters'>;
  /** What its formulas may read. */
  readonly names: readonly string[];
  readonly faults: ReadonlyMap<string, FormulaError>;
  /** The values of a record by it; null for a field whose formula cannot be read. */
  after(record: StoredRecord): (number | null)[];
}

/** The conversion of the point with what is proposed in its place. Throws badInput for what is not of the point. */
function trialOf(plan: Plan, input: Input, fields: readonly Field[]): Trial {
  const isCustom = input.formulaType
    ? input.formulaType === 'CUSTOM_FORMULA'
    : Object.keys(plan.customFormula).length > 0;
  const mode = input.mode ?? plan.mode;
  const proposed: Proposed = {
    type: plan.type,
    family: plan.family,
    nodeCount: plan.nodeCount,
    mode,
    parameters: input.parameters
      ? parametersInForce({ mode, parameters: input.parameters, deviceParameters: plan.deviceParameters })
      : plan.parameters,
    customFormula: isCustom ? (input.customFormula ?? plan.customFormula) : {},
    variables: plan.slaves.flatMap(({ variable }) => variable ?? []),
  };
  const names = namesOf(proposed);
  const faults = faultsOf(proposed, fields, names);
  // What cannot be read is left out: its field has no value, and says why.
  const sound = Object.fromEntries(Object.entries(proposed.customFormula).filter(([key]) => !faults.has(key)));
  const convert = conversionOf({ ...proposed, customFormula: sound });
  const unread = fields.map(({ key }) => faults.has(key));
  const after = (record: StoredRecord) =>
    convert((record.raw ?? {}) as Sample).map((value, i) => (unread[i] ? null : value));
  return { proposed, before: plan, names, faults, after };
}

/** The field at `index` of each record as stored and as tried out, and how many records any field of which would change. */
async function pairsOf(
  pages: AsyncIterable<readonly StoredRecord[]>,
  { after }: Trial,
  index: number,
): Promise<{ readonly pairs: readonly Pair[]; readonly changed: number }> {
  const pairs: Pair[] = [];
  let changed = 0;
  for await (const page of pages)
    for (const record of page) {
      const values = after(record);
      if (values.some((value, i) => value !== (record.values[i] ?? null))) changed++;
      pairs.push({ at: record.at, before: record.values[index] ?? null, after: values[index] ?? null });
    }
  return { pairs, changed };
}

/** The newest record, field by field. */
function latestStep(newest: StoredRecord, trial: Trial, fields: readonly Field[], initials: Initials) {
  const after = trial.after(newest);
  const keys = fields.map(({ key }) => key);
  const { before: inForce, proposed } = trial;
  const cumulativeBefore = cumulativeOf(
    keys,
    followsOf(inForce.customFormula, inForce.parameters),
    newest.values,
    initials.before,
  );
  const cumulativeAfter = cumulativeOf(
    keys,
    followsOf(proposed.customFormula, proposed.parameters),
    after,
    initials.after,
  );
  return {
    at: iso(newest.at),
    sample: newest.raw,
    variables: variablesIn(newest, trial.proposed, trial.names),
    fields: fields.map((field, i) => ({
      ...stepOf(field, trial, newest.values[i] ?? null, after[i] ?? null),
      cumulativeBefore: cumulativeBefore[i] ?? null,
      cumulativeAfter: cumulativeAfter[i] ?? null,
    })),
  };
}

/** The cumulative changes of a record, by field. */
const cumulativeOf = (
  keys: readonly string[],
  follows: FollowerOptions,
  values: readonly (number | null)[],
  initialOf: InitialOf,
): (number | null)[] =>
  keys.map((key) => cumulativeIn({ keys, options: follows, corrections: [], initialOf }, key, 0, values));

const iso = (ms: number) => new Date(ms).toISOString();
const wrong = (path: string, message: string) => new Failure('badInput', [{ path, message, code: 'custom' }]);

function systemOf({ family, mode, nodeCount, parameters }: Proposed): Recipe {
  const known: Family = families[family];
  if (!(known.modes as readonly number[]).includes(mode)) throw wrong('mode', 'modeOfFamily');
  return recipe({ family, mode, nodeCount, parameters });
}

/** What its formulas may read. */
function namesOf(conversion: Proposed): readonly string[] {
  const { type, parameters, variables } = conversion;
  if (type === 1) return [...variables, ...Object.keys(parameters)];
  return variablesOf(systemOf(conversion), parameters);
}

/** Formulas that cannot be read, by field. Throws badInput for a field that the point does not have. */
function faultsOf({ customFormula }: Proposed, fields: readonly Field[], names: readonly string[]) {
  const faults = new Map<string, FormulaError>();
  for (const [key, source] of Object.entries(customFormula)) {
    if (!fields.some((field) => field.key === key)) throw wrong(`customFormula.${key}`, 'fieldUnknown');
    try {
      compile(source, names);
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      faults.set(key, error);
    }
  }
  return faults;
}

function variablesIn(
  { raw }: StoredRecord,
  conversion: Proposed,
  names: readonly string[],
): Record<string, number | null> {
  const sample = (raw ?? {}) as Record<string, unknown>;
  const defaults = new Map(
    conversion.type === 1 ? [] : systemOf(conversion).parameters.map(({ key, default: value }) => [key, value]),
  );
  return Object.fromEntries(
    names.map((name) => {
      const measured = sample[name];
      return [
        name,
        typeof measured === 'number' ? measured : (conversion.parameters[name] ?? defaults.get(name) ?? null),
      ];
    }),
  );
}

function stepOf(
  { key, unit }: Field,
  { proposed, faults }: Pick<Trial, 'proposed' | 'faults'>,
  before: number | null,
  after: number | null,
) {
  const fault = faults.get(key);
  const formula = proposed.customFormula[key] ?? null;
  return {
    key,
    unit,
    formula,
    before,
    after,
    error: fault
      ? { error: 'formulaIllegal' as const, at: fault.at, reason: fault.reason }
      : formula !== null && after === null
        ? { error: 'formulaCannotCalculate' as const, at: null, reason: null }
        : null,
  };
}

/** All records where they are few, else whole pages at even distances. */
async function* evenly(
  total: number,
  read: (offset: number, limit: number) => Promise<StoredRecord[]>,
): AsyncGenerator<StoredRecord[]> {
  const pages = Math.min(Math.ceil(total / pageRecords), maxRecords / pageRecords);
  // A page's share of all records; a page long where all are read.
  const step = total <= maxRecords ? pageRecords : (total - pageRecords) / (pages - 1);
  for (let page = 0; page < pages; page++) yield await read(Math.round(page * step), pageRecords);
}

interface Pair {
  readonly at: number;
  readonly before: number | null;
  readonly after: number | null;
}

/** At most four pairs a bucket: the least and the most of both curves. */
function thin(pairs: readonly Pair[]): Pair[] {
  if (pairs.length <= buckets * 4) return [...pairs];
  const size = pairs.length / buckets;
  const thinned: Pair[] = [];
  for (let bucket = 0; bucket < buckets; bucket++) {
    const part = pairs.slice(Math.round(bucket * size), Math.round((bucket + 1) * size));
    const chosen = new Set<Pair>();
    for (const pick of [(pair: Pair) => pair.before, (pair: Pair) => pair.after]) {
      const known = part.flatMap((pair) => {
        const value = pick(pair);
        return value === null ? [] : [{ pair, value }];
      });
      known.sort((a, b) => a.value - b.value);
      for (const { pair } of [...known.slice(0, 1), ...known.slice(-1)]) chosen.add(pair);
    }
    thinned.push(...part.filter((pair) => chosen.has(pair)));
  }
  return thinned;
}

/** The largest difference; of a direction, `period` degrees round, by the shorter way. */
function largestOf(pairs: readonly Pair[], period: number | null) {
  let largest: { at: string; before: number; after: number; difference: number } | null = null;
  for (const { at, before, after } of pairs) {
    if (before === null || after === null) continue;
    const difference = plainChange(before, after, period);
    if (difference !== 0 && (largest === null || Math.abs(difference) > Math.abs(largest.difference)))
      largest = { at: iso(at), before, after, difference };
  }
  return largest;
}
