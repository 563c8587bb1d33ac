/**
 * Store, judge, raise: one transaction for a batch. Readings, latest state, alerts and outbox rows commit together, or
 * none of them does.
 */
import type { Sample } from '@plumbline/science/sensors/recipes';
import type pg from 'pg';
import type { Clock } from '../kernel/clock.ts';
import * as alerts from '../rooms/alerts/alerts.ingest.table.ts';
import { holdPlans } from '../rooms/points/points.plans.reads.ts';
import * as readings from '../rooms/readings/readings.ingest.table.ts';
import { lockQuality, saveQuality } from '../rooms/readings/readings.quality.table.ts';
import { sidesOf } from '../rooms/readings/readings.sides.table.ts';
import type { BoundComposite, BoundPoint } from './bind.ts';
import { composeRows } from './compose.rows.ts';
import { type Judged, judgeAll } from './judge.ts';
import type { Stored, Unbound, Waiting } from './pipeline.ts';
import { remembering, testAll } from './quality.ts';
import { correctedOf, seenOf, trustedOf } from './seen.ts';

/** Points as they stand in the database now. */
export type Rebind = (pointIds: readonly number[]) => Promise<ReadonlyMap<number, BoundPoint>>;

/**
 * Stores a batch. Gives the fate of every row in order, and what is newly the latest of its point. With `rebind`, rows
 * that were converted by settings which have changed since are converted again, under the lock of their point: what is
 * stored after a change was made by it, so recomputing what was stored before is enough.
 */
export async function storeBatch(
  pool: pg.Pool,
  clock: Clock,
  rows: readonly Waiting[],
  unbound: readonly Unbound[],
  rebind?: Rebind,
): Promise<{ fates: readings.Fate[]; stored: Stored[] }> {
  for (let current = rows; ; ) {
    try {
      return await transact(pool, clock, current, unbound, rebind !== undefined);
    } catch (error) {
      if (!(error instanceof StalePlans) || !rebind) throw error;
      current = await converted(current, error.pointIds, rebind);
    }
  }
}

/** Points whose settings changed while their readings were on the way: nothing of the batch is stored. */
class StalePlans extends Error {
  readonly pointIds: ReadonlySet<number>;
  constructor(pointIds: readonly number[]) {
    super('settings changed on the way');
    this.pointIds = new Set(pointIds);
  }
}

async function transact(
  pool: pg.Pool,
  clock: Clock,
  rows: readonly Waiting[],
  unbound: readonly Unbound[],
  checks: boolean,
) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await store(client, clock, rows, unbound, checks);
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

/** The same inside of a transaction of the caller's. */
export async function store(
  client: pg.PoolClient,
  clock: Clock,
  rows: readonly Waiting[],
  unbound: readonly Unbound[],
  checks = false,
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

  const ids = idsOf(unique);
  const latest = await readings.lockLatest(client, ids);
  if (checks) await holdFirst(client, unique, latest);
  const points = new Map<number, BoundPoint>();
  for (const row of unique) points.set(row.point.pointId, row.point);
  const tested = await testRows(client, unique, points, latest);
  const fatesOfUnique = await readings.insert(client, tested.map(asReading), latest, nowMs);

  const fresh = tested
    .flatMap((row, i) => (fatesOfUnique[i] === 'unchanged' ? [] : [row]))
    .sort((a, b) => a.point.pointId - b.point.pointId || a.at - b.at);
  const fates = place.map((at): readings.Fate => (at < 0 ? 'unchanged' : fatesOfUnique[at]!));
  const stored = fresh.length > 0 ? await judgeAndMove(client, fresh, latest, idsOf(fresh), nowMs, checks) : [];
  stored.push(...(await storeComposites(client, fresh, latest, nowMs, checks)));
  if (again.length > 0) {
    const second = await store(
      client,
      clock,
      again.map((i) => rows[i]!),
      [],
      checks,
    );
    again.forEach((i, n) => {
      fates[i] = second.fates[n]!;
    });
    stored.push(...second.stored);
  }
  return { fates, stored };
}

/** The points of rows and the composites that read them, in the order in which their locks are taken. */
function idsOf(rows: readonly Waiting[]): number[] {
  const ids = new Set<number>();
  for (const { point } of rows) {
    ids.add(point.pointId);
    for (const composite of point.composites) ids.add(composite.pointId);
  }
  return [...ids].sort((a, b) => a - b);
}

/**
 * What composites are by the new readings of their slaves, level by level: stored, tested and judged like any reading,
 * in the same transaction. Nothing but a look at the rows where there are none.
 */
