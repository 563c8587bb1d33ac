/** What features above may ask about corrections: the records that count when values of points are read. */
import type { Correction as Shape } from '@plumbline/contract/corrections';
import { Failure } from '@plumbline/contract/errors';
import type { AxisFixes, Correction, Fixes } from '@plumbline/science/series/correction';
import type { Selectable } from 'kysely';
import type { Db } from '../../kernel/context.ts';
import { asFailure } from '../../kernel/failures.ts';
import type { Tables } from '../../kernel/tables.ts';

type Row = Selectable<Tables['correction']>;
/** A record with its number. */
export type NumberedCorrection = Correction & { readonly id: number };

/**
 * The records of points, by point, each point's in order of their start; a point without any is absent. One indexed query.
 * Throws shiftFetchFailed where they cannot be had and shiftParseFailed where one cannot be read: values are never shown
 * as if there were no correction.
 */
export async function correctionsOf(
  db: Db,
  pointIds: readonly number[],
): Promise<ReadonlyMap<number, readonly NumberedCorrection[]>> {
  const rows = await rowsOf(db, pointIds);
  const found = new Map<number, NumberedCorrection[]>();
  for (const row of rows) {
    const mine = found.get(row.point_id) ?? [];
    if (mine.length === 0) found.set(row.point_id, mine);
    mine.push(correctionOf(row));
  }
  return found;
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
function correctionOf(row: Row): NumberedCorrection {
  const stretch = { id: row.id, startAt: row.start_at.getTime(), endAt: row.end_at?.getTime() ?? null };
  const amounts: unknown = row.amounts;
  if (!isAmounts(amounts)) throw new Failure('shiftParseFailed', { correctionId: row.id });
  switch (row.kind) {
    case 'shift':
      return { kind: 'shift', ...stretch, fixes: amounts };
    case 'topshift':
      return { kind: 'topshift', ...stretch, fixes: axesOf(row, amounts) };
    case 'initshift':
      return { kind: 'initshift', ...stretch, initials: amounts };
    case 'basenode':
      if (row.node === null) throw new Failure('shiftParseFailed', { correctionId: row.id });
      return { kind: 'basenode', ...stretch, node: row.node, surveyed: axesOf(row, amounts) };
    default:
      throw new Failure('shiftParseFailed', { correctionId: row.id });
  }
}

const isAmounts = (amounts: unknown): amounts is Fixes =>
  typeof amounts === 'object' &&
  amounts !== null &&
  !Array.isArray(amounts) &&
  Object.keys(amounts).length > 0 &&
  Object.values(amounts).every((amount) => typeof amount === 'number' && Number.isFinite(amount));

function axesOf(row: Row, amounts: Fixes): AxisFixes {
  if (Object.keys(amounts).some((axis) => axis !== 'x' && axis !== 'y'))
    throw new Failure('shiftParseFailed', { correctionId: row.id });
  return amounts;
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
