/**
 * Another conversion tried out on the raw readings of a point: the latest one step by step, and what it would make of
 * the last days. Invariant: it converts by the very function of the pipeline, and writes nothing.
 */
import { Failure } from '@plumbline/contract/errors';
import { type Family, type FamilyCode, type Field, families, fieldAt, fieldsOf } from '@plumbline/contract/families';
import type { formulas } from '@plumbline/contract/formulas';
import type { OutputOf } from '@plumbline/contract/route';
import { compile, FormulaError } from '@plumbline/science/formulas/language';
import { type Recipe, recipe, type Sample, variablesOf } from '@plumbline/science/sensors/recipes';
import type { Context } from '../../kernel/context.ts';
import { sqlOver } from '../../kernel/sql.ts';
import { pointPlans } from '../bindings/bindings.plans.api.ts';
import { count, records, type StoredRecord } from '../readings/readings.api.ts';

export interface Conversion {
  readonly type: number;
  readonly family: FamilyCode;
  readonly mode: number;
  readonly nodeCount: number;
  readonly parameters: Readonly<Record<string, number>>;
  readonly customFormula: Readonly<Record<string, string>>;
  readonly variables: readonly string[];
}
/** The pipeline's own, handed over in app.ts. */
export type ConversionOf = (conversion: Conversion) => (sample: Sample) => (number | null)[];

type Input = OutputOf<typeof formulas.preview.input>;
const forever = [Date.UTC(1900, 0, 1), Date.UTC(2200, 0, 1)] as const;
const dayMs = 86_400_000;
/** Raw readings that are converted at most: as whole pages, spread evenly. */
const maxRecords = 50_000;
const pageRecords = 1_000;
const buckets = 250;

export const previewHandler =
  (conversionOf: ConversionOf) =>
  async ({ db }: Context, input: Input) => {
    const [plan] = await pointPlans(db, [input.pointId]);
    if (!plan || plan.type > 1)
      throw new Failure('kindUnsuitable', { pointId: input.pointId, type: plan?.type ?? null });
    const fields = fieldsOf(plan.family, plan.nodeCount);
    const isCustom = input.formulaType
      ? input.formulaType === 'CUSTOM_FORMULA'
      : Object.keys(plan.customFormula).length > 0;
    const proposed: Conversion = {
      type: plan.type,
      family: plan.family,
      nodeCount: plan.nodeCount,
      mode: input.mode ?? plan.mode,
      parameters: input.parameters ?? plan.parameters,
      customFormula: isCustom ? (input.customFormula ?? plan.customFormula) : {},
      variables: plan.slaves.flatMap(({ variable }) => variable ?? []),
    };
    const shown = input.field ?? fieldAt(plan.family, plan.mainIndex)?.key ?? fields[0]!.key;
    const index = fields.findIndex(({ key }) => key === shown);
    if (index < 0) throw wrong('field', 'fieldUnknown');
    const names = namesOf(proposed);
    const faults = faultsOf(proposed, fields, names);
    // What cannot be read is left out: its field has no value, and says why.
    const sound = Object.fromEntries(Object.entries(proposed.customFormula).filter(([key]) => !faults.has(key)));
    const convert = conversionOf({ ...proposed, customFormula: sound });
    const after = (record: StoredRecord) =>
      convert((record.raw ?? {}) as Sample).map((value, i) => (faults.has(fields[i]!.key) ? null : value));

    const sql = sqlOver(db);
    const [newest] = await records(sql, plan.pointId, ...forever, { newestFirst: true, offset: 0, limit: 1 });
    const none = { field: shown, times: [], before: [], after: [], records: 0, sampled: 0 };
    if (!newest) return { latest: null, plot: none, largest: null, changed: 0 };
    const initials = { before: plan.initialValues, after: input.initialValues ?? plan.initialValues };
    const span = [newest.at - input.days * dayMs, newest.at] as const;
    const total = await count(sql, plan.pointId, ...span);
    const pairs: Pair[] = [];
    let changed = 0;
    for await (const page of evenly(total, (offset, limit) =>
      records(sql, plan.pointId, ...span, { newestFirst: false, offset, limit }),
    ))
      for (const record of page) {
        const values = after(record);
        if (values.some((value, i) => value !== (record.values[i] ?? null))) changed++;
        pairs.push({ at: record.at, before: record.values[index] ?? null, after: values[index] ?? null });
      }
    const drawn = thin(pairs);
    return {
      latest: {
        at: iso(newest.at),
        sample: newest.raw,
        variables: variablesIn(newest, proposed, names),
        fields: fields.map((field, i) =>
          stepOf(field, { proposed, faults, initials }, newest.values[i] ?? null, after(newest)[i] ?? null),
        ),
      },
      plot: {
        field: shown,
        times: drawn.map(({ at }) => at),
        before: drawn.map(({ before }) => before),
        after: drawn.map((pair) => pair.after),
        records: total,
        sampled: pairs.length,
      },
      largest: largestOf(pairs),
      changed,
    };
  };

const iso = (ms: number) => new Date(ms).toISOString();
const wrong = (path: string, message: string) => new Failure('badInput', [{ path, message, code: 'custom' }]);

function systemOf({ family, mode, nodeCount, parameters }: Conversion): Recipe {
  const known: Family = families[family as FamilyCode];
  if (!(known.modes as readonly number[]).includes(mode)) throw wrong('mode', 'modeOfFamily');
  return recipe({ family, mode, nodeCount, parameters });
}

/** What its formulas may read. */
function namesOf(conversion: Conversion): readonly string[] {
  const { type, parameters, variables } = conversion;
  if (type === 1) return [...variables, ...Object.keys(parameters)];
  return variablesOf(systemOf(conversion), parameters);
}

/** Formulas that cannot be read, by field. Throws badInput for a field that the point does not have. */
function faultsOf({ customFormula }: Conversion, fields: readonly Field[], names: readonly string[]) {
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
  conversion: Conversion,
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
  {
    proposed,
    faults,
    initials,
  }: {
    proposed: Conversion;
    faults: ReadonlyMap<string, FormulaError>;
    initials: { before: Readonly<Record<string, number>>; after: Readonly<Record<string, number>> };
  },
  before: number | null,
  after: number | null,
) {
  const fault = faults.get(key);
  const formula = proposed.customFormula[key] ?? null;
  const less = (value: number | null, initial: number | undefined) =>
    value === null || initial === undefined ? null : value - initial;
  return {
    key,
    unit,
    formula,
    before,
    after,
    cumulativeBefore: less(before, initials.before[key]),
    cumulativeAfter: less(after, initials.after[key]),
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
      const known = part.filter((pair) => pick(pair) !== null).sort((a, b) => pick(a)! - pick(b)!);
      if (known.length > 0) chosen.add(known[0]!).add(known.at(-1)!);
    }
    thinned.push(...part.filter((pair) => chosen.has(pair)));
  }
  return thinned;
}

function largestOf(pairs: readonly Pair[]) {
  let largest: { at: string; before: number; after: number; difference: number } | null = null;
  for (const { at, before, after } of pairs) {
    if (before === null || after === null) continue;
    const difference = after - before;
    if (difference !== 0 && (largest === null || Math.abs(difference) > Math.abs(largest.difference)))
      largest = { at: iso(at), before, after, difference };
  }
  return largest;
}
