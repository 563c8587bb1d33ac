/** What is to be known of a point before it is given a waveform. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { Db } from '../../../kernel/context.ts';

/** Throws notFound. */
export async function familyOf(db: Db, pointId: number): Promise<FamilyCode> {
  const row = await db.selectFrom('point').select('family').where('id', '=', pointId).executeTakeFirst();
  if (!row) throw new Failure('notFound', { pointId });
  return row.family as FamilyCode;
}
