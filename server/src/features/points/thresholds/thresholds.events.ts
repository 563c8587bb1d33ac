/** Limits go when their points are cleared. */
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { clearPoints } from './thresholds.table.ts';

export const lifecycle: LifecycleHooks = { clearPoints };
