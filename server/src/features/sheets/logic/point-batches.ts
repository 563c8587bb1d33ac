/**
 * What this feature needs of the points: their batches, handed to it by app.ts in the words of the contract. A batch is one
 * act of a feature below, in the transaction that it is called with; this feature only writes down what people typed.
 */
import type { batches } from '@plumbline/contract/batches';
import type { points } from '@plumbline/contract/points';
import type { OutputOf } from '@plumbline/contract/route';
import type { thresholds } from '@plumbline/contract/thresholds';
import type { Context } from '../../../kernel/context.ts';

type Routes = typeof points & typeof batches & typeof thresholds;
type Request<K extends 'table' | 'batchCreate' | 'batchEdit' | 'batchThresholds'> = (
  context: Context,
  input: OutputOf<Routes[K]['input']>,
) => Promise<OutputOf<Routes[K]['reply']>>;

export interface PointBatches {
  readonly table: Request<'table'>;
  readonly batchCreate: Request<'batchCreate'>;
  readonly batchEdit: Request<'batchEdit'>;
  readonly batchThresholds: Request<'batchThresholds'>;
}
