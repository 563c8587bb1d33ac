/** How records that people bring are written: the pipeline (pipeline/manual-writes.ts) does it for this feature below. */
import type { ChangeCounts } from '@plumbline/contract/readings/history';
import type { Sample } from '@plumbline/science/sensors/recipes';
import type { Db } from '../../../kernel/context.ts';
import type { NewChange } from '../../platform/store/store.changes.api.ts';

/** A point that takes records by hand: manual ones fields, automated ones raw quantities. */
export interface ManualPoint {
  readonly id: number;
  readonly projectId: number;
  readonly corporationId: number;
  /** 0 automated, 2 manual. */
  readonly type: number;
  readonly nodeCount: number;
  /** Place of the main field among the fields. */
  readonly mainIndex: number;
  /** Keys in stored order. */
  readonly fields: readonly string[];
  /** Raw quantities that the conversion reads; none of a manual point. */
  readonly quantities: readonly string[];
  /** The values that a sample of that time stands for. */
  readonly convert: (at: number, sample: Sample) => (number | null)[];
}
export interface ManualRow {
  readonly pointId: number;
  /** Epoch ms. */
  readonly at: number;
  readonly sample: Sample;
}
export type ManualResult = 'added' | 'overwritten' | 'unchanged';

export interface ManualTransaction {
  readonly db: Db;
  /** Writes the act down; gives its number. */
  begin(change: NewChange): Promise<number>;
  /**
   * Stores records of distinct (point, time), by the present settings of their points; `samples` is what is then
   * stored there. Throws notFound for a point that takes no readings any more.
   */
  put(
    changeId: number,
    rows: readonly ManualRow[],
  ): Promise<{ readonly results: readonly ManualResult[]; readonly samples: readonly Sample[] }>;
  remove(changeId: number, pointId: number, times: readonly number[]): Promise<number>;
  /** What is stored at these times; null = no record. */
  samplesAt(wanted: readonly { pointId: number; at: number }[]): Promise<(Sample | null)[]>;
  setCounts(changeId: number, counts: ChangeCounts): Promise<void>;
  /** Says that the readings of an act have changed. */
  announce(changeId: number): Promise<void>;
}
export interface ManualWriter {
  /** Those of the points that take readings now. */
  points(ids: readonly number[]): Promise<ReadonlyMap<number, ManualPoint>>;
  transact<T>(work: (transaction: ManualTransaction) => Promise<T>): Promise<T>;
  /** What is stored at these times; null = no record. */
  samplesAt(wanted: readonly { pointId: number; at: number }[]): Promise<(Sample | null)[]>;
  /** Takes an act back; may be run twice. */
  takeBack(changeId: number, byName: string): Promise<void>;
}

declare module '../../../kernel/services.ts' {
  interface Services {
    readonly manualWriter: ManualWriter;
  }
}
