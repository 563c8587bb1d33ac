/** What features above may ask about corrections: the records that count when values of points are read. */

import { Failure } from '@plumbline/contract/kernel/errors';
import type { TemperatureCompensation } from '@plumbline/contract/points/points.settings';
import type { Correction as Shape } from '@plumbline/contract/readings/corrections';
import {
  correctionFrom,
  type RecordedCorrection,
  type Temperature,
  temperatureFrom,
} from '@plumbline/science/series/correction';
import type { Selectable } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { asFailure } from '../../../kernel/failures.ts';
import { sqlRows, typed } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';

type Row = Selectable<Tables['correction']>;
/** A record with its number. */
export type NumberedCorrection = RecordedCorrection & { readonly id: number };
/** Correction that applies when values are read: records, and the temperature compensation that a point is set to. */
export type AppliedCorrection = NumberedCorrection | Temperature;

/**
 * Returns the corrections of the values of points, by point: records in order of their start, then the temperature
 * compensation; a point without any is absent. Two indexed queries. Throws shiftFetchFailed where they cannot be had
 * and shiftParseFailed where one cannot be read: values are never shown as if there were no correction.
 */
export async function correctionsOf(
  db: Db,
  pointIds: readonly number[],
): Promise<ReadonlyMap<number, readonly AppliedCorrection[]>> {
  const [rows, compensations] = await Promise.all([rowsOf(db, pointIds), compensationsOf(db, pointIds)]);
  const found = new Map<number, AppliedCorrection[]>();
  const add = (pointId: number, correction: AppliedCorrection) => {
    const mine = found.get(pointId) ?? [];
    if (mine.length === 0) found.set(pointId, mine);
    mine.push(correction);
  };
  for (const row of rows) add(row.point_id, correctionOf(row));
  for (const { id, tc } of compensations) {
    const temperature = temperatureFrom(tc);
    if (temperature) add(id, temperature);
  }
  return found;
}

/** The points that are compensated for temperature, and how. */
async function compensationsOf(db: Db, pointIds: readonly number[]) {
  if (pointIds.length === 0) return [];
  const { rows } = await sqlRows({ id: 'number', tc: typed<TemperatureCompensation>() })`
    SELECT id, tc_config AS tc FROM point WHERE id = ANY(${pointIds}::int[]) AND tc_config IS NOT NULL`.execute(db);
  return rows;
}

/** The records of a point as people see them, in order of their start. Throws as correctionsOf. */
export const ofPoint = async (db: Db, pointId: number): Promise<Shape[]> => (await rowsOf(db, [pointId])).map(shapeOf);

/** The rows of points in order of their start. */
async function rowsOf(db: Db, pointIds: readonly number[]): Promise<Row[]> {
  if (pointIds.length === 0) return [];
  try {
    return await db
      .selectFrom('correction')
      .selectAll()
      .where('point_id', 'in', pointIds)
      .orderBy('start_at')
      .orderBy('id')
      .execute();
  } catch (error) {
    throw asFailure(error) ? new Failure('shiftFetchFailed') : error;
  }
}

/** A row as the science applies it. Throws shiftParseFailed. */
function correctionOf({ id, kind, start_at, end_at, node, amounts }: Row): NumberedCorrection {
  const startAt = start_at.getTime();
  const found = correctionFrom({ kind, startAt, endAt: end_at?.getTime() ?? null, node, amounts });
  if (found === null) throw new Failure('shiftParseFailed', { correctionId: id });
  return { ...found, id };
}

/** As people see it. Throws shiftParseFailed for a row that is no correction. */
export function shapeOf(row: Row): Shape {
  const { startAt: _, endAt: __, id, ...applied } = correctionOf(row);
  return {
    ...applied,
    id,
    pointId: row.point_id,
    startAt: row.start_at.toISOString(),
    endAt: row.end_at?.toISOString() ?? null,
    stableTimes: row.stable_times,
    reason: row.reason,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    updatedBy: row.updated_by,
    updatedAt: row.updated_at?.toISOString() ?? null,
  } as Shape;
}
