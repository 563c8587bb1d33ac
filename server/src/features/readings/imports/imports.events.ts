/** Files that were uploaded to be imported go with their project. */
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { filesOfProject } from './imports.table.ts';

export const lifecycle: LifecycleHooks = { filesOfProject };
