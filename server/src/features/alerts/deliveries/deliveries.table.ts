import { type Delivery, type DeliveryState, deliveryStates } from '@plumbline/contract/alerts/deliveries';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, sqlRows, type TableRow, tableRows, typed } from '../../../kernel/rows.ts';
import { isTest } from './deliveries.send.table.ts';

const shownColumns = { person: 'text?', title: 'text' } as const satisfies Columns;
type Row = TableRow<'delivery', typeof shownColumns>;

const fromRow = (row: Row): Delivery => ({
  id: row.id,
  alertId: row.alert_id,
  isTest: isTest(row.subject),
  news: row.news,
  ruleName: row.rule_name,
  rosterName: row.roster_name,
  isFallback: row.is_fallback,
  afterMinutes: row.after_minutes,
  medium: row.medium as Delivery['medium'],
  kind: row.kind as Delivery['kind'],
  recipient: row.recipient,
  person: row.person,
  title: row.title ?? '',
  isDigest: isDigest(row.subject),
  digestId: row.digest_id,
  state: row.state,
  attempts: row.attempts,
  answer: row.answer,
  createdAt: row.created_at.toISOString(),
  nextTryAt: row.next_try_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  key: row.key,
});

/** Returns whether it tells of several alerts. */
const isDigest = (subject: string): boolean => /^(silence|flood|news|storm):/.test(subject);

interface Filter {
  readonly projectId?: number;
  readonly alertId?: number;
  readonly id?: number;
  readonly state?: DeliveryState | undefined;
  readonly page: number;
  readonly pageSize: number;
}
/** Deliveries, newest first, with how many there are of each state whatever `state` says. */
export async function page(db: Db, { projectId, alertId, id, state, page: number, pageSize }: Filter) {
  const about = sql`(${projectId ?? null}::int IS NULL OR d.project_id = ${projectId ?? null}::int)
    AND (${alertId ?? null}::int IS NULL OR d.alert_id = ${alertId ?? null}::int)
    AND (${id ?? null}::int IS NULL OR d.id = ${id ?? null}::int)`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    tableRows(
      'delivery',
      shownColumns,
    )`SELECT d.*, u.display_name AS person, coalesce(d.content->>'pointName', d.content->>'deviceName',
        d.content->'alerts'->0->>'pointName', '') AS title
      FROM delivery d LEFT JOIN account u ON u.id = d.account_id
      WHERE ${about} AND (${state ?? null}::text IS NULL OR d.state = ${state ?? null}::text)
      ORDER BY d.id DESC LIMIT ${pageSize} OFFSET ${(number - 1) * pageSize}`.execute(db),
    sqlRows({ state: typed<DeliveryState>(), count: 'number' })`
      SELECT d.state, count(*)::int AS count FROM delivery d WHERE ${about} GROUP BY d.state`.execute(db),
  ]);
  const found = new Map(counted.map((each) => [each.state, each.count]));
  const counts = Object.fromEntries(deliveryStates.map((each) => [each, found.get(each) ?? 0])) as Record<
    DeliveryState,
    number
  >;
  const total = state === undefined ? Object.values(counts).reduce((sum, each) => sum + each, 0) : counts[state];
  return { deliveries: rows.map(fromRow), total, counts };
}

/** Queues a delivery again that was given up; false where it was sent or is queued. */
export async function requeue(db: Db, id: number, now: Date, expiresAt: Date): Promise<boolean> {
  const row = await db
    .updateTable('delivery')
    .set({ state: 'queued', next_try_at: now, trying_until: null, expires_at: expiresAt, ended_at: null, attempts: 0 })
    .where('id', '=', id)
    .where('state', 'in', ['failed', 'withheld', 'noChannel'])
    .where('medium', '<>', 'none')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Tests of the rules of a project since then. */
export async function testsSince(db: Db, projectId: number, since: Date): Promise<number> {
  const { rows } = await sqlRows({ count: 'number' })`SELECT count(DISTINCT subject)::int AS count FROM delivery
    WHERE project_id = ${projectId} AND subject LIKE 'test:%' AND created_at > ${since}`.execute(db);
  return rows[0]?.count ?? 0;
}
