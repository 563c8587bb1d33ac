/**
 * One point judged again over a stretch of its past, in the transaction of the caller who holds the lock of its state.
 * What was raised stays with what was said of it then; what is true now stands beside it. Afterwards every rule, and the
 * point, stand where live judging would have left them.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import type { State } from '@plumbline/science/limits/judge';
import { rateReachMs } from '@plumbline/science/series/rates';
import * as alerts from '../features/alerts/alerts/alerts.ingest.table.ts';
import * as past from '../features/alerts/alerts/alerts.revise.table.ts';
import { setLevel } from '../features/platform/store/store.levels.api.ts';
import { nearestUsable } from '../features/readings/readings/readings.usable.api.ts';
import type { Db } from '../kernel/context.ts';
import { emit } from '../kernel/events.ts';
import { type Sql, sqlOver } from '../kernel/sql.ts';
import type { BoundPoint } from './bind.ts';
import { ratedFields, ratedSeries } from './rates.ts';
import { type Run, runThrough } from './revise.run.ts';
import { statesBefore } from './revise.start.ts';
import {
  endsEpisode,
  ever,
  forever,
  levelAtTime,
  matchRises,
  overAfter,
  type Rise,
  resetsOf,
  risesOf,
  type Track,
  type TrackQuery,
} from './revise.tracks.ts';

/** Re-evaluates a point. Returns the number of alerts that were re-evaluated, and of crossings that had raised none. */
export async function revisePoint(
  db: Db,
  point: BoundPoint,
  query: TrackQuery,
): Promise<{ marked: number; found: number }> {
  if (point.rules.length === 0) return { marked: 0, found: 0 };
  const sql = sqlOver(db);
  const { pointId } = point;
  const { changeId, nowMs } = query;
  await alerts.lockRuleStates(sql, [pointId]);
  const fromMs = query.fromMs ?? ever;
  const ids = point.rules.map((rule) => rule.thresholdId);
  const known = await past.pastAlerts(sql, pointId, ids, fromMs);
  const sinces = await past.rulesSince(sql, ids);
  const resets = new Map(ids.map((id) => [id, resetsOf(known, id)]));
  const states = await statesBefore(sql, point, { fromMs, resets, sinces });
  const tracks = tracksOf(point, sinces, states);
  const moves = await past.levelsSince(sql, pointId, ids, fromMs);
  const endMs = await reachOf(sql, point, query.toMs);
  const late = changeId === null && query.toMs !== null ? { fromMs, toMs: query.toMs } : null;
  const run = await runThrough(sql, point, { tracks, known, resets, states, moves, startMs: fromMs, endMs, late });

  const toMs = run.stoppedAt ?? forever;
  const revised = [...tracks.values()].map((track) => {
    const key = alerts.keyOf(pointId, track.rule.thresholdId);
    const now = run.stoppedAt === null ? run.ruleStates.get(key) : undefined;
    return reviseRule(track, known, { ...query, fromMs, stopped: toMs }, now);
  });
  const revisions = revised.flatMap((each) => each.revisions);
  const released = revised.flatMap((each) => each.released);
  const news = revised.flatMap((each) => each.news);
  await past.saveRevisions(sql, changeId, nowMs, revisions);
  await past.setReleased(sql, released, { changeId, nowMs });
  await past.replaceLevels(
    sql,
    { pointId, thresholdIds: ids, fromMs, toMs },
    [...tracks.values()].flatMap((track) => track.moves),
  );
  const newIds = news.length > 0 ? await alerts.raise(sql, news, nowMs) : [];
  if (run.stoppedAt === null) await settle(sql, point, { tracks, run, known, released, revisions, news, newIds });
  const alertId = revisions[0]?.alertId ?? newIds[0];
  if (alertId !== undefined) await emit(db, new Date(nowMs), 'alertsRevised', { alertId, projectId: point.projectId });
  return { marked: revisions.length, found: newIds.length };
}

/** Each rule of a point as it stood where the run begins. */
const tracksOf = (
  point: BoundPoint,
  sinces: ReadonlyMap<number, number>,
  states: ReadonlyMap<number, State | null>,
): ReadonlyMap<number, Track> =>
  new Map(
    point.rules.map((rule): [number, Track] => [
      rule.thresholdId,
      {
        rule,
        sinceMs: sinces.get(rule.thresholdId) ?? ever,
        stood: [{ at: ever, level: states.get(rule.thresholdId)?.level ?? 0 }],
        raises: [],
        measured: new Map(),
        moves: [],
      },
    ]),
  );

/** What the run says of one rule: of its alerts, when they are over, and what nobody was told of. */
interface RevisedRule {
  readonly revisions: readonly past.Revision[];
  readonly released: readonly { alertId: number; at: number | null }[];
  readonly news: readonly alerts.NewAlert[];
}

