import { createHash } from 'node:crypto';
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';

interface Link {
  readonly code: string;
  readonly projectId: number;
  readonly query: string;
  readonly byName: string;
  readonly createdAt: Date;
}

const hashOf = (query: string): Buffer => createHash('sha256').update(query, 'utf8').digest();

/** The code of a view that was linked to before. */
export async function codeOf(db: Db, projectId: number, query: string): Promise<string | undefined> {
  const { rows } = await sqlRows({ code: 'text' })`
    SELECT code FROM view_link
    WHERE project_id = ${projectId} AND query_hash = ${hashOf(query)}`.execute(db);
  return rows[0]?.code;
}

export async function count(db: Db, projectId: number): Promise<number> {
  const { rows } = await sqlRows({ count: 'number' })`
    SELECT count(*)::int AS count FROM view_link WHERE project_id = ${projectId}`.execute(db);
  return elementAt(rows, 0).count;
}

/** Gives the code that counts: where somebody linked to the same view meanwhile, theirs. */
export async function insert(db: Db, { code, projectId, query, byName, createdAt }: Link): Promise<string> {
  const { rows } = await sqlRows({ code: 'text' })`
    INSERT INTO view_link (code, project_id, query, query_hash, by_name, created_at)
    VALUES (${code}, ${projectId}, ${query}, ${hashOf(query)}, ${byName}, ${createdAt})
    ON CONFLICT (project_id, query_hash) DO UPDATE SET query = excluded.query
    RETURNING code`.execute(db);
  return elementAt(rows, 0).code;
}

export async function one(db: Db, code: string): Promise<Pick<Link, 'projectId' | 'query'> | undefined> {
  const row = await db
    .selectFrom('view_link')
    .select(['project_id', 'query'])
    .where('code', '=', code)
    .executeTakeFirst();
  return row && { projectId: row.project_id, query: row.query };
}
