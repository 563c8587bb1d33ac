import type { LiveReading } from '@plumbline/contract/events';
import type { BoundPoint } from './bind.ts';
import type { Refusal } from './decode.ts';

/** A reading between the steps of the pipeline. */
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
export interface UnboundSample {
  readonly deviceId: number;
  readonly channel: string;
  readonly at: number;
  readonly receivedAt: number;
  readonly raw: string;
}
export interface Outcome {
  readonly stored: number;
  readonly unchanged: number;
  readonly overwritten: number;
  readonly unbound: number;
  /** Of those taken for points: they gave no value at all. */
  readonly empty: number;
  /** Refused for now and kept: offered again when the clock or the channels have caught up. */
  readonly deferred: number;
  readonly refused: readonly Refusal[];
  /** What was taken and is not what its point reads. */
  readonly warnings: readonly Refusal[];
}
export interface StoredReading {
  readonly point: BoundPoint;
  readonly live: LiveReading;
}
