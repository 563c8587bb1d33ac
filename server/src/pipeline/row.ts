/** A reading between the steps of the pipeline. */
import type { LiveReading } from '@plumbline/contract/kernel/events';
import type pg from 'pg';
import type { InsertMode, NewReading } from '../features/platform/store/store.ingest.table.ts';
import type { Latest } from '../features/platform/store/store.states.table.ts';
import type { BoundPoint } from './bind.ts';

/** Converted, and not stored yet. */
export interface PendingReading {
  readonly point: BoundPoint;
  readonly at: number;
  readonly receivedAt: number;
  readonly values: (number | null)[];
  readonly raw: string;
  /** The device that measured; null = by hand. */
  readonly deviceId: number | null;
  /** The series_change that brings it; absent or null = the gateway. */
  readonly changeId?: number | null;
  /** quality + 16 * tests of each value; absent or null = nothing was found. */
  readonly flags?: readonly number[] | null;
}
/** With what its quality tests found. */
export interface CheckedReading extends PendingReading {
  readonly flags: readonly number[] | null;
  /** Corrected values: what people see. */
  readonly corrected: readonly (number | null)[];
  /** What rules look at: those that have not failed. */
  readonly effective: readonly (number | null)[];
}
/** Stored: what pages are sent of it. */
export interface StoredReading {
  readonly point: BoundPoint;
  /** The level of the point that these readings found; null = it had no reading. */
  readonly levelBefore: number | null;
  readonly live: LiveReading;
}
/** The newest of a channel that feeds no point. */
export interface UnboundSample {
  readonly deviceId: number;
  readonly channel: string;
  readonly at: number;
  readonly receivedAt: number;
  readonly raw: string;
}

/** State that the steps of one transaction share. */
export interface Round {
  readonly client: pg.PoolClient;
  readonly nowMs: number;
  /** The state of every point of the rows and of the composites that read them, locked; absent = none yet. */
  readonly latest: ReadonlyMap<number, Latest>;
  readonly mode: InsertMode;
  /** Rows of points whose settings changed on their way are refused (`StalePlans`). */
  readonly checksPlans: boolean;
}

/** Returns whether a newer reading of the point, or one of the same time, was there before the batch. */
export function isLate({ latest }: Round, { point, at }: PendingReading): boolean {
  const known = latest.get(point.pointId);
  return known !== undefined && at <= known.at;
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
