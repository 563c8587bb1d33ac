/** A sealed report by its code, and what its project shows of it to anybody. */
import type { Language } from '@plumbline/contract/kernel/constants';
import { defaultApproval } from '@plumbline/contract/reports/releases';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { isDownloaded, readSealed, type Seal } from '../releases/releases.api.ts';

const sealedColumns = {
  body: 'text',
  hash: 'text',
  projectName: 'text',
  corporationTitle: 'text',
  corporationLogo: 'text?',
  language: typed<Language>(),
  showsReleasedBy: 'flag',
  showsPoints: 'flag',
  withdrawnAt: 'instant?',
  replacedAt: 'instant?',
} as const satisfies Columns;
export interface Verified extends Readonly<SqlRow<typeof sealedColumns>> {
  readonly seal: Seal;
}
export const isShown = isDownloaded;

export async function byCode(db: Db, code: string): Promise<Verified | undefined> {
  const { rows } = await sqlRows(sealedColumns)`
    SELECT s.body, s.hash, j.name AS "projectName", p.language,
      c.title AS "corporationTitle", c.logo AS "corporationLogo",
      coalesce(a.shows_released_by, ${defaultApproval.showsReleasedBy}) AS "showsReleasedBy",
      coalesce(a.shows_points, ${defaultApproval.showsPoints}) AS "showsPoints",
      r.withdrawn_at AS "withdrawnAt",
      (SELECT min(n.released_at) FROM report_review n WHERE n.replaces_id = r.report_id AND n.released_at IS NOT NULL)
        AS "replacedAt"
    FROM report_review r JOIN report_seal s ON s.report_id = r.report_id JOIN report p ON p.id = r.report_id
      JOIN project j ON j.id = r.project_id JOIN corporation c ON c.id = j.corporation_id LEFT JOIN report_approval a ON a.project_id = j.id
    WHERE r.code = ${code} AND j.deleting_at IS NULL`.execute(db);
  const [row] = rows;
  return row && { ...row, seal: readSealed(row.body) };
}

/** Names of points, in the order of the ids; of those that are gone nothing is known any more. */
export async function namesOf(db: Db, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('point').select('name').where('id', 'in', ids).orderBy('id').execute();
  return rows.map(({ name }) => name);
}
