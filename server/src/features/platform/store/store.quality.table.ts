/** What the quality tests of points remember, on a raw connection inside the transaction that stores their readings. */
import type { QualityState } from '@plumbline/science/quality/judge-quality';
import type { Sql } from '../../../kernel/sql.ts';

/** The state of each point that has one, locked in one order. */
export async function lockQuality(sql: Sql, pointIds: readonly number[]): Promise<Map<number, QualityState>> {
  const { rows } = await sql.query<{ point_id: number; state: QualityState }>({
    name: 'lock-quality',
    text: 'SELECT point_id, state FROM quality_state WHERE point_id = ANY($1) ORDER BY point_id FOR UPDATE',
    values: [pointIds],
  });
  return new Map(rows.map((row) => [row.point_id, row.state]));
}

export async function saveQuality(sql: Sql, states: ReadonlyMap<number, QualityState>): Promise<void> {
  await sql.query({
    name: 'save-quality',
    text: `INSERT INTO quality_state (point_id, state) SELECT * FROM unnest($1::int[], $2::jsonb[])
      ON CONFLICT (point_id) DO UPDATE SET state = excluded.state`,
    values: [[...states.keys()], [...states.values()].map((state) => JSON.stringify(state))],
  });
}
