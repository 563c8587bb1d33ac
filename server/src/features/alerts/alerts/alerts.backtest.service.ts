/**
 * Thresholds tried out on the past: the judge of live readings, over corrected values that passed their tests, and that of
 * vibration events. Nothing is written. Invariant: what it counts is what live judging would have raised.
 */

import type { alerts } from '@plumbline/contract/alerts/alerts';
import { type BackTestedPoint, backTestLimits } from '@plumbline/contract/alerts/alerts.backtest';
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type Backtest, backtest } from '@plumbline/science/limits/backtest';
import { withEvents } from '@plumbline/science/limits/event';
import { thresholdRule } from '@plumbline/science/limits/threshold-rule';
import type { Context } from '../../../kernel/context.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { places } from '../../points/points/points.api.ts';
import { count } from '../../readings/readings/readings.api.ts';
import {
  goodOnly,
  type SeriesQuery,
  type ShownCurve,
  type ShownPoint,
  shownCurve,
  shownCurves,
  shownPoints,
  type View,
} from '../../readings/readings/readings.effective.api.ts';
import { type RecordedEvent, recordedEvents } from '../../views/waveforms/waveforms.api.ts';

type Input = OutputOf<typeof alerts.backTest.input>;
type Many = OutputOf<typeof alerts.backTestMany.input>;
type Threshold = Input['thresholds'][number];

const longestMs = 366 * 86_400_000;
/** Readings in one test, over all points. */
const maxReadings = 4_000_000;
const maxEpisodes = 200;

export async function backTest({ db }: Context, { pointId, pointIds, thresholds, from, to }: Input) {
  const [fromMs, toMs] = spanOf(from, to);
  const ids = [...new Set([pointId, ...pointIds])];
  const found = await places(db, ids);
  const [project] = getOrThrow(found, pointId).projectIds;
  for (const id of ids) if (found.get(id)?.projectIds[0] !== project) throw new Failure('notFound', { pointId: id });
  let readings = 0;
  for (const id of ids) readings += await count(sqlOver(db), id, fromMs, toMs);
  if (readings > maxReadings) throw new Failure('spanExceeded', { fault: 'readings', readings: maxReadings });

  const shown = await shownPoints(db, ids, false);
  const [first] = shown;
  thresholds.forEach(({ field }, i) => {
    if (!first?.keys.includes(field))
      throw new Failure('badInput', [{ path: `thresholds.${i}.field`, message: 'fieldUnknown', code: 'custom' }]);
  });
  const rules = thresholds.map((): Backtest[] => []);
  const points: { pointId: number; raised: [number, number, number, number]; readings: number; skipped: boolean }[] =
    [];
  const events = await eventsOf(db, shown, fromMs, toMs);
  for (const point of shown) {
    // A point of another family has none of the fields: it counts nowhere, and is reported as such.
    const fields = watched(point, thresholds);
    const tests =
      fields.length === 0
        ? thresholds.map(() => null)
        : testCurve(
            point,
            thresholds,
            await wholeCurve(db, { point, fields }, viewOf(thresholds), fromMs, toMs),
            events.get(point.id),
          );
    for (const [i, test] of tests.entries()) if (test) elementAt(rules, i).push(test);
    points.push({
      pointId: point.id,
      raised: addUp(tests.flatMap((test) => (test ? [test.raised] : []))) as [number, number, number, number],
      readings: tests.find((test) => test !== null)?.readings ?? 0,
      skipped: tests.every((test) => test === null),
    });
  }
  return { rules: rules.map((tests) => shapeOf(tests, ids.length === 1)), points };
}

/** Work of one request: after this no further point is begun, and the page asks on. */
const budgetMs = 900;

export async function backTestMany({ db }: Context, { projectId, rows, from, to }: Many) {
  const [fromMs, toMs] = spanOf(from, to);
  const ids = rows.map(({ pointId }) => pointId);
  const found = await places(db, [...new Set(ids)]);
  for (const id of ids) if (found.get(id)?.projectIds[0] !== projectId) throw new Failure('notFound', { pointId: id });
  const shown = new Map((await shownPoints(db, ids, false)).map((point) => [point.id, point]));
  const until = performance.now() + budgetMs;
  const points: BackTestedPoint[] = [];
  for (const group of together(rows, shown, toMs - fromMs)) {
    if (points.length > 0 && performance.now() > until) break;
    const requests = group.map(({ pointId, thresholds }) => {
      const point = getOrThrow(shown, pointId);
      return { thresholds, point, fields: watched(point, thresholds) };
    });
    const view = viewOf(requests.flatMap((each) => each.thresholds));
    const events = await eventsOf(
      db,
      requests.map(({ point }) => point),
      fromMs,
      toMs,
    );
    const curves = await shownCurves(sqlOver(db), requests, view, fromMs, toMs, groupReadings);
    for (const [i, { point, fields, thresholds }] of requests.entries()) {
      let curve = elementAt(curves, i);
      // Read more often than its interval says: alone, then.
      if (curve.cut) curve = await wholeCurve(db, { point, fields }, view, fromMs, toMs);
      points.push(inShort(point.id, testCurve(point, thresholds, curve, events.get(point.id)), fromMs, toMs));
    }
  }
  return { points };
}

/** Points of one statement, and their readings of which that one takes: memory stays small. */
const groupPoints = 20;
const groupReadings = 20_000;

