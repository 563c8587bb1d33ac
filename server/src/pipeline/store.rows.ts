/** Rows of a batch on their way through a transaction: in order, corrected, and tested. */
import type pg from 'pg';
import type { InsertMode, NewReading } from '../features/store/store.ingest.table.ts';
import { lockQuality, saveQuality } from '../features/store/store.quality.table.ts';
import type { Latest } from '../features/store/store.states.table.ts';
import type { BoundPoint } from './bind.ts';
import { correctedValues, trustedValues } from './effective-values.ts';
import { remembering, testAll } from './quality.ts';
import type { PendingReading } from './row.ts';

/** `checks`: rows of points whose settings changed on their way are refused (`StalePlans`). */
export interface StoreOptions {
  readonly checks: boolean;
  readonly mode: InsertMode;
}

/** A row with what is known of it once it is tested. */
export interface TestedReading extends PendingReading {
  readonly flags: readonly number[] | null;
  /** Corrected values: what people see. */
  readonly corrected: readonly (number | null)[];
  /** What rules look at: those that have not failed. */
  readonly effective: readonly (number | null)[];
}

/** The points of rows and the composites that read them, in the order in which their locks are taken. */
export function idsOf(rows: readonly PendingReading[]): number[] {
  const ids = new Set<number>();
  for (const { point } of rows) {
    ids.add(point.pointId);
    for (const composite of point.composites) ids.add(composite.pointId);
  }
  return [...ids].sort((a, b) => a - b);
}

/** In order of points and measuring time. */
export const byTime = (a: PendingReading, b: PendingReading) => a.point.pointId - b.point.pointId || a.at - b.at;

/** Quality tests, in order of measuring time; what they remember of the points is written with the readings. */
export async function testRows(
  client: pg.PoolClient,
  rows: readonly PendingReading[],
  points: ReadonlyMap<number, BoundPoint>,
  latest: ReadonlyMap<number, Latest>,
): Promise<TestedReading[]> {
  const remember = remembering(points.values());
  const states = remember.length > 0 ? await lockQuality(client, remember) : new Map<number, never>();
  const shown = rows.map((row) => correctedValues(row.point, row.at, row.values));
  const order = [...rows.keys()].sort((a, b) => {
    const [one, two] = [rows[a]!, rows[b]!];
    return one.point.pointId - two.point.pointId || one.at - two.at;
  });
  const { flags, moved } = testAll(
    order.map((i) => ({ point: rows[i]!.point, at: rows[i]!.at, receivedAt: rows[i]!.receivedAt, values: shown[i]! })),
    states,
    (pointId) => latest.get(pointId)?.at ?? null,
  );
  if (moved.size > 0) await saveQuality(client, moved);
  const tested = new Array<TestedReading>(rows.length);
  order.forEach((i, n) => {
    const found = rows[i]!.flags ?? flags[n]!;
    tested[i] = { ...rows[i]!, flags: found, corrected: shown[i]!, effective: trustedValues(shown[i]!, found) };
  });
  return tested;
}

export const asReading = (row: PendingReading): NewReading => ({
  pointId: row.point.pointId,
  at: row.at,
  receivedAt: row.receivedAt,
  values: row.values,
  raw: row.raw,
  flags: row.flags,
  deviceId: row.deviceId,
  changeId: row.changeId,
});
