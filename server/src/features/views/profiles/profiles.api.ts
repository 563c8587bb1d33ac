/** What features above may ask of casings: their surveys over a span, as numbers. */
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { slopesOf } from '@plumbline/science/limits/farthest';
import { jointsOfForm } from '@plumbline/science/profiles/rest';
import { type Axis, incrementsOf, resultantOf } from '@plumbline/science/profiles/survey';
import { hasTwoAxes } from '@plumbline/science/sensors/chain';
import { applyCorrections } from '@plumbline/science/series/corrections';
import { cumulativeOf } from '@plumbline/science/series/initials';
import type { Db } from '../../../kernel/context.ts';
import type { Sql } from '../../../kernel/sql.ts';
import { conversionsOf } from '../../points/bindings/bindings.conversions.api.ts';
import {
  goodOnly,
  initialOf,
  type ShownCurve,
  type ShownPoint,
  shownCurves,
} from '../../readings/readings/readings.effective.api.ts';
import { orNull } from '../../readings/readings/readings.query.api.ts';
import { casingAt, casingsOf, type DatedCasing } from './logic/casing.ts';

export { compare } from './profiles.compare.service.ts';
export { surveys } from './profiles.service.ts';
export { shapes } from './profiles.shapes.service.ts';

const view = { quantity: 'value', quality: 'all' } as const;

/** Query of one casing. */
export interface ShapeQuery {
  readonly point: ShownPoint;
  readonly axis: Axis;
  /** slope = what each segment adds, mm/m. */
  readonly measure: 'displacement' | 'slope';
}
/** A survey as a row: a number for each joint, or segment, and where that is along the casing, m. null = no good value. */
export interface ShapeRow {
  readonly atMs: number;
  readonly values: readonly (number | null)[];
  readonly places: readonly number[];
}

/**
 * The surveys of casings in [fromMs, toMs], counted from their initial values, corrected, in the order asked for. Those of
 * nodes whose reading failed have none there. Statements for all of them together.
 */
export async function shapesOver(
  db: Db,
  sql: Sql,
  queries: readonly ShapeQuery[],
  { fromMs, toMs, limit }: { readonly fromMs: number; readonly toMs: number; readonly limit: number },
): Promise<ShapeRow[][]> {
  if (queries.length === 0) return [];
  const periods = await conversionsOf(
    db,
    queries.map(({ point }) => point.id),
  );
  // As stored: the joint that holds the chain has no field, and is corrected here along with the others.
  const asStored = queries.map(({ point }) => ({
    point: { ...point, corrections: [] },
    fields: point.fields.filter(({ key }) => /^[xy]\d+$/.test(key)),
  }));
  const curves = await shownCurves(sql, asStored, view, fromMs, toMs, limit);
  return queries.map((query, i) => {
    const curve = curves[i];
    return curve ? rowsOf(query, curve, casingsOf(getOrThrow(periods, query.point.id))) : [];
  });
}

function rowsOf({ point, axis, measure }: ShapeQuery, curve: ShownCurve, casings: readonly DatedCasing[]): ShapeRow[] {
  const nodes = cumulativeNodes(point, curve);
  const free = [...nodes].filter(([key]) => key !== 'x0' && key !== 'y0').map(([, column]) => column);
  return Array.from(curve.times).flatMap((atMs, row) => {
    // Of a survey that failed as a whole only the joint that is held by definition would be left.
    if (free.every((column) => Number.isNaN(column[row]))) return [];
    const casing = casingAt(casings, atMs);
    const { form, fixedEnd, lengthsMm, nodeCount } = casing;
    const joints = (of: 'x' | 'y') => {
      const ends = Array.from({ length: nodeCount }, (_, node) => orNull(nodes.get(`${of}${node + 1}`)?.[row]));
      return jointsOfForm(casing, ends, of === 'y' && !hasTwoAxes(form) ? null : orNull(nodes.get(`${of}0`)?.[row]));
    };
    const shape = (of: 'x' | 'y') =>
      measure === 'slope' ? slopesOf(incrementsOf(joints(of), fixedEnd), lengthsMm, fixedEnd) : joints(of);
    const places = placesOf(casing);
    // Of a segment, the joint that it leads to.
    const jointPlaces = measure === 'slope' && fixedEnd === 'top' ? places.slice(1) : places;
    return [
      { atMs, values: axis === 'resultant' ? resultantOf(shape('x'), shape('y')) : shape(axis), places: jointPlaces },
    ];
  });
}

const placesOf = ({ depthsM, chainagesM }: DatedCasing): readonly number[] =>
  depthsM.length > 0 ? depthsM : chainagesM;

/** The cumulative displacement of every node, NaN where it failed; x0 and y0 are the joint that holds the chain. */
function cumulativeNodes(point: ShownPoint, { times, columns }: ShownCurve): Map<string, Float64Array> {
  const still = new Float64Array(times.length);
  const keys = [...columns.map(({ field }) => field.key), 'x0', 'y0'];
  const stored = [...columns.map(({ values }) => values), still, still];
  const corrected = applyCorrections(times, stored, keys, point.corrections, point.options);
  return new Map(
    keys.map((key, i) => {
      const column = corrected[i] ?? still;
      // The joint that holds the chain has no field: it counts from where it was, 0.
      const initial = initialOf(point, key) ?? 0;
      const cumulative = cumulativeOf(times, column, key, point.corrections, initial) ?? column;
      return [key, goodOnly(cumulative, columns[i]?.flags ?? null, { quality: 'good' })];
    }),
  );
}