async function storeComposites(
  client: pg.PoolClient,
  fresh: readonly Tested[],
  latest: ReadonlyMap<number, readings.Latest>,
  nowMs: number,
  checks: boolean,
): Promise<Stored[]> {
  const composites = new Map<number, BoundComposite>();
  for (const { point } of fresh) for (const each of point.composites) composites.set(each.pointId, each);
  if (composites.size === 0) return [];
  const changeId = fresh[0]?.changeId ?? null;
  const moved = new Map<number, { at: number; receivedAt: number }[]>();
  const note = (rows: readonly Tested[]) => {
    for (const { point, at, receivedAt } of rows) {
      const known = moved.get(point.pointId);
      if (known) known.push({ at, receivedAt });
      else moved.set(point.pointId, [{ at, receivedAt }]);
    }
  };
  note(fresh);
  const stored: Stored[] = [];
  for (const [, level] of [...Map.groupBy(composites.values(), (each) => each.depth)].sort(([a], [b]) => a - b)) {
    // What an act brings and what follows from it are undone together.
    const rows = (await composeRows(client, level, moved, latest)).map((row) => ({ ...row, changeId }));
    if (rows.length === 0) continue;
    const points = new Map(rows.map((row) => [row.point.pointId, row.point]));
    const tested = await testRows(client, rows, points, latest);
    const fates = await readings.insert(client, tested.map(asReading), latest, nowMs);
    const news = tested
      .filter((_, i) => fates[i] !== 'unchanged')
      .sort((a, b) => a.point.pointId - b.point.pointId || a.at - b.at);
    if (news.length === 0) continue;
    note(news);
    stored.push(...(await judgeAndMove(client, news, latest, idsOf(news), nowMs, checks)));
  }
  return stored;
}

/** A row with what is known of it once it is tested. */
interface Tested extends Waiting {
  readonly flags: readonly number[] | null;
  /** Corrected values: what people see. */
  readonly shown: readonly (number | null)[];
  /** What rules look at: those that have not failed. */
  readonly seen: readonly (number | null)[];
}

/** The rows by the settings that are in force now, those of stale points and of points with stale composites. */
async function converted(
  rows: readonly Waiting[],
  stale: ReadonlySet<number>,
  rebind: Rebind,
): Promise<readonly Waiting[]> {
  const isStale = ({ pointId, composites }: BoundPoint) =>
    stale.has(pointId) || composites.some((composite) => stale.has(composite.pointId));
  const fresh = await rebind([...new Set(rows.filter((row) => isStale(row.point)).map((row) => row.point.pointId))]);
  return rows.map((row) => {
    if (!isStale(row.point)) return row;
    const point = fresh.get(row.point.pointId);
    if (point) return { ...row, point, values: point.convert(JSON.parse(row.raw) as Sample) };
    // It takes no readings any more (archived meanwhile): what was measured before is kept as it was converted.
    return { ...row, point: { ...row.point, version: '', composites: [] } };
  });
}

/** A point's first reading finds no state to lock: until it is stored, nobody changes what it is converted by. */
async function holdFirst(
  client: pg.PoolClient,
  rows: readonly Waiting[],
  latest: ReadonlyMap<number, readings.Latest>,
): Promise<void> {
  const first = idsOf(rows).filter((id) => !latest.has(id));
  if (first.length > 0) await client.query({ ...holdPlans, values: [first] });
}

/** Quality tests, in order of measuring time; what they remember of the points is written with the readings. */
async function testRows(
  client: pg.PoolClient,
  rows: readonly Waiting[],
  points: ReadonlyMap<number, BoundPoint>,
  latest: ReadonlyMap<number, readings.Latest>,
): Promise<Tested[]> {
  const remember = remembering(points.values());
  const states = remember.length > 0 ? await lockQuality(client, remember) : new Map<number, never>();
  const shown = rows.map((row) => correctedOf(row.point, row.at, row.values));
  const order = [...rows.keys()].sort((a, b) => {
    const [one, two] = [rows[a]!, rows[b]!];
    return one.point.pointId - two.point.pointId || one.at - two.at;
  });
  const { flags, moved } = testAll(
    order.map((i) => ({ point: rows[i]!.point, at: rows[i]!.at, receivedAt: rows[i]!.receivedAt, values: shown[i]! })),
    states,
    (pointId) => latest.get(pointId)?.at ?? null,
  );
  if (moved.size > 0) await saveQuality(client, moved);
  const tested = new Array<Tested>(rows.length);
  order.forEach((i, n) => {
    const found = rows[i]!.flags ?? flags[n]!;
    tested[i] = { ...rows[i]!, flags: found, shown: shown[i]!, seen: trustedOf(shown[i]!, found) };
  });
  return tested;
}

const asReading = (row: Waiting): readings.NewReading => ({
  pointId: row.point.pointId,
  at: row.at,
  receivedAt: row.receivedAt,
  values: row.values,
  raw: row.raw,
  flags: row.flags,
  deviceId: row.deviceId,
  changeId: row.changeId,
});

