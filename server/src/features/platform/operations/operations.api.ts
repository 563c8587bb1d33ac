/** The lines of the operation log that concern one project, for files. Whoever asks says that its reader may see them. */
import type { Operation } from '@plumbline/contract/platform/operations';
import type { Db } from '../../../kernel/context.ts';
import { count, type Filter, lines } from './operations.table.ts';

export type OperationSpan = Pick<Filter, 'from' | 'to'> & {
  readonly corporationId: number;
  readonly projectId: number;
};

/** Counted up to `limit`. */
export const countOperations = (db: Db, span: OperationSpan, limit: number): Promise<number> => count(db, span, limit);

const linesAtOnce = 2_000;

/** The newest first, read piece by piece. */
export async function* eachOperation(db: Db, span: OperationSpan): AsyncGenerator<Operation> {
  let below: number | undefined;
  for (;;) {
    const rows = await lines(db, span, { limit: linesAtOnce, ...(below !== undefined && { below }) });
    yield* rows;
    below = rows.at(-1)?.id;
    if (rows.length < linesAtOnce) return;
  }
}
