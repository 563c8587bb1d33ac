/** The latest reading of points, packed by the database: a screen asks for a thousand of them every few seconds. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Sql } from '../../../kernel/sql.ts';
import { lackingText } from '../../points/points/points.api.ts';
import { packTimes, unpackTimes } from './readings.packed.table.ts';

interface LatestRow {
  point_id: number;
  at: Date;
  received_at: Date;
  values: (number | null)[];
  /** null = no limits are set. */
  level: number | null;
  /** It lacks a good value (`lackingText`). */
  failed: boolean;
}

/** The latest reading of each point by measuring time, in the order of ids, corrected unless raw; points without one are left out. */
export async function latest(sql: Sql, pointIds: readonly number[], raw: boolean): Promise<LatestRow[]> {
  const { rows } = await sql.query<{
    ids: Buffer | null;
    at: Buffer;
    received: Buffer;
    levels: Buffer;
    failed: (boolean | null)[];
    values: (number | string | null)[][];
  }>({
    name: raw ? 'latest-stored' : 'latest',
    text: `SELECT string_agg(int4send(point_id), ''::bytea) AS ids, ${packTimes('at')} AS at, ${packTimes('received_at')} AS received,
        string_agg(int4send(coalesce(level, -1)), ''::bytea) AS levels, array_agg(failed) AS failed, json_agg(values) AS values
      FROM (SELECT s.point_id, s.at, s.received_at, ${raw ? 's.values' : 'coalesce(s.shown, s.values) AS values'}, CASE WHEN s.level > 0 OR EXISTS (SELECT FROM threshold h
            WHERE h.point_id = s.point_id AND h.enabled) THEN s.level END AS level, ${lackingText} AS failed
        FROM point_state s JOIN point p ON p.id = s.point_id WHERE s.point_id = ANY($1) ORDER BY s.point_id) s`,
    values: [pointIds],
  });
  const { ids, at, received, levels, failed, values } = elementAt(rows, 0);
  if (ids === null) return [];
  const [times, arrivals] = [unpackTimes(at), unpackTimes(received)];
  const levelOf = (level: number) => (level < 0 ? null : level);
  return values.map((each, i) => ({
    point_id: ids.readInt32BE(i * 4),
    at: new Date(elementAt(times, i)),
    received_at: new Date(elementAt(arrivals, i)),
    // JSON has no NaN: it comes as text, and is no value.
    values: each.map((value) => (typeof value === 'string' ? null : value)),
    level: levelOf(levels.readInt32BE(i * 4)),
    failed: elementAt(failed, i) === true,
  }));
}
