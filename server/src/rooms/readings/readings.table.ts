/** Reading the series. Times leave as epoch ms; raw driver, because these are the hottest reads of the product. */
import type pg from 'pg';

/** One column of a point over [from, to], oldest first. NaN = no value. At most `limit` rows. */
export async function column(
  pool: pg.Pool,
  pointId: number,
  fieldIndexes: readonly number[],
  fromMs: number,
  toMs: number,
  limit: number,
): Promise<{ times: Float64Array; columns: Float64Array[] }> {
  const chosen = fieldIndexes.map((index, i) => `values[${index + 1}] AS f${i}`).join(', ');
  const { rows } = await pool.query<(number | null)[]>({
    text: `SELECT date_part('epoch', at) * 1000, ${chosen} FROM reading
      WHERE point_id = $1 AND at >= to_timestamp($2::float8 / 1000) AND at <= to_timestamp($3::float8 / 1000) ORDER BY at LIMIT $4`,
    values: [pointId, fromMs, toMs, limit],
    rowMode: 'array',
  });
  const times = new Float64Array(rows.length);
  const columns = fieldIndexes.map(() => new Float64Array(rows.length));
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    times[i] = Math.round(row[0]!);
    for (let c = 0; c < columns.length; c++) columns[c]![i] = row[c + 1] ?? Number.NaN;
  }
  return { times, columns };
}

export interface Row {
  readonly at: Date;
  readonly received_at: Date;
  readonly values: (number | null)[];
  readonly raw: unknown;
}

export async function page(
  pool: pg.Pool,
  pointId: number,
  from: Date,
  to: Date,
  newestFirst: boolean,
  offset: number,
  limit: number,
): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    `SELECT at, received_at, values, raw FROM reading WHERE point_id = $1 AND at BETWEEN $2 AND $3 ORDER BY at ${newestFirst ? 'DESC' : 'ASC'} OFFSET $4 LIMIT $5`,
    [pointId, from, to, offset, limit],
  );
  return rows;
}

export async function count(pool: pg.Pool, pointId: number, from: Date, to: Date): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*) AS count FROM reading WHERE point_id = $1 AND at BETWEEN $2 AND $3',
    [pointId, from, to],
  );
  return rows[0]?.count ?? 0;
}

export async function latest(
  pool: pg.Pool,
  pointIds: readonly number[],
): Promise<(Row & { point_id: number; level: number })[]> {
  const { rows } = await pool.query<Row & { point_id: number; level: number }>({
    name: 'latest',
    text: 'SELECT point_id, at, received_at, values, level FROM point_state WHERE point_id = ANY($1) ORDER BY point_id',
    values: [pointIds],
  });
  return rows;
}
