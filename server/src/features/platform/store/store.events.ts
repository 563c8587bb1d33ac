/** Readings are deleted with their points. */
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { removeSeries } from './store.clear.table.ts';

export const lifecycle: LifecycleHooks = { removeSeries };
