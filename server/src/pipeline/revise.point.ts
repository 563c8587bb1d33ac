/**
 * One point judged again over a stretch of its past, in the transaction of the caller who holds the lock of its state.
 * What was raised stays with what was said of it then; what is true now stands beside it. Afterwards every rule, and the
 * point, stand where live judging would have left them.
 */
import { elementAt, getOrThrow } from '@plumbline/contract/elements';
import { rateReachMs } from '@plumbline/science/series/rates';
import * as alerts from '../features/alerts/alerts.ingest.table.ts';
import * as past from '../features/alerts/alerts.revise.table.ts';
import { records } from '../features/readings/readings.api.ts';
import { nearestUsable } from '../features/readings/readings.usable.api.ts';
import { setLevel } from '../features/store/store.levels.api.ts';
import type { Db } from '../kernel/context.ts';
import { emit } from '../kernel/events.ts';
import { type Sql, sqlOver } from '../kernel/sql.ts';
import type { BoundPoint } from './bind.ts';
import { ratedFields, ratedSeries } from './rates.ts';
import { type Run, runThrough } from './revise.run.ts';
import {
  dayMs,
  endsEpisode,
  ever,
  forever,
  isRunning,
  levelAt,
  missed,
  overAt,
  type Track,
  type TrackQuery,
  verdictOn,
} from './revise.tracks.ts';

/** Readings before the span that let runs of readings (consecutive, release) begin as they did. */
const warmUp = 20;

/** Re-evaluates a point. Returns the number of alerts that were re-evaluated, and of crossings that had raised none. */
export async function revisePoint(
  db: Db,
  point: BoundPoint,
  query: TrackQuery,
): Promise<{ marked: number; found: number }> {
  if (point.rules.length === 0) return { marked: 0, found: 0 };
  const sql = sqlOver(db);
  const { pointId } = point;
  const ruleStates = await alerts.lockRuleStates(sql, [pointId]);
  const fromMs = query.fromMs ?? ever;
  const before = await records(sql, pointId, ever, fromMs - 1, { newestFirst: true, offset: 0, limit: warmUp });
  const startMs = before.at(-1)?.at ?? fromMs;
  const ids = point.rules.map((rule) => rule.thresholdId);
  const known = await past.pastAlerts(sql, pointId, ids, startMs);
  const tracks = tracksOf(point, known, await past.rulesSince(sql, ids), startMs);
  const endMs = await reachOf(sql, point, query.toMs);
  const run = await runThrough(sql, point, tracks, known, { startMs, endMs });

  const revised = [...tracks.values()].map((track) => {
    const key = alerts.keyOf(pointId, track.rule.thresholdId);
    const now = run.stoppedAt === null ? run.ruleStates.get(key) : undefined;
    const stopped = run.stoppedAt ?? forever;
    return reviseRule(track, known, { ...query, fromMs, stopped, late: ruleStates.get(key) }, now);
  });
  const revisions = revised.flatMap((each) => each.revisions);
  const released = revised.flatMap((each) => each.released);
  const news = revised.flatMap((each) => each.news);
  await past.saveRevisions(sql, query.changeId, query.nowMs, revisions);
  await past.setReleased(sql, released);
  const newIds = news.length > 0 ? await alerts.raise(sql, news, query.nowMs) : [];
  if (run.stoppedAt === null)
    await settle(sql, point, { tracks, ruleStates, run, known, released, revisions, news, newIds });
  const alertId = revisions[0]?.alertId ?? newIds[0];
  if (alertId !== undefined)
    await emit(db, new Date(query.nowMs), 'alertsRevised', { alertId, projectId: point.projectId });
  return { marked: revisions.length, found: newIds.length };
}

/** Each rule of a point as it stood where the run begins. */
const tracksOf = (
  point: BoundPoint,
  known: readonly past.PastAlert[],
  since: ReadonlyMap<number, number>,
  startMs: number,
): ReadonlyMap<number, Track> =>
  new Map(
    point.rules.map((rule): [number, Track] => [
      rule.thresholdId,
      {
        rule,
        sinceMs: since.get(rule.thresholdId) ?? ever,
        stood: [{ at: ever, level: levelAt(known, rule, startMs) }],
        raises: [],
        measured: new Map(),
      },
    ]),
  );

/** What the run says of one rule: of its alerts, when they are over, and what nobody was told of. */
interface RevisedRule {
  readonly revisions: readonly past.Revision[];
  readonly released: readonly { alertId: number; at: number | null }[];
  readonly news: readonly alerts.NewAlert[];
}

/** `now` = where the rule stands after a run that went on to the newest reading. */
function reviseRule(
  track: Track,
  known: readonly past.PastAlert[],
  query: Parameters<typeof missed>[2],
  now: alerts.RuleState | undefined,
): RevisedRule {
  const revisions: past.Revision[] = [];
  const released: { alertId: number; at: number | null }[] = [];
  const wrong = new Set<number>();
  const own = known.filter((alert) => alert.thresholdId === track.rule.thresholdId);
  for (const alert of own) {
    if (alert.readingAt < query.fromMs || alert.readingAt > query.stopped) continue;
    // Of what was there before the rule only single readings that came late were judged by it.
    if (alert.readingAt <= track.sinceMs && (isRunning(alert) || track.rule.kind === 'multi')) continue;
    const verdict = verdictOn(track, alert);
    // Past the span only what is different now is worth saying.
    if (alert.readingAt > (query.toMs ?? forever) && verdict.upheld && alert.upheld !== false) continue;
    revisions.push(verdict);
    if (!verdict.upheld) wrong.add(alert.id);
    const isOpen = alert.status === 'Pending' || alert.status === 'Notice' || alert.status === 'Confirm';
    if (isOpen && isRunning(alert)) {
      const over = overAt(track, alert);
      if (over !== alert.releasedAt) released.push({ alertId: alert.id, at: over });
    }
  }
  const current = own.filter(
    (alert) => !wrong.has(alert.id) && (alert.upheld !== false || alert.readingAt >= query.fromMs),
  );
  const found = missed(track, current, query);
  return { revisions, released, news: found.map((alert) => ({ ...alert, present: isPresent(alert, now) })) };
}

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

/** Whether what was found of the past is still on: the rule stands at its level with the newest reading. */
const isPresent = (alert: alerts.NewAlert, now: alerts.RuleState | undefined): boolean =>
  now !== undefined && now.level === alert.level && (alert.releasedAt ?? null) === null;

/** Leaves every rule, and the point, where live judging would have. */
async function settle(
  sql: Sql,
  point: BoundPoint,
  done: {
    readonly tracks: ReadonlyMap<number, Track>;
    readonly ruleStates: ReadonlyMap<string, alerts.RuleState>;
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
    const before = done.ruleStates.get(key);
    worst = Math.max(worst, now.level);
    const refreshing = [
      ...done.known
        .filter(
          (alert) =>
            alert.thresholdId === rule.thresholdId &&
            isRunning(alert) &&
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
    const late = { lateLevel: before?.lateLevel ?? 0, lateAt: before?.lateAt ?? null };
    saved.push({ ...now, alertId, ...late });
  }
  await alerts.saveRuleStates(sql, saved);
  await setLevel(sql, point.pointId, worst);
}
