/**
 * What a rule did in a run through history, and what that says of its alerts: which of them are rises of the rule, when they
 * are over, and which rises have no alert. Pure. Invariant: afterwards the alerts that are upheld are the rises of the run.
 */
import type { Level } from '@plumbline/science/limits/judge';
import type * as alerts from '../features/alerts/alerts/alerts.ingest.table.ts';
import type * as past from '../features/alerts/alerts/alerts.revise.table.ts';
import type { BoundRule } from './bind.ts';

export const forever = Date.UTC(2200, 0, 1);
export const ever = Date.UTC(1900, 0, 1);
/** New alerts of one rule in one re-evaluation: past this nobody reads them. The newest are raised. */
const maxFound = 200;

/** Query of a rule that is judged again. Times in epoch ms; null = open. */
export interface TrackQuery {
  /** The act of people by which history changed; null = readings came late. */
  readonly changeId: number | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly nowMs: number;
}

/** Where a rule stood, by time: [from, next) at `level`. */
interface Stood {
  readonly at: number;
  readonly level: number;
}
/** Track of a rule in the run. */
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
  /** What `alert_level` is to say of the run. */
  readonly moves: alerts.LevelMove[];
}

export const endsEpisode = ({ status }: past.PastAlert) => status === 'FalseAlarm' || status === 'Restore';

/** Verdicts that ended an episode: the rule starts anew with the first reading after each. By rule, ascending. */
export function resetsOf(known: readonly past.PastAlert[], thresholdId: number): number[] {
  const own = known.filter((alert) => alert.thresholdId === thresholdId);
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

/** Where a rule stood at a time by what was written when its level moved, and by the verdicts that ended its episodes. */
export function levelKnownAt(
  moves: readonly alerts.LevelMove[],
  thresholdId: number,
  resets: readonly number[],
  at: number,
): Level {
  const move = moves.findLast((each) => each.thresholdId === thresholdId && each.at <= at);
  return !move || resets.some((each) => each >= move.at && each <= at) ? 0 : (move.level as Level);
}

export const levelAtTime = ({ stood }: Track, at: number): number => {
  let level = 0;
  for (const each of stood) {
    if (each.at > at) break;
    level = each.level;
  }
  return level;
};

/** A rise of the run: from when on at which level, and when that is over; null = not yet. */
export interface Rise {
  readonly alert: alerts.NewAlert;
  readonly over: number | null;
}

/** When a rule is first lower than `level` after a time; null = not yet. */
export const overAfter = (track: Track, at: number, level: number): number | null =>
  track.stood.find((each) => each.at > at && each.level < level)?.at ?? null;

/** The rises of the run in [fromMs, toMs]. */
export const risesOf = (track: Track, fromMs: number, toMs: number): Rise[] =>
  track.raises
    .filter(({ readingAt }) => readingAt >= fromMs && readingAt <= toMs)
    .map((alert) => ({ alert, over: overAfter(track, alert.readingAt, alert.level) }));

export interface MatchedRises {
  /** Alerts that are rises of the run. */
  readonly matched: readonly { readonly alert: past.PastAlert; readonly rise: Rise }[];
  /** Alerts that are none. */
  readonly wrong: readonly past.PastAlert[];
  /** Rises without an alert, the newest. */
  readonly missing: readonly Rise[];
}

/**
 * An alert and a rise are one if they are of one level and of the same reading, or else of the same time: what is upheld
 * goes before what is not, then what begins earlier. `own` = the alerts of the stretch of the run, in order of time.
 */
export function matchRises(own: readonly past.PastAlert[], rises: readonly Rise[]): MatchedRises {
  const left = new Set(own);
  const found = new Map<Rise, past.PastAlert>();
  const take = (rise: Rise, fits: (alert: past.PastAlert) => boolean) => {
    if (found.has(rise)) return;
    for (const alert of left) {
      if (alert.level !== rise.alert.level || !fits(alert)) continue;
      found.set(rise, alert);
      left.delete(alert);
      return;
    }
  };
  const touches = (rise: Rise, alert: past.PastAlert) =>
    alert.readingAt < (rise.over ?? forever) && (alert.releasedAt ?? forever) > rise.alert.readingAt;
  const rounds: ((rise: Rise) => (alert: past.PastAlert) => boolean)[] = [
    (rise) => (alert) => alert.readingAt === rise.alert.readingAt && alert.upheld !== false,
    (rise) => (alert) => alert.readingAt === rise.alert.readingAt,
    (rise) => (alert) => alert.upheld !== false && touches(rise, alert),
    (rise) => (alert) => touches(rise, alert),
  ];
  for (const fits of rounds) for (const rise of rises) take(rise, fits(rise));
  return {
    matched: rises.flatMap((rise) => {
      const alert = found.get(rise);
      return alert ? [{ alert, rise }] : [];
    }),
    wrong: [...left],
    missing: rises.filter((rise) => !found.has(rise)).slice(-maxFound),
  };
}
