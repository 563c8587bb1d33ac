/**
 * Two questions of many points at once, where asking the store point by point would cost a question each. Both answer
 * for the points that can be told from rows alone, and leave the others to the store.
 */
import { sqlRows, typed } from '../../../kernel/rows.ts';
import type { StoredRecord } from '../../readings/readings/readings.api.ts';
import type { VisibleScope } from './sensorthings.entities.table.ts';

/**
 * The newest `limit` readings of each point, newest first, without their samples. What is newer than everything sealed
 * lies in rows: a point that has enough of them is answered here, and one that was never sealed. Others are absent.
 */
export async function newestOf(
  { db }: VisibleScope,
  pointIds: readonly number[],
  limit: number,
): Promise<Map<number, StoredRecord[]>> {
  const { rows } = await sqlRows({
    id: 'number',
    sealed: 'flag',
    at: 'instant?',
    received_at: 'instant?',
    values: typed<(number | null)[]>(),
    flags: typed<number[] | null>(),
    device_id: 'number?',
    change_id: 'number?',
  })`SELECT s.point_id AS id, s.sealed_to IS NOT NULL AS sealed, r.* FROM point_state s
    LEFT JOIN LATERAL (
      SELECT at, received_at, values, flags, device_id, change_id FROM reading r
      WHERE r.point_id = s.point_id AND r.at > coalesce(s.sealed_to, '-infinity') ORDER BY r.at DESC LIMIT ${limit}
    ) AS r ON true
    WHERE s.point_id = ANY(${pointIds}::int[]) ORDER BY s.point_id, r.at DESC`.execute(db);
  const pages = new Map<number, StoredRecord[]>();
  const sealed = new Set<number>();
  for (const row of rows) {
    if (row.sealed) sealed.add(row.id);
    const page = pages.get(row.id) ?? [];
    if (page.length === 0) pages.set(row.id, page);
    if (row.at && row.received_at)
      page.push({
        at: row.at.getTime(),
        receivedAt: row.received_at.getTime(),
        values: row.values,
        raw: null,
        flags: row.flags,
        deviceId: row.device_id,
        changeId: row.change_id,
      });
  }
  for (const [id, page] of pages) if (page.length < limit && sealed.has(id)) pages.delete(id);
  return pages;
}

/**
 * How many readings each point has in [from, to], epoch ms. null where rows and segments do not add up: a segment that
 * lies partly in the span, or rows among sealed readings, which may stand for some of them.
 */
export async function countsOf(
  { db }: VisibleScope,
  pointIds: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, number | null>> {
  const [first, last] = [new Date(from), new Date(to)];
  const { rows } = await sqlRows({ id: 'number', count: 'number', sure: 'flag' })`
    SELECT p.id, g.n + r.n AS count, NOT (g.cut OR r.among) AS sure
    FROM unnest(${pointIds}::int[]) AS p(id)
    LEFT JOIN point_state s ON s.point_id = p.id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(g.n), 0)::int8 AS n, coalesce(bool_or(g.t0 < ${first}::timestamptz OR g.t1 > ${last}::timestamptz), false) AS cut
      FROM segment g WHERE g.point_id = p.id AND g.t0 <= ${last}::timestamptz AND g.t1 >= ${first}::timestamptz
    ) AS g
    CROSS JOIN LATERAL (
      SELECT count(*) AS n, coalesce(bool_or(r.at <= s.sealed_to), false) AS among
      FROM reading r WHERE r.point_id = p.id AND r.at BETWEEN ${first}::timestamptz AND ${last}::timestamptz
    ) AS r`.execute(db);
  return new Map(rows.map(({ id, count, sure }) => [id, sure ? count : null]));
}
