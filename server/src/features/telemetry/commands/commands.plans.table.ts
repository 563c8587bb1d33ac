/** Collect plans and how far devices know of them. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { AccelerationState } from '@plumbline/science/collect/acceleration';
import type { CollectPlan } from '@plumbline/science/collect/plan';
import { type RawBuilder, sql } from 'kysely';
import type { Caller, Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { saveCollecting } from '../../points/points/points.settings.api.ts';
import { visibleTo } from '../../site/projects/projects.api.ts';

const planRowColumns = {
  pointId: 'number',
  pointName: 'text',
  type: 'number',
  archived: 'flag',
  deviceId: 'number?',
  sncode: 'text?',
  channel: 'text?',
  timeZone: 'text',
  intervalSeconds: 'number',
  collectMode: typed<CollectPlan['mode']>(),
  level: 'number',
  wanted: typed<CollectPlan | null>(),
  /** Of one that is switched off: the plan that stood before; null = it is on, or none stood. */
  beforeOff: typed<CollectPlan | null>(),
  acceleration: typed<AccelerationState>(),
  sent: typed<CollectPlan | null>(),
  inForce: typed<CollectPlan | null>(),
  state: typed<'pending' | 'delivered' | 'confirmed' | 'refused' | null>(),
  commandId: 'text?',
  setAt: 'instant?',
  deliveredAt: 'instant?',
  answeredAt: 'instant?',
  refusal: 'text?',
  nextAt: 'instant?',
} as const satisfies Columns;
export type PlanRow = SqlRow<typeof planRowColumns>;

async function where(db: Db, condition: RawBuilder<unknown>, lock = sql``): Promise<PlanRow[]> {
  const { rows } = await sqlRows(planRowColumns)`
    SELECT p.id AS "pointId", p.name AS "pointName", p.type, p.archived_at IS NOT NULL AS archived, p.device_id AS "deviceId",
      d.sncode, p.channel, j.time_zone AS "timeZone", p.interval_seconds AS "intervalSeconds",
      p.collect_mode AS "collectMode", coalesce(s.level, 0) AS level, c.wanted, c.before_off AS "beforeOff", c.acceleration, c.sent,
      CASE WHEN c.device_id = p.device_id THEN c.in_force END AS "inForce", c.state, c.command_id AS "commandId",
      c.set_at AS "setAt", c.delivered_at AS "deliveredAt", c.answered_at AS "answeredAt", c.refusal, c.next_at AS "nextAt"
    FROM point p JOIN project j ON j.id = p.project_id LEFT JOIN device d ON d.id = p.device_id
      LEFT JOIN point_state s ON s.point_id = p.id LEFT JOIN collect_plan c ON c.point_id = p.id
    WHERE ${condition} ORDER BY p.id ${lock}`.execute(db);
  return rows;
}

/** Over p and j: what is archived or deprecated asks for no readings, nor does what is being deleted. */
const isOn = sql<boolean>`(p.archived_at IS NULL AND p.deprecated_at IS NULL AND j.archived_at IS NULL AND j.deleting_at IS NULL)`;

export const one = async (db: Db, pointId: number, lock = false) =>
  (await where(db, sql`p.id = ${pointId}`, lock ? sql`FOR UPDATE OF p` : sql``))[0];
export const some = (db: Db, projectId: number, ids: readonly number[]) =>
  where(db, sql`p.project_id = ${projectId} AND p.id = ANY(${ids}::int[])`, sql`FOR UPDATE OF p`);
export const ofDevice = (db: Db, caller: Caller, deviceId: number) =>
  where(db, sql`p.device_id = ${deviceId} AND ${visibleTo(caller, 'Retrieve:MeasuringPoint')}`);
/** Returns the plans that an alert has sped up. */
export const accelerated = (db: Db) => where(db, sql`c.acceleration IS NOT NULL AND ${isOn}`, sql`FOR UPDATE OF p`);
export const ofAlerts = (db: Db, alertIds: readonly number[]) =>
  where(
    db,
    sql`p.id IN (SELECT point_id FROM alert WHERE id = ANY(${alertIds}::int[])) AND c.point_id IS NOT NULL AND ${isOn}`,
    sql`FOR UPDATE OF p`,
  );
