/** Judges what is new and moves the latest state of its points on, inside the transaction that stores it. */
import type pg from 'pg';
import * as alerts from '../features/alerts/alerts.ingest.table.ts';
import * as readings from '../features/store/store.ingest.table.ts';
import { type Latest, moveLatest } from '../features/store/store.states.table.ts';
import { type Judged, judgeAll } from './judge.ts';
import type { StoredReading } from './row.ts';
import { takeRates } from './store.rates.ts';
import type { StoreOptions, TestedReading } from './store.rows.ts';

/** Points whose settings changed while their readings were on the way: nothing of the batch is stored. */
export class StalePlans extends Error {
  readonly pointIds: ReadonlySet<number>;
  constructor(pointIds: readonly number[]) {
    super('settings changed on the way');
    this.pointIds = new Set(pointIds);
  }
}

/** Judges new readings and updates the latest state of their points; returns the live readings to publish. */
export async function judgeAndMove(
  client: pg.PoolClient,
  fresh: readonly TestedReading[],
  latest: ReadonlyMap<number, Latest>,
  nowMs: number,
  { checks }: StoreOptions,
): Promise<StoredReading[]> {
  const levels = await judgeAndRaise(client, fresh, latest, nowMs);

  // Per point the newest of the batch; it becomes the latest if it is newer than what was there.
  const newest = new Map<number, { row: TestedReading; added: number }>();
  for (const row of fresh)
    newest.set(row.point.pointId, { row, added: (newest.get(row.point.pointId)?.added ?? 0) + 1 });
  const levelOf = (pointId: number) => levels.get(pointId) ?? latest.get(pointId)?.level ?? 0;
  const stale = await moveLatest(
    client,
    [...newest.values()].map(({ row, added }) => ({
      pointId: row.point.pointId,
      at: row.at,
      receivedAt: row.receivedAt,
      values: row.values,
      level: levelOf(row.point.pointId),
      added,
      version: checks ? row.point.version : '',
    })),
    nowMs,
    latest,
  );
  // Under the lock: a change that was made before it is seen here, one that comes after finds these readings stored.
  if (stale.length > 0) throw new StalePlans(stale);
  const counts = [...Map.groupBy(fresh, ({ point }) => point.projectId)].map(([projectId, rows]) => ({
    projectId,
    corporationId: rows[0]!.point.corporationId,
    stored: rows.length,
  }));
  await readings.countStored(client, new Date(nowMs).toISOString().slice(0, 10), counts);
  return fresh.map((row) => {
    const { pointId } = row.point;
    const { at, receivedAt, corrected, flags } = row;
    return {
      point: row.point,
      live: {
        pointId,
        at,
        receivedAt,
        values: [...corrected],
        level: levelOf(pointId),
        ...(flags && { flags: [...flags] }),
      },
    };
  });
}

/** Judges the new readings of points that have rules; gives the worst level that each of those points then stands at. */
async function judgeAndRaise(
  client: pg.PoolClient,
  fresh: readonly TestedReading[],
  latest: ReadonlyMap<number, Latest>,
  nowMs: number,
): Promise<Map<number, number>> {
  const ruled = fresh.filter((row) => row.point.rules.length > 0);
  if (ruled.length === 0) return new Map();
  const withRules = new Set(ruled.map((row) => row.point.pointId));
  const ruleStates = await alerts.lockRuleStates(
    client,
    [...withRules].sort((a, b) => a - b),
  );
  const rates = await takeRates(client, ruled, latest);
  const judged = ruled.map((row): Judged => {
    const { pointId } = row.point;
    const known = latest.get(pointId);
    const late = known !== undefined && row.at <= known.at;
    return {
      point: row.point,
      at: row.at,
      receivedAt: row.receivedAt,
      values: row.effective,
      late,
      rates: rates.get(row),
    };
  });
  const verdicts = judgeAll(judged, ruleStates);

  if (verdicts.raised.length > 0) {
    const ids = await alerts.raise(
      client,
      verdicts.raised.map((each) => each.alert),
      nowMs,
    );
    verdicts.raised.forEach((each, i) => {
      const alertId = ids[i]!;
      const state = each.stateKey === null ? undefined : verdicts.ruleStates.get(each.stateKey);
      if (state) verdicts.ruleStates.set(each.stateKey!, { ...state, alertId });
      if (each.last) verdicts.refreshed.push({ alertId, ...each.last });
    });
  }
  if (verdicts.refreshed.length > 0) await alerts.refresh(client, verdicts.refreshed);
  if (verdicts.falls.length > 0) await alerts.release(client, verdicts.falls, nowMs);
  if (verdicts.ruleStates.size > 0) await alerts.saveRuleStates(client, [...verdicts.ruleStates.values()]);

  const worst = new Map<number, number>([...withRules].map((id) => [id, 0]));
  const rules = new Set(ruled.flatMap((row) => row.point.rules.map((rule) => rule.thresholdId)));
  for (const state of new Map([...ruleStates, ...verdicts.ruleStates]).values()) {
    if (!rules.has(state.thresholdId)) continue;
    worst.set(state.pointId, Math.max(worst.get(state.pointId) ?? 0, state.level));
  }
  return worst;
}
