/**
 * Thresholds tried out on the past: the judge of live readings, over corrected values that passed their tests. Nothing
 * is written. Invariant: what it counts is what live judging would have raised.
 */
import type { alerts } from '@plumbline/contract/alerts';
import { Failure } from '@plumbline/contract/errors';
import type { OutputOf } from '@plumbline/contract/route';
import { type Backtest, backtest } from '@plumbline/science/limits/backtest';
import type { Rule } from '@plumbline/science/limits/judge';
import { cumulativeOf } from '@plumbline/science/series/initials';
import type { Context } from '../../kernel/context.ts';
import { sqlOver } from '../../kernel/sql.ts';
import { places } from '../points/points.reads.ts';
import { count } from '../readings/readings.reads.ts';
import { goodOnly, type ShownPoint, shownCurve, shownPoints } from '../readings/readings.shown.reads.ts';

type Input = OutputOf<typeof alerts.backTest.input>;
type Threshold = Input['thresholds'][number];

const longestMs = 366 * 86_400_000;
const dayMs = 86_400_000;
/** Readings in one test, over all points. */
const mostReadings = 4_000_000;
const mostEpisodes = 200;

export async function backTest({ db }: Context, { pointId, pointIds, thresholds, from, to }: Input) {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  if (fromMs >= toMs) throw new Failure('startAfterEnd');
  if (toMs - fromMs > longestMs) throw new Failure('spanExceeded', { days: 366 });
  const ids = [...new Set([pointId, ...pointIds])];
  const found = await places(db, ids);
  const [project] = found.get(pointId)!.projectIds;
  for (const id of ids) if (found.get(id)?.projectIds[0] !== project) throw new Failure('notFound', { pointId: id });
  let readings = 0;
  for (const id of ids) readings += await count(sqlOver(db), id, fromMs, toMs);
  if (readings > mostReadings) throw new Failure('spanExceeded', { readings: mostReadings });

  const shown = await shownPoints(db, ids, false);
  const [first] = shown;
  thresholds.forEach(({ field }, i) => {
    if (!first!.keys.includes(field))
      throw new Failure('badInput', [{ path: `thresholds.${i}.field`, message: 'fieldUnknown', code: 'custom' }]);
  });
  const rules = thresholds.map((): Backtest[] => []);
  const points: { pointId: number; raised: [number, number, number, number]; readings: number; skipped: boolean }[] =
    [];
  for (const point of shown) {
    // A point of another family has none of the fields: it counts nowhere, and is said to.
    const tests = await testPoint(db, point, thresholds, fromMs, toMs);
    for (const [i, test] of tests.entries()) if (test) rules[i]!.push(test);
    points.push({
      pointId: point.id,
      raised: addUp(tests.flatMap((test) => (test ? [test.raised] : []))) as [number, number, number, number],
      readings: tests.find((test) => test !== null)?.readings ?? 0,
      skipped: tests.every((test) => test === null),
    });
  }
  return { rules: rules.map((tests) => shapeOf(tests, ids.length === 1)), points };
}

async function testPoint(
  db: Context['db'],
  point: ShownPoint,
  thresholds: readonly Threshold[],
  fromMs: number,
  toMs: number,
): Promise<(Backtest | null)[]> {
  const keys = [...new Set(thresholds.map(({ field }) => field))];
  const fields = point.fields.filter(({ key }) => keys.includes(key));
  if (fields.length === 0) return thresholds.map(() => null);
  const rated = thresholds.some(({ kind }) => kind === 'rate' || kind === 'multi');
  const backMs = rated ? dayMs + 2 * point.facts.intervalSeconds * 1000 : 0;
  const view = { quantity: 'value', quality: 'all' } as const;
  const { times, columns } = await shownCurve(
    sqlOver(db),
    { point, fields },
    view,
    fromMs - backMs,
    toMs,
    mostReadings * 2,
  );
  let start = 0;
  while (start < times.length && times[start]! < fromMs) start++;
  return thresholds.map((threshold) => {
    const column = columns.find(({ field }) => field.key === threshold.field);
    if (!column) return null;
    const initial = point.facts.initialValues[threshold.field] ?? null;
    const values = goodOnly(column.values, column.flags, { quality: 'good' });
    const cumulative = cumulativeOf(times, values, threshold.field, point.corrections, initial);
    const zeroed = point.corrections.some(
      (each) => each.kind === 'initshift' && each.initials[threshold.field] !== undefined,
    );
    // Zeroing is no movement: the rate of a point that was zeroed again is that of its cumulative curve.
    const series = threshold.kind === 'rate' && zeroed && cumulative ? cumulative : values;
    const { intervalSeconds } = point.facts;
    return backtest(ruleOf(threshold), times, series, { initial, intervalSeconds, cumulative, judgedFrom: start });
  });
}

function ruleOf(threshold: Threshold): Rule {
  const { kind, method, levels, base, combine, rateLevels, releaseRatio, releaseCount, consecutive } = threshold;
  const shared = { method, levels, releaseRatio, releaseCount, consecutive };
  return kind === 'multi'
    ? { ...shared, kind, base, combine, rate: { method, levels: rateLevels ?? [null, null, null, null] } }
    : { ...shared, kind };
}

const addUp = (all: readonly (readonly number[])[], width = 4): number[] =>
  Array.from({ length: width }, (_, i) => all.reduce((sum, each) => sum + each[i]!, 0));

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
    episodes: episodes.slice(-mostEpisodes).map(({ level, from, to, peak, peakAt, measure, raises }) => ({
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
