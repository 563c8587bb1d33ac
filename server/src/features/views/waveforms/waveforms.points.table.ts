/** What is to be known of a point before it is given a waveform. */
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { Db } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';

/** Throws notFound. */
export async function familyOf(db: Db, pointId: number): Promise<FamilyCode> {
  const row = requireRow(await db.selectFrom('point').select('family').where('id', '=', pointId).executeTakeFirst(), {
    pointId,
  });
  return row.family as FamilyCode;
}
