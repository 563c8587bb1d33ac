/**
 * What a dry run read, in wait: rows of (point, time, line), kept in order by their key, whatever the order of the file.
 * Memory stays small however large the file, and an import that was interrupted goes on where it was.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Sample } from '@plumbline/science/sensors/recipes';
import type pg from 'pg';
import { copyIn } from '../../../kernel/copy-in.ts';
import { joined } from './logic/line-readers.ts';

export interface StagedRow {
  readonly pointId: number;
  /** Epoch ms. */
  readonly at: number;
  readonly line: number;
  readonly sample: Sample;
}
/** Everything that a file says of one point and time; the last word counts. */
export interface StagedRecord extends StagedRow {
  /** Earlier lines with another value of the same quantity, or the same value again. */
  readonly repeated: readonly number[];
  /** The first line that says something of it; `line` is the last. */
  readonly firstLine: number;
}
export interface Place {
  readonly pointId: number;
  readonly at: number;
}

export async function add(pool: pg.Pool, importId: number, rows: readonly StagedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const client = await pool.connect();
  try {
    const text = rows
      .map(({ pointId, at, line, sample }) => `${importId}\t${pointId}\t${at}\t${line}\t${escaped(sample)}\n`)
      .join('');
    const statement = 'COPY import_row (import_id, point_id, at_ms, line, sample) FROM STDIN';
    await copyIn(client, statement, Buffer.from(text));
    client.release();
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

/** JSON has no raw tabs or line ends; its backslashes are doubled for COPY. */
const escaped = (sample: Sample) => JSON.stringify(sample).replaceAll('\\', '\\\\');

export async function clear(pool: pg.Pool, importId: number): Promise<void> {
  await pool.query({ text: 'DELETE FROM import_row WHERE import_id = $1', values: [importId] });
}

/** Deletes the staged rows of imports that are gone with their project. */
export async function clearOrphans(pool: pg.Pool): Promise<void> {
  await pool.query(
    'DELETE FROM import_row WHERE NOT EXISTS (SELECT 1 FROM data_import i WHERE i.id = import_row.import_id)',
  );
}

export async function count(pool: pg.Pool, importId: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    text: 'SELECT count(*) AS count FROM import_row WHERE import_id = $1',
    values: [importId],
  });
  return elementAt(rows, 0).count;
}

/** About `limit` rows after a place, as records, in order of point and time; none = that was all. */
export async function next(
  pool: pg.Pool,
  importId: number,
  after: Place | null,
  limit: number,
): Promise<StagedRecord[]> {
  const { rows } = await pool.query<{ point_id: number; at_ms: number; line: number; sample: string }>({
    name: 'import-next',
    text: `SELECT point_id, at_ms, line, sample FROM import_row
      WHERE import_id = $1 AND (point_id, at_ms) > ($2, $3) ORDER BY point_id, at_ms, line LIMIT $4`,
    values: [importId, after?.pointId ?? 0, after?.at ?? -1, limit],
  });
  // The last record may have more lines: it is left to the next call, unless it is all there is.
  const full = rows.length === limit;
  const last = rows.at(-1);
  const whole = full ? rows.filter((row) => row.point_id !== last?.point_id || row.at_ms !== last.at_ms) : rows;
  if (full && whole.length === 0) return next(pool, importId, after, limit * 4);
  const records: StagedRecord[] = [];
  for (const row of whole) {
    const known = records.at(-1);
    const sample = JSON.parse(row.sample) as Sample;
    if (known?.pointId === row.point_id && known.at === row.at_ms) {
      const both = joined(known.sample, sample);
      const repeated = both.again ? [...known.repeated, known.line] : known.repeated;
      records[records.length - 1] = { ...known, line: row.line, sample: both.sample, repeated };
    } else
      records.push({ pointId: row.point_id, at: row.at_ms, line: row.line, sample, repeated: [], firstLine: row.line });
  }
  return records;
}
