/** What features above may ask about quiet windows. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';

/** Returns whether a window s that is open at `at` withholds the messages of an alert g, over p (its structure). */
const covers = (at: Date): RawBuilder<boolean> => sql<boolean>`(s.project_id = g.project_id AND s.digest_at IS NULL
  AND s.start_at <= ${at}::timestamptz AND coalesce(s.ended_at, s.end_at) > ${at}::timestamptz AND g.level = ANY(s.levels)
  AND CASE WHEN s.point_id IS NOT NULL THEN s.point_id = g.point_id
    WHEN s.structure_id IS NOT NULL THEN s.structure_id IN (t.id, t.parent_id) ELSE true END)`;

/** Returns whether the messages of an alert g are withheld at an instant: a condition over the alias g. */
export const isSilenced = (at: Date): RawBuilder<boolean> => sql<boolean>`EXISTS (
  SELECT FROM silence s JOIN structure t ON t.id = g.structure_id WHERE ${covers(at)})`;

/**
 * Records which alerts fall into a quiet window, and returns the others. The windows are locked: one that is about to end
 * does so after this and tells of these alerts, or ended before, and then withholds none. So no alert is lost between the two.
 */
export async function withhold(db: Db, at: Date, alertIds: readonly number[]): Promise<number[]> {
  await sql`SELECT s.id FROM silence s WHERE s.digest_at IS NULL AND s.start_at <= ${at}
    AND s.project_id IN (SELECT project_id FROM alert WHERE id = ANY(${alertIds}::int[])) ORDER BY s.id FOR SHARE`.execute(
    db,
  );
  const { rows } = await sqlRows({ alert_id: 'number' })`
    INSERT INTO silenced_alert (silence_id, alert_id, at)
    SELECT s.id, g.id, ${at} FROM alert g JOIN structure t ON t.id = g.structure_id JOIN silence s ON ${covers(at)}
    WHERE g.id = ANY(${alertIds}::int[])
    ON CONFLICT (alert_id, silence_id) DO UPDATE SET at = silenced_alert.at RETURNING alert_id`.execute(db);
  const withheld = new Set(rows.map(({ alert_id }) => alert_id));
  return alertIds.filter((id) => !withheld.has(id));
}

const endedSilenceColumns = {
  id: 'number',
  reason: 'text',
  startAt: 'instant',
  endAt: 'instant',
  /** Alerts that it withheld and nobody has settled. */
  alertIds: typed<readonly number[]>(),
} as const satisfies Columns;
type EndedSilence = SqlRow<typeof endedSilenceColumns>;
/**
 * Windows whose time is up and whose end was not told of yet, each given once; those of an archived project once it is open
 * again. They are locked until the transaction ends.
 */
export async function takeEnded(db: Db, now: Date): Promise<EndedSilence[]> {
  const { rows } = await sqlRows(endedSilenceColumns)`
    WITH ended AS (SELECT s.id FROM silence s JOIN project j ON j.id = s.project_id
      WHERE s.digest_at IS NULL AND coalesce(s.ended_at, s.end_at) <= ${now} AND j.archived_at IS NULL AND j.deleting_at IS NULL
      ORDER BY s.id LIMIT 50 FOR UPDATE OF s SKIP LOCKED)
    UPDATE silence s SET digest_at = ${now} FROM ended WHERE s.id = ended.id
    RETURNING s.id, s.reason, s.start_at AS "startAt", coalesce(s.ended_at, s.end_at) AS "endAt",
      ARRAY(SELECT g.id FROM silenced_alert w JOIN alert g ON g.id = w.alert_id
        WHERE w.silence_id = s.id AND g.status IN ('Pending', 'Notice') ORDER BY g.level DESC, g.id) AS "alertIds"`.execute(
    db,
  );
  return rows;
}

/** The windows that withheld the messages of an alert. */
export async function silencesOf(db: Db, alertId: number) {
  const { rows } = await sqlRows({
    id: 'number',
    reason: 'text',
    byName: 'text',
    endAt: 'instant',
    digestAt: 'instant?',
  })`
    SELECT s.id, s.reason, s.by_name AS "byName", coalesce(s.ended_at, s.end_at) AS "endAt", s.digest_at AS "digestAt"
    FROM silenced_alert w JOIN silence s ON s.id = w.silence_id WHERE w.alert_id = ${alertId} ORDER BY s.id LIMIT 100`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, endAt: row.endAt.toISOString(), digestAt: row.digestAt?.toISOString() ?? null }));
}
