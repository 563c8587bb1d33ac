/**
 * What a rule did in a run through history, and what that says of its alerts: which of them stand, when they are over,
 * and which rises nobody was told of. Pure.
 */
import { levelOf } from '@plumbline/science/limits/judge';
import type * as alerts from '../features/alerts/alerts.ingest.table.ts';
import type * as past from '../features/alerts/alerts.revise.table.ts';
import type { BoundRule } from './bind.ts';

export const dayMs = 86_400_000;
export const forever = Date.UTC(2200, 0, 1);
export const ever = Date.UTC(1900, 0, 1);
/** Late alerts of one rule in one re-evaluation: past this nobody reads them. */
const maxFound = 200;

/** What is judged again. Times in epoch ms; null = open. */
export interface TrackQuery {
  readonly changeId: number;
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly nowMs: number;
}

/** Where a rule stood, by time: [from, next) at `level`. */
interface Stood {
  readonly at: number;
  readonly level: number;
}
/** What a rule did in the run. */
export interface Track {
  readonly rule: BoundRule;
  /** Readings up to this one were there before the rule was set: it never judged them. */
  readonly sinceMs: number;
  readonly stood: Stood[];
  readonly raises: alerts.NewAlert[];
  /** What its alerts measured, at the times of the alerts. */
  readonly measured: Map<
    number,
    { readonly value: number | null; readonly cumulative: number | null; readonly rate: number | null }
  >;
}

/** An alert that refreshes and releases; a late one does neither, unless it was found afterwards. */
export const isRunning = ({ late, byChangeId }: past.PastAlert) => !late || byChangeId !== null;
export const endsEpisode = ({ status }: past.PastAlert) => status === 'FalseAlarm' || status === 'Restore';

/** Where a rule stood at a time, as its alerts say. */
export function levelAt(known: readonly past.PastAlert[], rule: BoundRule, at: number): number {
  const levels = known
    .filter(
      (alert) =>
        alert.thresholdId === rule.thresholdId &&
        isRunning(alert) &&
        alert.upheld !== false &&
        alert.readingAt < at &&
        (alert.releasedAt === null || alert.releasedAt > at) &&
        !(endsEpisode(alert) && alert.settledAt !== null && alert.settledAt <= at),
    )
    .map((alert) => alert.level);
  return Math.max(0, ...levels);
}

/** Verdicts that ended an episode: the rule starts anew with the first reading after each. By rule, ascending. */
export function resetsOf(known: readonly past.PastAlert[], thresholdId: number): number[] {
  const own = known.filter((alert) => alert.thresholdId === thresholdId && isRunning(alert));
  return own
    .flatMap((alert) => {
      const { settledAt } = alert;
      if (settledAt === null || !endsEpisode(alert)) return [];
      // Of a rise the verdict on its highest alert counts: it is the one that refreshes.
      const newer = own.some((each) => each.id > alert.id && each.raisedAt <= settledAt);
      if (newer || (alert.releasedAt !== null && alert.releasedAt <= settledAt)) return [];
      // What was raised after the verdict was raised by a reading after it, whenever it was measured.
      const next = own.filter((each) => each.raisedAt > settledAt).map((each) => each.readingAt);
      return [Math.min(settledAt, ...next.map((at) => at - 1))];
    })
    .sort((a, b) => a - b);
}

const levelAtTime = ({ stood }: Track, at: number): number => {
  let level = 0;
  for (const each of stood) {
    if (each.at > at) break;
    level = each.level;
  }
  return level;
};

/** The highest level in [from, to]. */
const highest = (track: Track, from: number, to: number): number =>
  Math.max(
    levelAtTime(track, from),
    ...track.stood.filter((each) => each.at > from && each.at <= to).map((each) => each.level),
  );

/** Returns the re-evaluation of an alert: whether it is upheld, and the level and value at its time. */
export function verdictOn(track: Track, alert: past.PastAlert): past.Revision {
  const { rule } = track;
  const { method, levels } = rule.rule;
  const measured = track.measured.get(alert.readingAt);
  const value = measured?.[alert.measure] ?? null;
  if (!isRunning(alert)) {
    const level =
      value === null ? 0 : rule.kind === 'multi' ? levelAtTime(track, alert.readingAt) : levelOf(value, levels, method);
    return { alertId: alert.id, upheld: level >= alert.level, level, value };
  }
  const now = levelAtTime(track, alert.readingAt);
  const level = now >= alert.level ? now : highest(track, alert.readingAt, Math.max(alert.readingAt, alert.lastAt));
  return { alertId: alert.id, upheld: level >= alert.level, level, value };
}

/** Returns when an alert ends in the re-evaluation: the first time at which its rule is lower; null = not yet. */
export function overAt(track: Track, alert: past.PastAlert): number | null {
  const rise =
    levelAtTime(track, alert.readingAt) >= alert.level
      ? alert.readingAt
      : track.stood.find((each) => each.at > alert.readingAt && each.at <= alert.lastAt && each.level >= alert.level)
          ?.at;
  if (rise === undefined) return alert.readingAt;
  return track.stood.find((each) => each.at > rise && each.level < alert.level)?.at ?? null;
}

/** Returns rises in the re-evaluation without an alert, at most one per level and day. */
export function missed(
  track: Track,
  own: readonly past.PastAlert[],
  query: TrackQuery & {
    readonly fromMs: number;
    readonly stopped: number;
    readonly late: alerts.RuleState | undefined;
  },
): alerts.NewAlert[] {
  const found: alerts.NewAlert[] = [];
  let lastLate: { at: number; level: number } | null =
    query.late?.lateAt == null ? null : { at: query.late.lateAt, level: query.late.lateLevel };
  for (const raise of track.raises) {
    const { readingAt: at, level } = raise;
    if (at < query.fromMs || at > query.stopped || found.length >= maxFound) continue;
    const over = track.stood.find((each) => each.at > at && each.level < level)?.at ?? null;
    const isReported = own.some(
      (alert) =>
        alert.level >= level &&
        (isRunning(alert)
          ? alert.readingAt <= (over ?? forever) && (alert.releasedAt ?? forever) >= at
          : Math.abs(alert.readingAt - at) <= dayMs),
    );
    const quiet = lastLate !== null && Math.abs(at - lastLate.at) <= dayMs && level <= lastLate.level;
    if (isReported || quiet) continue;
    lastLate = { at, level };
    found.push({ ...raise, late: true, byChangeId: query.changeId, releasedAt: over });
  }
  return found;
}
