/** Structures are deleted with their project. */
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { removeProject } from './structures.table.ts';

export const lifecycle: LifecycleHooks = { removeProject };
