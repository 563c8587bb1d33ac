/**
 * What waits for a push rule, in order, and what became of it. Invariant: an item goes only with the answer of the receiver, a
 * refusal that keeps it, or the bound of its rule, which says so on the rule.
 */
import type { PushFault } from '@plumbline/contract/reports/push-rules';
import { pushLimits } from '@plumbline/contract/reports/push-rules';
import type { PushLog } from '@plumbline/contract/reports/push-sending';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import type { PushedItem } from '../../../kernel/tables.push.ts';
import type { Tables } from '../../../kernel/tables.ts';
import { rulesByPoint } from './push-rules.points.table.ts';

export type ItemRow = Selectable<Tables['push_item']>;

/** Items of one rule that may wait, whatever its days: beyond it the oldest are left out. */
const waitingLimit = 1_000_000;

/** Queues readings for every rule that takes their points, in the order given: three statements, however many. */
export async function queueReadings(
  db: Db,
  now: Date,
  readings: readonly (readonly [number, number])[],
): Promise<void> {
  const rules = await rulesByPoint(
    db,
    readings.map(([id]) => id),
  );
  await insertItems(
    db,
    now,
    readings.flatMap(([pointId, at]) =>
      (rules.get(pointId) ?? [])
        .filter(({ ofAlerts }) => !ofAlerts)
        .map(({ ruleId }) => ({ ruleId, pointId, alertId: null, at, toMs: at })),
    ),
  );
}

/** Queues stretches of changed readings, from when a rule was made, for rules that send what changed. */
export async function queueChanged(
  db: Db,
  now: Date,
  { pointIds, fromMs, toMs }: { pointIds: readonly number[]; fromMs: number | null; toMs: number | null },
): Promise<void> {
  const rules = await rulesByPoint(db, pointIds);
  const lastMs = Math.min(now.getTime(), toMs ?? now.getTime());
  await insertItems(
    db,
    now,
    pointIds.flatMap((pointId) =>
      (rules.get(pointId) ?? [])
        .filter(({ ofAlerts, sendsChanged }) => !ofAlerts && sendsChanged)
        .map(({ ruleId, createdAt }) => ({
          ruleId,
          pointId,
          alertId: null,
          at: Math.max(createdAt.getTime(), fromMs ?? 0),
          toMs: lastMs,
        }))
        .filter(({ at }) => at <= lastMs),
    ),
  );
}

/** Queues an alert for every rule of alerts that takes its point. */
export async function queueAlert(db: Db, now: Date, alertId: number): Promise<void> {
  const alert = await db
    .selectFrom('alert')
    .select(['point_id', 'last_at'])
    .where('id', '=', alertId)
    .executeTakeFirst();
  const pointId = alert?.point_id ?? null;
  if (!alert || pointId === null) return;
  const rules = (await rulesByPoint(db, [pointId])).get(pointId) ?? [];
  const at = alert.last_at.getTime();
  await insertItems(
    db,
    now,
    rules.filter(({ ofAlerts }) => ofAlerts).map(({ ruleId }) => ({ ruleId, pointId, alertId, at, toMs: at })),
  );
}

interface NewItem {
  readonly ruleId: number;
  readonly pointId: number;
  readonly alertId: number | null;
  readonly at: number;
  readonly toMs: number;
}

/** Of each rule in the order given. */
async function insertItems(db: Db, now: Date, items: readonly NewItem[]): Promise<void> {
  if (items.length === 0) return;
  const column = (name: keyof NewItem) => items.map((item) => item[name]);
  await sql`INSERT INTO push_item (rule_id, point_id, alert_id, at, to_at, queued_at)
    SELECT t.rule_id, t.point_id, t.alert_id, to_timestamp(t.at / 1000), to_timestamp(t.to_at / 1000), ${now}
    FROM unnest(${column('ruleId')}::int[], ${column('pointId')}::int[], ${column('alertId')}::int[], ${column('at')}::float8[], ${column('toMs')}::float8[])
      WITH ORDINALITY AS t(rule_id, point_id, alert_id, at, to_at, place) ORDER BY t.place`.execute(db);
}

/** Queues items for one rule, behind what waits. Points and alerts that are gone are left out. */
export async function queueItems(db: Db, now: Date, ruleId: number, items: readonly PushedItem[]): Promise<void> {
  await sql`INSERT INTO push_item (rule_id, point_id, alert_id, at, to_at, queued_at)
    SELECT ${ruleId}, p.id, a.id, to_timestamp(t.at / 1000), to_timestamp(t.to_at / 1000), ${now}
    FROM unnest(${items.map(([id]) => id)}::int[], ${items.map(([, id]) => id)}::int[], ${items.map(([, , at]) => at)}::float8[],
      ${items.map(([, , , to]) => to)}::float8[]) WITH ORDINALITY AS t(id, alert_id, at, to_at, place)
    JOIN point p ON p.id = t.id LEFT JOIN alert a ON a.id = t.alert_id
    WHERE t.alert_id IS NULL OR a.id IS NOT NULL ORDER BY t.place`.execute(db);
}

