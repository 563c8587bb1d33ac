/** What features above may ask of waveforms. */
import type { AxisFigures } from '@plumbline/contract/waveforms';
import { sql } from 'kysely';
import type { Db } from '../../kernel/context.ts';

export { magnitudes, samples, spectrum } from './waveforms.service.ts';
export { overTime } from './waveforms.spectra.service.ts';

export interface RecordedEvent {
  readonly pointId: number;
  /** When the recording began, epoch ms. */
  readonly atMs: number;
  readonly axes: readonly AxisFigures[];
}

/** What points recorded from a time on each, up to `toMs`, in order of points and time: at most `limit` of all, the newest. */
export async function recordedEvents(
  db: Db,
  since: ReadonlyMap<number, number>,
  toMs: number,
  limit: number,
): Promise<RecordedEvent[]> {
  if (since.size === 0) return [];
  const { rows } = await sql<RecordedEvent>`
    SELECT * FROM (
      SELECT w.point_id AS "pointId", round(date_part('epoch', w.started_at) * 1000) AS "atMs", w.figures AS axes
      FROM unnest(${[...since.keys()]}::int[], ${[...since.values()]}::float8[]) AS t(point_id, from_ms)
        JOIN waveform w ON w.point_id = t.point_id AND w.started_at >= to_timestamp(t.from_ms / 1000)
          AND w.started_at <= to_timestamp(${toMs}::float8 / 1000)
      ORDER BY w.started_at DESC LIMIT ${limit}) AS newest
    ORDER BY "pointId", "atMs"`.execute(db);
  return rows;
}
