/** The waveforms of points. Invariant: of one point and start there is one waveform, and its content never changes. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Waveform } from '@plumbline/contract/views/waveforms';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';
import { governingOf } from './logic/governing.ts';
import type { Packed } from './logic/recorded.ts';

type Row = Omit<Selectable<Tables['waveform']>, 'data' | 'digest' | 'device_id'>;

/** All but the samples. */
const shown = [
  'id',
  'point_id',
  'started_at',
  'rate_hz',
  'unit',
  'axes',
  'samples',
  'trigger',
  'source',
  'by_name',
  'file_name',
  'received_at',
  'figures',
  'peak',
  'ppv_mm_s',
] as const;

function fromRow(row: Row): Waveform {
  const axes = row.figures as Waveform['axes'];
  return {
    id: row.id,
    pointId: row.point_id,
    startAt: row.started_at.toISOString(),
    rateHz: row.rate_hz,
    unit: row.unit as Waveform['unit'],
    samples: row.samples,
    trigger: row.trigger,
    source: row.source,
    byName: row.by_name,
    fileName: row.file_name,
    receivedAt: row.received_at.toISOString(),
    axes,
    peak: row.peak,
    vectorSumMmS: row.ppv_mm_s,
    governing: governingOf(axes),
  };
}

interface Filter {
  readonly pointId: number;
  readonly before?: string | undefined;
  readonly minVectorSumMmS?: number | undefined;
}

const filtered = (db: Db, { pointId, minVectorSumMmS }: Filter) =>
  db
    .selectFrom('waveform')
    .where('point_id', '=', pointId)
    .$if(minVectorSumMmS !== undefined, (query) => query.where('ppv_mm_s', '>=', minVectorSumMmS ?? 0));

export async function list(db: Db, filter: Filter, limit: number): Promise<Waveform[]> {
  const { before } = filter;
  const rows = await filtered(db, filter)
    .select(shown)
    .$if(before !== undefined, (query) => query.where('started_at', '<', new Date(before ?? 0)))
    .orderBy('started_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

export async function count(db: Db, filter: Filter): Promise<number> {
  const { total } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Throws notFound, for one of another point too. */
export async function one(db: Db, pointId: number, id: number): Promise<Waveform> {
  const row = requireRow(
    await db
      .selectFrom('waveform')
      .select(shown)
      .where('id', '=', id)
      .where('point_id', '=', pointId)
      .executeTakeFirst(),
    { waveformId: id },
  );
  return fromRow(row);
}

/** One with its samples as they are stored. Throws notFound. */
export async function oneWithData(db: Db, pointId: number, id: number): Promise<{ waveform: Waveform; data: Buffer }> {
  const row = requireRow(
    await db
      .selectFrom('waveform')
      .select([...shown, 'data'])
      .where('id', '=', id)
      .where('point_id', '=', pointId)
      .executeTakeFirst(),
    { waveformId: id },
  );
  return { waveform: fromRow(row), data: row.data };
}

/** What starts within a span, both ends included. */
interface Span {
  readonly pointId: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly minVectorSumMmS?: number | undefined;
}
const within = (db: Db, { pointId, fromMs, toMs, minVectorSumMmS }: Span) =>
  db
    .selectFrom('waveform')
    .where('point_id', '=', pointId)
    .where('started_at', '>=', new Date(fromMs))
    .where('started_at', '<=', new Date(toMs))
    .$if(minVectorSumMmS !== undefined, (query) => query.where('ppv_mm_s', '>=', minVectorSumMmS ?? 0));

export async function countWithin(db: Db, span: Span): Promise<number> {
  const { total } = await within(db, span)
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** At most `limit` of a span, by time: where there are more, the strongest of each few that follow each other. */
export async function strongestWithin(db: Db, span: Span, limit: number): Promise<Waveform[]> {
  const rows = await db
    .selectFrom((query) =>
      query
        .selectFrom(
          within(db, span)
            .select(shown)
            .select(sql<number>`ntile(${limit}) OVER (ORDER BY started_at)`.as('few'))
            .as('numbered'),
        )
        .selectAll()
        .select(sql<string>`row_number() OVER (PARTITION BY few ORDER BY ppv_mm_s DESC, started_at)`.as('place'))
        .as('placed'),
    )
    .select(shown)
    .where('place', '=', '1')
    .orderBy('started_at')
    .execute();
  return rows.map(fromRow);
}

/** The samples of some, as they are stored, by their ids. */
export async function dataOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Buffer>> {
  const rows = await db
    .selectFrom('waveform')
    .select(['id', 'data'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, data }) => [id, data]));
}

export interface Origin {
  readonly source: 'device' | 'file';
  readonly deviceId: number | null;
  readonly byName: string | null;
  readonly fileName: string | null;
  readonly receivedAt: Date;
}

/** The same again changes nothing. Throws waveformExists for another one of the same start. */
export async function insert(
  db: Db,
  pointId: number,
  packed: Packed,
  origin: Origin,
): Promise<{ id: number; isUnchanged: boolean }> {
  const startedAt = new Date(packed.startMs);
  const row = await db
    .insertInto('waveform')
    .values({
      point_id: pointId,
      started_at: startedAt,
      rate_hz: packed.rateHz,
      unit: packed.unit,
      axes: [...packed.axes],
      samples: packed.samples,
      trigger: packed.trigger,
      source: origin.source,
      device_id: origin.deviceId,
      by_name: origin.byName,
      file_name: origin.fileName,
      received_at: origin.receivedAt,
      figures: JSON.stringify(packed.figures),
      peak: packed.peak,
      ppv_mm_s: packed.vectorSumMmS,
      digest: Buffer.from(packed.digest),
      data: Buffer.from(packed.data),
    })
    .onConflict((conflict) => conflict.columns(['point_id', 'started_at']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) return { id: row.id, isUnchanged: false };
  const stored = await db
    .selectFrom('waveform')
    .select(['id', 'digest'])
    .where('point_id', '=', pointId)
    .where('started_at', '=', startedAt)
    .executeTakeFirst();
  if (stored?.digest.equals(packed.digest)) return { id: stored.id, isUnchanged: true };
  throw new Failure('waveformExists', { startAt: startedAt.toISOString() });
}

/** When the one that is gone had begun; undefined = there was none. */
export async function remove(db: Db, pointId: number, id: number): Promise<Date | undefined> {
  const row = await db
    .deleteFrom('waveform')
    .where('id', '=', id)
    .where('point_id', '=', pointId)
    .returning('started_at')
    .executeTakeFirst();
  return row?.started_at;
}

/** Deletes the waveforms of points that are deleted or begin anew. */
export async function removeOf(db: Db, pointIds: readonly number[]): Promise<void> {
  await sql`DELETE FROM waveform WHERE point_id = ANY(${pointIds}::int[])`.execute(db);
}

/** Deletes at most `limit` of those that started before; gives how many. */
export async function removeOlder(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM waveform WHERE id IN (
      SELECT id FROM waveform WHERE started_at < ${before} ORDER BY started_at LIMIT ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
