/**
 * Where the rules of a point stood before a time: the level as it was written when it moved (`alert_level`), and the runs of
 * readings towards another one, from the last reading after which there was none.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { judge, type State, stateAfter } from '@plumbline/science/limits/judge';
import { isDailyChange } from '@plumbline/science/series/rates';
import type { LevelMove } from '../features/alerts/alerts/alerts.ingest.table.ts';
import { levelsSince } from '../features/alerts/alerts/alerts.revise.table.ts';
import { records } from '../features/readings/readings/readings.api.ts';
import type { Sql } from '../kernel/sql.ts';
import type { BoundPoint, BoundRule } from './bind.ts';
import { inputOf, type Judged } from './judge.ts';
import { judgedRecords } from './revise.records.ts';
import { ever, levelKnownAt } from './revise.tracks.ts';

/** How many readings are looked back at: more where fewer do not say it. */
const lengths = [32, 1024, 16_384];

export interface StartQuery {
  readonly fromMs: number;
  /** Verdicts that ended an episode, by rule, ascending. */
  readonly resets: ReadonlyMap<number, readonly number[]>;
  /** Readings up to then were not judged by a rule. */
  readonly sinces: ReadonlyMap<number, number>;
}

/** The state of each rule after the last reading before `fromMs`, by rule. null = no episode. */
export async function statesBefore(
  sql: Sql,
  point: BoundPoint,
  query: StartQuery,
): Promise<ReadonlyMap<number, State | null>> {
  const { fromMs } = query;
  const ids = point.rules.map(({ thresholdId }) => thresholdId);
  for (const [n, length] of lengths.entries()) {
    const before = await records(sql, point.pointId, ever, fromMs - 1, { newestFirst: true, offset: 0, limit: length });
    const startMs = before.at(-1)?.at;
    if (startMs === undefined) return new Map(ids.map((id) => [id, null]));
    const backMs = point.rules.some((rule) => rule.needsRate) && isDailyChange(point.intervalSeconds) ? dayMs : 0;
    const judged = await judgedRecords(sql, point, { fromMs: startMs - backMs, toMs: fromMs - 1, limit: null });
    const readings = judged.filter(({ at }) => at >= startMs);
    const moves = await levelsSince(sql, point.pointId, ids, startMs);
    const isWhole = before.length < length || n === lengths.length - 1;
    const states = point.rules.map((rule) => stateBefore(rule, readings, moves, query, isWhole));
    if (states.every((state) => state !== undefined))
      return new Map(point.rules.map((rule, i) => [rule.thresholdId, states[i] ?? null]));
  }
  throw new Error('the longest one says where a rule stood');
}

/** undefined = the readings do not say it. `isWhole` = none are before them, or none are looked at. */
function stateBefore(
  rule: BoundRule,
  readings: readonly Judged[],
  moves: readonly LevelMove[],
  { resets, sinces, fromMs }: StartQuery,
  isWhole: boolean,
): State | null | undefined {
  const ends = resets.get(rule.thresholdId) ?? [];
  const sinceMs = sinces.get(rule.thresholdId) ?? ever;
  const levelAt = (at: number) => levelKnownAt(moves, rule.thresholdId, ends, at);
  let first = readings.length - 1;
  let state: State | null | undefined;
  for (; first >= 0 && state === undefined; first--) {
    const reading = elementAt(readings, first);
    if (reading.at <= sinceMs) state = null;
    else state = stateAfter(rule.rule, levelAt(reading.at), inputOf(reading, rule)) ?? undefined;
  }
  if (state === undefined) {
    if (!isWhole) return undefined;
    const [oldest] = readings;
    const level = oldest ? levelAt(oldest.at - 1) : 0;
    state = level === 0 ? null : { level, pendingLevel: 0, pendingCount: 0, releaseCount: 0 };
    first = -1;
  } else first++;
  let last = first < 0 ? Number.NEGATIVE_INFINITY : elementAt(readings, first).at;
  for (const reading of readings.slice(first + 1)) {
    if (ends.some((end) => end >= last && end < reading.at)) state = null;
    ({ state } = judge(rule.rule, state, inputOf(reading, rule)));
    last = reading.at;
  }
  return ends.some((end) => end >= last && end < fromMs) ? null : state;
}