/** Judges what is new and moves the latest state of its points on; gives what open pages are to be told. */
async function judgeAndMove(
  client: pg.PoolClient,
  fresh: readonly Tested[],
  latest: ReadonlyMap<number, readings.Latest>,
  pointIds: readonly number[],
  nowMs: number,
  checks: boolean,
): Promise<Stored[]> {
  const levels = await judgeAndRaise(client, fresh, latest, pointIds, nowMs);

  // Per point the newest of the batch; it becomes the latest if it is newer than what was there.
  const newest = new Map<number, { row: Tested; added: number }>();
  for (const row of fresh)
    newest.set(row.point.pointId, { row, added: (newest.get(row.point.pointId)?.added ?? 0) + 1 });
  const levelOf = (pointId: number) => levels.get(pointId) ?? latest.get(pointId)?.level ?? 0;
  const versions = await readings.moveLatest(
    client,
    [...newest.values()].map(({ row, added }) => ({
      pointId: row.point.pointId,
      at: row.at,
      receivedAt: row.receivedAt,
      values: row.values,
      level: levelOf(row.point.pointId),
      added,
    })),
    nowMs,
  );
  if (checks) {
    // Under the lock: a change that was made before it is seen here, one that comes after finds these readings stored.
    const stale = [...newest.values()].filter(({ row: { point } }) => {
      const version = versions.get(point.pointId);
      return version !== undefined && point.version !== '' && version !== point.version;
    });
    if (stale.length > 0) throw new StalePlans(stale.map(({ row }) => row.point.pointId));
  }
  const byCorporation = new Map<number, number>();
  for (const { point } of fresh)
    byCorporation.set(point.corporationId, (byCorporation.get(point.corporationId) ?? 0) + 1);
  await readings.countStored(client, new Date(nowMs).toISOString().slice(0, 10), byCorporation);
  return fresh.map((row) => {
    const { pointId } = row.point;
    const { at, receivedAt, shown, flags } = row;
    return {
      point: row.point,
      live: {
        pointId,
        at,
        receivedAt,
        values: [...shown],
        level: levelOf(pointId),
        ...(flags && { flags: [...flags] }),
      },
    };
  });
}

/** Judges the new readings of points that have rules; gives the worst level that each of those points then stands at. */
async function judgeAndRaise(
  client: pg.PoolClient,
  fresh: readonly Tested[],
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
  const looks = await lookBack(client, ruled, latest);

  const previous = new Map<number, { at: number; values: readonly (number | null)[] }>();
  const judged = ruled.map((row): Judged => {
    const { pointId } = row.point;
    const known = latest.get(pointId);
    const late = known !== undefined && row.at <= known.at;
    const before = previous.get(pointId) ?? looks.last.get(pointId) ?? null;
    if (!late) previous.set(pointId, { at: row.at, values: row.seen });
    return {
      point: row.point,
      at: row.at,
      receivedAt: row.receivedAt,
      values: row.seen,
      late,
      previous: before,
      dayBefore: looks.dayBefore.get(row),
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

interface Sided {
  readonly at: number;
  readonly values: readonly (number | null)[];
}

/**
 * What rates look back at, as rules see it: the readings on both sides of a day before for points that are read more
 * often, else the last one. At most two queries, none where no rule asks for a rate.
 */
async function lookBack(
  client: pg.PoolClient,
  ruled: readonly Tested[],
  latest: ReadonlyMap<number, readings.Latest>,
): Promise<{ dayBefore: Map<Tested, NonNullable<Judged['dayBefore']>>; last: Map<number, Sided> }> {
  const rated = ruled.filter((row) => row.point.rules.some((rule) => rule.needsRate));
  const often = rated.filter((row) => row.point.intervalSeconds < 86_400);
  const seldom = new Map(
    rated.filter((row) => row.point.intervalSeconds >= 86_400).map((row) => [row.point.pointId, row.point]),
  );
  const sides =
    often.length === 0
      ? []
      : await readings.aDayBefore(
          client,
          often.map((row) => ({ pointId: row.point.pointId, at: row.at })),
          latest,
        );
  const seen = (point: BoundPoint, side: Parameters<typeof seenOf>[1] | null) =>
    side && { at: side.at, values: seenOf(point, side) };
  const dayBefore = new Map(
    often.map((row, i) => {
      const { before, after } = sides[i]!;
      return [row, { before: seen(row.point, before), after: seen(row.point, after) }];
    }),
  );
  const asked = [...seldom.values()].flatMap((point) => latest.get(point.pointId) ?? []);
  const found =
    asked.length === 0
      ? []
      : await sidesOf(
          client,
          asked.map(({ pointId, at, sealedTo }) => ({ pointId, at, sealed: sealedTo !== null && at <= sealedTo })),
        );
  const last = new Map<number, Sided>();
  asked.forEach(({ pointId }, i) => {
    const side = seen(seldom.get(pointId)!, found[i]!.before);
    if (side) last.set(pointId, side);
  });
  return { dayBefore, last };
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
