/** Structures are deleted with their project, and their pictures with them. */
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { filesOfProject, removeProject } from './structures.table.ts';

export const lifecycle: LifecycleHooks = { filesOfProject, removeProject };