/** `now` = where the rule stands after a run that went on to the newest reading; `stopped` = how far the run went. */
function reviseRule(
  track: Track,
  known: readonly past.PastAlert[],
  query: TrackQuery & { readonly fromMs: number; readonly stopped: number },
  now: alerts.RuleState | undefined,
): RevisedRule {
  const { fromMs, stopped, changeId, nowMs } = query;
  const own = known.filter((alert) => alert.thresholdId === track.rule.thresholdId);
  // What was there before the rule was set is judged by it only where it came afterwards.
  const isJudged = ({ readingAt: at }: past.PastAlert) =>
    at >= fromMs && at <= stopped && (at > track.sinceMs || (changeId === null && at <= (query.toMs ?? forever)));
  const { matched, wrong, missing } = matchRises(own.filter(isJudged), risesOf(track, fromMs, stopped));
  const startLevel = levelAtTime(track, fromMs - 1);
  const before = own.filter((alert) => alert.readingAt < fromMs && alert.upheld !== false && alert.level <= startLevel);
  const overs = [
    ...before.map((alert) => ({ alert, over: overAfter(track, fromMs - 1, alert.level) })),
    ...matched.map(({ alert, rise }) => ({ alert, over: rise.over })),
    ...wrong.map((alert) => ({ alert, over: alert.readingAt })),
  ];
  return {
    revisions: [
      ...matched.map(({ alert, rise }) => revisionOf(track, alert, rise)),
      ...wrong.map((alert) => revisionOf(track, alert, null)),
    ].flatMap(({ alert, revision }) => (isWorthSaying(alert, revision, query) ? [revision] : [])),
    released: overs.flatMap(({ alert, over }) =>
      isOpen(alert) && over !== alert.releasedAt ? [{ alertId: alert.id, at: over }] : [],
    ),
    news: missing.map(({ alert, over }) => ({
      ...alert,
      ...(changeId === null ? { receivedAt: nowMs } : { byChangeId: changeId }),
      late: true,
      releasedAt: over,
      present: now !== undefined && now.level === alert.level && over === null,
      // People were told of a higher level of the same rise.
      isSilent: matched.some(
        ({ alert: { level, upheld }, rise }) =>
          upheld !== false &&
          level > alert.level &&
          rise.alert.readingAt <= (over ?? forever) &&
          (rise.over ?? forever) >= alert.readingAt,
      ),
    })),
  };
}

const isOpen = ({ status }: past.PastAlert) => status === 'Pending' || status === 'Notice' || status === 'Confirm';

/** `rise` null = the alert is none. An alert that a verdict has ended says what it said. */
function revisionOf(
  track: Track,
  alert: past.PastAlert,
  rise: Rise | null,
): { readonly alert: past.PastAlert; readonly revision: past.Revision } {
  const level = levelAtTime(track, alert.readingAt);
  const value = track.measured.get(alert.readingAt)?.[alert.measure] ?? null;
  if (rise === null) return { alert, revision: { alertId: alert.id, upheld: false, level, value, moved: null } };
  const isSame = rise.alert.readingAt === alert.readingAt && rise.alert.measure === alert.measure;
  const isMoved = !isSame && isOpen(alert);
  if (!isMoved) return { alert, revision: { alertId: alert.id, upheld: true, level, value, moved: null } };
  return {
    alert,
    revision: { alertId: alert.id, upheld: true, level: alert.level, value: rise.alert.value, moved: rise.alert },
  };
}

/** An act says of every alert of its span what became of it; past the span, and by late readings, what is different now. */
const isWorthSaying = (
  alert: past.PastAlert,
  { upheld, moved, value }: past.Revision,
  { changeId, toMs }: TrackQuery,
): boolean =>
  (changeId !== null && alert.readingAt <= (toMs ?? forever)) ||
  moved !== null ||
  upheld !== (alert.upheld ?? true) ||
  (upheld && value !== null && value !== alert.value);

/**
 * How far a change that ends at `toMs` reaches: rates count from it up to the first usable reading after it, and a day
 * further where they look a day back.
 */
async function reachOf(sql: Sql, point: BoundPoint, toMs: number | null): Promise<number> {
  if (toMs === null) return forever;
  const searches = ratedFields(point).map((index) => ({
    series: ratedSeries(point, index),
    fromMs: toMs + 1,
    toMs: toMs + 1 + rateReachMs,
  }));
  const next = await nearestUsable(sql, searches, 'oldest');
  return Math.max(toMs, ...next.map((reading) => reading?.atMs ?? toMs)) + dayMs;
}

/** Leaves every rule, and the point, where live judging would have. */
async function settle(
  sql: Sql,
  point: BoundPoint,
  done: {
    readonly tracks: ReadonlyMap<number, Track>;
    readonly run: Run;
    readonly known: readonly past.PastAlert[];
    readonly released: readonly { alertId: number; at: number | null }[];
    readonly revisions: readonly past.Revision[];
    readonly news: readonly alerts.NewAlert[];
    readonly newIds: readonly number[];
  },
): Promise<void> {
  const released = new Map(done.released.map(({ alertId, at }) => [alertId, at]));
  const verdicts = new Map(done.revisions.map((each) => [each.alertId, each.upheld]));
  let worst = 0;
  const saved: alerts.RuleState[] = [];
  for (const { rule } of done.tracks.values()) {
    const key = alerts.keyOf(point.pointId, rule.thresholdId);
    const now = getOrThrow(done.run.ruleStates, key);
    worst = Math.max(worst, now.level);
    const refreshing = [
      ...done.known
        .filter(
          (alert) =>
            alert.thresholdId === rule.thresholdId &&
            !endsEpisode(alert) &&
            alert.level === now.level &&
            (released.has(alert.id) ? released.get(alert.id) === null : alert.releasedAt === null) &&
            (verdicts.get(alert.id) ?? alert.upheld !== false),
        )
        .map((alert) => alert.id),
      ...done.news.flatMap((alert, i) =>
        alert.thresholdId === rule.thresholdId && alert.level === now.level && alert.releasedAt === null
          ? [elementAt(done.newIds, i)]
          : [],
      ),
    ];
    const alertId = (now.state?.level ?? 0) === 0 ? null : (refreshing.at(-1) ?? null);
    saved.push({ ...now, alertId });
  }
  await alerts.saveRuleStates(sql, saved);
  await setLevel(sql, point.pointId, worst);
}
