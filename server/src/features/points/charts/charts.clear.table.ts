import type { Db } from '../../../kernel/context.ts';

/** The charts that were set up in a project. */
export async function clearProject(db: Db, projectId: number): Promise<void> {
  await db.deleteFrom('custom_chart').where('project_id', '=', projectId).execute();
  await db.deleteFrom('characteristic').where('project_id', '=', projectId).execute();
}
