/** A delivery while it is being sent. */
import type { DeliveryState, withheldReasons } from '@plumbline/contract/alerts/deliveries';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';
import { audienceOf } from '../notifications/notifications.api.ts';

/** With the corporation whose channels send it. */
export type DeliveryRow = Selectable<Tables['delivery']> & { readonly corporation_id: number };

/** Takes a queued delivery into one worker's hands until `until`. undefined = it is over, or in another's. */
export const claim = (db: Db, id: number, now: Date, until: Date): Promise<DeliveryRow | undefined> =>
  db
    .updateTable('delivery')
    .from('project')
    .set((is) => ({ attempts: is('attempts', '+', 1), trying_until: until, next_try_at: until }))
    .where('delivery.id', '=', id)
    .whereRef('project.id', '=', 'delivery.project_id')
    .where('state', '=', 'queued')
    .where((is) => is.or([is('trying_until', 'is', null), is('trying_until', '<=', now)]))
    .returningAll('delivery')
    .returning('project.corporation_id')
    .executeTakeFirst();

/** Until when another worker has it in hand; null = nobody has, or it is over. */
export async function leaseEnd(db: Db, id: number): Promise<Date | null> {
  const row = await db
    .selectFrom('delivery')
    .select('trying_until')
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst();
  return row?.trying_until ?? null;
}

