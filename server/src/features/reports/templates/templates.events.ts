/** Word documents of templates go with their project; report defaults when it is reset. */
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { clearProject } from './templates.defaults.table.ts';
import { filesOfProject } from './templates.word.table.ts';

export const lifecycle: LifecycleHooks = { clearProject, filesOfProject };
