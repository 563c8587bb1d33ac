/** Word documents of templates go with their project. */
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { filesOfProject } from './templates.word.table.ts';

export const lifecycle: LifecycleHooks = { filesOfProject };
