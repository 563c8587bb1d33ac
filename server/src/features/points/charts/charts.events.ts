/** Charts and characteristics go with their project. */
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { clearProject } from './charts.clear.table.ts';

export const lifecycle: LifecycleHooks = { clearProject };
