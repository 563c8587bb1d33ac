/** Files of reports go with their project. */
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { filesOfProject } from './period-reports.table.ts';

export const lifecycle: LifecycleHooks = { filesOfProject };
