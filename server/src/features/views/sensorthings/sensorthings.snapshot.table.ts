/** One request as one read-only snapshot of the database, with a time limit. */
import { Failure } from '@plumbline/contract/kernel/errors';
import { OptionFault } from '@plumbline/science/odata/tokens';
import { sql } from 'kysely';
import type { Context, Db } from '../../../kernel/context.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import type { VisibleScope } from './sensorthings.entities.table.ts';
import { viewsFor } from './sensorthings.sets.table.ts';

const timeoutMs = 20_000;

const fault = (message: string) => new Failure('badInput', [{ path: '$filter', message, code: 'custom' }]);

/** Everything that `work` reads is of the same moment. Throws badInput where the database cannot calculate what was asked. */
export async function inSnapshot<T>(
  { db, caller, now }: Context,
  work: (scope: VisibleScope) => Promise<T>,
): Promise<T> {
  const nowMs = now().getTime();
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (snapshot: Db) => {
        await sql`SELECT set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(snapshot);
        return work({ db: snapshot, sql: sqlOver(snapshot), views: viewsFor(caller, new Date(nowMs)), nowMs });
      });
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (error instanceof OptionFault) throw fault(error.message);
    if (code === '57014') throw fault(`This took longer than ${timeoutMs / 1000} s; ask for less`);
    // Numbers out of range, and the like: the values were well formed, what they lead to is not.
    if (typeof code === 'string' && code.startsWith('22'))
      throw fault(`Cannot be calculated: ${(error as Error).message}`);
    throw error;
  }
}
