/** The latest reading of points, packed by the database: a screen asks for a thousand of them every few seconds. */
import type { Sql } from '../../kernel/sql.ts';
import { packTimes, unpackTimes } from './readings.packed.table.ts';

interface LatestRow {
  point_id: number;
  at: Date;
  received_at: Date;
  values: (number | null)[];
  level: number;
}

/** The latest reading of each point by measuring time, in the order of ids; points without one are left out. */
export async function latest(sql: Sql, pointIds: readonly number[]): Promise<LatestRow[]> {
  const { rows } = await sql.query<{
    ids: Buffer | null;
    at: Buffer;
    received: Buffer;
    levels: Buffer;
    values: (number | string | null)[][];
  }>({
    name: 'latest',
    text: `SELECT string_agg(int4send(point_id), ''::bytea) AS ids, ${packTimes('at')} AS at, ${packTimes('received_at')} AS received,
        string_agg(int4send(level), ''::bytea) AS levels, json_agg(values) AS values
      FROM (SELECT * FROM point_state WHERE point_id = ANY($1) ORDER BY point_id) s`,
    values: [pointIds],
  });
  const { ids, at, received, levels, values } = rows[0]!;
  if (ids === null) return [];
  const [times, arrivals] = [unpackTimes(at), unpackTimes(received)];
  return values.map((each, i) => ({
    point_id: ids.readInt32BE(i * 4),
    at: new Date(times[i]!),
    received_at: new Date(arrivals[i]!),
    // JSON has no NaN: it comes as text, and is no value.
    values: each.map((value) => (typeof value === 'string' ? null : value)),
    level: levels.readInt32BE(i * 4),
  }));
}
