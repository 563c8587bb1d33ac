/**
 * Store, judge, raise: one transaction for a batch. Readings, latest state, alerts and outbox rows commit together, or
 * none of them does.
 */
import type pg from 'pg';
import type { Clock } from '../kernel/clock.ts';
import * as alerts from '../rooms/alerts/alerts.ingest.table.ts';
import * as readings from '../rooms/readings/readings.ingest.table.ts';
import type { BoundPoint } from './bind.ts';
import { type Judged, judgeAll } from './judge.ts';
import type { Stored, Unbound, Waiting } from './pipeline.ts';

/** Stores a batch. Gives the fate of every row in order, and what is newly the latest of its point. */
export async function storeBatch(
  pool: pg.Pool,
  clock: Clock,
  rows: readonly Waiting[],
  unbound: readonly Unbound[],
): Promise<{ fates: readings.Fate[]; stored: Stored[] }> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await store(client, clock, rows, unbound);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // A connection whose rollback fails is of no more use.
    await client.query('ROLLBACK').then(
      () => client.release(),
      (failed) => client.release(failed as Error),
    );
    throw error;
  }
}

async function store(
  client: pg.PoolClient,
  clock: Clock,
  rows: readonly Waiting[],
  unbound: readonly Unbound[],
): Promise<{ fates: readings.Fate[]; stored: Stored[] }> {
  const nowMs = clock.now().getTime();
  if (unbound.length > 0) await readings.keepUnbound(client, newestOf(unbound));
  if (rows.length === 0) return { fates: [], stored: [] };

  // One key once: a batch may hold the same record twice (sent again before the first was answered). Where the second
  // says something else, it overwrites the first, in a round of its own.
  const byKey = new Map<string, number>();
  const unique: Waiting[] = [];
  const again: number[] = [];
  const place = rows.map((row, i) => {
    const key = `${row.point.pointId}/${row.at}`;
    const known = byKey.get(key);
    if (known !== undefined) {
      if (unique[known]!.raw !== row.raw) again.push(i);
      return -1;
    }
    byKey.set(key, unique.length);
    unique.push(row);
    return unique.length - 1;
  });

  const points = new Map<number, BoundPoint>();
  for (const row of unique) points.set(row.point.pointId, row.point);
  const pointIds = [...points.keys()].sort((a, b) => a - b);
  const latest = await readings.lockLatest(client, pointIds);
  const fatesOfUnique = await readings.insert(client, unique.map(asReading), nowMs);

  const fresh = unique
    .flatMap((row, i) => (fatesOfUnique[i] === 'unchanged' ? [] : [row]))
    .sort((a, b) => a.point.pointId - b.point.pointId || a.at - b.at);
  const fates = place.map((at): readings.Fate => (at < 0 ? 'unchanged' : fatesOfUnique[at]!));
  const stored = fresh.length > 0 ? await judgeAndMove(client, fresh, latest, pointIds, nowMs) : [];
  if (again.length > 0) {
    const second = await store(
      client,
      clock,
      again.map((i) => rows[i]!),
      [],
    );
    again.forEach((i, n) => {
      fates[i] = second.fates[n]!;
    });
    stored.push(...second.stored);
  }
  return { fates, stored };
}

const asReading = (row: Waiting): readings.NewReading => ({
  pointId: row.point.pointId,
  at: row.at,
  receivedAt: row.receivedAt,
  values: row.values,
  raw: row.raw,
});

/** Judges what is new and moves the latest state of its points on; gives what open pages are to be told. */
async function judgeAndMove(
  client: pg.PoolClient,
  fresh: readonly Waiting[],
  latest: ReadonlyMap<number, readings.Latest>,
  pointIds: readonly number[],
  nowMs: number,
): Promise<Stored[]> {
  const levels = await judgeAndRaise(client, fresh, latest, pointIds, nowMs);

  // Per point, the newest of the batch, if it is newer than what was there.
  const moved = new Map<number, Waiting>();
  for (const row of fresh) {
    const before = latest.get(row.point.pointId);
    if (!before || row.at >= before.at) moved.set(row.point.pointId, row);
  }
  const levelOf = (pointId: number) => levels.get(pointId) ?? latest.get(pointId)?.level ?? 0;
  if (moved.size > 0) {
    await readings.moveLatest(
      client,
      [...moved.values()].map((row) => ({
        pointId: row.point.pointId,
        at: row.at,
        receivedAt: row.receivedAt,
        values: row.values,
        level: levelOf(row.point.pointId),
      })),
    );
  }
  const byCorporation = new Map<number, number>();
  for (const { point } of fresh)
    byCorporation.set(point.corporationId, (byCorporation.get(point.corporationId) ?? 0) + 1);
  await readings.countStored(client, new Date(nowMs).toISOString().slice(0, 10), byCorporation);
  return fresh.map((row) => {
    const { pointId } = row.point;
    return {
      point: row.point,
      live: { pointId, at: row.at, receivedAt: row.receivedAt, values: row.values, level: levelOf(pointId) },
    };
  });
}

