/**
 * The judge run through history, from a time on, over what is true now: corrected values, without what failed. It stops
 * where nothing differs any more from what was said before, or with the newest reading.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import type { State } from '@plumbline/science/limits/judge';
import { isDailyChange } from '@plumbline/science/series/rates';
import * as alerts from '../features/alerts/alerts/alerts.ingest.table.ts';
import type * as past from '../features/alerts/alerts/alerts.revise.table.ts';
import type { Sql } from '../kernel/sql.ts';
import type { BoundPoint, BoundRule } from './bind.ts';
import { inputOf, type Judged, judgeAll } from './judge.ts';
import { judgedRecords, levelAtNewest } from './revise.records.ts';
import { forever, levelKnownAt, type Track } from './revise.tracks.ts';

export interface Run {
  readonly ruleStates: ReadonlyMap<string, alerts.RuleState>;
  /** Where nothing differed any more; null = it went on to the newest reading. */
  readonly stoppedAt: number | null;
}

/** Beginning of a run. */
export interface RunStart {
  readonly tracks: ReadonlyMap<number, Track>;
  readonly known: readonly past.PastAlert[];
  /** Verdicts that ended an episode, by rule, ascending. */
  readonly resets: ReadonlyMap<number, readonly number[]>;
  /** The state of each rule before the first reading, by rule. */
  readonly states: ReadonlyMap<number, State | null>;
  /** Where rules stood by what was known before the run, in order of time. */
  readonly moves: readonly alerts.LevelMove[];
  readonly startMs: number;
  /** The first time that the change cannot reach. */
  readonly endMs: number;
  /** Readings that rules judge though they were there before the rule: those that came after it was set. */
  readonly late: { readonly fromMs: number; readonly toMs: number } | null;
}

const chunkRows = 65_536;
/** Fields of a point whose records are read as many at once. */
const maxNarrow = 16;
/** Past the span it is looked so often whether nothing is on any more. */
const quietEvery = 500;

/** A verdict that ended an episode: the rule starts anew with the first reading after it. */
interface Reset {
  readonly at: number;
  readonly rule: BoundRule;
}

export function runThrough(sql: Sql, point: BoundPoint, start: RunStart): Promise<Run> {
  return new HistoryRun(point, start).run(sql);
}

class HistoryRun {
  readonly #point: BoundPoint;
  readonly #start: RunStart;
  readonly #ruleStates = new Map<string, alerts.RuleState>();
  /** Those that are still to come, ascending. */
  readonly #resets: Reset[];
  /** When the rules that are in force change, ascending. */
  readonly #turns: readonly number[];
  /** Times at which alerts say what was measured. */
  readonly #alertTimes: ReadonlySet<number>;
  /** The last reading of the run. */
  #newest: Judged | null = null;

  constructor(point: BoundPoint, start: RunStart) {
    const { tracks, known, states, startMs, late, resets } = start;
    this.#point = point;
    this.#start = start;
    for (const { rule } of tracks.values()) this.#setState(rule, states.get(rule.thresholdId) ?? null);
    const verdicts = [...tracks.values()].flatMap(({ rule }) =>
      (resets.get(rule.thresholdId) ?? []).map((at) => ({ at, rule })),
    );
    // What came late before the rule was set says nothing of the readings that were there already.
    const ends = [...tracks.values()].flatMap(({ rule, sinceMs }) =>
      late !== null && late.toMs < sinceMs ? [{ at: late.toMs, rule }] : [],
    );
    this.#resets = [...verdicts, ...ends].filter(({ at }) => at >= startMs).sort((a, b) => a.at - b.at);
    this.#turns = [
      ...[...tracks.values()].map(({ sinceMs }) => sinceMs),
      ...(late ? [late.fromMs - 1, late.toMs] : []),
    ].sort((a, b) => a - b);
    this.#alertTimes = new Set(known.map((alert) => alert.readingAt));
  }

  async run(sql: Sql): Promise<Run> {
    const rated = this.#point.rules.some((rule) => rule.needsRate);
    const backMs = rated && isDailyChange(this.#point.intervalSeconds) ? dayMs : 0;
    // Rates of the nodes of a chain are many columns: then fewer records at once.
    const limit = rated && this.#point.keys.length <= maxNarrow ? chunkRows * 4 : chunkRows;
    for (let from = this.#start.startMs; ; ) {
      const chunk = await judgedRecords(sql, this.#point, { fromMs: from - backMs, toMs: forever, limit });
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
      if (last && last.at > this.#start.endMs && this.#isQuiet(last.at)) return last.at;
    }
    return null;
  }

  /** A part ends with the span, where a rule was set, and past the span now and then, to see whether all is quiet. */
  #endOfPart(chunk: readonly Judged[], begin: number): number {
    const { at } = elementAt(chunk, begin);
    const { endMs } = this.#start;
    const end = at > endMs ? begin + quietEvery : firstAfter(chunk, begin, endMs);
    const turn = this.#turns.find((each) => each >= at);
    return Math.min(chunk.length, end, turn === undefined ? chunk.length : firstAfter(chunk, begin, turn));
  }

  /** The part with the rules that judge it: those that were set before its readings came. */
  #inForce(part: readonly Judged[]): readonly Judged[] {
    const { at, point } = elementAt(part, 0);
    const { late, tracks } = this.#start;
    const isLate = late !== null && at >= late.fromMs && at <= late.toMs;
    const rules = point.rules.filter(({ thresholdId }) => isLate || at > getOrThrow(tracks, thresholdId).sinceMs);
    if (rules.length === point.rules.length) return part;
    const ruled = { ...point, rules };
    return part.map((reading) => ({ ...reading, point: ruled }));
  }

  /** A rule that was set after the newest reading judged none: it stands where that reading does. */
  #standByNewest(): void {
    const newest = this.#newest;
    if (newest === null) return;
    for (const { rule, sinceMs } of this.#start.tracks.values())
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
      const track = getOrThrow(this.#start.tracks, thresholdId);
      track.stood.push({ at, level });
      if (alert) track.raises.push(alert);
    }
    for (const move of verdicts.moves) getOrThrow(this.#start.tracks, move.thresholdId).moves.push(move);
    for (const [key, state] of verdicts.ruleStates) this.#ruleStates.set(key, { ...state, alertId: null });
    for (const reading of part)
      if (this.#alertTimes.has(reading.at))
        for (const { rule, measured } of this.#start.tracks.values()) measured.set(reading.at, inputOf(reading, rule));
  }

  #reset({ at, rule }: Reset): void {
    this.#setState(rule, null, this.#levelOf(rule));
    getOrThrow(this.#start.tracks, rule.thresholdId).stood.push({ at, level: 0 });
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
    });
  }

  /** Nothing is on, in the run and by what alerts said: from here on both go the same way. */
  #isQuiet(at: number): boolean {
    for (const { state } of this.#ruleStates.values())
      if (state && (state.level > 0 || state.pendingCount > 0)) return false;
    const { tracks, moves, known, resets } = this.#start;
    for (const id of tracks.keys()) if (levelKnownAt(moves, id, resets.get(id) ?? [], at) > 0) return false;
    // An alert that was wrongly called off before comes after this too.
    return !known.some((alert) => alert.upheld === false && alert.readingAt > at);
  }
}

/** The place of the first reading, from a place on, that was measured after a time; the length where there is none. */
function firstAfter(readings: readonly Judged[], from: number, atMs: number): number {
  const found = readings.findIndex((each, i) => i >= from && each.at > atMs);
  return found < 0 ? readings.length : found;
}
