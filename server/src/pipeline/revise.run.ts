/**
 * The judge run through history, from a time on, over what is true now: corrected values, without what failed. It stops
 * where nothing differs any more from what was said before, or with the newest reading.
 */
import type { Level, State } from '@plumbline/science/limits/judge';
import { applyCorrections, columnsNeeded } from '@plumbline/science/series/corrections';
import { isDailyChange, ratesOf } from '@plumbline/science/series/rates';
import * as alerts from '../features/alerts/alerts.ingest.table.ts';
import type * as past from '../features/alerts/alerts.revise.table.ts';
import { type Curve, curves } from '../features/readings/readings.curves.api.ts';
import { basesBefore, usableColumns, usableValues, withoutFailed } from '../features/readings/readings.usable.api.ts';
import type { Sql } from '../kernel/sql.ts';
import type { BoundPoint, BoundRule } from './bind.ts';
import { inputOf, type Judged, judgeAll } from './judge.ts';
import { ratedFields, ratedSeries } from './rates.ts';
import { dayMs, forever, levelAt, resetsOf, type Track } from './revise.tracks.ts';

export interface Run {
  readonly ruleStates: ReadonlyMap<string, alerts.RuleState>;
  /** Where nothing differed any more; null = it went on to the newest reading. */
  readonly stoppedAt: number | null;
}

const chunkRows = 65_536;

export async function runThrough(
  sql: Sql,
  point: BoundPoint,
  tracks: ReadonlyMap<number, Track>,
  known: readonly past.PastAlert[],
  { startMs, endMs }: { startMs: number; endMs: number },
): Promise<Run> {
  const ruleStates = new Map<string, alerts.RuleState>();
  for (const { rule, stood } of tracks.values()) {
    const level = stood[0]!.level as Level;
    const state: State | null = level === 0 ? null : { level, pendingLevel: 0, pendingCount: 0, releaseCount: 0 };
    ruleStates.set(alerts.keyOf(point.pointId, rule.thresholdId), stateOf(point, rule, state));
  }
  const resets = [...tracks.values()]
    .flatMap(({ rule }) => resetsOf(known, rule.thresholdId).map((at) => ({ at, rule })))
    .filter(({ at }) => at >= startMs)
    .sort((a, b) => a.at - b.at);
  const sinces = [...tracks.values()].map(({ sinceMs }) => sinceMs).sort((a, b) => a - b);
  const wanted = new Set(known.map((alert) => alert.readingAt));
  const rated = point.rules.some((rule) => rule.needsRate);
  const backMs = rated && isDailyChange(point.intervalSeconds) ? dayMs : 0;
  const limit = rated ? chunkRows * 4 : chunkRows;
  let reset = 0;
  for (let from = startMs; ; ) {
    const chunk = await judgedRecords(sql, point, from - backMs, limit);
    let first = chunk.findIndex((reading) => reading.at >= from);
    if (first < 0) first = chunk.length;
    const judged = chunk.slice(first);
    for (let begin = 0; begin < judged.length; ) {
      // Verdicts fall between readings; and past the span the run looks up now and then whether all is calm.
      let end = judged.length;
      const next = resets[reset]?.at ?? forever;
      const after = judged.findIndex((each, i) => i >= begin && each.at > next);
      if (after >= 0) end = after;
      if (judged[begin]!.at > endMs) end = Math.min(end, begin + 500);
      else {
        const past = judged.findIndex((each, i) => i >= begin && each.at > endMs);
        if (past > begin) end = Math.min(end, past);
      }
      const since = sinces.find((at) => at >= judged[begin]!.at);
      const ruled = since === undefined ? -1 : judged.findIndex((each, i) => i > begin && each.at > since);
      if (ruled > 0) end = Math.min(end, ruled);
      if (end > begin) judgePart(inForce(judged.slice(begin, end), tracks), ruleStates, tracks, wanted);
      if (after >= 0 && end === after) {
        const { rule, at } = resets[reset++]!;
        ruleStates.set(alerts.keyOf(point.pointId, rule.thresholdId), stateOf(point, rule, null));
        tracks.get(rule.thresholdId)!.stood.push({ at, level: 0 });
      }
      begin = end;
      const last = judged[end - 1];
      if (last && last.at > endMs && isQuiet(ruleStates, known, tracks, last.at))
        return { ruleStates, stoppedAt: last.at };
    }
    if (chunk.length < limit) break;
    from = chunk.at(-1)!.at + 1;
  }
  // A verdict on the last reading leaves the rule at nothing until the next one.
  for (const { rule, at } of resets.slice(reset)) {
    ruleStates.set(alerts.keyOf(point.pointId, rule.thresholdId), stateOf(point, rule, null));
    tracks.get(rule.thresholdId)!.stood.push({ at, level: 0 });
  }
  return { ruleStates, stoppedAt: null };
}

