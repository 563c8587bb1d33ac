/**
 * The judge run through history, from a time on, over what is true now: corrected values, without what failed. It stops
 * where nothing differs any more from what was said before, or with the newest reading.
 */
import { elementAt, getOrThrow } from '@plumbline/contract/elements';
import { type Level, levelReached, type State } from '@plumbline/science/limits/judge';
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
/** Past the span it is looked so often whether nothing is on any more. */
const quietEvery = 500;

/** A verdict that ended an episode: the rule starts anew with the first reading after it. */
interface Reset {
  readonly at: number;
  readonly rule: BoundRule;
}

export function runThrough(
  sql: Sql,
  point: BoundPoint,
  tracks: ReadonlyMap<number, Track>,
  known: readonly past.PastAlert[],
  span: { readonly startMs: number; readonly endMs: number },
): Promise<Run> {
  return new HistoryRun(point, tracks, known, span).run(sql);
}

class HistoryRun {
  readonly #point: BoundPoint;
  readonly #tracks: ReadonlyMap<number, Track>;
  readonly #known: readonly past.PastAlert[];
  readonly #span: { readonly startMs: number; readonly endMs: number };
  readonly #ruleStates = new Map<string, alerts.RuleState>();
  /** Those that are still to come, ascending. */
  readonly #resets: Reset[];
  /** When rules were set, ascending: readings up to then were not judged by them. */
  readonly #sinces: readonly number[];
  /** Times at which alerts say what was measured. */
  readonly #alertTimes: ReadonlySet<number>;
  /** The last reading of the run. */
  #newest: Judged | null = null;

  constructor(
    point: BoundPoint,
    tracks: ReadonlyMap<number, Track>,
    known: readonly past.PastAlert[],
    span: { readonly startMs: number; readonly endMs: number },
  ) {
    this.#point = point;
    this.#tracks = tracks;
    this.#known = known;
    this.#span = span;
    for (const { rule, stood } of tracks.values()) {
      const level = elementAt(stood, 0).level as Level;
      const state: State | null = level === 0 ? null : { level, pendingLevel: 0, pendingCount: 0, releaseCount: 0 };
      this.#setState(rule, state);
    }
    this.#resets = [...tracks.values()]
      .flatMap(({ rule }) => resetsOf(known, rule.thresholdId).map((at) => ({ at, rule })))
      .filter(({ at }) => at >= span.startMs)
      .sort((a, b) => a.at - b.at);
    this.#sinces = [...tracks.values()].map(({ sinceMs }) => sinceMs).sort((a, b) => a - b);
    this.#alertTimes = new Set(known.map((alert) => alert.readingAt));
  }

