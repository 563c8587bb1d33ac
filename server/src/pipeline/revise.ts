/**
 * Alerts of the past judged again, after history changed: the judge itself runs over what is true now, from where it
 * matters until nothing differs any more. What was raised stays with what was said of it then; what is true now stands
 * beside it. Crossings that nobody was told of become late alerts, quietly. Afterwards every rule stands where live
 * judging would have left it.
 */
import { type Level, levelOf, type State } from '@plumbline/science/limits/judge';
import { quality, qualityOf } from '@plumbline/science/quality/flags';
import { applyCorrections, columnsNeeded } from '@plumbline/science/series/corrections';
import type { Db } from '../kernel/context.ts';
import { emit, type Handlers } from '../kernel/events.ts';
import { type Sql, sqlOver } from '../kernel/sql.ts';
import { queueTask, type TaskHandler, taskHandler } from '../kernel/tasks.ts';
import * as alerts from '../rooms/alerts/alerts.ingest.table.ts';
import * as past from '../rooms/alerts/alerts.revise.table.ts';
import { curves, records } from '../rooms/readings/readings.reads.ts';
import { lockState } from '../rooms/readings/readings.segment.table.ts';
import { type BoundPoint, type BoundRule, bindPoints } from './bind.ts';
import { inputOf, type Judged, judgeAll } from './judge.ts';
import { dropPlans, ownerOf } from './recompute.table.ts';