/** The part with the rules that judged it: those that were set before its first reading came. */
function inForce(part: readonly Judged[], tracks: ReadonlyMap<number, Track>): readonly Judged[] {
  const [first] = part;
  if (!first) return part;
  const rules = first.point.rules.filter(({ thresholdId }) => first.at > tracks.get(thresholdId)!.sinceMs);
  if (rules.length === first.point.rules.length) return part;
  const point = { ...first.point, rules };
  return part.map((reading) => ({ ...reading, point }));
}

const stateOf = ({ pointId }: BoundPoint, { thresholdId }: BoundRule, state: State | null): alerts.RuleState => ({
  pointId,
  thresholdId,
  state,
  level: state?.level ?? 0,
  alertId: null,
  lateLevel: 0,
  lateAt: null,
});

/** Nothing is on, in the run and by what alerts said: from here on both go the same way. */
function isQuiet(
  ruleStates: ReadonlyMap<string, alerts.RuleState>,
  known: readonly past.PastAlert[],
  tracks: ReadonlyMap<number, Track>,
  at: number,
): boolean {
  for (const { state } of ruleStates.values()) if (state && (state.level > 0 || state.pendingCount > 0)) return false;
  for (const { rule } of tracks.values()) if (levelAt(known, rule, at + 1) > 0) return false;
  // An alert that was wrongly called off before comes after this too.
  return !known.some((alert) => alert.upheld === false && alert.readingAt > at);
}

/** Records from a time on as rules see them: the fields that rules look at, corrected, without what failed; with their rates. */
async function judgedRecords(sql: Sql, point: BoundPoint, fromMs: number, limit: number): Promise<Judged[]> {
  const wanted = [...new Set(point.rules.map((rule) => rule.fieldIndex))];
  const needed = columnsNeeded(point.keys, wanted, point.corrections, point.options);
  const stored = (await curves(sql, [point.pointId], needed, fromMs, forever, limit)).get(point.pointId)!;
  const keys = needed.map((index) => point.keys[index]!);
  const shown = applyCorrections(stored.times, stored.columns, keys, point.corrections, point.options);
  const columns = wanted.map((index) => {
    const place = needed.indexOf(index);
    return { index, values: withoutFailed(shown[place]!, stored.flags[place] ?? null) };
  });
  const rates = await ratesAt(sql, point, needed, stored, fromMs);
  const width = Math.max(...wanted) + 1;
  return Array.from(stored.times, (at, i): Judged => {
    const values = new Array<number | null>(width).fill(null);
    for (const { index, values: column } of columns) if (!Number.isNaN(column[i]!)) values[index] = column[i]!;
    return { point, at, receivedAt: at, values, late: false, rates: { get: (index) => rates.get(index)?.[i] } };
  });
}

/** The rates of stored records, by field; the first ones count from the last usable reading before them. */
async function ratesAt(
  sql: Sql,
  point: BoundPoint,
  needed: readonly number[],
  stored: Curve,
  fromMs: number,
): Promise<ReadonlyMap<number, Float64Array>> {
  const series = ratedFields(point).map((index) => ratedSeries(point, index));
  if (series.length === 0) return new Map();
  const bases = await basesBefore(
    sql,
    series.map((each) => ({ series: each, at: fromMs })),
  );
  return new Map(
    series.map((each, i) => {
      const places = usableColumns(each).map((index) => needed.indexOf(index));
      const usable = usableValues(each, {
        times: stored.times,
        columns: places.map((place) => stored.columns[place]!),
        flags: places.map((place) => stored.flags[place] ?? null),
      });
      return [each.fieldIndex, ratesOf(stored.times, usable, each.intervalSeconds, bases[i] ?? null)];
    }),
  );
}

function judgePart(
  part: readonly Judged[],
  ruleStates: Map<string, alerts.RuleState>,
  tracks: ReadonlyMap<number, Track>,
  wanted: ReadonlySet<number>,
): void {
  const verdicts = judgeAll(part, ruleStates);
  const events = [
    ...verdicts.raised.map(({ alert }) => ({
      thresholdId: alert.thresholdId,
      at: alert.readingAt,
      level: alert.level,
      alert,
    })),
    ...verdicts.falls.map(({ thresholdId, at, level }) => ({ thresholdId, at, level, alert: null })),
  ].sort((a, b) => a.at - b.at);
  for (const { thresholdId, at, level, alert } of events) {
    const track = tracks.get(thresholdId)!;
    track.stood.push({ at, level });
    if (alert) track.raises.push(alert);
  }
  for (const [key, state] of verdicts.ruleStates) ruleStates.set(key, { ...state, alertId: null });
  if (wanted.size === 0) return;
  for (const reading of part)
    if (wanted.has(reading.at))
      for (const { rule, measured } of tracks.values()) measured.set(reading.at, inputOf(reading, rule));
}
