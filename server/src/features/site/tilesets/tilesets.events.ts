/** Files of tilesets go with their project. */
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { filesOfProject } from './tilesets.table.ts';

export const lifecycle: LifecycleHooks = { filesOfProject };
