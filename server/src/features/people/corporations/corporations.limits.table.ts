/**
 * How much a corporation has, and how much it may have. Invariant: two who add at the same time are counted one after the
 * other, so that no limit is passed between them.
 */

import { Failure } from '@plumbline/contract/kernel/errors';
import type { Limited } from '@plumbline/contract/people/corporations';
import type { Db } from '../../../kernel/context.ts';
import type { CorporationCounts, CountIn } from '../../../kernel/lifecycle.ts';
import { sqlRows } from '../../../kernel/rows.ts';

export async function useOf(
  db: Db,
  corporationId: number,
  { points, devices }: CorporationCounts,
): Promise<Record<Limited, number>> {
  const { rows } = await sqlRows({ points: 'number', devices: 'number', storageBytes: 'number' })`
    SELECT ${points(corporationId)} AS points, ${devices(corporationId)} AS devices,
      (SELECT coalesce(sum(bytes), 0)::bigint FROM stored_file WHERE corporation_id = ${corporationId}) AS "storageBytes"`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('a SELECT without FROM has one row');
  return found;
}

/** Throws limitReached where so many more would be more than the corporation may have. In the transaction that adds them. */
export async function requireCapacity(
  db: Db,
  corporationId: number,
  { limited, count }: { readonly limited: Exclude<Limited, 'storageBytes'>; readonly count: CountIn },
  added: number,
): Promise<void> {
  const column = limited === 'points' ? 'max_points' : 'max_devices';
  const row = await db
    .selectFrom('corporation')
    .select(`${column} as max`)
    .where('id', '=', corporationId)
    .where(column, 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row || row.max === null) return;
  const { rows } = await sqlRows({ used: 'number' })`SELECT ${count(corporationId)} AS used`.execute(db);
  if ((rows[0]?.used ?? 0) + added > row.max) throw new Failure('limitReached', { fault: limited, max: row.max });
}