export async function pointsOfAlerts(db: Db, alertIds: readonly number[]) {
  const { rows } = await sqlRows({ alertId: 'number', pointId: 'number' })`SELECT id AS "alertId", point_id AS "pointId"
    FROM alert WHERE id = ANY(${alertIds}::int[]) ORDER BY id`.execute(db);
  return rows;
}
export const ofAlert = async (db: Db, alertId: number) => (await ofAlerts(db, [alertId]))[0];

export async function openAlerts(db: Db, pointId: number): Promise<number> {
  const { rows } = await sqlRows({ open: 'number' })`SELECT count(*) AS open FROM alert
    WHERE point_id = ${pointId} AND status IN ('Pending', 'Notice')`.execute(db);
  return elementAt(rows, 0).open;
}

export interface Set {
  readonly pointId: number;
  readonly commandId: string;
  readonly wanted: CollectPlan;
  readonly beforeOff: CollectPlan | null;
  readonly acceleration: AccelerationState;
  readonly sent: CollectPlan;
}
/** Saves collect plans as pending: their devices have not received them yet. */
export async function set(db: Db, now: Date, plans: readonly Set[]): Promise<void> {
  await sql`
    INSERT INTO collect_plan (point_id, wanted, before_off, acceleration, sent, state, command_id, set_at)
    SELECT "pointId", wanted, CASE WHEN "beforeOff" <> 'null' THEN "beforeOff" END, CASE WHEN acceleration <> 'null' THEN acceleration END, sent, 'pending', "commandId", ${now}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(plans)}::jsonb) AS t("pointId" int, wanted jsonb, "beforeOff" jsonb, acceleration jsonb, sent jsonb,
      "commandId" uuid) ORDER BY "pointId"
    ON CONFLICT (point_id) DO UPDATE SET wanted = excluded.wanted, before_off = excluded.before_off, acceleration = excluded.acceleration, sent = excluded.sent,
      state = 'pending', command_id = excluded.command_id, set_at = excluded.set_at, delivered_at = NULL,
      answered_at = NULL, refusal = '', next_at = NULL`.execute(db);
}

/** Saves the acceleration state of a plan if the interval of the device does not change. */
export async function setAcceleration(db: Db, pointId: number, acceleration: AccelerationState): Promise<void> {
  await sql`UPDATE collect_plan SET acceleration = ${acceleration && JSON.stringify(acceleration)}::jsonb
    WHERE point_id = ${pointId}`.execute(db);
}

const openColumns = {
  pointId: 'number',
  sncode: 'text',
  channel: 'text',
  timeZone: 'text',
  commandId: 'text',
  sent: typed<CollectPlan>(),
  deliveredAt: 'instant?',
} as const satisfies Columns;
export type Open = SqlRow<typeof openColumns>;
/** Returns the plans that these devices have not answered yet, or were never sent because another one fed the point then. */
export async function open(db: Db, sncodes: readonly string[], before: Date): Promise<Open[]> {
  const { rows } = await sqlRows(openColumns)`
    SELECT p.id AS "pointId", d.sncode, p.channel, j.time_zone AS "timeZone", c.command_id AS "commandId", c.sent,
      c.delivered_at AS "deliveredAt"
    FROM device d JOIN point p ON p.device_id = d.id JOIN collect_plan c ON c.point_id = p.id
      JOIN project j ON j.id = p.project_id
    WHERE d.sncode = ANY(${sncodes}::text[]) AND ${isOn}
      AND (c.state IN ('pending', 'delivered') AND (c.delivered_at IS NULL OR c.delivered_at <= ${before})
        OR c.device_id IS DISTINCT FROM p.device_id)
    ORDER BY p.id`.execute(db);
  return rows;
}

