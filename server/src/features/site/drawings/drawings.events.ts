/** Drawings go with their project, and the places on them with their points. */
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { takeOff } from './drawings.places.table.ts';
import { filesOfProject, removeProject } from './drawings.table.ts';

export const lifecycle: LifecycleHooks = {
  async removePoints(db, pointIds) {
    await takeOff(db, pointIds);
    return [];
  },
  filesOfProject,
  removeProject,
};