  async run(sql: Sql): Promise<Run> {
    const rated = this.#point.rules.some((rule) => rule.needsRate);
    const backMs = rated && isDailyChange(this.#point.intervalSeconds) ? dayMs : 0;
    const limit = rated ? chunkRows * 4 : chunkRows;
    for (let from = this.#span.startMs; ; ) {
      const chunk = await judgedRecords(sql, this.#point, from - backMs, limit);
      const stoppedAt = this.#judge(chunk.filter(({ at }) => at >= from));
      if (stoppedAt !== null) return { ruleStates: this.#ruleStates, stoppedAt };
      if (chunk.length < limit) break;
      from = elementAt(chunk, -1).at + 1;
    }
    // A verdict on the last reading ends the episode; the level is still that of the reading.
    for (const reset of this.#resets.splice(0)) this.#reset(reset);
    this.#standByNewest();
    return { ruleStates: this.#ruleStates, stoppedAt: null };
  }

  /** Judges a chunk; gives the time from which nothing differs any more, null = it goes on. */
  #judge(chunk: readonly Judged[]): number | null {
    this.#newest = chunk.at(-1) ?? this.#newest;
    for (let begin = 0; begin < chunk.length; ) {
      const [reset] = this.#resets;
      const resetAt = reset ? firstAfter(chunk, begin, reset.at) : chunk.length;
      const end = Math.min(resetAt, this.#endOfPart(chunk, begin));
      if (end > begin) this.#judgePart(this.#inForce(chunk.slice(begin, end)));
      if (reset && end === resetAt && end < chunk.length) {
        this.#resets.shift();
        this.#reset(reset);
      }
      begin = end;
      const last = chunk[end - 1];
      if (last && last.at > this.#span.endMs && this.#isQuiet(last.at)) return last.at;
    }
    return null;
  }

  /** A part ends with the span, where a rule was set, and past the span now and then, to see whether all is quiet. */
  #endOfPart(chunk: readonly Judged[], begin: number): number {
    const { at } = elementAt(chunk, begin);
    const { endMs } = this.#span;
    const end = at > endMs ? begin + quietEvery : firstAfter(chunk, begin, endMs);
    const since = this.#sinces.find((each) => each >= at);
    return Math.min(chunk.length, end, since === undefined ? chunk.length : firstAfter(chunk, begin, since));
  }

  /** The part with the rules that judged it: those that were set before its first reading came. */
  #inForce(part: readonly Judged[]): readonly Judged[] {
    const { at, point } = elementAt(part, 0);
    const rules = point.rules.filter(({ thresholdId }) => at > getOrThrow(this.#tracks, thresholdId).sinceMs);
    if (rules.length === point.rules.length) return part;
    const ruled = { ...point, rules };
    return part.map((reading) => ({ ...reading, point: ruled }));
  }

  /** A rule that was set after the newest reading judged none: it stands where that reading does. */
  #standByNewest(): void {
    const newest = this.#newest;
    if (newest === null) return;
    for (const { rule, sinceMs } of this.#tracks.values())
      if (newest.at <= sinceMs) this.#setState(rule, null, levelAtNewest(newest, rule));
  }

  #judgePart(part: readonly Judged[]): void {
    const verdicts = judgeAll(part, this.#ruleStates);
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
      const track = getOrThrow(this.#tracks, thresholdId);
      track.stood.push({ at, level });
      if (alert) track.raises.push(alert);
    }
    for (const [key, state] of verdicts.ruleStates) this.#ruleStates.set(key, { ...state, alertId: null });
    for (const reading of part)
      if (this.#alertTimes.has(reading.at))
        for (const { rule, measured } of this.#tracks.values()) measured.set(reading.at, inputOf(reading, rule));
  }

  #reset({ at, rule }: Reset): void {
    this.#setState(rule, null, this.#levelOf(rule));
    getOrThrow(this.#tracks, rule.thresholdId).stood.push({ at, level: 0 });
  }

  #levelOf({ thresholdId }: BoundRule): number {
    return this.#ruleStates.get(alerts.keyOf(this.#point.pointId, thresholdId))?.level ?? 0;
  }

  #setState({ thresholdId }: BoundRule, state: State | null, level: number = state?.level ?? 0): void {
    const { pointId } = this.#point;
    this.#ruleStates.set(alerts.keyOf(pointId, thresholdId), {
      pointId,
      thresholdId,
      state,
      level,
      alertId: null,
      lateLevel: 0,
      lateAt: null,
    });
  }

  /** Nothing is on, in the run and by what alerts said: from here on both go the same way. */
  #isQuiet(at: number): boolean {
    for (const { state } of this.#ruleStates.values())
      if (state && (state.level > 0 || state.pendingCount > 0)) return false;
    for (const { rule } of this.#tracks.values()) if (levelAt(this.#known, rule, at + 1) > 0) return false;
    // An alert that was wrongly called off before comes after this too.
    return !this.#known.some((alert) => alert.upheld === false && alert.readingAt > at);
  }
}

/** The place of the first reading, from a place on, that was measured after a time; the length where there is none. */
function firstAfter(readings: readonly Judged[], from: number, atMs: number): number {
  const found = readings.findIndex((each, i) => i >= from && each.at > atMs);
  return found < 0 ? readings.length : found;
}

/** Where a rule stands that no reading was judged by yet. */
export const levelAtNewest = (newest: Judged, rule: BoundRule): number =>
  levelReached(rule.rule, inputOf(newest, rule))?.level ?? 0;

/** The reading of a point at a time as its rules see it. */
export async function judgedAt(sql: Sql, point: BoundPoint, atMs: number): Promise<Judged | null> {
  const backMs = point.rules.some((rule) => rule.needsRate) && isDailyChange(point.intervalSeconds) ? dayMs : 0;
  const found = await judgedRecords(sql, point, atMs - backMs, chunkRows);
  return found.find(({ at }) => at === atMs) ?? null;
}

/** Records from a time on as rules see them: the fields that rules look at, corrected, without what failed; with their rates. */
async function judgedRecords(sql: Sql, point: BoundPoint, fromMs: number, limit: number): Promise<Judged[]> {
  const wanted = [...new Set(point.rules.map((rule) => rule.fieldIndex))];
  const needed = columnsNeeded(point.keys, wanted, point.corrections, point.options);
  const stored = getOrThrow(await curves(sql, [point.pointId], needed, fromMs, forever, limit), point.pointId);
  const keys = needed.map((index) => elementAt(point.keys, index));
  const shown = applyCorrections(stored.times, stored.columns, keys, point.corrections, point.options);
  const columns = wanted.map((index) => {
    const place = needed.indexOf(index);
    return { index, values: withoutFailed(elementAt(shown, place), stored.flags[place] ?? null) };
  });
  const rates = await ratesAt(sql, point, needed, stored, fromMs);
  const width = Math.max(...wanted) + 1;
  return Array.from(stored.times, (at, i): Judged => {
    const values = new Array<number | null>(width).fill(null);
    for (const { index, values: column } of columns) {
      const value = column[i];
      if (value !== undefined && !Number.isNaN(value)) values[index] = value;
    }
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
        columns: places.map((place) => elementAt(stored.columns, place)),
        flags: places.map((place) => stored.flags[place] ?? null),
      });
      return [each.fieldIndex, ratesOf(stored.times, usable, each.intervalSeconds, bases[i] ?? null, each.period)];
    }),
  );
}
