/**
 * What an export reads, point by point and a chunk at a time: readings as people see them, their summaries, what a chart
 * draws, or raw samples. Invariant: no more than a chunk of a point is in memory, and nothing is changed on the way.
 */

import { fieldsOf } from '@plumbline/contract/families';
import { numberForFile } from '@plumbline/science/display/number';
import { quality, qualityOf, testsOf } from '@plumbline/science/quality/flags';
import { recipe } from '@plumbline/science/sensors/recipes';
import { type Bucket, bucketsOf, joined } from '@plumbline/science/series/calendar';
import type { Pool } from '../../../kernel/db.ts';
import { recordsOf } from '../../readings/readings.api.ts';
import { goodOnly, type ShownCurve, shownChunks } from '../../readings/readings.effective.api.ts';
import { wideView } from '../../readings/readings.wide.api.ts';
import type { ExportPlan, ExportPoint } from './export-plan.ts';

export type Value = number | string | null;
export interface SourceColumn {
  /** Key of the field or quantity. */
  readonly field: string;
  readonly unit: string;
  /** A figure of a bucket (mean, ...) or `quality`; null = the value itself. */
  readonly figure: string | null;
}
export interface Chunk {
  /** Epoch ms, ascending. */
  readonly times: ArrayLike<number>;
  /** Ends of buckets. */
  readonly ends: ArrayLike<number> | null;
  readonly value: (row: number, column: number) => Value;
}
export interface Source {
  readonly point: ExportPoint;
  readonly columns: readonly SourceColumn[];
  readonly chunks: () => AsyncIterable<Chunk>;
}

/** The sources of a plan, each read when its turn comes. */
export function sourcesOf(pool: Pool, plan: ExportPlan): Source[] {
  const { request } = plan;
  if (request.content === 'samples') return plan.points.map((point) => samples(pool, plan, point));
  const withFields = plan.points.filter(({ fields }) => fields.length > 0);
  if (request.width !== undefined) return withFields.flatMap((point) => drawn(pool, plan, point));
  return withFields.map((point) => (request.buckets ? summaries(pool, plan, point) : readings(pool, plan, point)));
}

const unitOf = (unit: string, quantity: string) => (quantity === 'rate' ? `${unit}/d` : unit);

function readings(pool: Pool, plan: ExportPlan, point: ExportPoint): Source {
  const { request, fromMs, toMs } = plan;
  const columns = point.fields.flatMap(({ key, unit }): SourceColumn[] => [
    { field: key, unit: unitOf(unit, request.quantity), figure: null },
    ...(request.flags ? [{ field: key, unit: '', figure: 'quality' }] : []),
  ]);
  const step = request.flags ? 2 : 1;
  const digits = request.quantity === 'value' ? 15 : 12;
  return {
    point,
    columns,
    async *chunks() {
      for await (const chunk of shownChunks(
        pool,
        { point: point.shown, fields: point.fields },
        request,
        fromMs,
        toMs,
      )) {
        const shown = shownValues(chunk, request.quality);
        yield {
          times: chunk.times,
          ends: null,
          value: (row, column) => {
            const field = Math.floor(column / step);
            if (column % step === 0) return numberForFile(shown[field]![row]!, digits);
            return flagText(chunk.columns[field]!.flags?.[row], chunk.columns[field]!.values[row]!);
          },
        };
      }
    },
  };
}

const shownValues = ({ columns }: ShownCurve, quality: 'good' | 'all') =>
  columns.map(({ values, flags }) => goodOnly(values, flags, { quality }));

const words = { 1: 'pass', 2: 'notEvaluated', 3: 'suspect', 4: 'fail', 9: 'missing' } as const;

/** A flag in words: `suspect spike rate`. */
export function flagText(flag: number | undefined, value: number): string {
  if (flag === undefined) return Number.isNaN(value) ? words[quality.missing] : words[quality.pass];
  return [words[qualityOf(flag)], ...testsOf(flag)].join(' ');
}