interface Input {
  readonly changeId: number;
  readonly pointIds: readonly number[];
  /** Epoch ms; null = open. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** Registered in app.ts. */
export const reviseEvents: Handlers = {
  readingsChanged: [
    async ({ db, now }, { pointIds, projectId, fromMs, toMs, changeId }) => {
      // Corrections are part of what processes keep of a point.
      await dropPlans(db, pointIds);
      const concerned = await past.judgedPoints(sqlOver(db), pointIds);
      const owner = concerned.length > 0 ? await ownerOf(db, concerned[0]!) : undefined;
      if (!owner) return;
      await queueTask(
        { db, now },
        {
          kind: 'reviseAlerts',
          corporationId: owner.corporationId,
          projectId,
          subject: { name: owner.name, points: concerned.length },
          input: { changeId, pointIds: concerned, fromMs, toMs } satisfies Input,
        },
      );
    },
  ],
};

interface Cursor {
  readonly point: number;
  readonly marked: number;
  readonly found: number;
}

/** The task. Registered in app.ts. */
export const revising: TaskHandler = taskHandler<Input, Cursor>({
  kind: 'reviseAlerts',
  async run(context) {
    const { input } = context.task;
    let cursor = context.task.cursor ?? { point: 0, marked: 0, found: 0 };
    for (const [n, pointId] of input.pointIds.entries()) {
      if (n < cursor.point) continue;
      context.throwIfStopped();
      cursor = await context.db.transaction().execute(async (db) => {
        const nowMs = context.now().getTime();
        const state = await lockState(sqlOver(db), pointId);
        const point = (await bindPoints(db, [pointId], context.log)).get(pointId);
        const done = point && state ? await revisePoint(db, point, { ...input, nowMs }) : { marked: 0, found: 0 };
        const next = { point: n + 1, marked: cursor.marked + done.marked, found: cursor.found + done.found };
        await context.checkpoint(db, next);
        return next;
      });
      await context.progress(n + 1, input.pointIds.length);
    }
    return { marked: cursor.marked, found: cursor.found };
  },
});

const dayMs = 86_400_000;
const forever = Date.UTC(2200, 0, 1);
const ever = Date.UTC(1900, 0, 1);
/** Readings before the span that let runs of readings (consecutive, release) begin as they did. */
const warmUp = 20;
/** Late alerts of one rule in one re-evaluation: past this nobody reads them. */
const mostFound = 200;

interface Asked {
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
interface Track {
  readonly rule: BoundRule;
  readonly stood: Stood[];
  readonly raises: alerts.NewAlert[];
  /** What its alerts measured, at the times of the alerts. */
  readonly measured: Map<
    number,
    { readonly value: number | null; readonly cumulative: number | null; readonly rate: number | null }
  >;
}

async function revisePoint(db: Db, point: BoundPoint, asked: Asked): Promise<{ marked: number; found: number }> {
  if (point.rules.length === 0) return { marked: 0, found: 0 };
  const sql = sqlOver(db);
  const { pointId } = point;
  const standings = await alerts.lockStandings(sql, [pointId]);
  const fromMs = asked.fromMs ?? ever;
  const before = await records(sql, pointId, ever, fromMs - 1, { newestFirst: true, offset: 0, limit: warmUp });
  const startMs = before.at(-1)?.at ?? fromMs;
  const ids = point.rules.map((rule) => rule.thresholdId);
  const known = await past.pastAlerts(sql, pointId, ids, startMs);
  const tracks = new Map(
    point.rules.map((rule) => [
      rule.thresholdId,
      { rule, stood: [{ at: ever, level: levelAt(known, rule, startMs) }], raises: [], measured: new Map() } as Track,
    ]),
  );
  const endMs = (asked.toMs ?? forever) + Math.max(dayMs, 2 * point.intervalSeconds * 1000);
  const run = await runThrough(sql, point, tracks, known, { startMs, endMs });

  const revisions: past.Revision[] = [];
  const released: { alertId: number; at: number | null }[] = [];
  const news: alerts.NewAlert[] = [];
  const stopped = run.stoppedAt ?? forever;
  for (const track of tracks.values()) {
    const own = known.filter((alert) => alert.thresholdId === track.rule.thresholdId);
    const wrong = new Set<number>();
    for (const alert of own) {
      if (alert.readingAt < fromMs || alert.readingAt > stopped) continue;
      const said = verdictOn(track, alert);
      // Past the span only what is different now is worth saying.
      if (alert.readingAt > (asked.toMs ?? forever) && said.stands && alert.revised !== false) continue;
      revisions.push(said);
      if (!said.stands) wrong.add(alert.id);
      const isOpen = alert.status === 'Pending' || alert.status === 'Notice' || alert.status === 'Confirm';
      if (isOpen && isRunning(alert)) {
        const over = overAt(track, alert);
        if (over !== alert.releasedAt) released.push({ alertId: alert.id, at: over });
      }
    }
    const lateBefore = standings.get(alerts.keyOf(pointId, track.rule.thresholdId));
    const standing = own.filter(
      (alert) => !wrong.has(alert.id) && (alert.revised !== false || alert.readingAt >= fromMs),
    );
    news.push(...missed(track, standing, { ...asked, fromMs, stopped, late: lateBefore }));
  }
  await past.saveRevisions(sql, asked.changeId, asked.nowMs, revisions);
  await past.setReleased(sql, released);
  const newIds = news.length > 0 ? await alerts.raise(sql, news, asked.nowMs) : [];
  if (run.stoppedAt === null)
    await settle(sql, point, { tracks, standings, run, known, released, revisions, news, newIds });
  const told = revisions[0]?.alertId ?? newIds[0];
  if (told !== undefined)
    await emit(db, new Date(asked.nowMs), 'alertsRevised', { alertId: told, projectId: point.projectId });
  return { marked: revisions.length, found: newIds.length };
}

/** An alert that refreshes and releases; a late one does neither, unless it was found afterwards. */
const isRunning = ({ late, byChangeId }: past.PastAlert) => !late || byChangeId !== null;
const endsEpisode = ({ status }: past.PastAlert) => status === 'FalseAlarm' || status === 'Restore';

/** Where a rule stood at a time, as its alerts say. */
function levelAt(known: readonly past.PastAlert[], rule: BoundRule, at: number): number {
  const levels = known
    .filter(
      (alert) =>
        alert.thresholdId === rule.thresholdId &&
        isRunning(alert) &&
        alert.revised !== false &&
        alert.readingAt < at &&
        (alert.releasedAt === null || alert.releasedAt > at) &&
        !(endsEpisode(alert) && alert.settledAt !== null && alert.settledAt <= at),
    )
    .map((alert) => alert.level);
  return Math.max(0, ...levels);
}

/** Verdicts that ended an episode: the rule starts anew with the first reading after each. By rule, ascending. */
function resetsOf(known: readonly past.PastAlert[], thresholdId: number): number[] {
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

interface Run {
  readonly standings: ReadonlyMap<string, alerts.Standing>;
  /** Where nothing differed any more; null = it went on to the newest reading. */
  readonly stoppedAt: number | null;
}

const chunkRows = 65_536;

async function runThrough(
  sql: Sql,
  point: BoundPoint,
  tracks: ReadonlyMap<number, Track>,
  known: readonly past.PastAlert[],
  { startMs, endMs }: { startMs: number; endMs: number },
): Promise<Run> {
  const standings = new Map<string, alerts.Standing>();
  for (const { rule, stood } of tracks.values()) {
    const level = stood[0]!.level as Level;
    const state: State | null = level === 0 ? null : { level, pendingLevel: 0, pendingCount: 0, releaseCount: 0 };
    standings.set(alerts.keyOf(point.pointId, rule.thresholdId), standingOf(point, rule, state));
  }
  const resets = [...tracks.values()]
    .flatMap(({ rule }) => resetsOf(known, rule.thresholdId).map((at) => ({ at, rule })))
    .filter(({ at }) => at >= startMs)
    .sort((a, b) => a.at - b.at);
  const wanted = new Set(known.map((alert) => alert.readingAt));
  const rated = point.rules.some((rule) => rule.needsRate);
  const backMs = rated ? dayMs + 2 * point.intervalSeconds * 1000 : 0;
  const limit = rated ? chunkRows * 4 : chunkRows;
  let reset = 0;
  for (let from = startMs; ; ) {
    const chunk = await seenRecords(sql, point, from - backMs, limit);
    let first = chunk.findIndex((reading) => reading.at >= from);
    if (first < 0) first = chunk.length;
    const judged = lookingBack(point, chunk, first, rated);
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
      if (end > begin) judgePart(judged.slice(begin, end), standings, tracks, wanted);
      if (after >= 0 && end === after) {
        const { rule, at } = resets[reset++]!;
        standings.set(alerts.keyOf(point.pointId, rule.thresholdId), standingOf(point, rule, null));
        tracks.get(rule.thresholdId)!.stood.push({ at, level: 0 });
      }
      begin = end;
      const last = judged[end - 1];
      if (last && last.at > endMs && isCalm(standings, known, tracks, last.at))
        return { standings, stoppedAt: last.at };
    }
    if (chunk.length < limit) break;
    from = chunk.at(-1)!.at + 1;
  }
  // A verdict on the last reading leaves the rule at nothing until the next one.
  for (const { rule, at } of resets.slice(reset)) {
    standings.set(alerts.keyOf(point.pointId, rule.thresholdId), standingOf(point, rule, null));
    tracks.get(rule.thresholdId)!.stood.push({ at, level: 0 });
  }
  return { standings, stoppedAt: null };
}

const standingOf = ({ pointId }: BoundPoint, { thresholdId }: BoundRule, state: State | null): alerts.Standing => ({
  pointId,
  thresholdId,
  state,
  level: state?.level ?? 0,
  alertId: null,
  lateLevel: 0,
  lateAt: null,
});

/** Nothing is on, in the run and by what alerts said: from here on both go the same way. */
function isCalm(
  standings: ReadonlyMap<string, alerts.Standing>,
  known: readonly past.PastAlert[],
  tracks: ReadonlyMap<number, Track>,
  at: number,
): boolean {
  for (const { state } of standings.values()) if (state && (state.level > 0 || state.pendingCount > 0)) return false;
  for (const { rule } of tracks.values()) if (levelAt(known, rule, at + 1) > 0) return false;
  // An alert that was wrongly called off before comes after this too.
  return !known.some((alert) => alert.revised === false && alert.readingAt > at);
}

interface Seen {
  readonly at: number;
  readonly values: readonly (number | null)[];
}

/** Records from a time on as rules see them: the fields that rules look at, corrected, without what failed. */
async function seenRecords(sql: Sql, point: BoundPoint, fromMs: number, limit: number): Promise<Seen[]> {
  const wanted = [...new Set(point.rules.map((rule) => rule.fieldIndex))];
  const needed = columnsNeeded(point.keys, wanted, point.corrections, point.options);
  const stored = (await curves(sql, [point.pointId], needed, fromMs, forever, limit)).get(point.pointId)!;
  const keys = needed.map((index) => point.keys[index]!);
  const shown = applyCorrections(stored.times, stored.columns, keys, point.corrections, point.options);
  const columns = wanted.map((index) => {
    const place = needed.indexOf(index);
    return { index, values: shown[place]!, flags: stored.flags[place] ?? null };
  });
  const width = Math.max(...wanted) + 1;
  return Array.from(stored.times, (at, i) => {
    const values = new Array<number | null>(width).fill(null);
    for (const { index, values: column, flags } of columns) {
      const value = column[i]!;
      if (!Number.isNaN(value) && (flags === null || qualityOf(flags[i]!) !== quality.fail)) values[index] = value;
    }
    return { at, values };
  });
}

/** Readings from `first` on with what their rates look back at. */
function lookingBack(point: BoundPoint, chunk: readonly Seen[], first: number, rated: boolean): Judged[] {
  const judged: Judged[] = [];
  let place = 0;
  for (let i = first; i < chunk.length; i++) {
    const { at, values } = chunk[i]!;
    const reading = { point, at, receivedAt: at, values, late: false, previous: chunk[i - 1] ?? null };
    if (!rated || point.intervalSeconds >= 86_400) {
      judged.push(reading);
      continue;
    }
    const then = at - dayMs;
    while (place + 1 < chunk.length && chunk[place + 1]!.at <= then) place++;
    const before = chunk[place]!.at <= then ? chunk[place]! : null;
    const after = before?.at === then ? before : (chunk[before ? place + 1 : 0] ?? null);
    judged.push({ ...reading, dayBefore: { before, after } });
  }
  return judged;
}

function judgePart(
  part: readonly Judged[],
  standings: Map<string, alerts.Standing>,
  tracks: ReadonlyMap<number, Track>,
  wanted: ReadonlySet<number>,
): void {
  const verdicts = judgeAll(part, standings);
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
  for (const [key, standing] of verdicts.standings) standings.set(key, { ...standing, alertId: null });
  if (wanted.size === 0) return;
  for (const reading of part)
    if (wanted.has(reading.at))
      for (const { rule, measured } of tracks.values()) measured.set(reading.at, inputOf(reading, rule));
}

const standsAt = ({ stood }: Track, at: number): number => {
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
    standsAt(track, from),
    ...track.stood.filter((each) => each.at > from && each.at <= to).map((each) => each.level),
  );

function verdictOn(track: Track, alert: past.PastAlert): past.Revision {
  const { rule } = track;
  const { method, levels } = rule.rule;
  const measured = track.measured.get(alert.readingAt);
  const value = measured?.[alert.measure] ?? null;
  if (!isRunning(alert)) {
    const level =
      value === null ? 0 : rule.kind === 'multi' ? standsAt(track, alert.readingAt) : levelOf(value, levels, method);
    return { alertId: alert.id, stands: level >= alert.level, level, value };
  }
  const now = standsAt(track, alert.readingAt);
  const level = now >= alert.level ? now : highest(track, alert.readingAt, Math.max(alert.readingAt, alert.lastAt));
  return { alertId: alert.id, stands: level >= alert.level, level, value };
}

/** When an alert is over by the run: the first time from its own on at which its rule stands lower; null = still on. */
function overAt(track: Track, alert: past.PastAlert): number | null {
  const rise =
    standsAt(track, alert.readingAt) >= alert.level
      ? alert.readingAt
      : track.stood.find((each) => each.at > alert.readingAt && each.at <= alert.lastAt && each.level >= alert.level)
          ?.at;
  if (rise === undefined) return alert.readingAt;
  return track.stood.find((each) => each.at > rise && each.level < alert.level)?.at ?? null;
}

/** Rises in the run that no alert had told of, one a level and day. */
function missed(
  track: Track,
  own: readonly past.PastAlert[],
  asked: Asked & { readonly fromMs: number; readonly stopped: number; readonly late: alerts.Standing | undefined },
): alerts.NewAlert[] {
  const found: alerts.NewAlert[] = [];
  let told: { at: number; level: number } | null =
    asked.late?.lateAt == null ? null : { at: asked.late.lateAt, level: asked.late.lateLevel };
  for (const raise of track.raises) {
    const { readingAt: at, level } = raise;
    if (at < asked.fromMs || at > asked.stopped || found.length >= mostFound) continue;
    const over = track.stood.find((each) => each.at > at && each.level < level)?.at ?? null;
    const isTold = own.some(
      (alert) =>
        alert.level >= level &&
        (isRunning(alert)
          ? alert.readingAt <= (over ?? forever) && (alert.releasedAt ?? forever) >= at
          : Math.abs(alert.readingAt - at) <= dayMs),
    );
    const quiet = told !== null && Math.abs(at - told.at) <= dayMs && level <= told.level;
    if (isTold || quiet) continue;
    told = { at, level };
    found.push({ ...raise, late: true, byChangeId: asked.changeId, releasedAt: over });
  }
  return found;
}

/** Leaves every rule, and the point, where live judging would have. */
async function settle(
  sql: Sql,
  point: BoundPoint,
  done: {
    readonly tracks: ReadonlyMap<number, Track>;
    readonly standings: ReadonlyMap<string, alerts.Standing>;
    readonly run: Run;
    readonly known: readonly past.PastAlert[];
    readonly released: readonly { alertId: number; at: number | null }[];
    readonly revisions: readonly past.Revision[];
    readonly news: readonly alerts.NewAlert[];
    readonly newIds: readonly number[];
  },
): Promise<void> {
  const released = new Map(done.released.map(({ alertId, at }) => [alertId, at]));
  const stands = new Map(done.revisions.map((each) => [each.alertId, each.stands]));
  let worst = 0;
  const saved: alerts.Standing[] = [];
  for (const { rule } of done.tracks.values()) {
    const key = alerts.keyOf(point.pointId, rule.thresholdId);
    const now = done.run.standings.get(key)!;
    const before = done.standings.get(key);
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
            (stands.get(alert.id) ?? alert.revised !== false),
        )
        .map((alert) => alert.id),
      ...done.news.flatMap((alert, i) =>
        alert.thresholdId === rule.thresholdId && alert.level === now.level && alert.releasedAt === null
          ? [done.newIds[i]!]
          : [],
      ),
    ];
    const alertId = now.level === 0 ? null : (refreshing.at(-1) ?? null);
    const late = { lateLevel: before?.lateLevel ?? 0, lateAt: before?.lateAt ?? null };
    saved.push({ ...now, alertId, ...late });
  }
  await alerts.saveStandings(sql, saved);
  await past.setLevel(sql, point.pointId, worst);
}