/** Judges the new readings of points that have rules; gives the worst level that each of those points then stands at. */
async function judgeAndRaise(
  client: pg.PoolClient,
  fresh: readonly Waiting[],
  latest: ReadonlyMap<number, readings.Latest>,
  pointIds: readonly number[],
  nowMs: number,
): Promise<Map<number, number>> {
  const ruled = fresh.filter((row) => row.point.rules.length > 0);
  if (ruled.length === 0) return new Map();
  const withRules = new Set(ruled.map((row) => row.point.pointId));
  const standings = await alerts.lockStandings(
    client,
    pointIds.filter((id) => withRules.has(id)),
  );
  const dayBefore = await askDayBefore(client, ruled);

  const previous = new Map<number, { at: number; values: readonly (number | null)[] }>();
  const judged = ruled.map((row): Judged => {
    const { pointId } = row.point;
    const known = latest.get(pointId);
    const late = known !== undefined && row.at <= known.at;
    const before = previous.get(pointId) ?? known ?? null;
    if (!late) previous.set(pointId, { at: row.at, values: row.values });
    return {
      point: row.point,
      at: row.at,
      receivedAt: row.receivedAt,
      values: row.values,
      late,
      previous: before,
      dayBefore: dayBefore.get(row),
    };
  });
  const verdicts = judgeAll(judged, standings);

  if (verdicts.raised.length > 0) {
    const ids = await alerts.raise(
      client,
      verdicts.raised.map((each) => each.alert),
      nowMs,
    );
    verdicts.raised.forEach((each, i) => {
      const alertId = ids[i]!;
      const standing = each.standing === null ? undefined : verdicts.standings.get(each.standing);
      if (standing) verdicts.standings.set(each.standing!, { ...standing, alertId });
      if (each.last) verdicts.refreshed.push({ alertId, ...each.last });
    });
  }
  if (verdicts.refreshed.length > 0) await alerts.refresh(client, verdicts.refreshed);
  if (verdicts.falls.length > 0) await alerts.release(client, verdicts.falls, nowMs);
  if (verdicts.standings.size > 0) await alerts.saveStandings(client, [...verdicts.standings.values()]);
  if (verdicts.raised.length > 0 || verdicts.falls.length > 0) await alerts.wake(client);

  const worst = new Map<number, number>([...withRules].map((id) => [id, 0]));
  const rules = new Set(ruled.flatMap((row) => row.point.rules.map((rule) => rule.thresholdId)));
  for (const standing of new Map([...standings, ...verdicts.standings]).values()) {
    if (!rules.has(standing.thresholdId)) continue;
    worst.set(standing.pointId, Math.max(worst.get(standing.pointId) ?? 0, standing.level));
  }
  return worst;
}

async function askDayBefore(client: pg.PoolClient, ruled: readonly Waiting[]) {
  const asked = ruled.filter(
    (row) => row.point.intervalSeconds < 86_400 && row.point.rules.some((rule) => rule.needsRate),
  );
  if (asked.length === 0) return new Map<Waiting, Judged['dayBefore']>();
  const answers = await readings.aDayBefore(
    client,
    asked.map((row) => ({ pointId: row.point.pointId, at: row.at })),
  );
  return new Map(asked.map((row, i) => [row, answers[i]!]));
}

function newestOf(unbound: readonly Unbound[]): Unbound[] {
  const newest = new Map<string, Unbound>();
  for (const sample of unbound) {
    const key = `${sample.deviceId}/${sample.channel}`;
    const known = newest.get(key);
    if (!known || known.at <= sample.at) newest.set(key, sample);
  }
  return [...newest.values()];
}