function summaries(pool: Pool, plan: ExportPlan, point: ExportPoint): Source {
  const { request, fromMs, toMs, timeZone } = plan;
  const { unit: bucketUnit, dayStartHour, figures } = request.buckets!;
  const columns = point.fields.flatMap(({ key, unit }) =>
    figures.map((figure) => ({ field: key, unit: figure === 'n' ? '' : unitOf(unit, request.quantity), figure })),
  );
  /** Buckets in order; those of every field side by side. */
  const chunkOf = (rows: readonly (Bucket | undefined)[][]): Chunk => {
    const known = rows.map((row) => row.find((bucket) => bucket !== undefined)!);
    return {
      times: known.map(({ start }) => start),
      ends: known.map(({ end }) => end),
      value: (row, column) => {
        const bucket = rows[row]![Math.floor(column / figures.length)];
        return bucket ? numberForFile(bucket[figures[column % figures.length]!]) : null;
      },
    };
  };
  return {
    point,
    columns,
    async *chunks() {
      // The last bucket of a chunk may go on in the next one.
      let open = new Map<number, (Bucket | undefined)[]>();
      for await (const chunk of shownChunks(
        pool,
        { point: point.shown, fields: point.fields },
        request,
        fromMs,
        toMs,
      )) {
        for (const [f, values] of shownValues(chunk, request.quality).entries())
          for (const bucket of bucketsOf(chunk.times, values, bucketUnit, timeZone, { dayStartHour })) {
            const row = open.get(bucket.start) ?? [];
            if (row.length === 0) open.set(bucket.start, row);
            row[f] = row[f] ? joined(row[f], bucket) : bucket;
          }
        const starts = [...open.keys()].sort((a, b) => a - b);
        const last = starts.pop();
        if (last === undefined) continue;
        if (starts.length > 0) yield chunkOf(starts.map((start) => open.get(start)!));
        open = new Map([[last, open.get(last)!]]);
      }
      if (open.size > 0) yield chunkOf([...open.values()]);
    },
  };
}

/** More readings than this in one curve mean a span that is too long for its rhythm: the same limit as the chart's. */
const maxDrawnPoints = 2_000_000;

function drawn(pool: Pool, plan: ExportPlan, point: ExportPoint): Source[] {
  const { request, fromMs, toMs } = plan;
  return point.fields.map((field) => ({
    point,
    columns: [{ field: field.key, unit: unitOf(field.unit, request.quantity), figure: null }],
    async *chunks() {
      const query = { point: point.shown, fields: [field] };
      const view = await wideView(pool, query, request, fromMs, toMs, request.width!, maxDrawnPoints);
      const { times, values } = view.drawn[0]!;
      yield { times, ends: null, value: (row) => numberForFile(values[row]!) };
    },
  }));
}

function samples(pool: Pool, { fromMs, toMs }: ExportPlan, point: ExportPoint): Source {
  const { named } = point;
  const quantities = quantitiesOf(point);
  const columns = quantities.map(({ name, node }) => ({
    field: node === null ? name : `${name}${node}`,
    unit: '',
    figure: null,
  }));
  const known = new Set(quantities.map(({ name }) => name));
  return {
    point,
    // What a sample holds besides is not left out.
    columns: named.type === 2 ? columns : [...columns, { field: 'sample', unit: '', figure: null }],
    async *chunks() {
      for await (const records of recordsOf(pool, point.shown.id, fromMs, toMs))
        yield {
          times: records.map(({ at }) => at),
          ends: null,
          value: (row, column) => {
            const sample = (records[row]!.raw ?? {}) as Record<string, unknown>;
            const quantity = quantities[column];
            if (quantity) return numberIn(sample[quantity.name], quantity.node);
            const rest = Object.entries(sample).filter(([name]) => !known.has(name));
            return rest.length === 0 ? null : JSON.stringify(Object.fromEntries(rest));
          },
        };
    },
  };
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
