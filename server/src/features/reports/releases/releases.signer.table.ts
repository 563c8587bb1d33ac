/** The certificate of this installation, with its sealed key: one row. */
import type { Db } from '../../../kernel/context.ts';

interface Stored {
  readonly certificates: string;
  readonly sealed: string;
}

export const find = (db: Db): Promise<Stored | undefined> =>
  db.selectFrom('report_signer').select(['certificates', 'sealed']).where('id', '=', 1).executeTakeFirst();

/** Writes it, where what is there is still what was seen; gives what is there then. */
export async function put(
  db: Db,
  row: Stored,
  { now, insteadOf }: { readonly now: Date; readonly insteadOf: string | null },
): Promise<Stored> {
  await db
    .insertInto('report_signer')
    .values({ id: 1, ...row, created_at: now })
    .onConflict((on) =>
      on
        .column('id')
        .doUpdateSet({ ...row, created_at: now })
        .where('report_signer.certificates', '=', insteadOf ?? ''),
    )
    .execute();
  const present = await find(db);
  if (!present) throw new Error('the certificate of this installation is gone');
  return present;
}
