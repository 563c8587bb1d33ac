/** Whose a feed is. It lies here because the live view of a feed is below the feeds themselves. */
import type { Db } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';

/** Throws notFound for a feed that is none of the corporation's. */
export async function requireFeed({ db }: { readonly db: Db }, corporationId: number, feedId: number): Promise<void> {
  requireRow(
    await db
      .selectFrom('feed')
      .select('id')
      .where('id', '=', feedId)
      .where('corporation_id', '=', corporationId)
      .executeTakeFirst(),
    { feedId },
  );
}
