/**
 * Readings looked at beside the time axis. Invariant: every number is what curve and table show, corrected and without
 * failed values; all of them count, however few are drawn; nothing is stored.
 */

import { limits } from '@plumbline/contract/kernel/constants';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type analysis, maxDrawnPairs } from '@plumbline/contract/views/analysis';
import { histogramOf } from '@plumbline/science/comparison/histogram';
import { pairsOf, type Timed } from '@plumbline/science/comparison/pairs';
import { lineFit } from '@plumbline/science/comparison/regression';
import type { Reads } from '../../../kernel/context.ts';
import type { Pool } from '../../../kernel/db.ts';
import {
  goodOnly,
  type SeriesQuery,
  type ShownPoint,
  shownCurve,
  shownPoints,
  type View,
} from '../../readings/readings/readings.effective.api.ts';
import { chosenFields, spanOf, unitOf } from '../../readings/readings/readings.query.api.ts';

/** Readings of one series that are looked at: a year of minutes. */
const maxReadings = 1_000_000;

type Relation = OutputOf<typeof analysis.relation.input>;
type Distribution = OutputOf<typeof analysis.distribution.input>;

export async function relation({ db, services: { pool } }: Reads, input: Relation) {
  const { fromMs, toMs } = spanOf(input, limits.historyDays);
  const [xId, yId = xId] = input.pointIds;
  const points = await shownPoints(db, input.pointIds, input.raw);
  const sides = [xId, yId].map((pointId, i) =>
    queryOf(points.find(({ id }) => id === pointId) ?? elementAt(points, 0), elementAt(input.fields, i)),
  );
  const [x, y] = [elementAt(sides, 0), elementAt(sides, 1)];
  // One after the other: each may be a million readings.
  const [ofX, ofY] = [await seriesOf(pool, x, input, fromMs, toMs), await seriesOf(pool, y, input, fromMs, toMs)];
  const halfSeconds = Math.max(...sides.map(({ point }) => point.facts.intervalSeconds)) / 2;
  const toleranceSeconds = input.toleranceSeconds ?? Math.max(1, halfSeconds);
  const pairs = pairsOf(ofX, ofY, toleranceSeconds * 1000);
  const fit = lineFit(pairs.x, pairs.y);
  const drawnPairs = spread(pairs.times.length);
  const column = (values: Float64Array) => drawnPairs.map((i) => elementAt(values, i));
  return {
    x: sideOf(x, input.quantity),
    y: sideOf(y, input.quantity),
    toleranceSeconds,
    n: pairs.times.length,
    unmatched: pairs.unmatched,
    fit,
    pairs: { times: column(pairs.times), x: column(pairs.x), y: column(pairs.y) },
  };
}

export async function distribution({ db, services: { pool } }: Reads, input: Distribution) {
  const { fromMs, toMs } = spanOf(input, limits.historyDays);
  const point = elementAt(await shownPoints(db, [input.pointId], input.raw), 0);
  const query = queryOf(point, input.field ?? point.keys[0] ?? '');
  const { values, failed } = await seriesOf(pool, query, input, fromMs, toMs);
  const field = elementAt(query.fields, 0);
  const histogram = histogramOf(values);
  return {
    field: field.key,
    unit: unitOf(field, input.quantity),
    failed,
    histogram: histogram && { ...histogram, edges: [...histogram.edges], counts: [...histogram.counts] },
  };
}

/** One field of a point; badInput where the point has it not. */
function queryOf(point: ShownPoint, field: string): SeriesQuery {
  if (!point.keys.includes(field)) throw new Failure('badInput', [{ path: 'fields', message: 'fieldUnknown', field }]);
  return elementAt(chosenFields([point], [field], 'first'), 0);
}

const sideOf = ({ point, fields }: SeriesQuery, quantity: string) => {
  const field = elementAt(fields, 0);
  return { pointId: point.id, field: field.key, unit: unitOf(field, quantity) };
};

/** Every value of the span, in order of time. */
async function seriesOf(
  pool: Pool,
  query: SeriesQuery,
  view: View,
  fromMs: number,
  toMs: number,
): Promise<Timed & { readonly failed: number }> {
  const { times, columns, cut } = await shownCurve(pool, query, view, fromMs, toMs, maxReadings);
  if (cut) throw new Failure('spanExceeded', { fault: 'readings', readings: maxReadings });
  const { values, flags } = elementAt(columns, 0);
  const good = goodOnly(values, flags, view);
  const failed = good.reduce((sum, value, i) => sum + (Number.isNaN(value) && !Number.isNaN(values[i]) ? 1 : 0), 0);
  return { times, values: good, failed };
}

/** Which of so many are answered: all, or as many as are drawn, evenly spread, the first and the last among them. */
function spread(count: number): number[] {
  if (count <= maxDrawnPairs) return Array.from({ length: count }, (_, i) => i);
  return Array.from({ length: maxDrawnPairs }, (_, i) => Math.round((i * (count - 1)) / (maxDrawnPairs - 1)));
}
