/** Files of map layers go with their project. */
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { filesOfProject } from './layers.table.ts';

export const lifecycle: LifecycleHooks = { filesOfProject };
