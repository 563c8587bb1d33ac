/**
 * What this feature needs of the points: their batches, handed to it by app.ts in the words of the contract. A batch is one
 * act of the points feature, in the transaction that it is called with; this feature only writes down what people typed.
 */
import type { points } from '@plumbline/contract/points';
import type { OutputOf } from '@plumbline/contract/route';
import type { Context } from '../../../kernel/context.ts';

type Request<K extends 'table' | 'batchCreate' | 'batchEdit' | 'batchThresholds'> = (
  context: Context,
  input: OutputOf<(typeof points)[K]['input']>,
) => Promise<OutputOf<(typeof points)[K]['reply']>>;

export interface PointBatches {
  readonly table: Request<'table'>;
  readonly batchCreate: Request<'batchCreate'>;
  readonly batchEdit: Request<'batchEdit'>;
  readonly batchThresholds: Request<'batchThresholds'>;
}
