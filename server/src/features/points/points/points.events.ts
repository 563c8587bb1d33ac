/** What becomes of points when a project is reset or deleted. */
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { removePoints, unbindPoints } from './points.clear.table.ts';
import { clearPoints } from './points.settings.api.ts';

export const lifecycle: LifecycleHooks = { unbindPoints, clearPoints, removePoints };
