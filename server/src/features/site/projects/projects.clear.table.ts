/** What a project itself holds, cleared or deleted; what hangs on it in features above follows by `Lifecycle`. */
import type { Db } from '../../../kernel/context.ts';
import { announceChanges } from '../../../kernel/listen.ts';
import { sqlRows } from '../../../kernel/rows.ts';

/** The settings of a project's own pages. */
export const clearOwn = (db: Db, projectId: number) =>
  db.updateTable('project').set({ gradings: null }).where('id', '=', projectId).execute();

/** The pictures of a project itself. */
export async function filesOfProject(db: Db, projectId: number): Promise<string[]> {
  const { rows } = await sqlRows({ id: 'text' })`
    SELECT file.id FROM project j, LATERAL unnest(ARRAY[j.picture, j.logo]) AS file (id)
    WHERE j.id = ${projectId} AND file.id IS NOT NULL`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes a project with its members; its points and structures must be gone already. */
export const removeProject = (db: Db, id: number) => db.deleteFrom('project').where('id', '=', id).execute();

/** Says to every process, at COMMIT, that what it keeps of a project is out of date. */
export const notifyCleared = (db: Db, projectId: number) => announceChanges(db, [{ kind: 'project', id: projectId }]);
