/**
 * The fifth step: new readings of a batch against the rules of their points, in order of measuring time. Says what to
 * raise, refresh and release, and where every rule then stands; touches nothing itself. Pure.
 * A reading that arrives after newer ones (late) is judged with all that follow it, by this same function
 * (revise.late.ts).
 */

import { type Input, judge, type Level, levelReached, type State } from '@plumbline/science/limits/judge';
import { keyOf, type LevelMove, type NewAlert, type RuleState } from '../features/alerts/alerts/alerts.ingest.table.ts';
import { cumulativeIn } from '../features/readings/corrections/corrections.changes.api.ts';
import type { BoundPoint, BoundRule } from './bind.ts';

export interface Judged {
  readonly point: BoundPoint;
  readonly at: number;
  readonly receivedAt: number;
  /** As people see them: corrected, and null where they failed their tests. */
  readonly values: readonly (number | null)[];
  /** Change per day by field index, as charts show it; absent or NaN where there is none or no rule asks for it. */
  readonly rates?: { get(fieldIndex: number): number | undefined } | undefined;
  /** Cumulative change by field index, where it is known already; absent: that of `values`, which are then a whole record. */
  readonly cumulative?: { get(fieldIndex: number): number | undefined } | undefined;
}

export interface RaisedAlert {
  readonly alert: NewAlert;
  /** The rule that the alert then belongs to; none for one that was released in the same batch. */
  stateKey: string | null;
  /** What later readings of the same batch did to it. */
  last?: { value: number; at: number };
}
/** A rule fell: what it had raised above `level` before `at` is over. */
export interface Release {
  readonly pointId: number;
  readonly thresholdId: number;
  readonly level: number;
  readonly at: number;
  readonly value: number | null;
}
export interface Verdicts {
  readonly raised: RaisedAlert[];
  readonly refreshed: { alertId: number; value: number; at: number }[];
  readonly falls: Release[];
  /** When episodes moved to which level. */
  readonly moves: LevelMove[];
  readonly ruleStates: Map<string, RuleState>;
}

/** `readings` of one or many points, each point's in order of time. `ruleStates` as they were before the batch. */
export function judgeAll(readings: readonly Judged[], ruleStates: ReadonlyMap<string, RuleState>): Verdicts {
  const verdicts: Verdicts = { raised: [], refreshed: [], falls: [], moves: [], ruleStates: new Map() };
  // The last refresh of an alert in a batch is the one that counts.
  const refreshed = new Map<number, { alertId: number; value: number; at: number }>();
  // An alert raised in this batch has no id yet: what later readings of the batch do to it is kept by its place in `raised`.
  const raisedNow = new Map<string, RaisedAlert>();

  for (const reading of readings) {
    for (const rule of reading.point.rules) {
      const key = keyOf(reading.point.pointId, rule.thresholdId);
      const before =
        verdicts.ruleStates.get(key) ?? ruleStates.get(key) ?? fresh(reading.point.pointId, rule.thresholdId);
      judgeReading(reading, rule, before, verdicts, key, refreshed, raisedNow);
    }
  }
  verdicts.refreshed.push(...refreshed.values());
  return verdicts;
}

const fresh = (pointId: number, thresholdId: number): RuleState => ({
  pointId,
  thresholdId,
  state: null,
  level: 0,
  alertId: null,
});

function judgeReading(
  reading: Judged,
  rule: BoundRule,
  before: RuleState,
  verdicts: Verdicts,
  key: string,
  refreshed: Map<number, { alertId: number; value: number; at: number }>,
  raisedNow: Map<string, RaisedAlert>,
) {
  const input = inputOf(reading, rule);
  const { state, raised, refreshed: again } = judge(rule.rule, before.state, input);
  const level = Math.max(state.level, levelWithoutEpisode(rule, before, input));
  const fell = before.level > level;
  const { pointId, thresholdId } = before;
  if ((before.state?.level ?? 0) !== state.level)
    verdicts.moves.push({ pointId, thresholdId, at: reading.at, level: state.level });
  let alertId = before.alertId;
  if (fell) {
    verdicts.falls.push({ pointId, thresholdId, level, at: reading.at, value: input.value });
    const mine = raisedNow.get(key);
    if (mine) mine.stateKey = null;
    raisedNow.delete(key);
    alertId = null;
  }
  if (raised) {
    const mine = raisedNow.get(key);
    if (mine) mine.stateKey = null;
    const now: RaisedAlert = { alert: { ...alertOf(reading, rule, raised), late: false }, stateKey: key };
    raisedNow.set(key, now);
    verdicts.raised.push(now);
    alertId = null;
  } else if (again) {
    const value =
      (rule.kind === 'rate' ? input.rate : rule.kind === 'cumulative' ? input.cumulative : input.value) ?? input.rate;
    const mine = raisedNow.get(key);
    if (value !== null && mine) mine.last = { value, at: reading.at };
    else if (value !== null && alertId !== null) refreshed.set(alertId, { alertId, value, at: reading.at });
  }
  if (sameState(before.state, state) && before.alertId === alertId && before.level === level) return;
  verdicts.ruleStates.set(key, { ...before, state, level, alertId });
}

/**
 * Without an episode (a verdict ended it, or the limit is new) a rule stands where the newest reading does: only
 * readings lower it, and one that says nothing leaves it.
 */
function levelWithoutEpisode({ rule }: BoundRule, before: RuleState, input: Input): number {
  if (before.level <= (before.state?.level ?? 0)) return 0;
  const reached = levelReached(rule, input);
  return reached?.complete ? Math.min(before.level, reached.level) : before.level;
}

function alertOf(
  reading: Judged,
  rule: BoundRule,
  raised: { level: Level; value: number; threshold: number; measure: string },
): Omit<NewAlert, 'late'> {
  const { point } = reading;
  return {
    projectId: point.projectId,
    structureId: point.structureId,
    pointId: point.pointId,
    thresholdId: rule.thresholdId,
    field: rule.field,
    kind: rule.kind,
    measure: raised.measure,
    unit: raised.measure === 'rate' ? `${rule.unit}/d` : rule.unit,
    level: raised.level,
    value: raised.value,
    threshold: raised.threshold,
    levels: raised.measure === 'rate' && rule.rule.rate ? rule.rule.rate.levels : rule.levels,
    readingAt: reading.at,
    receivedAt: reading.receivedAt,
  };
}

export function inputOf(reading: Judged, rule: BoundRule): Input {
  const value = reading.values[rule.fieldIndex] ?? null;
  const rate = rule.needsRate && value !== null ? reading.rates?.get(rule.fieldIndex) : undefined;
  return {
    value,
    cumulative: value === null ? null : cumulativeBy(reading, rule),
    rate: rate === undefined || Number.isNaN(rate) ? null : rate,
  };
}

function cumulativeBy({ point, at, values, cumulative }: Judged, { field, fieldIndex }: BoundRule): number | null {
  if (!cumulative) return cumulativeIn(point, field, at, values);
  const known = cumulative.get(fieldIndex);
  return known === undefined || Number.isNaN(known) ? null : known;
}

const sameState = (a: State | null, b: State) =>
  a === null
    ? b.level === 0 && b.pendingCount === 0 && b.releaseCount === 0
    : a.level === b.level &&
      a.pendingLevel === b.pendingLevel &&
      a.pendingCount === b.pendingCount &&
      a.releaseCount === b.releaseCount;
