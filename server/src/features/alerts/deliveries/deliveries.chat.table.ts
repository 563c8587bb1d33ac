/** Alerts of a message: those that it lists, and those that it only counts. */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import type { DeliveryRow } from './deliveries.send.table.ts';

/**
 * Returns the alerts that a message is about: its own, those that it writes out, those whose own messages went in it, of a step the
 * storm of its alert, and at the end of a quiet window all that the window withheld.
 */
export async function alertsOf(
  db: Db,
  { id, after_minutes: afterMinutes, subject }: Pick<DeliveryRow, 'id' | 'after_minutes' | 'subject'>,
): Promise<number[]> {
  const silenceId = Number(/^silence:(\d+)$/.exec(subject)?.[1] ?? 0);
  const { rows } = await sqlRows({ id: 'number' })`
    SELECT DISTINCT g.id FROM alert g WHERE g.id IN (
      SELECT d.alert_id FROM delivery d WHERE d.id = ${id} OR d.digest_id = ${id}
      UNION ALL SELECT (each->>'alertId')::int FROM delivery d,
          jsonb_array_elements(CASE WHEN jsonb_typeof(d.content->'alerts') = 'array' THEN d.content->'alerts' ELSE '[]'::jsonb END) AS each
        WHERE d.id = ${id}
      UNION ALL SELECT m.alert_id FROM delivery d JOIN storm_alert m ON m.first_id = d.alert_id
        WHERE d.id = ${id} AND ${sql.lit(afterMinutes > 0)} AND d.content->>'type' = 'Storm'
      UNION ALL SELECT q.alert_id FROM silenced_alert q WHERE q.silence_id = ${silenceId})
    ORDER BY g.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Returns whether a message that tells of any of these alerts is still on its way to a channel. */
export async function isUnderWay(db: Db, channelId: number, alertIds: readonly number[]): Promise<boolean> {
  const { rows } = await sqlRows({ is: 'flag' })`
    SELECT EXISTS (SELECT FROM delivery d LEFT JOIN delivery w ON w.id = d.digest_id
      WHERE d.alert_id = ANY(${alertIds}::int[]) AND d.channel_id = ${channelId} AND d.news = 'raised'
        AND (d.state = 'queued' OR w.state = 'queued')) AS is`.execute(db);
  return rows[0]?.is === true;
}
