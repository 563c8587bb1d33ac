/** What becomes of points when a project is reset or deleted. */
import type { LifecycleHooks } from '../../kernel/lifecycle.ts';
import { clearPoints, removePoints, unbindPoints } from './points.clear.table.ts';

export const lifecycle: LifecycleHooks = { unbindPoints, clearPoints, removePoints };
