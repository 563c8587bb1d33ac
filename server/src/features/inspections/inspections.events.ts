/** Inspections go with their project; its files are listed by the project. */
import type { LifecycleHooks } from '../../kernel/lifecycle.ts';
import { removeProject } from './inspections.log.table.ts';

export const lifecycle: LifecycleHooks = { removeProject };
