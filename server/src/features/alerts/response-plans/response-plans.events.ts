/** Plans go with what was set up at points and in projects. */
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { clearPoints, clearProject } from './response-plans.table.ts';

export const lifecycle: LifecycleHooks = { clearPoints, clearProject };
