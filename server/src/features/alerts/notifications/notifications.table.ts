import {
  type Notification,
  type NotificationSubject,
  notificationTypes,
  subjectOf,
} from '@plumbline/contract/alerts/notifications';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { Tables } from '../../../kernel/tables.ts';
import { ended } from '../../platform/tasks/tasks.api.ts';
import { audienceOf } from '../../site/projects/projects.audience.api.ts';
import { isWanted } from './notifications.choices.table.ts';

export type Row = Selectable<Tables['notification']>;

/** Owner of the notifications that are read, and of which projects alone; null = all of them. */
export interface Owner {
  readonly accountId: number;
  readonly projectIds: readonly number[] | null;
}

/** Over notification: whether it belongs to the owner; what is about a project that is being deleted belongs to nobody any more. */
const ownedBy = ({ accountId, projectIds }: Owner) =>
  sql<boolean>`(account_id = ${accountId} AND (${projectIds}::int[] IS NULL OR project_id = ANY(${projectIds}::int[]))
    AND NOT EXISTS (SELECT FROM project j WHERE j.id = project_id AND j.deleting_at IS NOT NULL))`;

interface Page {
  readonly unread?: boolean | undefined;
  readonly notificationType?: NotificationSubject | undefined;
  readonly page: number;
  readonly pageSize: number;
}
const typesOf = (subject: NotificationSubject) => notificationTypes.filter((type) => subjectOf[type] === subject);

/** A page of an account's notifications, newest first, with how many there are. */
export async function ofAccount(
  db: Db,
  owner: Owner,
  { unread, notificationType, page, pageSize }: Page,
): Promise<{ notifications: Notification[]; total: number }> {
  let query = db.selectFrom('notification').where(ownedBy(owner));
  if (unread) query = query.where('read_at', 'is', null);
  if (notificationType) query = query.where('type', 'in', typesOf(notificationType));
  const [rows, counted] = await Promise.all([
    query
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    query.select((each) => each.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { notifications: rows.map(fromRow), total: counted.total };
}

/** How many are unread, and how many of these say that an alert was raised. */
export const unreadOf = (db: Db, owner: Owner): Promise<{ unread: number; unreadAlerts: number }> =>
  db
    .selectFrom('notification')
    .select((each) => [
      each.fn.countAll<number>().as('unread'),
      each.fn.countAll<number>().filterWhere('type', '=', 'MeasuringAlert').as('unreadAlerts'),
    ])
    .where(ownedBy(owner))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();

export async function unread(db: Db, owner: Owner): Promise<number> {
  return (await unreadOf(db, owner)).unread;
}

export async function one(db: Db, owner: Owner, id: number): Promise<Notification | undefined> {
  const row = await db
    .selectFrom('notification')
    .selectAll()
    .where('id', '=', id)
    .where(ownedBy(owner))
    .executeTakeFirst();
  return row && fromRow(row);
}

/** Marks as read; all of the account's without ids. What was read before keeps its time. */
export async function read(db: Db, accountId: number, at: Date, ids?: readonly number[]): Promise<void> {
  let query = db
    .updateTable('notification')
    .set({ read_at: at })
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null);
  if (ids) query = query.where('id', 'in', ids);
  await query.execute();
}

export const remove = (db: Db, accountId: number, ids: readonly number[]) =>
  db.deleteFrom('notification').where('account_id', '=', accountId).where('id', 'in', ids).execute();

export const fromRow = (row: Row): Notification => ({
  id: row.id,
  type: row.type as Notification['type'],
  notificationType: subjectOf[row.type as Notification['type']],
  title: row.title,
  userId: row.account_id,
  createdAt: row.created_at.toISOString(),
  readAt: row.read_at?.toISOString() ?? null,
  projectId: row.project_id,
  alertId: row.alert_id,
  pointId: row.point_id,
  level: row.level,
  detail: row.detail,
});

const audience = audienceOf('Retrieve:Alert');

/** ISO 8601 in UTC, as everywhere else. */
const iso = (column: string) => sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

async function insert(
  db: Db,
  now: Date,
  type: Notification['type'],
  alertIds: readonly number[],
  {
    detail,
    but = null,
    only = null,
    again,
  }: { detail: RawBuilder<unknown>; but?: number | null; only?: number | null; again: RawBuilder<unknown> },
): Promise<Notification[]> {
  const { rows } = await sql<Selectable<Tables['notification']>>`
    INSERT INTO notification (account_id, type, title, project_id, alert_id, point_id, level, detail, created_at)
    SELECT told.id, ${type}, p.name, g.project_id, g.id, g.point_id, g.level,
      jsonb_build_object('pointName', p.name, 'projectName', j.name, 'structureName', t.name, 'field', g.field,
        'family', p.family, 'unit', g.unit, 'value', g.value, 'threshold', g.threshold, 'level', g.level,
        'measure', g.measure, 'condition', g.condition->>'name', 'readingAt', ${iso('g.reading_at')}) || ${detail},
      ${now}
    FROM alert g JOIN point p ON p.id = g.point_id JOIN project j ON j.id = g.project_id
      JOIN structure t ON t.id = g.structure_id CROSS JOIN LATERAL (${audience}) AS told
    WHERE g.id = ANY(${alertIds}::int[]) AND told.id IS DISTINCT FROM ${but}::int AND told.id = coalesce(${only}::int, told.id)
      AND ${isWanted(type)}
    ORDER BY g.id, told.id
    ON CONFLICT (account_id, type, alert_id) WHERE alert_id IS NOT NULL ${again}
    RETURNING *`.execute(db);
  return rows.map(fromRow);
}

/** One notification of each alert for each account that may see it; those that have theirs already get no second one. */
export const notifyRaised = (db: Db, now: Date, alertIds: readonly number[]) =>
  insert(db, now, 'MeasuringAlert', alertIds, { detail: sql`'{}'::jsonb`, again: sql`DO NOTHING` });

/** The same for a verdict, but not for the one who gave it. A later verdict replaces the earlier, unread again. */
export const notifySettled = (db: Db, now: Date, alertId: number, status: string, userId: number) =>
  insert(db, now, 'AlertSettled', [alertId], {
    detail: sql`jsonb_build_object('status', ${status}::text, 'by', g.settled_by, 'reason', g.reason)`,
    but: userId,
    again: sql`DO UPDATE SET detail = excluded.detail, created_at = excluded.created_at, read_at = NULL
      WHERE notification.detail->>'status' IS DISTINCT FROM excluded.detail->>'status'`,
  });

/** Tells whoever is to take an alert on, and may still see it. Assigned again, it is unread again. */
export const notifyAssigned = (db: Db, now: Date, alertId: number, userId: number, byId: number) =>
  insert(db, now, 'AlertAssigned', [alertId], {
    detail: sql`jsonb_build_object('by', (SELECT display_name FROM account WHERE id = ${byId}))`,
    only: userId,
    again: sql`DO UPDATE SET detail = excluded.detail, created_at = excluded.created_at, read_at = NULL`,
  });

/** Tells whoever asked for a task how it ended; the title is its kind, the page finds the words. */
export async function notifyTaskEnd(db: Db, now: Date, taskId: number): Promise<Notification[]> {
  const task = await ended(db, taskId);
  if (!task?.account_id) return [];
  const row = await db
    .insertInto('notification')
    .values({
      account_id: task.account_id,
      type: 'TaskEnded',
      title: task.kind,
      project_id: task.project_id,
      alert_id: null,
      point_id: null,
      level: null,
      detail: JSON.stringify({ ...task.subject, taskId, state: task.state, error: task.error }),
      created_at: now,
      read_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return [fromRow(row)];
}