/** The oldest items of a rule up to an id. */
export const oldest = (db: Db, ruleId: number, upToId: number, limit: number): Promise<ItemRow[]> =>
  db
    .selectFrom('push_item')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .where('id', '<=', upToId)
    .orderBy('id')
    .limit(limit)
    .execute();

export async function newestId(db: Db, ruleId: number): Promise<number | null> {
  const row = await db
    .selectFrom('push_item')
    .select((is) => is.fn.max('id').as('id'))
    .where('rule_id', '=', ruleId)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function endItems(db: Db, ruleId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`DELETE FROM push_item WHERE rule_id = ${ruleId} AND id = ANY(${ids}::bigint[])`.execute(db);
}

/** Moves the beginning of a stretch: what is from then on still waits. */
export async function advanceItem(db: Db, ruleId: number, id: number, at: Date): Promise<void> {
  await db.updateTable('push_item').set({ at }).where('rule_id', '=', ruleId).where('id', '=', id).execute();
}

export interface Waiting {
  readonly waiting: number;
  readonly since: Date | null;
  readonly refused: number;
}
export async function waitingOf(db: Db, ruleIds: readonly number[]): Promise<ReadonlyMap<number, Waiting>> {
  const { rows } = await sqlRows({ id: 'number', waiting: 'number', since: 'instant?', refused: 'number' })`SELECT r.id,
      (SELECT count(*)::int FROM (SELECT FROM push_item i WHERE i.rule_id = r.id LIMIT ${pushLimits.counted + 1}) AS i) AS waiting,
      (SELECT queued_at FROM push_item i WHERE i.rule_id = r.id ORDER BY i.id LIMIT 1) AS since,
      (SELECT count(*)::int FROM push_refusal f WHERE f.rule_id = r.id) AS refused
    FROM unnest(${ruleIds}::int[]) AS r(id)`.execute(db);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** Leaves out what waited for longer than its rule keeps it, and says so on the rule. */
export async function trimWaiting(db: Db, now: Date): Promise<void> {
  await sql`WITH gone AS (
      DELETE FROM push_item i USING push_rule r WHERE r.id = i.rule_id
        AND (i.queued_at < ${now}::timestamptz - make_interval(days => (r.settings->>'keepDays')::int)
          OR i.id <= (SELECT b.id FROM push_item b WHERE b.rule_id = r.id ORDER BY b.id DESC OFFSET ${waitingLimit} LIMIT 1))
      RETURNING i.rule_id, i.at, i.to_at),
    summed AS (SELECT rule_id, count(*)::int AS n, min(at) AS at, max(to_at) AS to_at FROM gone GROUP BY rule_id)
    UPDATE push_rule r SET lost_count = r.lost_count + s.n, lost_from = least(r.lost_from, s.at), lost_to = greatest(r.lost_to, s.to_at)
    FROM summed s WHERE s.rule_id = r.id`.execute(db);
}

/** Keeps what a receiver refused, so that it can be sent again; beyond the bound the oldest go. */
export async function insertRefusal(
  db: Db,
  row: {
    readonly ruleId: number;
    readonly at: Date;
    readonly items: readonly PushedItem[];
    readonly fault: PushFault;
    readonly detail: string;
  },
): Promise<void> {
  await db
    .insertInto('push_refusal')
    .values({ rule_id: row.ruleId, at: row.at, items: JSON.stringify(row.items), fault: row.fault, detail: row.detail })
    .execute();
  await sql`DELETE FROM push_refusal WHERE rule_id = ${row.ruleId} AND id <= (
    SELECT id FROM push_refusal WHERE rule_id = ${row.ruleId} ORDER BY id DESC OFFSET ${pushLimits.refusals} LIMIT 1)`.execute(
    db,
  );
}

export const refusalsOf = (db: Db, ruleId: number) =>
  db.selectFrom('push_refusal').selectAll().where('rule_id', '=', ruleId).orderBy('id', 'desc').execute();

/** Takes refusals away, one or all, in their order. */
export const takeRefusals = async (db: Db, ruleId: number, id: number | undefined) => {
  const rows = await db
    .deleteFrom('push_refusal')
    .where('rule_id', '=', ruleId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .returning(['id', 'items'])
    .execute();
  return rows.toSorted((a, b) => a.id - b.id);
};

export async function insertLog(db: Db, ruleId: number, at: Date, log: Omit<PushLog, 'at'>): Promise<void> {
  const { rows, ...others } = log;
  await db
    .insertInto('push_log')
    .values({ rule_id: ruleId, at, row_count: rows, ...others })
    .execute();
}

export async function logsOf(db: Db, ruleId: number, limit: number, failed: boolean): Promise<PushLog[]> {
  const rows = await db
    .selectFrom('push_log')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .$if(failed, (query) => query.where('fault', 'is not', null))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    at: row.at.toISOString(),
    rows: row.row_count,
    bytes: row.bytes,
    ms: row.ms,
    status: row.status,
    fault: row.fault,
    answer: row.answer,
  }));
}

export async function removeOldLogs(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('push_log').where('at', '<', before).execute();
}
