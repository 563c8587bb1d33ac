/** What features above may ask of waveforms. */
import type { AxisFigures } from '@plumbline/contract/views/waveforms';
import { decodeSamples } from '@plumbline/science/waveforms/codec';
import type { WaveformUnit } from '@plumbline/science/waveforms/units';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';

export { magnitudes, samples, spectrum } from './waveforms.service.ts';
export { overTime } from './waveforms.spectra.service.ts';

const recordedEventColumns = {
  id: 'number',
  pointId: 'number',
  /** When the recording began, epoch ms, and how long it is. */
  atMs: 'number',
  durationMs: 'number',
  receivedMs: 'number',
  unit: typed<WaveformUnit>(),
  axes: typed<readonly AxisFigures[]>(),
} as const satisfies Columns;
export type RecordedEvent = SqlRow<typeof recordedEventColumns>;

/** The columns of a RecordedEvent, of waveforms `w`. */
const ofEvent = sql`w.id, w.point_id AS "pointId", round(date_part('epoch', w.started_at) * 1000) AS "atMs", w.figures AS axes, w.unit,
  w.samples / w.rate_hz * 1000 AS "durationMs", round(date_part('epoch', w.received_at) * 1000) AS "receivedMs"`;

/**
 * Returns the events that points recorded from a time on each, up to `toMs`, in order of points and time: at most
 * `limit` of all, the newest.
 */
export async function recordedEvents(
  db: Db,
  since: ReadonlyMap<number, number>,
  toMs: number,
  limit: number,
): Promise<RecordedEvent[]> {
  if (since.size === 0) return [];
  const { rows } = await sqlRows(recordedEventColumns)`
    SELECT * FROM (
      SELECT ${ofEvent}
      FROM unnest(${[...since.keys()]}::int[], ${[...since.values()]}::float8[]) AS t(point_id, from_ms)
        JOIN waveform w ON w.point_id = t.point_id AND w.started_at >= to_timestamp(t.from_ms / 1000)
          AND w.started_at <= to_timestamp(${toMs}::float8 / 1000)
      ORDER BY w.started_at DESC LIMIT ${limit}) AS newest
    ORDER BY "pointId", "atMs"`.execute(db);
  return rows;
}

/** Events by when they began, those that are there; `isLate` = a newer one of the point was there when it came. */
export async function eventsStarting(
  db: Db,
  starts: readonly { readonly pointId: number; readonly startMs: number }[],
): Promise<(RecordedEvent & { readonly isLate: boolean })[]> {
  const { rows } = await sqlRows({ ...recordedEventColumns, isLate: 'flag' })`
    SELECT ${ofEvent}, EXISTS (SELECT 1 FROM waveform newer WHERE newer.point_id = w.point_id AND newer.started_at > w.started_at
        AND newer.id < w.id) AS "isLate"
    FROM unnest(${starts.map(({ pointId }) => pointId)}::int[], ${starts.map(({ startMs }) => startMs)}::float8[]) AS t(point_id, start_ms)
      JOIN waveform w ON w.point_id = t.point_id AND w.started_at = to_timestamp(t.start_ms / 1000)`.execute(db);
  return rows;
}

export interface StoredWaveform {
  readonly id: number;
  readonly startedAt: Date;
  readonly rateHz: number;
  readonly unit: string;
  readonly axes: readonly string[];
  /** Of each axis, as recorded. */
  readonly samples: readonly Float64Array[];
}

/** The next waveform of a point by its id, with its samples: one at a time is in memory. null = there is none that had arrived by then. */
export async function waveformAfter(db: Db, pointId: number, id: number, until: Date): Promise<StoredWaveform | null> {
  const row = await db
    .selectFrom('waveform')
    .select(['id', 'started_at as startedAt', 'rate_hz as rateHz', 'unit', 'axes', 'data'])
    .where('point_id', '=', pointId)
    .where('id', '>', id)
    .where('received_at', '<=', until)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { data, ...waveform } = row;
  return { ...waveform, samples: decodeSamples(data) };
}
