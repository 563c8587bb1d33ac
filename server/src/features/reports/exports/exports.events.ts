/** Files of exports go with their project. */
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { filesOfProject } from './exports.table.ts';

export const lifecycle: LifecycleHooks = { filesOfProject };
