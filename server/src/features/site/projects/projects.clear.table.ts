/** What a project itself holds, cleared or deleted; what hangs on it in features above follows by `Lifecycle`. */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { announceChanges } from '../../../kernel/listen.ts';

/** The settings of a project's own pages. */
export const clearOwn = (db: Db, projectId: number) =>
  db.updateTable('project').set({ report_config: null, gradings: null }).where('id', '=', projectId).execute();

/** Every file that goes with a project, beside the pictures of its points. */
export async function files(db: Db, projectId: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT picture AS id FROM project WHERE id = ${projectId} AND picture IS NOT NULL
    UNION SELECT logo FROM project WHERE id = ${projectId} AND logo IS NOT NULL
    UNION SELECT picture FROM structure WHERE project_id = ${projectId} AND picture IS NOT NULL
    UNION SELECT file_id FROM document WHERE project_id = ${projectId}
    UNION SELECT v.file_id FROM map_layer_version v JOIN map_layer l ON l.id = v.layer_id WHERE l.project_id = ${projectId}
    UNION SELECT v.content_id FROM map_layer_version v JOIN map_layer l ON l.id = v.layer_id
      WHERE l.project_id = ${projectId} AND v.content_id IS NOT NULL
    UNION SELECT v.file_id FROM drawing_version v JOIN drawing d ON d.id = v.drawing_id
      JOIN structure t ON t.id = d.structure_id WHERE t.project_id = ${projectId}
    UNION SELECT file_id FROM tileset WHERE project_id = ${projectId} AND file_id IS NOT NULL
    UNION SELECT f.file_id FROM inspection_photo f JOIN inspection_round r ON r.id = f.round_id WHERE r.project_id = ${projectId}
    UNION SELECT file_id FROM data_import WHERE project_id = ${projectId} AND file_id IS NOT NULL
    UNION SELECT file_id FROM data_export WHERE project_id = ${projectId} AND file_id IS NOT NULL
    UNION SELECT w.file_id FROM report_template_word w JOIN report_template t ON t.id = w.template_id WHERE t.project_id = ${projectId}
    UNION SELECT f.file_id FROM report_file f JOIN report r ON r.id = f.report_id WHERE r.project_id = ${projectId}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Deletes a project with its members; its points and structures must be gone already. */
export const removeProject = (db: Db, id: number) => db.deleteFrom('project').where('id', '=', id).execute();

/** Says to every process, at COMMIT, that what it keeps of a project is out of date. */
export const notifyCleared = (db: Db, projectId: number) => announceChanges(db, [{ kind: 'project', id: projectId }]);