export async function delivered(db: Db, now: Date, commandIds: readonly string[]): Promise<void> {
  await sql`UPDATE collect_plan c SET state = 'delivered', delivered_at = ${now}, device_id = p.device_id
    FROM point p WHERE p.id = c.point_id AND c.command_id = ANY(${commandIds}::uuid[])
      AND (c.state IN ('pending', 'delivered') OR c.device_id IS DISTINCT FROM p.device_id)`.execute(db);
}

/** The plan that a device answers, locked; undefined where it is none of this device, or answered already. */
export async function lockPendingPlan(db: Db, sncode: string, commandId: string) {
  const { rows } = await sqlRows(openColumns)`
    SELECT p.id AS "pointId", d.sncode, p.channel, j.time_zone AS "timeZone", c.command_id AS "commandId", c.sent,
      c.delivered_at AS "deliveredAt"
    FROM collect_plan c JOIN point p ON p.id = c.point_id JOIN device d ON d.id = p.device_id JOIN project j ON j.id = p.project_id
    WHERE c.command_id = ${commandId}::uuid AND d.sncode = ${sncode} AND c.state IN ('pending', 'delivered')
    FOR UPDATE OF c`.execute(db);
  return rows[0];
}

/** The device does it: the point's own interval and mode say so from now on. */
export async function confirm(
  db: Db,
  now: Date,
  { pointId, sent }: Pick<Open, 'pointId' | 'sent'>,
  intervalSeconds: number | null,
  nextAt: Date | null,
): Promise<void> {
  await sql`UPDATE collect_plan c SET state = 'confirmed', in_force = c.sent, answered_at = ${now}, next_at = ${nextAt},
      device_id = p.device_id, delivered_at = coalesce(delivered_at, ${now})
    FROM point p WHERE p.id = c.point_id AND c.point_id = ${pointId}`.execute(db);
  await saveCollecting(db, pointId, { mode: sent.mode, intervalSeconds });
}

export async function refuse(db: Db, now: Date, pointId: number, refusal: string): Promise<void> {
  await sql`UPDATE collect_plan SET state = 'refused', answered_at = ${now}, refusal = ${refusal}
    WHERE point_id = ${pointId}`.execute(db);
}

/** Points whose device is to be asked now; each is given to one process and only once. */
export async function due(db: Db, now: Date, max: number): Promise<Open[]> {
  const { rows } = await sqlRows(openColumns)`
    SELECT p.id AS "pointId", d.sncode, p.channel, j.time_zone AS "timeZone", c.command_id AS "commandId", c.in_force AS sent,
      c.delivered_at AS "deliveredAt"
    FROM collect_plan c JOIN point p ON p.id = c.point_id JOIN device d ON d.id = p.device_id JOIN project j ON j.id = p.project_id
    WHERE c.next_at <= ${now} AND c.in_force IS NOT NULL AND c.device_id = p.device_id
      AND ${isOn}
    ORDER BY c.next_at LIMIT ${max} FOR UPDATE OF c SKIP LOCKED`.execute(db);
  return rows;
}
export async function setNext(db: Db, next: readonly { pointId: number; nextAt: string | null }[]): Promise<void> {
  await sql`UPDATE collect_plan c SET next_at = t."nextAt"
    FROM jsonb_to_recordset(${JSON.stringify(next)}::jsonb) AS t("pointId" int, "nextAt" timestamptz)
    WHERE c.point_id = t."pointId"`.execute(db);
}

/** Plans that a device has confirmed to a clock ahead: it would not be asked until that time. */
export async function pullInPlans(db: Db, now: Date): Promise<void> {
  await sql`UPDATE collect_plan SET next_at = ${now}, answered_at = ${now} WHERE answered_at > ${now} AND next_at > ${now}`.execute(
    db,
  );
  await sql`UPDATE device_command SET requested_at = ${now}, sent_at = least(sent_at, ${now}) WHERE requested_at > ${now}`.execute(
    db,
  );
}