/** Neighbouring rows that are small enough to be read at once; a point of many readings is read alone. */
function together(rows: Many['rows'], shown: ReadonlyMap<number, ShownPoint>, spanMs: number): Many['rows'][] {
  const groups: Many['rows'][] = [];
  let open: Many['rows'] | null = null;
  for (const row of rows) {
    const expected = spanMs / 1000 / getOrThrow(shown, row.pointId).facts.intervalSeconds;
    if (expected > groupReadings) open = null;
    if (open === null || open.length === groupPoints) {
      open = [];
      groups.push(open);
    }
    open.push(row);
    if (expected > groupReadings) open = null;
  }
  return groups;
}

/** All rules of a point together: how many, and when. */
function inShort(pointId: number, all: readonly (Backtest | null)[], fromMs: number, toMs: number): BackTestedPoint {
  const tests = all.filter((test) => test !== null);
  const strip = new Array<BackTestedPoint['strip'][number]>(backTestLimits.pieces).fill(0);
  const pieceOf = (at: number) =>
    Math.min(strip.length - 1, Math.max(0, Math.floor(((at - fromMs) / (toMs - fromMs)) * strip.length)));
  let lastAt: number | null = null;
  for (const { level, from, to } of tests.flatMap(({ episodes }) => episodes)) {
    for (let i = pieceOf(from); i <= pieceOf(to ?? toMs); i++) if (level > elementAt(strip, i)) strip[i] = level;
    if (lastAt === null || from > lastAt) lastAt = from;
  }
  return {
    pointId,
    raised: addUp(tests.map(({ raised }) => raised)) as BackTestedPoint['raised'],
    readings: Math.max(0, ...tests.map(({ readings }) => readings)),
    episodes: tests.reduce((sum, { episodes }) => sum + episodes.length, 0),
    lastAt: lastAt === null ? null : iso(lastAt),
    strip,
    secondsAt: tests.reduce((sum, { secondsAt: [, ...above] }) => sum + above.reduce((a, b) => a + b, 0), 0),
    skipped: tests.length === 0,
  };
}

/** Throws startAfterEnd, spanExceeded. */
function spanOf(from: string, to: string): [number, number] {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  if (fromMs >= toMs) throw new Failure('startAfterEnd');
  if (toMs - fromMs > longestMs) throw new Failure('spanExceeded', { days: 366 });
  return [fromMs, toMs];
}

const viewOf = (thresholds: readonly Threshold[]): View => ({
  quantity: 'value',
  quality: 'good',
  rates: thresholds.some(({ kind }) => kind === 'rate' || kind === 'multi'),
  cumulative: thresholds.some(({ kind }) => kind === 'cumulative' || kind === 'multi'),
});

/** The fields that limits watch. */
const watched = (point: ShownPoint, thresholds: readonly Threshold[]) =>
  point.fields.filter(({ key }) => thresholds.some(({ field }) => field === key));

/** Throws spanExceeded. */
async function wholeCurve(
  db: Context['db'],
  query: SeriesQuery,
  view: View,
  fromMs: number,
  toMs: number,
): Promise<ShownCurve> {
  const curve = await shownCurve(sqlOver(db), query, view, fromMs, toMs, maxReadings);
  if (curve.cut) throw new Failure('spanExceeded', { fault: 'readings', readings: maxReadings });
  return curve;
}

/** The newest of a span, over all points. */
const maxEvents = 100_000;

/** What vibration points of the span recorded, by point. Throws spanExceeded. */
async function eventsOf(
  db: Context['db'],
  points: readonly ShownPoint[],
  fromMs: number,
  toMs: number,
): Promise<ReadonlyMap<number, RecordedEvent[]>> {
  const vibration = points.filter(({ facts }) => facts.family === 'vibration');
  const since = new Map(vibration.map(({ id }) => [id, fromMs]));
  const events = await recordedEvents(db, since, toMs, maxEvents + 1);
  if (events.length > maxEvents) throw new Failure('spanExceeded', { fault: 'readings', readings: maxEvents });
  return Map.groupBy(events, ({ pointId }) => pointId);
}

/** null in place of a limit on a field that the point does not have. */
function testCurve(
  point: ShownPoint,
  thresholds: readonly Threshold[],
  { times, columns }: ShownCurve,
  events: readonly RecordedEvent[] = [],
): (Backtest | null)[] {
  return thresholds.map((threshold) => {
    const { field } = threshold;
    const column = columns.find((each) => each.field.key === field);
    if (!column) return null;
    const { intervalSeconds } = point.facts;
    const values = goodOnly(column.values, column.flags, { quality: 'good' });
    const rule = thresholdRule(threshold);
    const { cumulative, rates } = column;
    const test = backtest(rule, times, values, { initial: null, intervalSeconds, cumulative, rates });
    return withEvents(test, { rule, field }, events);
  });
}

const addUp = (all: readonly (readonly number[])[], width = 4): number[] =>
  Array.from({ length: width }, (_, i) => all.reduce((sum, each) => sum + elementAt(each, i), 0));

const iso = (ms: number) => new Date(ms).toISOString();

function shapeOf(tests: readonly Backtest[], single: boolean) {
  const episodes = single ? tests.flatMap((test) => test.episodes) : [];
  return {
    raised: addUp(tests.map((test) => test.raised)) as [number, number, number, number],
    secondsAt: addUp(
      tests.map((test) => test.secondsAt),
      5,
    ) as [number, number, number, number, number],
    readings: tests.reduce((sum, test) => sum + test.readings, 0),
    episodes: episodes.slice(-maxEpisodes).map(({ level, from, to, peak, peakAt, measure, raises }) => ({
      level,
      from: iso(from),
      to: to === null ? null : iso(to),
      peak,
      peakAt: iso(peakAt),
      measure,
      alerts: raises,
    })),
    episodesTotal: tests.reduce((sum, test) => sum + test.episodes.length, 0),
  };
}