interface Verdict {
  readonly state: DeliveryState;
  readonly answer: string;
  readonly kind: string | null;
  /** Of one that is still queued. */
  readonly nextTryAt: Date | null;
  readonly now: Date;
}
/** Writes what became of a try that began with `claim`; false where another worker has taken it over since. */
export async function settle(
  db: Db,
  { id, trying_until }: DeliveryRow,
  { state, answer, kind, nextTryAt, now }: Verdict,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('delivery')
    .set({
      state,
      answer,
      kind,
      next_try_at: nextTryAt,
      trying_until: null,
      ended_at: state === 'queued' ? null : now,
    })
    .where('id', '=', id)
    .where('trying_until', '=', trying_until)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Work for deliveries, in their order. Its group is the way by which each goes: a corporation's e-mail, SMS, or one hook. */
export async function withWays(db: Db, ids: readonly number[]): Promise<{ deliveryId: number; group: string }[]> {
  const { rows } = await sqlRows({ deliveryId: 'number', group: 'text' })`
    SELECT d.id AS "deliveryId", concat_ws(':', j.corporation_id, d.medium, d.channel_id) AS "group"
    FROM delivery d JOIN project j ON j.id = d.project_id WHERE d.id = ANY(${[...ids]}::int[]) ORDER BY d.id`.execute(
    db,
  );
  return rows;
}

/** Longer than a try takes, and than work waits for a worker that is there. */
const abandonedMs = 10 * 60_000;

/** Gives up what is queued and has no work that would send it; gives the ids of those that are no tests. */
export async function endAbandoned(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sqlRows({ id: 'number', subject: 'text' })`
    UPDATE delivery d SET state = 'failed', ended_at = ${now}, next_try_at = NULL, trying_until = NULL
    WHERE d.state = 'queued' AND d.next_try_at < ${new Date(now.getTime() - abandonedMs)}
      AND NOT EXISTS (SELECT FROM work w WHERE w.lane = 'delivery' AND (w.input->>'deliveryId')::int = d.id)
    RETURNING d.id, d.subject`.execute(db);
  return rows.flatMap(({ id, subject }) => (isTest(subject) ? [] : [id]));
}

/** Ends a delivery whose work was discarded, unless it is over; gives its id where it is no test. */
export async function endDiscarded(db: Db, id: number, now: Date, answer: string): Promise<number[]> {
  const { rows } = await sqlRows({ id: 'number', subject: 'text' })`
    UPDATE delivery SET state = 'failed', answer = ${answer}, ended_at = ${now}, next_try_at = NULL, trying_until = NULL
    WHERE id = ${id} AND state = 'queued' RETURNING id, subject`.execute(db);
  return rows.flatMap((row) => (isTest(row.subject) ? [] : [row.id]));
}

/** Deletes deliveries that ended before then, oldest first, at most so many; gives how many. A collected one is over with its digest. */
export async function removeOld(db: Db, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM delivery WHERE id IN (SELECT d.id FROM delivery d WHERE d.ended_at < ${before} AND d.state <> 'queued'
      AND NOT EXISTS (SELECT FROM delivery c WHERE c.digest_id = d.id) ORDER BY d.ended_at, d.id LIMIT ${most})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Returns whether somebody tried a rule out. */
export const isTest = (subject: string): boolean => subject.startsWith('test:');

const audience = audienceOf('Retrieve:Alert');
const addressOf = sql`CASE d.medium WHEN 'email' THEN lower(t.email) WHEN 'sms' THEN t.mobile WHEN 'voice' THEN t.mobile END`;
/** Where a delivery finds its person, with the level from which on they want it: over d. A device is of one person. */
const own = sql`
  SELECT CASE d.medium WHEN 'email' THEN t.email_from WHEN 'sms' THEN t.sms_from WHEN 'voice' THEN t.call_from END AS level_from
    FROM contact t WHERE t.account_id = d.account_id AND ${addressOf} = d.recipient
  UNION ALL SELECT s.level_from FROM push_subscription s WHERE d.medium = 'push' AND s.id = d.push_id AND s.account_id = d.account_id`;

/**
 * Why the recipient is not to hear of it, as things are now; null = they may. An address in the list of a rule, as it was
 * listed (`owners`), is that of somebody without an account, or of one who may see the alerts of the project. Who is on duty is told of every level, and
 * called from that of their own choice on. How an alert went on is told to whoever was told of it, whatever level they chose.
 */
export async function reasonToWithhold(db: Db, id: number): Promise<(typeof withheldReasons)[number] | null> {
  const { rows } = await sqlRows({ isMember: 'flag', sees: 'flag', has: 'flag', chose: 'flag', ofOther: 'flag' })`
    SELECT d.is_member AS "isMember", d.account_id IN (SELECT may.id FROM (${audience}) AS may) IS TRUE AS sees,
      EXISTS (${own}) AS has,
      (d.roster_name IS NOT NULL AND d.medium <> 'voice') OR d.news <> 'raised' OR EXISTS (SELECT FROM (${own}) AS o WHERE o.level_from <= coalesce(d.level, 4)) AS chose,
      EXISTS (SELECT FROM contact t JOIN account o ON o.id = t.account_id
        WHERE o.corporation_id = j.corporation_id AND ${addressOf} = d.recipient
          AND (r.id IS NULL OR r.owners->d.recipient @> to_jsonb(t.account_id)))
      AND NOT EXISTS (SELECT FROM (${audience}) AS may JOIN contact t ON t.account_id = may.id
        WHERE ${addressOf} = d.recipient) AS "ofOther"
    FROM delivery d JOIN project j ON j.id = d.project_id LEFT JOIN alert_rule r ON r.id = d.rule_id
    WHERE d.id = ${id}`.execute(db);
  const [found] = rows;
  if (!found) return 'noMember';
  if (!found.isMember) return found.ofOther ? 'noMember' : null;
  if (!found.sees) return 'noMember';
  if (!found.has) return 'addressChanged';
  return found.chose ? null : 'ownChoice';
}

/** Messages in hands or put off, and steps of escalation, by a clock ahead. A step that such a clock began counts from now on. */
export async function pullInDeliveries(db: Db, now: Date): Promise<void> {
  await sql`UPDATE delivery SET trying_until = NULL
    WHERE state = 'queued' AND trying_until > ${now}::timestamptz + interval '5 minutes'`.execute(db);
  await sql`UPDATE delivery SET next_try_at = ${now}
    WHERE state = 'queued' AND next_try_at > ${now}::timestamptz + interval '15 minutes'`.execute(db);
  await sql`UPDATE escalation SET due_at = ${now}::timestamptz + make_interval(mins => after_minutes)
    -- What waits for the hours of a rule is moved by itself.
    WHERE state = 'waiting' AND step > 0 AND due_at > ${now}::timestamptz + make_interval(mins => after_minutes)`.execute(
    db,
  );
}
