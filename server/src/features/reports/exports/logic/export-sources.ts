/**
 * What an export reads, point by point and a chunk at a time: readings as people see them, their summaries, what a chart
 * draws, or raw samples. Invariant: no more than a chunk of a point is in memory, and nothing is changed on the way.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import { fieldsOf, isDirection } from '@plumbline/contract/points/families';
import { refuses } from '@plumbline/contract/readings/readings.filters';
import { numberForFile } from '@plumbline/science/display/number';
import { quality, qualityOf, testsOf } from '@plumbline/science/quality/flags';
import { recipe } from '@plumbline/science/sensors/recipes';
import { type Bucket, bucketsOf, joined } from '@plumbline/science/series/calendar';
import type { Pool } from '../../../../kernel/db.ts';
import { recordsOf, type StoredRecord } from '../../../readings/readings/readings.api.ts';
import { shownChunks } from '../../../readings/readings/readings.chunks.api.ts';
import { goodOnly, type ShownCurve } from '../../../readings/readings/readings.effective.api.ts';
import { countedSpan, unitOf } from '../../../readings/readings/readings.query.api.ts';
import { wideView } from '../../../readings/readings/readings.wide.api.ts';
import type { ExportPlan, ExportPoint } from './export-plan.ts';

export type Value = number | string | null;
export interface SourceColumn {
  /** Key of the field or quantity. */
  readonly field: string;
  readonly unit: string;
  /** A figure of a bucket (mean, ...), `quality`, `filtered` or `refused`; null = the value itself. */
  readonly figure: string | null;
}
export interface Row {
  /** Epoch ms. */
  readonly at: number;
  /** The end of its bucket; null for what is no summary. */
  readonly end: number | null;
  /** One for each column. */
  readonly values: readonly Value[];
}
export interface Source {
  readonly point: ExportPoint;
  readonly columns: readonly SourceColumn[];
  /** In order of time. Each chunk is read when its turn comes, and its rows are made one by one. */
  readonly chunks: () => AsyncIterable<Iterable<Row>>;
}

/** The sources of a plan, each read when its turn comes. */
export function sourcesOf(pool: Pool, plan: ExportPlan): Source[] {
  const { request } = plan;
  if (request.content === 'samples') return plan.points.map((point) => samples(pool, plan, point));
  const { width, buckets } = request;
  const withFields = plan.points.filter(({ fields }) => fields.length > 0);
  if (width !== undefined) return withFields.flatMap((point) => drawn(pool, plan, point, width));
  return withFields.map((point) => (buckets ? summaries(pool, plan, point, buckets) : readings(pool, plan, point)));
}

/** A mean has more digits than what was measured, and none of them means more. */
const filteredDigits = 12;

const shownOf = (
  pool: Pool,
  { request }: ExportPlan,
  { shown, fields }: ExportPoint,
  { fromMs, toMs }: Pick<ExportPlan, 'fromMs' | 'toMs'>,
) => shownChunks(pool, { point: shown, fields }, request, fromMs, toMs);

function readings(pool: Pool, plan: ExportPlan, point: ExportPoint): Source {
  const { request } = plan;
  return {
    point,
    columns: point.fields.flatMap((field): SourceColumn[] => [
      { field: field.key, unit: unitOf(field, request.quantity), figure: null },
      ...(request.flags ? [{ field: field.key, unit: '', figure: 'quality' }] : []),
      ...(request.filter ? [{ field: field.key, unit: unitOf(field, request.quantity), figure: 'filtered' }] : []),
      ...(marksRefused(request) ? [{ field: field.key, unit: '', figure: 'refused' }] : []),
    ]),
    async *chunks() {
      for await (const chunk of shownOf(pool, plan, point, plan)) yield shownRows(chunk, request);
    },
  };
}

/** What was refused is named where the filter may refuse something. */
const marksRefused = ({ filter }: ExportPlan['request']): boolean => filter !== undefined && refuses(filter.method);

function* shownRows({ times, columns }: ShownCurve, request: ExportPlan['request']): Generator<Row> {
  const digits = request.quantity === 'value' ? 15 : 12;
  const fields = columns.map(({ values, flags, filtered }) => ({
    values,
    flags,
    shown: goodOnly(values, flags, request),
    filtered,
    refused: new Set(filtered?.refused),
  }));
  const withRefused = marksRefused(request);
  for (const [i, at] of times.entries()) {
    const values: Value[] = [];
    for (const field of fields) {
      values.push(numberForFile(elementAt(field.shown, i), digits));
      if (request.flags) values.push(flagText(field.flags?.[i], elementAt(field.values, i)));
      if (field.filtered) values.push(numberForFile(elementAt(field.filtered.values, i), filteredDigits));
      if (withRefused) values.push(field.refused.has(i) ? 'refused' : null);
    }
    yield { at, end: null, values };
  }
}

const words = { 1: 'pass', 2: 'notEvaluated', 3: 'suspect', 4: 'fail', 9: 'missing' } as const;

/** A flag in words: `suspect spike rate`. */
export function flagText(flag: number | undefined, value: number): string {
  if (flag === undefined) return Number.isNaN(value) ? words[quality.missing] : words[quality.pass];
  return [words[qualityOf(flag)], ...testsOf(flag)].join(' ');
}

type Buckets = NonNullable<ExportPlan['request']['buckets']>;
/** The buckets of one start, those of each field under its place. */
type BucketRow = Map<number, Bucket>;

