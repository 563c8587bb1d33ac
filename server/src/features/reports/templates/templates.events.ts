/** Word documents and covers of templates go with their project; report defaults when it is reset. */

import type { Db } from '../../../kernel/context.ts';
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { coverFilesOfProject } from './templates.cover.table.ts';
import { clearProject } from './templates.defaults.table.ts';
import { filesOfProject as wordFiles } from './templates.word.table.ts';

const filesOfProject = async (db: Db, projectId: number): Promise<string[]> => [
  ...(await wordFiles(db, projectId)),
  ...(await coverFilesOfProject(db, projectId)),
];

export const lifecycle: LifecycleHooks = { clearProject, filesOfProject };
