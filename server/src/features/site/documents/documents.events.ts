/** Files of documents go with their project. */
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { filesOfProject } from './documents.table.ts';

export const lifecycle: LifecycleHooks = { filesOfProject };