function summaries(pool: Pool, plan: ExportPlan, point: ExportPoint, { unit, dayStartHour, figures }: Buckets): Source {
  const { request, timeZone } = plan;
  const columns = point.fields.flatMap((field, place) =>
    figures.map((figure) => ({
      place,
      field: field.key,
      unit: figure === 'n' ? '' : unitOf(field, request.quantity),
      figure,
    })),
  );
  function* rowsOf(rows: Iterable<BucketRow>): Generator<Row> {
    for (const row of rows) {
      const [first] = row.values();
      if (!first) continue;
      const values = columns.map(({ place, figure }) => {
        const bucket = row.get(place);
        const number = bucket?.[figure] ?? null;
        return number === null ? null : numberForFile(number);
      });
      yield { at: first.start, end: first.end, values };
    }
  }
  return {
    point,
    columns,
    async *chunks() {
      const open = new Map<number, BucketRow>();
      for await (const { times, columns } of shownOf(pool, plan, point, countedSpan(plan))) {
        for (const [place, { values, flags }] of columns.entries())
          for (const bucket of bucketsOf(times, goodOnly(values, flags, request), unit, timeZone, {
            dayStartHour,
            directions: isDirection(elementAt(point.fields, place)),
          })) {
            const row: BucketRow = open.get(bucket.start) ?? new Map();
            if (row.size === 0) open.set(bucket.start, row);
            const rowPart = row.get(place);
            row.set(place, rowPart ? joined(rowPart, bucket) : bucket);
          }
        // The last bucket of a chunk may go on in the next one.
        const complete = [...open].sort(([a], [b]) => a - b).slice(0, -1);
        for (const [start] of complete) open.delete(start);
        if (complete.length > 0) yield rowsOf(complete.map(([, row]) => row));
      }
      yield rowsOf(open.values());
    },
  };
}

/** More readings than this in one curve mean a span that is too long for its rhythm: the same limit as the chart's. */
const maxDrawnPoints = 2_000_000;

/** A curve, and where a filter is asked for another of what it makes of it: they are thinned apart, as a chart draws them. */
function drawn(pool: Pool, plan: ExportPlan, point: ExportPoint, width: number): Source[] {
  const { request, fromMs, toMs } = plan;
  return point.fields.flatMap((field) =>
    (request.filter ? [null, 'filtered'] : [null]).map(
      (figure): Source => ({
        point,
        columns: [{ field: field.key, unit: unitOf(field, request.quantity), figure }],
        async *chunks() {
          const query = { point: point.shown, fields: [field] };
          const view = await wideView(pool, query, request, fromMs, toMs, width, maxDrawnPoints);
          // A curve that ends early would look like a point that fell silent.
          if (view.cut) throw new Failure('spanExceeded', { fault: 'readings', readings: maxDrawnPoints });
          const measured = elementAt(view.drawn, 0);
          const { times, values } = (figure && measured.filtered) || measured;
          yield Array.from(times, (at, i) => ({ at, end: null, values: [numberForFile(elementAt(values, i))] }));
        },
      }),
    ),
  );
}

function samples(pool: Pool, { fromMs, toMs }: ExportPlan, point: ExportPoint): Source {
  const { named } = point;
  const quantities = quantitiesOf(point);
  const quantityNames = new Set(quantities.map(({ name }) => name));
  // What a sample holds besides is not left out.
  const withRest = named.type !== 2;
  const columns = quantities.map(({ name, node }) => ({
    field: node === null ? name : `${name}${node}`,
    unit: '',
    figure: null,
  }));
  function* rowsOf(records: readonly StoredRecord[]): Generator<Row> {
    for (const { at, raw } of records) {
      const sample = (raw ?? {}) as Readonly<Record<string, unknown>>;
      const values: Value[] = quantities.map(({ name, node }) => numberIn(sample[name], node));
      if (withRest) values.push(restOf(sample, quantityNames));
      yield { at, end: null, values };
    }
  }
  return {
    point,
    columns: withRest ? [...columns, { field: 'sample', unit: '', figure: null }] : columns,
    async *chunks() {
      for await (const records of recordsOf(pool, point.shown.id, fromMs, toMs)) yield rowsOf(records);
    },
  };
}

/** What a sample holds that has no column, as JSON; null = nothing. */
function restOf(sample: Readonly<Record<string, unknown>>, quantityNames: ReadonlySet<string>): string | null {
  const others = Object.entries(sample).filter(([name]) => !quantityNames.has(name));
  return others.length === 0 ? null : JSON.stringify(Object.fromEntries(others));
}

const numberIn = (value: unknown, node: number | null): number | null => {
  const one = node === null ? value : Array.isArray(value) ? value[node - 1] : undefined;
  return typeof one === 'number' ? one : null;
};

interface Quantity {
  readonly name: string;
  readonly node: number | null;
}

function quantitiesOf({ named }: ExportPoint): Quantity[] {
  if (named.type === 2) return fieldsOf(named.family, named.nodeCount).map(({ key }) => ({ name: key, node: null }));
  if (named.type !== 0) return [];
  const { quantities } = recipe(named);
  if (named.nodeCount === 0) return quantities.map((name) => ({ name, node: null }));
  return quantities.flatMap((name) => Array.from({ length: named.nodeCount }, (_, i) => ({ name, node: i + 1 })));
}
